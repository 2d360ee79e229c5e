import { DenseTable } from '#app/features/console/components/dense-table.tsx'
import { retentionWords } from '../words.ts'

const names = {
  orders: 'Orders and seats',
  messages: 'Messages and quotes',
  subscriptions: 'Lists and waitlists',
  builds: 'Submitted builds',
  worksheets: 'Trust worksheets',
  documents: 'Requested documents',
  requests: 'Data requests',
} as const

type Kind = keyof typeof names
const kinds = Object.keys(names) as Kind[]

export function HoldingsTable({ counts }: { counts: Record<Kind, number> }) {
  return (
    <div className="overflow-x-auto">
      <DenseTable
        caption="What we hold"
        columns={[
          { key: 'what', label: 'What', width: 160 },
          { key: 'count', label: 'Count', width: 64, kind: 'number' },
          { key: 'deletion', label: 'On deletion' },
        ]}
        rows={kinds.map((kind) => ({
          id: kind,
          cells: [
            names[kind],
            counts[kind],
            <span key="deletion" className="whitespace-normal">
              {retentionWords[kind]}
            </span>,
          ],
        }))}
      />
    </div>
  )
}
