import { Link } from 'react-router'
import { type Column, DenseTable } from '#app/features/console/components/dense-table.tsx'
import { EmptyList } from '#app/features/console/components/list-states.tsx'
import { PhoneRow } from '#app/features/console/components/phone-row.tsx'
import { Due, Status } from '#app/features/console/components/status.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import type { ShownOrders, ShownRow } from '../routes/shown-orders.server.ts'

type OrdersTableProps = Pick<ShownOrders, 'rows' | 'sorts'> & {
  selectIn: string
  isNarrowed: boolean
}

export function OrdersTable({ rows, sorts, selectIn, isNarrowed }: OrdersTableProps) {
  if (rows.length === 0)
    return (
      <EmptyList
        action={
          isNarrowed && (
            <VerbLink small to="/staff/orders">
              Show all orders
            </VerbLink>
          )
        }
      >
        {isNarrowed
          ? 'No order matches these filters. Remove one, or look at all orders.'
          : 'There are no orders yet. The first one appears here as soon as a buyer holds something.'}
      </EmptyList>
    )
  return (
    <DenseTable
      caption="Orders"
      columns={columnsOf(sorts)}
      selectIn={selectIn}
      selectLabel={(id) => `Select ${id}`}
      rows={rows.map((row) => ({ id: row.id, cells: cellsOf(row), cents: row.balanceCents }))}
      cards={rows.map((row) => (
        <PhoneRow
          key={row.id}
          kind={row.status.kind}
          to={row.to}
          subject={row.state ? `${row.buyer}, ${row.state}` : row.buyer}
          amount={row.paid}
          detail={row.goods}
          due={row.next?.words ?? row.status.word}
          dueTone={row.next?.tone}
          select={{ form: selectIn, value: row.id, label: `Select ${row.id}` }}
        />
      ))}
    />
  )
}

function columnsOf({ age, total }: ShownOrders['sorts']): Column[] {
  const direction = (is: string, up: string, down: string) =>
    is === up ? ('ascending' as const) : is === down ? ('descending' as const) : undefined
  return [
    { key: 'id', label: 'Order', width: 108, kind: 'code' },
    { key: 'buyer', label: 'Buyer', width: 124 },
    { key: 'state', label: 'State', width: 56, kind: 'code', isLesser: true },
    { key: 'goods', label: 'Goods' },
    { key: 'stage', label: 'Stage', width: 150 },
    {
      key: 'age',
      label: 'Age',
      width: 70,
      sort: { to: age.to, direction: direction(age.is, 'age', '-age') },
    },
    { key: 'dealer', label: 'Dealer', width: 172, isLesser: true },
    {
      key: 'paid',
      label: 'Paid',
      width: 84,
      kind: 'number',
      sort: { to: total.to, direction: direction(total.is, 'total', '-total') },
    },
    { key: 'balance', label: 'Balance', width: 84, kind: 'number' },
    { key: 'refund', label: 'Refund', width: 92, kind: 'number', isLesser: true },
    { key: 'next', label: 'Next' },
  ]
}

function cellsOf(row: ShownRow) {
  const { id, to, buyer, state, goods, status, age, dealer, paid, balance, refund, next } = row
  return [
    <Link key="id" to={to} data-open="">
      {id}
    </Link>,
    buyer,
    state,
    goods,
    <Status key="status" kind={status.kind}>
      {status.word}
    </Status>,
    age,
    <Due key="dealer" tone={dealer.tone}>
      {dealer.words}
    </Due>,
    paid,
    balance && (
      <Due key="balance" tone={balance.isOver ? 'stop' : undefined}>
        {balance.words}
      </Due>
    ),
    <span key="refund" className="text-muted">
      {refund}
    </span>,
    next && (
      <Due key="next" tone={next.tone}>
        {next.words}
      </Due>
    ),
  ]
}
