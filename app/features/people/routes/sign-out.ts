import { redirect } from 'react-router'
import { transact } from '#app/db/db.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { clearStaffCookies, staffContext } from '../../staff/access.server.ts'
import type { StaffHandle } from '../../staff/rules.ts'
import { endSession } from '../../staff/store/sessions.server.ts'
import type { Route } from './+types/sign-out'

export const handle: StaffHandle = { right: 'anyone' }

export async function action({ context }: Route.ActionArgs) {
  const session = context.get(staffContext)
  if (session)
    await transact(context.get(shopContext), ({ tx }) => endSession(tx, session.member.id, session.id))
  clearStaffCookies(context)
  return redirect('/staff/sign-in', 303)
}
