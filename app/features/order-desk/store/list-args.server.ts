import type { SQL } from 'drizzle-orm'
import type { OrderFilter, OrderSort } from '#app/features/orders/rules/order-filter.ts'
import { type BalanceStatus, hasBalance } from '#app/features/reservations/store/balance-lookup.server.ts'
import { filterOf, type OrderQuery, readChoice, sortOf } from '../rules/query.ts'

export function listArgs(
  query: OrderQuery,
  { now, timeZone }: { now: Date; timeZone: string },
): { filter: OrderFilter; sort: OrderSort; also: SQL[] } {
  const { balance } = query.terms
  const { values, isNegated } = readChoice(balance ?? '')
  const also = balance === undefined ? [] : [hasBalance(values as BalanceStatus[], isNegated, now)]
  return { filter: filterOf(query, timeZone), sort: sortOf(query), also }
}
