import { Form, Outlet, useParams } from 'react-router'
import { Views, Sheet } from '#app/features/console/components/sheet.tsx'
import { EmptyList, Columns } from '#app/features/console/components/section.tsx'
import { Status, Due } from '#app/features/console/components/status.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { sellablesContext } from '#app/features/orders/store/lines.server.ts'
import { requireRight } from '#app/features/staff/access.server.ts'
import { deskOf } from '#app/features/staff/action.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { readForm } from '#app/http/form.ts'
import { normalizeCode } from '#app/kit/text.ts'
import { type BulkOutcome, findSlip, listRows, type ShippingRow, takeAll } from '../desk.server.ts'
import {
  maxRows,
  parcelMarks,
  refusalWords,
  type ShippingView,
  shippingViews,
  viewOf,
  viewWords,
} from '../rules.ts'
import type { Route } from './+types/desk'
import { type Column, DenseTable } from '#app/features/console/components/dense-table.tsx'

export const handle: StaffHandle = { right: 'shipping' }

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, now, timeZone } = context.get(shopContext)
  const clock = { now: now(), timeZone }
  const named = new URL(request.url).searchParams.get('view')
  // A slip that was opened by its own address shows the list that it is in.
  const { order } = params as { order?: string }
  const slip = named === null && order ? await findSlip(db, normalizeCode(order), clock) : undefined
  const view = slip?.view ?? viewOf(named)
  return { view, rows: await listRows(db, view, clock.now) }
}

export async function action({ context, request }: Route.ActionArgs): Promise<BulkOutcome> {
  const member = requireRight(context, 'shipping')
  const form = await readForm(request)
  const rows = form.getAll('row').filter((row) => typeof row === 'string')
  const verb = form.get('verb')
  if (verb !== 'pack' && verb !== 'send') return { done: [], refused: [] }
  const desk = { ...deskOf(context, member), sellables: context.get(sellablesContext) }
  return takeAll(desk, verb, rows.slice(0, maxRows))
}

export default function ShippingDesk({ loaderData: { view, rows }, actionData }: Route.ComponentProps) {
  const { order } = useParams()
  const { name, empty } = viewWords[view]
  const bulk = view === 'to-pack' ? 'pack' : view === 'packed' ? 'send' : undefined
  const late = rows.filter(({ urgency }) => urgency !== 'calm').length
  return (
    <Sheet
      title="Shipping"
      tab={order ? `Ship ${order}` : 'Shipping'}
      heading={null}
      state={<Status kind={late > 0 ? 'over' : rows.length > 0 ? 'todo' : 'done'}>{name}</Status>}
      next={
        late > 0
          ? `${late} of these are late: the law gives 30 days`
          : rows.length > 0
            ? viewWords[view].next
            : undefined
      }
      cells={[{ label: 'Rows', value: rows.length === maxRows ? `first ${maxRows}` : rows.length }]}
      action={
        <>
          {view === 'to-pack' && <VerbLink to="/staff/shipping/pick-list">Pick list</VerbLink>}
          {bulk && rows.length > 0 && (
            <Verb form="bulk" name="verb" value={bulk} look="primary" busyWords="Working...">
              {bulk === 'pack' ? 'Pack selected' : 'Send selected'}
            </Verb>
          )}
        </>
      }
    >
      <Form method="post" action={`/staff/shipping?view=${view}`} id="bulk" hidden aria-hidden="true" />
      <Columns columns="minmax(0,1fr) 420px">
        <div className={order ? 'max-md:hidden print:hidden' : 'print:hidden'}>
          <Views
            label="Lists"
            views={shippingViews.map((each) => ({
              key: each,
              name: viewWords[each].name,
              to: `/staff/shipping?view=${each}`,
              isCurrent: each === view,
            }))}
          />
          {actionData && <BulkReport outcome={actionData} />}
          {rows.length === 0 ? (
            <EmptyList>{empty}</EmptyList>
          ) : (
            <DenseTable
              caption="Shipping"
              rows={rows}
              id={({ id }) => id}
              selectIn={bulk && 'bulk'}
              columns={columnsOf(view, order)}
            />
          )}
        </div>
        {order ? (
          <Outlet />
        ) : (
          <div className="max-md:hidden print:hidden">
            <EmptyList>
              Open a row to see its packing slip, its parcels and what can be done with them.
            </EmptyList>
          </div>
        )}
      </Columns>
    </Sheet>
  )
}

function BulkReport({ outcome: { done, refused } }: { outcome: BulkOutcome }) {
  return (
    <div className="con-region grid gap-1" role="status">
      {done.length > 0 && <Status kind="done">{`${done.length} done`}</Status>}
      {refused.map(({ id, why }) => (
        <span key={id}>
          <Status kind="no">{id}</Status> {refusalWords(why)}
        </span>
      ))}
      {done.length + refused.length === 0 && <span>Choose rows first.</span>}
    </div>
  )
}

const tones = { calm: undefined, late: 'hold', over: 'stop' } as const

function columnsOf(view: ShippingView, current: string | undefined): Column<ShippingRow>[] {
  return [
    {
      label: 'Order',
      width: 116,
      kind: 'code',
      render: ({ orderId }) => (
        <a
          href={`/staff/shipping/${orderId}?view=${view}`}
          data-open=""
          aria-current={orderId === current || undefined}
        >
          {orderId}
        </a>
      ),
    },
    {
      label: 'To',
      width: 160,
      render: ({ buyer, place }) => <span title={place}>{`${buyer}, ${place}`}</span>,
    },
    { label: 'Contents', render: ({ contents }) => contents },
    { label: 'Marks', width: 110, render: (row) => <Marks row={row} /> },
    view === 'to-pack'
      ? { label: 'Method', width: 124, render: ({ method }) => method }
      : { label: 'Tracking', width: 124, render: ({ tracking }) => tracking },
    {
      label: 'Age',
      width: 64,
      kind: 'number',
      render: ({ urgency, days }) => <Due tone={tones[urgency]}>{`${days} d`}</Due>,
    },
  ]
}

function Marks({ row: { marks, isInReview } }: { row: ShippingRow }) {
  const words = marks.map((mark) => parcelMarks[mark].words).join(', ')
  if (isInReview) return <Status kind="review">{['In review', words].filter(Boolean).join(', ')}</Status>
  return words ? (
    <Status kind="gate" tone="hold">
      {words}
    </Status>
  ) : null
}
