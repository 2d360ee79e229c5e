import { Link } from 'react-router'
import { DenseTable } from '#app/features/console/components/dense-table.tsx'
import { PhoneRow } from '#app/features/console/components/phone-row.tsx'
import { Due, Status } from '#app/features/console/components/status.tsx'
import type { ShippingView } from '../rules.ts'
import type { ShippingRow } from '../store.server.ts'
import { markWords } from '../words.ts'

type Props = {
  view: ShippingView
  rows: readonly ShippingRow[]
  /** The order whose slip is open. */
  current: string | undefined
  /** The form of the checkboxes. */
  selectIn: string | undefined
}

const tones = { calm: undefined, late: 'hold', over: 'stop' } as const

/** The rows of a list: orders to pack, or parcels. */
export function ShippingTable({ view, rows, current, selectIn }: Props) {
  const to = (orderId: string) => `/staff/shipping/${orderId}?view=${view}`
  return (
    <DenseTable
      caption="Shipping"
      columns={[
        { key: 'order', label: 'Order', width: 116, kind: 'code' },
        { key: 'buyer', label: 'To', width: 160 },
        { key: 'contents', label: 'Contents' },
        { key: 'marks', label: 'Marks', width: 110 },
        { key: 'method', label: view === 'to-pack' ? 'Method' : 'Tracking', width: 124 },
        { key: 'age', label: 'Age', width: 64, kind: 'number' },
      ]}
      rows={rows.map((row) => ({
        id: row.id,
        cells: [
          <Link
            key="open"
            to={to(row.orderId)}
            data-open=""
            aria-current={row.orderId === current || undefined}
          >
            {row.orderId}
          </Link>,
          <span key="buyer" title={row.place}>{`${row.buyer}, ${row.place}`}</span>,
          row.contents,
          <Marks key="marks" row={row} />,
          view === 'to-pack' ? row.method : row.tracking,
          <Due key="age" tone={tones[row.urgency]}>{`${row.days} d`}</Due>,
        ],
      }))}
      {...(selectIn && { selectIn, selectLabel: (id: string) => `Select ${id}` })}
      cards={rows.map((row) => (
        <PhoneRow
          key={row.id}
          kind={row.isInReview ? 'review' : row.urgency === 'calm' ? 'todo' : 'over'}
          to={to(row.orderId)}
          subject={row.buyer}
          amount={row.orderId}
          detail={row.contents}
          due={`${row.days} d`}
          dueTone={tones[row.urgency]}
        />
      ))}
    />
  )
}

function Marks({ row: { marks, isInReview } }: { row: ShippingRow }) {
  const words = marks.map((mark) => markWords[mark]).join(', ')
  if (isInReview) return <Status kind="review">{['In review', words].filter(Boolean).join(', ')}</Status>
  return words ? (
    <Status kind="gate" tone="hold">
      {words}
    </Status>
  ) : null
}
