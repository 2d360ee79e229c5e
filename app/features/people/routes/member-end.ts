import { redirect } from 'react-router'
import { actAs } from '#app/access/act.server.ts'
import { changeOf } from '#app/access/difference.ts'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import { requireRecentSignIn, staffMember } from '../../staff/access.server.ts'
import { actorOf, type StaffHandle, type StaffRole } from '../../staff/rules.ts'
import { disableMember, findMember } from '../../staff/store/members.server.ts'
import { accessEndInput } from '../input.ts'
import type { Route } from './+types/member-end'

export const handle: StaffHandle = { right: 'people' }

export async function action({ request, context }: Route.ActionArgs) {
  await requireRecentSignIn(context, request)
  const owner = staffMember(context)
  const parsed = parseForm(accessEndInput, await readForm(request))
  if (!parsed.ok) return redirect('/staff/people?refused=member_not_found', 303)
  const { member, name } = parsed.value
  const data = ({ was }: { was: StaffRole }) => changeOf({ role: was }, undefined)
  const act = { verb: 'staff access end', subject: member, data }
  const done = await actAs(context.get(shopContext), actorOf(owner), act, async (work) => {
    const found = await findMember(work.tx, member)
    if (found && found.name !== name) return refuse('name_differs')
    return disableMember(work, owner.id, member)
  })
  if (done.ok) return redirect('/staff/people', 303)
  const typed = done.why === 'name_differs' ? `&member=${member}&typed=${encodeURIComponent(name)}` : ''
  return redirect(`/staff/people?refused=${done.why}${typed}`, 303)
}
