import type { Db } from '#app/db/db.server.ts'
import type { Shop } from '#app/http/context.server.ts'
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
import { mayDo, type StaffMember } from '#app/features/staff/rules.ts'
import { countOf, formatCount } from '#app/kit/count.ts'
import { formatDay } from '#app/kit/dates.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { formatAge, goodsOf, nextStepOf, refundEnd } from '../rules/listed.ts'
import {
  filterOf,
  formatQuery,
  type OrderQuery,
  parseQuery,
  standardViews,
  ordersPath,
} from '../rules/query.ts'
import { bulkVerbs, maxBulk } from '../bulk.server.ts'
import { orderVerbs } from '../verbs.server.ts'
import { orderStatus } from '../words.ts'

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

export type ShownOrders = Awaited<ReturnType<typeof showOrders>>
export type ShownRow = ShownOrders['rows'][number]

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
