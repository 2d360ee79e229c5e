import { actAs } from '#app/access/act.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { readCookie } from '#app/http/cookies.server.ts'
import { parseForm } from '#app/http/form.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { refused } from '#app/http/refused.ts'
import { relyingParty, requireRecentSignIn, staffMember, stepCookie } from '../../staff/access.server.ts'
import { actorOf, type StaffHandle } from '../../staff/rules.ts'
import { addPasskey } from '../../staff/store/passkeys.server.ts'
import { countRecoveryCodes, makeRecoveryCodes } from '../../staff/store/sign-in.server.ts'
import { staffRefusalWords } from '../../staff/words.ts'
import { attestationInput } from '../input.ts'
import type { Route } from './+types/passkeys'
import { whoTries } from './entry-flow.server.ts'

export const handle: StaffHandle = { right: 'joining' }

/** Stores a new passkey of who is signed in; with the first one come recovery codes. */
export async function action({ request, context }: Route.ActionArgs) {
  await requireRecentSignIn(context, request)
  const shop = context.get(shopContext)
  const member = staffMember(context)
  const parsed = parseForm(attestationInput, await readForm(request))
  if (!parsed.ok) return refused(staffRefusalWords.passkey_refused)
  const { credential, name } = parsed.value
  const made = {
    token: readCookie(request, stepCookie),
    response: credential,
    name: name || whoTries(context, request).device,
  }
  const act = { verb: 'staff passkey', subject: member.id }
  const done = await actAs(shop, actorOf(member), act, async (work) => {
    const added = await addPasskey(work, member, relyingParty(context, request), made)
    if (!added.ok) return added
    const hasCodes = (await countRecoveryCodes(work.tx, member.id)) > 0
    return { ok: true as const, codes: hasCodes ? [] : await makeRecoveryCodes(work, member.id) }
  })
  return done.ok ? { codes: done.codes } : refused(staffRefusalWords[done.why])
}
