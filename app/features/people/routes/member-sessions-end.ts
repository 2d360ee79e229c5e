import { redirect } from 'react-router'
import { actAs } from '#app/access/act.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { requireRecentSignIn, staffMember } from '../../staff/access.server.ts'
import { actorOf, type StaffHandle } from '../../staff/rules.ts'
import { endSessions } from '../../staff/store/sessions.server.ts'
import { memberInput } from '../input.ts'
import type { Route } from './+types/member-sessions-end'

export const handle: StaffHandle = { right: 'people' }

export async function action({ request, context }: Route.ActionArgs) {
  await requireRecentSignIn(context, request)
  const owner = staffMember(context)
  const parsed = parseForm(memberInput, await readForm(request))
  if (!parsed.ok) return redirect('/staff/people?refused=member_not_found', 303)
  const { member } = parsed.value
  const act = { verb: 'staff sessions end', subject: member }
  await actAs(context.get(shopContext), actorOf(owner), act, async ({ tx }) => {
    await endSessions(tx, member)
    return { ok: true as const }
  })
  return redirect('/staff/people', 303)
}
