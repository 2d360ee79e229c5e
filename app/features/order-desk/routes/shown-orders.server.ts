import type { Shop } from '#app/http/context.server.ts'
import {
  type ListedOrder,
  countOrders,
  findOrderPage,
  parseCursor,
} from '#app/features/orders/store/order-list.server.ts'
import {
  type BalanceMoney,
  type BalanceStatus,
  type DueSum,
  findBalanceMoney,
  findBalancesDue,
  hasBalance,
} from '#app/features/reservations/store/balance-lookup.server.ts'
import { mayDo, type StaffMember } from '#app/features/staff/rules.ts'
import { countOf, formatCount } from '#app/kit/count.ts'
import { formatDay } from '#app/kit/date-format.ts'
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
import { bulkVerbs, maxBulk } from '../bulk-flows.server.ts'
import { orderVerbs } from '../verbs.server.ts'
import {
  bulkWords,
  balanceOfWords,
  dealerAnswerStatus,
  nextStepWords,
  orderStatus,
  refundEndWords,
} from '../words.ts'

export function listArgs(query: OrderQuery, { now, timeZone }: { now: Date; timeZone: string }) {
  const statuses = query.balance?.split(',') as BalanceStatus[] | undefined
  return { filter: filterOf(query, timeZone), also: statuses ? [hasBalance(statuses, now)] : [] }
}

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
  const ids = page.orders.map(({ id }) => id)
  const [due, money] = await Promise.all([findBalancesDue(db, ids), findBalanceMoney(db, ids)])
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
    rows: page.orders.map((order) => {
      const balanceOf = money.of.get(order.id)
      const parts = { due: due.get(order.id), brought: money.brought.get(order.id), balanceOf }
      return shownRow(order, parts, now, timeZone)
    }),
    next: page.next && withQuery(address, { after: `${page.next.at}~${page.next.id}` }),
    first: params.has('after') ? withQuery(address) : undefined,
    bulk: bulkVerbs
      .filter((verb) => mayDo(member.role, orderVerbs[verb].right))
      .map((verb) => ({ verb, button: bulkWords[verb].button })),
    csv: mayDo(member.role, 'export') ? `${ordersPath}.csv${address && `?${address}`}` : undefined,
  }
}

export type ShownOrders = Awaited<ReturnType<typeof showOrders>>
export type ShownRow = ShownOrders['rows'][number]

function withQuery(query: string, more: Record<string, string> = {}): string {
  const all = [query, new URLSearchParams(more).toString()].filter(Boolean).join('&')
  return all ? `${ordersPath}?${all}` : ordersPath
}

type BalanceParts = {
  due: DueSum | undefined
  brought: BalanceMoney | undefined
  balanceOf: string | undefined
}

/** A row of the list in words. The money of a balance is in the row of its reservation. */
function shownRow(
  order: ListedOrder,
  { due: balance, brought, balanceOf }: BalanceParts,
  now: Date,
  timeZone: string,
) {
  const { id, lines, buyerName, buyerState } = order
  const heldCents =
    order.capturedCents - order.refundedCents + (brought ? brought.capturedCents - brought.refundedCents : 0)
  const goods = goodsOf(lines)
  const end = refundEnd(order, now)
  const next = nextStepOf(order)
  return {
    id,
    to: `${ordersPath}/${balanceOf ?? id}`,
    buyer: buyerName ?? 'No details yet',
    state: buyerState ?? '',
    goods: balanceOf
      ? balanceOfWords(balanceOf, order.capturedCents)
      : goods.title +
        (goods.number === null ? '' : ` № ${goods.number}`) +
        (goods.quantity > 1 ? ` × ${goods.quantity}` : '') +
        (goods.more ? ` + ${goods.more}` : ''),
    status: orderStatus(order),
    age: formatAge(order.paidAt ?? order.createdAt, now),
    dealer: dealerAnswerStatus(order),
    paid: balanceOf ? '' : formatCentsExact(heldCents).replace('$', ''),
    balanceCents: balance?.cents ?? 0,
    balance: balance
      ? {
          words: formatCentsExact(balance.cents).replace('$', ''),
          isOver: balance.dueAt <= now && !balance.isPaused,
        }
      : undefined,
    refund: end === undefined ? '' : end instanceof Date ? formatDay(end, timeZone) : refundEndWords[end],
    next: next && nextStepWords[next],
  }
}
