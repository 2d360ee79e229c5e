import { type MiddlewareFunction, redirect, type RouterContextProvider } from 'react-router'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { readCookie } from '#app/http/cookies.server.ts'
import { againPath, forbidden, pagePath, sessionCookie, staffContext } from './access.server.ts'
import { meets, type StaffRequirement } from './rules.ts'
import { findEndedMember, findSession } from './store/sessions.server.ts'

const signInPath = '/staff/sign-in'
const welcomePath = '/staff/welcome'

/** Before any loader or action runs. */
export function guard(requirement: StaffRequirement | undefined): MiddlewareFunction<Response> {
  return async ({ request, context }, next) => {
    const shop = context.get(shopContext)
    const token = readCookie(request, sessionCookie)
    if (token && !context.get(staffContext))
      context.set(staffContext, (await findSession(shop.db, token, shop.now())) ?? null)
    const session = context.get(staffContext)
    const visitor = session ? { role: session.member.role, isSetUp: session.isSetUp } : undefined
    if (!meets(visitor, requirement)) {
      if (!visitor) throw await toSignIn(context, request, token)
      if (!visitor.isSetUp) throw redirect(welcomePath, 303)
      context.get(visitContext).report('staff_refused')
      throw forbidden()
    }
    const response = await next()
    response.headers.set('Cache-Control', 'private, no-store')
    response.headers.set('X-Robots-Tag', 'noindex')
    return response
  }
}

/** A session that ended while a form was being filled in: the form is there after signing in again. */
async function toSignIn(
  context: Readonly<RouterContextProvider>,
  request: Request,
  token: string | undefined,
): Promise<Response> {
  const { db } = context.get(shopContext)
  const memberId = token && request.method === 'POST' ? await findEndedMember(db, token) : undefined
  const back = memberId ? await againPath(context, request, memberId) : pagePath(request)
  return redirect(`${signInPath}?next=${encodeURIComponent(back)}`, 303)
}
