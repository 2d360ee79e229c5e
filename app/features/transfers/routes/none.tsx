import type { StaffHandle } from '#app/features/staff/rules.ts'

export const handle: StaffHandle = { right: 'transfers' }

/** No slip is open: the board has the whole sheet. */
export default function NoSlip() {
  return null
}
