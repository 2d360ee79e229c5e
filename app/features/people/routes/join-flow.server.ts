import { redirect, type RouterContextProvider } from 'react-router'
import { transact } from '#app/db/work.server.ts'
import { recordAudit } from '#app/access/audit.server.ts'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { gone } from '#app/http/not-found.ts'
import { openPrivateLink } from '#app/http/private-link.server.ts'
import { formError } from '#app/http/refused.ts'
import { setSessionCookie } from '../../staff/access.server.ts'
import { actorOf } from '../../staff/rules.ts'
import { acceptInvitation, findInvitation } from '../../staff/store/invitations.server.ts'
import { staffRefusalWords } from '../../staff/words.ts'
import { whoTries } from './entry-flow.server.ts'

type Context = Readonly<RouterContextProvider>

/**
 * The open invitation of a link. A wrong secret counts as a guess, and gets the same page as one that has ended, which says in
 * `endedText` how to get another one.
 */
export function requireInvitation(context: Context, token: string | null | undefined, endedText: string) {
  const { db, now, limits } = context.get(shopContext)
  return openPrivateLink(
    { limits, address: context.get(visitContext).address, token },
    (secret) => findInvitation(db, secret, now()),
    () => endedLink(endedText),
  )
}

export function endedLink(text: string) {
  return gone('This Link Has Ended', { text, link: { to: '/staff/sign-in', label: 'Sign In' } })
}

export async function join(
  context: Context,
  request: Request,
  { token, name, email }: { token: string; name: string; email: string },
) {
  const { device } = whoTries(context, request)
  const joined = await transact(context.get(shopContext), async (work) => {
    const accepted = await acceptInvitation(work, token, { name, email, device })
    if (accepted.ok) {
      const { member } = accepted
      const data = { role: member.role }
      await recordAudit(work, { actor: actorOf(member), verb: 'staff join', subject: member.id, data })
    }
    return accepted
  })
  if (!joined.ok) return formError(409, { form: [staffRefusalWords[joined.why]] }, { name, email })
  setSessionCookie(context, joined.session)
  return redirect('/staff/welcome', 303)
}
