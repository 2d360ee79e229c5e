import { redirect } from 'react-router'
import { actAs } from '#app/access/act.server.ts'
import { changeOf } from '#app/access/difference.ts'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { requireRecentSignIn, staffMember } from '../../staff/access.server.ts'
import { actorOf, type StaffHandle, type StaffRole } from '../../staff/rules.ts'
import { changeRole } from '../../staff/store/members.server.ts'
import { roleInput } from '../input.ts'
import type { Route } from './+types/member-role'

export const handle: StaffHandle = { right: 'people' }

export async function action({ request, context }: Route.ActionArgs) {
  await requireRecentSignIn(context, request)
  const owner = staffMember(context)
  const parsed = parseForm(roleInput, await readForm(request))
  if (!parsed.ok) return redirect('/staff/people?refused=member_not_found', 303)
  const { member, role } = parsed.value
  const data = ({ was }: { was: StaffRole }) => changeOf({ role: was }, { role })
  const act = { verb: 'staff role', subject: member, data }
  const done = await actAs(context.get(shopContext), actorOf(owner), act, (work) =>
    changeRole(work, owner.id, member, role),
  )
  return redirect(done.ok ? '/staff/people' : `/staff/people?refused=${done.why}`, 303)
}
