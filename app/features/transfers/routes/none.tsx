import type { StaffHandle } from '#app/features/staff/rules.ts'

export const handle: StaffHandle = { right: 'transfers' }

export default function NoSlip() {
  return null
}
