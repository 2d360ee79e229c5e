import { transact } from '#app/db/work.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { readCookie } from '#app/http/cookies.server.ts'
import { parseForm } from '#app/http/form.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { refused } from '#app/http/refused.ts'
import { relyingParty, stepCookie } from '../../staff/access.server.ts'
import type { StaffHandle } from '../../staff/rules.ts'
import { acceptPasskey } from '../../staff/store/passkeys.server.ts'
import { openSession } from '../../staff/store/sessions.server.ts'
import { assertionInput } from '../input.ts'
import type { Route } from './+types/sign-in-passkey'
import { refusedWords, safeNext, signedIn, whoTries } from './entry-flow.server.ts'

export const handle: StaffHandle = { right: 'anyone' }

/** Signs in with a passkey's answer. */
export async function action({ request, context }: Route.ActionArgs) {
  const parsed = parseForm(assertionInput, await readForm(request))
  if (!parsed.ok) return refused(refusedWords(context, 'passkey_refused'))
  const { credential, next } = parsed.value
  const { device } = whoTries(context, request)
  const party = relyingParty(context, request)
  const token = readCookie(request, stepCookie)
  const done = await transact(context.get(shopContext), async (work) => {
    const accepted = await acceptPasskey(work, party, { token, response: credential })
    if (!accepted.ok) return accepted
    const { memberId } = accepted
    return { ok: true as const, session: await openSession(work, { memberId, method: 'passkey', device }) }
  })
  if (!done.ok) return refused(refusedWords(context, done.why))
  return signedIn(context, done.session, safeNext(next))
}
