import { actAs } from '#app/access/act.server.ts'
import { actorOf, type StaffHandle } from '#app/features/staff/rules.ts'
import { requireExport } from '#app/features/staff/access.server.ts'
import {
  findListedOrders,
  findOrderPage,
  type ListedOrder,
} from '#app/features/orders/store/order-list.server.ts'
import { findBalanceMoney, findBalancesDue } from '#app/features/reservations/store/balance-lookup.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { csvResponse } from '#app/http/csv-response.server.ts'
import { csvMark, formatCsvRows } from '#app/kit/csv.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { allowed } from '#app/kit/refusal.ts'
import { ordersPath } from '../rules.ts'
import { formatQuery, parseQuery } from '../rules/query.ts'
import type { Route } from './+types/orders-csv'
import { listArgs } from './shown-orders.server.ts'
import { csvColumns, csvRow } from './orders-csv-row.server.ts'

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
  const batches = selected.length ? ofSelected() : ofQuery()
  const today = formatIsoDay(shop.now(), shop.timeZone)
  return csvResponse(`orders-${today}.csv`, batches)

  async function* ofSelected() {
    yield csvMark + formatCsvRows([csvColumns])
    yield await rows(await findListedOrders(shop.db, selected))
  }

  async function* ofQuery() {
    yield csvMark + formatCsvRows([csvColumns])
    let after
    do {
      const page = await findOrderPage(shop.db, { ...listArgs(query, clock), after, max: batchSize })
      if (page.orders.length) yield await rows(page.orders)
      after = page.next
    } while (after)
  }

  async function rows(orders: readonly ListedOrder[]): Promise<string> {
    const ids = orders.map(({ id }) => id)
    const [due, money] = await Promise.all([findBalancesDue(shop.db, ids), findBalanceMoney(shop.db, ids)])
    return formatCsvRows(
      orders.map((order) => {
        const { id } = order
        const parts = { balance: due.get(id), brought: money.brought.get(id), balanceOf: money.of.get(id) }
        return csvRow(order, parts, shop.timeZone)
      }),
    )
  }
}
