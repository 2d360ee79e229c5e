// Who may change whom.
import { refuse, allowed } from '#app/kit/refusal.ts'
import type { StaffRole } from '../rules.ts'

/** A member as these rules see them. */
export type Standing = { id: string; role: StaffRole; disabledAt: Date | null }

/** Whether a member may give another this role. Nobody changes their own, and the last owner stays one. */
export function mayChangeRole(by: Standing, member: Standing, to: StaffRole, owners: number) {
  if (by.role !== 'owner') return refuse('not_owner')
  if (by.id === member.id) return refuse('own_role')
  if (member.role === 'owner' && to !== 'owner' && !member.disabledAt && owners <= 1)
    return refuse('last_owner')
  return allowed
}

/** Whether a member may end another's access. The last owner stays. */
export function mayDisable(by: Standing, member: Standing, owners: number) {
  if (by.role !== 'owner') return refuse('not_owner')
  if (member.role === 'owner' && owners <= 1) return refuse('last_owner')
  if (by.id === member.id) return refuse('own_access')
  return allowed
}
