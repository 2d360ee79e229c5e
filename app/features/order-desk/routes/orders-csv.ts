import { actAs } from '#app/access/act.server.ts'
import { actorOf, type StaffHandle } from '#app/features/staff/rules.ts'
import { requireExport } from '#app/features/staff/access.server.ts'
import { findListedOrders, findOrderPage } from '#app/features/orders/store/order-list.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { csvResponse } from '#app/http/responses.server.ts'
import { formatCsv, formatCsvRows } from '#app/kit/csv.ts'
import { formatIsoDay } from '#app/kit/dates.ts'
import { allowed } from '#app/kit/refusal.ts'
import { ordersPath, formatQuery, parseQuery, goodsOf, slowestFirearm } from '../listed.ts'
import type { Route } from './+types/orders-csv'
import { type ListedRow, listArgs, withBalances } from './orders.tsx'

export const handle: StaffHandle = { right: 'export' }

const batchSize = 500
const maxSelected = 200

/** The orders of a query, or those that were selected, as a file. It is written while it is read, however long it is. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { search, searchParams: params } = new URL(request.url)
  const member = requireExport(context, 'orders.read', `${ordersPath}${search}`)
  const query = parseQuery(params)
  const clock = { now: shop.now(), timeZone: shop.timeZone }
  const selected = params.getAll('row').slice(0, maxSelected)
  // What was searched for may be a buyer's name: the log only says that there were words.
  const data = { query: formatQuery({ ...query, ...(query.q && { q: '…' }) }), selected: selected.length }
  await actAs(shop, actorOf(member), { verb: 'export-orders', subject: 'orders', data }, async () => allowed)
  const today = formatIsoDay(shop.now(), shop.timeZone)
  return csvResponse(`orders-${today}.csv`, parts())

  async function* parts() {
    yield formatCsv(csvColumns, [])
    let after: Awaited<ReturnType<typeof findOrderPage>>['next']
    do {
      const page = selected.length
        ? { orders: await findListedOrders(shop.db, selected), next: undefined }
        : await findOrderPage(shop.db, { ...listArgs(query, clock), after, max: batchSize })
      const rows = await withBalances(shop.db, page.orders)
      if (rows.length) yield formatCsvRows(rows.map((row) => csvRow(row, shop.timeZone)))
      after = page.next
    } while (after)
  }
}

const dollars = (cents: number) => (cents / 100).toFixed(2)
const whole = ({ order, brought, balanceOf }: ListedRow, sum: keyof NonNullable<ListedRow['brought']>) =>
  balanceOf ? '' : dollars(order[sum] + (brought?.[sum] ?? 0))

/** In dollars, days in the shop's zone. A balance's money is in the row of its reservation, so that a sum counts everything once. */
const columns: Record<string, (row: ListedRow, timeZone: string) => string> = {
  Order: ({ order }) => order.id,
  Placed: ({ order }, timeZone) => formatIsoDay(order.createdAt, timeZone),
  'Paid on': ({ order }, timeZone) => (order.paidAt ? formatIsoDay(order.paidAt, timeZone) : ''),
  Payment: ({ order }) => order.state,
  Buyer: ({ order }) => order.buyerName ?? '',
  Email: ({ order }) => order.buyerEmail ?? '',
  State: ({ order }) => order.buyerState ?? '',
  Goods: ({ order }) => goodsOf(order.lines).title,
  Unit: ({ order }) => String(goodsOf(order.lines).number ?? ''),
  Lines: ({ order }) => String(order.lines.length),
  Stage: ({ order }) => slowestFirearm(order.lines)?.stage ?? '',
  'In review': ({ order }) => (order.isInReview ? 'yes' : ''),
  Dealer: ({ order }) => order.dealerName ?? '',
  'Dealer answer': ({ order }) => order.dealerAnswer?.is ?? '',
  Total: (row) => whole(row, 'totalCents'),
  Paid: (row) => whole(row, 'capturedCents'),
  Refunded: (row) => whole(row, 'refundedCents'),
  'Balance due': ({ due }) => (due ? dollars(due.cents) : ''),
  'Balance due on': ({ due }, timeZone) => (due && !due.isPaused ? formatIsoDay(due.dueAt, timeZone) : ''),
  'Balance of': ({ balanceOf }) => balanceOf ?? '',
  'Balance paid': ({ order, balanceOf }) => (balanceOf ? dollars(order.capturedCents) : ''),
}

export const csvColumns = Object.keys(columns)

export const csvRow = (row: ListedRow, timeZone: string) =>
  Object.values(columns).map((cellOf) => cellOf(row, timeZone))
