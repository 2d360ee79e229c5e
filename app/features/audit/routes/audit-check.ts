import { redirect } from 'react-router'
import { actAs } from '#app/access/act.server.ts'
import { requireRight } from '#app/features/staff/access.server.ts'
import { actorOf, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { allowed } from '#app/kit/refusal.ts'
import { auditPath } from '../rules.ts'
import type { Route } from './+types/audit-check'

export const handle: StaffHandle = { right: 'audit.read' }

export function loader() {
  return redirect(auditPath)
}

/** Has the whole log verified in the background: on a long one it takes longer than a page may. */
export async function action({ context }: Route.ActionArgs) {
  const actor = actorOf(requireRight(context, 'audit.read'))
  const act = { verb: 'audit-check', subject: 'audit log', data: {} }
  await actAs(context.get(shopContext), actor, act, async ({ enqueue }) => {
    await enqueue('verify-audit-log', {}, { once: 'by-hand' })
    return allowed
  })
  return redirect(`${auditPath}?checking`, 303)
}
