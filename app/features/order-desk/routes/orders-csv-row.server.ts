import type { ListedOrder } from '#app/features/orders/store/order-list.server.ts'
import type { BalanceMoney, DueSum } from '#app/features/reservations/store/balance-lookup.server.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { goodsOf, slowestFirearm } from '../rules/listed.ts'

/** The columns of the file. Amounts are in dollars, days in the shop's time zone. */
export const csvColumns = [
  'Order',
  'Placed',
  'Paid on',
  'Payment',
  'Buyer',
  'Email',
  'State',
  'Goods',
  'Unit',
  'Lines',
  'Stage',
  'In review',
  'Dealer',
  'Dealer answer',
  'Total',
  'Paid',
  'Refunded',
  'Balance due',
  'Balance due on',
  'Balance of',
  'Balance paid',
] as const

type CsvParts = {
  balance: DueSum | undefined
  brought: BalanceMoney | undefined
  balanceOf: string | undefined
}

/**
 * A row of the file. Stages and states are the shop's own words for programs, not for people. The money of a balance is counted in
 * the row of its reservation, so that the sum of a column counts everything once; its own row names it in columns of its own.
 */
export function csvRow(
  order: ListedOrder,
  { balance, brought, balanceOf }: CsvParts,
  timeZone: string,
): string[] {
  const goods = goodsOf(order.lines)
  const dollars = (cents: number) => (cents / 100).toFixed(2)
  const whole = (sum: keyof BalanceMoney) => (balanceOf ? '' : dollars(order[sum] + (brought?.[sum] ?? 0)))
  return [
    order.id,
    formatIsoDay(order.createdAt, timeZone),
    order.paidAt ? formatIsoDay(order.paidAt, timeZone) : '',
    order.state,
    order.buyerName ?? '',
    order.buyerEmail ?? '',
    order.buyerState ?? '',
    goods.title,
    goods.number === null ? '' : String(goods.number),
    String(order.lines.length),
    slowestFirearm(order.lines)?.stage ?? '',
    order.isInReview ? 'yes' : '',
    order.dealerName ?? '',
    order.dealerAnswer ?? '',
    whole('totalCents'),
    whole('capturedCents'),
    whole('refundedCents'),
    balance ? dollars(balance.cents) : '',
    balance && !balance.isPaused ? formatIsoDay(balance.dueAt, timeZone) : '',
    balanceOf ?? '',
    balanceOf ? dollars(order.capturedCents) : '',
  ]
}
