import { notFound } from '#app/http/errors.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'

export const handle: StaffHandle = { right: 'member' }

export function loader() {
  throw notFound('No Such Sheet', { text: 'The address may be mistyped, or the sheet has moved.' })
}

export default function NotFound() {
  return null
}
