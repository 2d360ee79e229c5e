import { redirect } from 'react-router'
import { transact } from '#app/db/work.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import { shopContext } from '#app/http/context.server.ts'
import { readCookie } from '#app/http/cookies.server.ts'
import { parseForm } from '#app/http/form.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { refused } from '#app/http/refused.ts'
import { relyingParty, staffSession, stepCookie } from '../../staff/access.server.ts'
import type { StaffHandle } from '../../staff/rules.ts'
import { acceptPasskey } from '../../staff/store/passkeys.server.ts'
import { renewSession } from '../../staff/store/sessions.server.ts'
import { assertionInput } from '../input.ts'
import type { Route } from './+types/again-passkey'
import { refusedWords, safeNext } from './entry-flow.server.ts'

export const handle: StaffHandle = { right: 'member' }

/** A passkey of the member who is signed in proves it again. One of another member does not. */
export async function action({ request, context }: Route.ActionArgs) {
  const { id, member } = staffSession(context)
  const parsed = parseForm(assertionInput, await readForm(request))
  if (!parsed.ok) return refused(refusedWords(context, 'passkey_refused'))
  const { credential, next } = parsed.value
  const answer = { token: readCookie(request, stepCookie), response: credential }
  const done = await transact(context.get(shopContext), async (work) => {
    const accepted = await acceptPasskey(work, relyingParty(context, request), answer)
    if (!accepted.ok) return accepted
    if (accepted.memberId !== member.id) return refuse('passkey_refused')
    await renewSession(work, id)
    return accepted
  })
  return done.ok ? redirect(safeNext(next), 303) : refused(refusedWords(context, done.why))
}
