import { redirect } from 'react-router'
import { actAs } from '#app/access/act.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { requireRecentSignIn, staffMember } from '../../staff/access.server.ts'
import { actorOf, type StaffHandle } from '../../staff/rules.ts'
import { disableMember } from '../../staff/store/members.server.ts'
import { memberInput } from '../input.ts'
import type { Route } from './+types/member-end'

export const handle: StaffHandle = { right: 'people' }

/** Ends a member's access at once. */
export async function action({ request, context }: Route.ActionArgs) {
  await requireRecentSignIn(context, request)
  const owner = staffMember(context)
  const parsed = parseForm(memberInput, await readForm(request))
  if (!parsed.ok) return redirect('/staff/people?refused=member_not_found', 303)
  const act = { verb: 'staff access end', subject: parsed.value.member }
  const done = await actAs(context.get(shopContext), actorOf(owner), act, (work) =>
    disableMember(work, owner.id, parsed.value.member),
  )
  return redirect(done.ok ? '/staff/people' : `/staff/people?refused=${done.why}`, 303)
}
