import { redirect } from 'react-router'
import { z } from 'zod'
import { actAs } from '#app/access/act.server.ts'
import { staffAction } from '#app/features/staff/action.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { allowed } from '#app/kit/refusal.ts'
import { auditPath } from '../rules.ts'

export const handle: StaffHandle = { right: 'audit.read' }

export function loader() {
  return redirect(auditPath)
}

/** Has the whole log verified in the background: on a long one it takes longer than a page may. */
export const action = staffAction({
  right: 'audit.read',
  input: z.object({}),
  run: ({ desk: { ctx, actor } }) =>
    actAs(ctx, actor, { verb: 'audit-check', subject: 'audit log' }, async ({ enqueue }) => {
      await enqueue('verify-audit-log', {}, { once: 'by-hand' })
      return allowed
    }),
  to: `${auditPath}?checking`,
  refusal: () => '',
})
