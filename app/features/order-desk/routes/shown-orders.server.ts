import type { Shop } from '#app/http/context.server.ts'
import type { ListCursor, ListedOrder } from '#app/features/orders/store/order-list.server.ts'
import { countOrders, findOrderPage, parseCursor } from '#app/features/orders/store/order-list.server.ts'
import { findNeighbors } from '#app/features/orders/store/order-neighbors.server.ts'
import type { OrderSort } from '#app/features/orders/rules/order-filter.ts'
import {
  type BalanceMoney,
  type DueSum,
  findBalanceMoney,
  findBalancesDue,
} from '#app/features/reservations/store/balance-lookup.server.ts'
import { mayDo, type StaffMember } from '#app/features/staff/rules.ts'
import { formatCount } from '#app/kit/count.ts'
import { formatDay } from '#app/kit/date-format.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { listArgs } from '../store/list-args.server.ts'
import { formatAge, goodsOf, nextStepOf, refundEnd } from '../rules/listed.ts'
import {
  changeQuery,
  formatQuery,
  type OrderQuery,
  parseQuery,
  queryFields,
  type SortKey,
} from '../rules/query.ts'
import { type BulkVerb, bulkVerbs, maxBulk } from '../input.ts'
import { ordersPath } from '../rules.ts'
import { verbPlans } from '../rules/verb-plans.ts'
import { bulkWords } from '../words/bulk.ts'
import { standardViews } from '../rules/standard-views.ts'
import { listViews } from '../store/views.server.ts'
import {
  balanceOfWords,
  dealerAnswerStatus,
  nextStepWords,
  orderStatus,
  refundEndWords,
  termWords,
} from '../words/list.ts'

const pageSize = maxBulk
/** Counting further would cost more than anybody reads. */
const maxCount = 1_000

const bulkKeys: Record<BulkVerb, string> = { request_balance: 'B', move_stage: 'M' }

export async function showOrders(shop: Shop, member: StaffMember, params: URLSearchParams) {
  const { db, timeZone } = shop
  const now = shop.now()
  const query = parseQuery(params)
  const address = formatQuery(query)
  const own = await listViews(db, member.id)
  const views = [...standardViews, ...own]
  const args = listArgs(query, { now, timeZone })
  const counted = (query: OrderQuery) => {
    const { filter, also } = listArgs(query, { now, timeZone })
    return countOrders(db, filter, { max: maxCount + 1, also })
  }
  const [page, count, ...counts] = await Promise.all([
    findOrderPage(db, { ...args, after: readCursor(args.sort, params.get('after')), max: pageSize }),
    counted(query),
    ...views.map((view) => counted(parseQuery(new URLSearchParams(view.query)))),
  ])
  const ids = page.orders.map(({ id }) => id)
  const [due, money] = await Promise.all([findBalancesDue(db, ids), findBalanceMoney(db, ids)])
  return {
    address,
    sort: query.sort,
    terms: shownTerms(query),
    edited: queryFields.find((field) => field === params.get('edit')),
    count: `${shownCount(count)} ${count === 1 ? 'order' : 'orders'}`,
    views: views.map(({ name, query: own, ...view }, at) => ({
      key: 'id' in view ? view.id : name,
      name,
      to: withQuery(own),
      count: shownCount(counts[at] ?? 0),
      isCurrent: own === address,
      ownId: 'id' in view ? view.id : undefined,
    })),
    rows: page.orders.map((order) => {
      const balanceOf = money.of.get(order.id)
      const parts = { due: due.get(order.id), brought: money.brought.get(order.id), balanceOf }
      const row = shownRow(order, parts, now, timeZone)
      return { ...row, to: sheetPath(balanceOf ?? row.id, address) }
    }),
    next: page.next && withQuery(address, { after: formatCursor(page.next) }),
    isFirst: !params.has('after'),
    first: withQuery(address),
    bulk: bulkVerbs
      .filter((verb) => mayDo(member.role, verbPlans[verb].right))
      .map((verb) => ({ verb, button: bulkWords[verb].button, shortcut: bulkKeys[verb] })),
    csv: mayDo(member.role, 'export') ? `${ordersPath}.csv${address && `?${address}`}` : undefined,
    sorts: { age: sortLink(query, 'age', '-age'), total: sortLink(query, '-total', 'total') },
  }
}

export type ShownOrders = Awaited<ReturnType<typeof showOrders>>
export type ShownRow = ShownOrders['rows'][number]

/** The sheet of an order, with the query of the list that one comes from; `null` where one comes from elsewhere. */
export function sheetPath(orderId: string, list: string | null, more: Record<string, string> = {}): string {
  const params = new URLSearchParams({ ...more, ...(list !== null && { list }) }).toString()
  return `${ordersPath}/${orderId}${params && `?${params}`}`
}

export async function showNeighbors({ db, now, timeZone }: Shop, orderId: string, list: string | null) {
  if (list === null) return { previous: null, next: null, list: ordersPath }
  const query = parseQuery(new URLSearchParams(list))
  const address = formatQuery(query)
  const args = listArgs(query, { now: now(), timeZone })
  const { previous, next } = await findNeighbors(db, { ...args, id: orderId })
  return {
    previous: previous ? sheetPath(previous, address) : null,
    next: next ? sheetPath(next, address) : null,
    list: withQuery(address),
  }
}

/** The address that a query should have, if this is not it: forms send their fields one by one. */
export function canonicalAddress(params: URLSearchParams): string | undefined {
  const isForm = [...params.keys()].some((name) => name.endsWith('.op') || params.getAll(name).length > 1)
  const [edit, ...others] = params.getAll('edit')
  const more = edit && others.length === 0 ? { edit } : undefined
  return isForm ? withQuery(formatQuery(parseQuery(params)), more) : undefined
}

function shownTerms(query: OrderQuery) {
  return queryFields.flatMap((field) => {
    const text = query.terms[field]
    if (text === undefined) return []
    const { field: name, operator, value } = termWords(field, text)
    return {
      field,
      text,
      name,
      operator,
      value,
      removeTo: withQuery(formatQuery(changeQuery(query, { [field]: undefined }))),
    }
  })
}

function sortLink(query: OrderQuery, first: SortKey, second: SortKey) {
  const next = query.sort === first ? second : first
  return { to: withQuery(formatQuery(changeQuery(query, { sort: next }))), is: query.sort }
}

function withQuery(query: string, more: Record<string, string> = {}): string {
  const rest = new URLSearchParams(more).toString()
  const all = [query, rest].filter(Boolean).join('&')
  return all ? `${ordersPath}?${all}` : ordersPath
}

function shownCount(count: number): string {
  return count > maxCount ? `${formatCount(maxCount)}+` : formatCount(count)
}

function formatCursor({ value, id }: ListCursor): string {
  return `${value}~${id}`
}

/** A place in the list, as an address has it. What is no place begins at the top. */
function readCursor(sort: OrderSort, text: string | null): ListCursor | undefined {
  const [value = '', id = ''] = (text ?? '').split('~')
  return parseCursor(sort, { value, id })
}

type BalanceParts = {
  due: DueSum | undefined
  brought: BalanceMoney | undefined
  balanceOf: string | undefined
}

/** A row of the list in words. The money of a balance is in the row of its reservation. */
export function shownRow(
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
    to: `${ordersPath}/${id}`,
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
