import { redirect } from 'react-router'
import { actAs } from '#app/access/act.server.ts'
import { changeOf } from '#app/access/difference.ts'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { requireRecentSignIn, staffMember } from '../../staff/access.server.ts'
import { actorOf, type StaffHandle } from '../../staff/rules.ts'
import { withdrawInvitation } from '../../staff/store/invitations.server.ts'
import { invitationInput } from '../input.ts'
import type { Route } from './+types/invitation-end'

export const handle: StaffHandle = { right: 'people' }

export async function action({ request, context }: Route.ActionArgs) {
  await requireRecentSignIn(context, request)
  const owner = staffMember(context)
  const parsed = parseForm(invitationInput, await readForm(request))
  if (!parsed.ok) return redirect('/staff/people?refused=member_not_found', 303)
  const { invitation } = parsed.value
  type Gone = Extract<Awaited<ReturnType<typeof withdrawInvitation>>, { ok: true }>
  const act = {
    verb: 'staff invitation end',
    // The invitation is gone: the log names whom it was for, as it did when they were invited.
    subject: ({ was }: Gone) => was.email ?? invitation,
    data: ({ was }: Gone) => changeOf({ role: was.role }, undefined),
  }
  const done = await actAs(context.get(shopContext), actorOf(owner), act, (work) =>
    withdrawInvitation(work, invitation),
  )
  return redirect(done.ok ? '/staff/people' : `/staff/people?refused=${done.why}`, 303)
}
