import { type Column, DenseTable } from '#app/features/console/components/dense-table.tsx'
import { Views, SelectionBlock, Sheet } from '#app/features/console/components/sheet.tsx'
import { SelectField, TextField } from '#app/features/console/components/fields.tsx'
import { type Tone, Due, Status } from '#app/features/console/components/status.tsx'
import { EmptyList } from '#app/features/console/components/section.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { staffMember } from '#app/features/staff/access.server.ts'
import { type StaffHandle, mayDo, type StaffMember } from '#app/features/staff/rules.ts'
import { shopContext, type Shop } from '#app/http/context.server.ts'
import {
  filterNames,
  filters,
  formatAge,
  goodsOf,
  nextStepOf,
  refundEnd,
  orderStatus,
  filterOf,
  formatQuery,
  type OrderQuery,
  parseQuery,
  standardViews,
  ordersPath,
} from '../listed.ts'
import type { Route } from './+types/orders'
import { bulkWords, bulkVerbs, maxBulk } from './bulk.tsx'
import type { Db } from '#app/db/db.server.ts'
import {
  type ListedOrder,
  countOrders,
  findOrderPage,
  parseCursor,
} from '#app/features/orders/store/order-list.server.ts'
import {
  type BalanceStatus,
  findBalanceMoney,
  findBalancesDue,
  hasBalance,
} from '#app/features/reservations/store/balance-sold.server.ts'
import { countOf, formatCount } from '#app/kit/text.ts'
import { formatDay } from '#app/kit/dates.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { orderVerbs } from '../verbs.server.ts'

export const handle: StaffHandle = { right: 'orders.read', title: 'Orders' }

export function loader({ request, context }: Route.LoaderArgs) {
  return showOrders(context.get(shopContext), staffMember(context), new URL(request.url).searchParams)
}

export function listArgs(query: OrderQuery, { now, timeZone }: { now: Date; timeZone: string }) {
  const statuses = query.balance?.split(',') as BalanceStatus[] | undefined
  return { filter: filterOf(query, timeZone), also: statuses ? [hasBalance(statuses, now)] : [] }
}

/** Each with what of its balance is due, what its balance brought, and the reservation whose balance it is itself. */
export async function withBalances(db: Db, orders: readonly ListedOrder[]) {
  const ids = orders.map(({ id }) => id)
  const [due, money] = await Promise.all([findBalancesDue(db, ids), findBalanceMoney(db, ids)])
  return orders.map((order) => ({
    order,
    due: due.get(order.id),
    brought: money.brought.get(order.id),
    balanceOf: money.of.get(order.id),
  }))
}

export type ListedRow = Awaited<ReturnType<typeof withBalances>>[number]

export async function showOrders(shop: Shop, member: StaffMember, params: URLSearchParams) {
  const { db, timeZone } = shop
  const now = shop.now()
  const query = parseQuery(params)
  const address = formatQuery(query)
  const counted = [query, ...standardViews.map((view) => parseQuery(new URLSearchParams(view.query)))]
  const [page, [count = 0, ...counts]] = await Promise.all([
    findOrderPage(db, {
      ...listArgs(query, { now, timeZone }),
      after: parseCursor(params.get('after')),
      max: maxBulk,
    }),
    countOrders(
      db,
      counted.map((of) => listArgs(of, { now, timeZone })),
    ),
  ])
  return {
    query,
    count: countOf(count, 'order'),
    views: standardViews.map(({ name, query: own }, at) => ({
      key: name,
      name,
      to: withQuery(own),
      count: formatCount(counts[at] ?? 0),
      isCurrent: own === address,
    })),
    rows: (await withBalances(db, page.orders)).map((row) => shownRow(row, now, timeZone)),
    next: page.next && withQuery(address, { after: `${page.next.at}~${page.next.id}` }),
    first: params.has('after') ? withQuery(address) : undefined,
    bulk: bulkVerbs.filter((verb) => mayDo(member.role, orderVerbs[verb].right)),
    csv: mayDo(member.role, 'export') ? `${ordersPath}.csv${address && `?${address}`}` : undefined,
  }
}

type ShownOrders = Awaited<ReturnType<typeof showOrders>>
type ShownRow = ShownOrders['rows'][number]

function withQuery(query: string, more: Record<string, string> = {}): string {
  const all = [query, new URLSearchParams(more).toString()].filter(Boolean).join('&')
  return all ? `${ordersPath}?${all}` : ordersPath
}

/** A row of the list in words. The money of a balance is in the row of its reservation. */
function shownRow({ order, due, brought, balanceOf }: ListedRow, now: Date, timeZone: string) {
  const { id, lines, dealerName, dealerAnswer } = order
  const ofBalance = brought ? brought.capturedCents - brought.refundedCents : 0
  const heldCents = order.capturedCents - order.refundedCents + ofBalance
  const { title, number, quantity, more } = goodsOf(lines)
  const end = refundEnd(order, now)
  const isSilent = dealerAnswer?.is === 'expired'
  const isWithout = dealerAnswer?.is === 'declined' || isSilent
  return {
    id,
    to: `${ordersPath}/${balanceOf ?? id}`,
    buyer: order.buyerName ?? 'No details yet',
    state: order.buyerState ?? '',
    goods: balanceOf
      ? `Balance of ${balanceOf}${order.capturedCents > 0 ? `, ${formatCentsExact(order.capturedCents)} paid` : ''}`
      : title +
        (number === null ? '' : ` № ${number}`) +
        (quantity > 1 ? ` × ${quantity}` : '') +
        (more ? ` + ${more}` : ''),
    status: orderStatus(order),
    age: formatAge(order.paidAt ?? order.createdAt, now),
    dealer:
      dealerName && isWithout
        ? { words: `${dealerName}: ${isSilent ? 'silent' : 'declined'}`, tone: 'stop' as const }
        : { words: dealerName ?? '–' },
    paid: balanceOf ? '' : formatCentsExact(heldCents).replace('$', ''),
    balanceCents: due?.cents ?? 0,
    balance: due && {
      words: formatCentsExact(due.cents).replace('$', ''),
      isOver: due.dueAt <= now && !due.isPaused,
    },
    refund: end instanceof Date ? formatDay(end, timeZone) : end && refundEndWords[end],
    next: nextStepOf(order),
  }
}

const refundEndWords = {
  form_filed: 'to Form 3',
  dispatched: 'to parcel',
  downloaded: 'to download',
} as const

const selectForm = 'selected-orders'

export default function Orders({ loaderData: list }: Route.ComponentProps) {
  return (
    <Sheet
      heading={null}
      state={list.count}
      next={nextSentence(list)}
      action={
        <>
          {list.first && <VerbLink to={list.first}>First page</VerbLink>}
          {list.next && <VerbLink to={list.next}>Next page</VerbLink>}
          {list.csv && <VerbLink to={list.csv}>CSV</VerbLink>}
        </>
      }
      selection={
        <SelectionBlock
          form={selectForm}
          sum="Balance"
          follows="A preview, order by order, before anything happens"
          actions={<SelectionVerbs {...list} />}
        />
      }
    >
      <Views label="Views" views={list.views} />
      <FilterForm query={list.query} />
      <form id={selectForm} method="get" />
      <OrdersTable rows={list.rows} isNarrowed={Object.keys(list.query).length > 0} />
    </Sheet>
  )
}

function SelectionVerbs({ bulk, csv }: Pick<ShownOrders, 'bulk' | 'csv'>) {
  return (
    <>
      {bulk.map((verb, at) => (
        <Verb
          key={verb}
          form={selectForm}
          formAction="/staff/orders/selected"
          name="verb"
          value={verb}
          {...(at === 0 && { look: 'primary' as const })}
        >
          {bulkWords[verb].button}
        </Verb>
      ))}
      {csv && (
        <Verb form={selectForm} formAction="/staff/orders.csv">
          CSV
        </Verb>
      )}
    </>
  )
}

function nextSentence({ rows, next }: Pick<ShownOrders, 'rows' | 'next'>): string | undefined {
  const waiting = rows.filter((row) => row.next?.tone !== undefined || row.balance?.isOver).length
  if (waiting > 0) return `${waiting} of these ${waiting === 1 ? 'waits' : 'wait'} for us`
  return next ? 'More orders follow on the next page' : undefined
}

function FilterForm({ query }: Pick<ShownOrders, 'query'>) {
  const { q, ...others } = query
  return (
    <div className="con-bar">
      <search className="contents">
        <form method="get" action="/staff/orders" className="grid w-full gap-3 py-2">
          <div className="flex flex-wrap items-end gap-3">
            <TextField
              label="Code, name, email, phone, goods or unit number"
              name="q"
              type="search"
              defaultValue={q}
            />
            <Verb small look="primary">
              Show
            </Verb>
          </div>
          <details open={Object.keys(others).length > 0}>
            <summary className="cursor-pointer max-md:py-3">More filters</summary>
            <div className="grid grid-cols-[repeat(auto-fit,minmax(168px,1fr))] gap-3 py-2">
              {filterNames.map((name) => (
                <SelectField
                  key={name}
                  label={filters[name].label}
                  name={name}
                  defaultValue={query[name] ?? ''}
                  options={optionsOf(filters[name].values, query[name])}
                />
              ))}
              <TextField label="Placed from" name="from" type="date" defaultValue={query.from} />
              <TextField label="Placed to" name="to" type="date" defaultValue={query.to} />
            </div>
          </details>
        </form>
      </search>
    </div>
  )
}

function optionsOf(values: Readonly<Record<string, string>>, current: string | undefined) {
  const several = (current?.split(',') ?? []).map((value) => values[value]).join(', ')
  return [
    ['', 'Any'] as const,
    ...(current?.includes(',') ? [[current, several] as const] : []),
    ...Object.entries(values),
  ]
}

function OrdersTable({ rows, isNarrowed }: { rows: readonly ShownRow[]; isNarrowed: boolean }) {
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
      columns={columns}
      selectIn={selectForm}
      rows={rows}
      id={({ id }) => id}
      cents={({ balanceCents }) => balanceCents}
    />
  )
}

const columns: Column<ShownRow>[] = [
  {
    label: 'Order',
    width: 108,
    kind: 'code',
    render: ({ id, to }) => (
      <a href={to} data-open="">
        {id}
      </a>
    ),
  },
  { label: 'Buyer', width: 124, render: ({ buyer }) => buyer },
  { label: 'State', width: 56, kind: 'code', isLesser: true, render: ({ state }) => state },
  { label: 'Goods', render: ({ goods }) => goods },
  {
    label: 'Stage',
    width: 150,
    render: ({ status }) => <Status kind={status.kind}>{status.word}</Status>,
  },
  { label: 'Age', width: 70, render: ({ age }) => age },
  { label: 'Dealer', width: 172, isLesser: true, render: ({ dealer }) => dueOf(dealer) },
  { label: 'Paid', width: 84, kind: 'number', phone: 'amount', render: ({ paid }) => paid },
  {
    label: 'Balance',
    width: 84,
    kind: 'number',
    render: ({ balance }) =>
      balance && dueOf({ words: balance.words, tone: balance.isOver ? 'stop' : undefined }),
  },
  {
    label: 'Refund',
    width: 92,
    kind: 'number',
    isLesser: true,
    render: ({ refund }) => <span className="text-muted">{refund}</span>,
  },
  { label: 'Next', render: ({ next }) => next && dueOf(next) },
]

const dueOf = ({ words, tone }: { words: string; tone?: Tone | undefined }) => <Due tone={tone}>{words}</Due>
