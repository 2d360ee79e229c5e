import { EmptyList } from '#app/features/console/components/list-states.tsx'
import type { StaffHandle } from '#app/features/staff/rules.ts'

export const handle: StaffHandle = { right: 'shipping' }

export default function NoSlip() {
  return (
    <div className="max-md:hidden print:hidden">
      <EmptyList>Open a row to see its packing slip, its parcels and what can be done with them.</EmptyList>
    </div>
  )
}
