import { formatMoment } from '../words.ts'
import { refundClockWords, refundProgressWords } from '../words/refunds.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { isPaid } from '../rules.ts'
import { unrefundedLineCents, lineRefund } from '../rules/refund-clock.ts'
import {
  mayChangeAddress,
  type OrderHistory,
  type OrderView,
  type ReturnView,
  type Sellables,
} from '../store.server.ts'
import type { ShownLine } from '../components/order-lines.tsx'
import type { ShownParcel } from '../components/parcel.tsx'
import { recipientOf } from '../rules/recipient.ts'

/** The lines for the order page: each with its refund clock and, once paid, its page. */
export function showLines(order: ReturnView, sellables: Sellables, now: Date, timeZone: string): ShownLine[] {
  return order.lines.map((line) => {
    const sellable = sellables[line.kind]
    const isOurs = order.paidAt !== null && order.state !== 'paid_unfulfilled'
    const isOpen = isPaid(order.state) && !line.returnedAt && !line.isReturning
    return {
      position: line.position,
      title: line.title,
      detail: line.detail,
      quantity: line.quantity,
      amountCents: line.unitCents * line.quantity,
      clock: isOurs
        ? refundClockWords(lineRefund(line, order, now), timeZone, unrefundedLineCents(line))
        : '',
      isReturned: line.returnedAt !== null,
      page: (isOpen && sellable?.page?.(order.id, sellable.parseRef(line.ref))) || null,
    }
  })
}

/** The shipment of a paid order, or `null`. */
export function showParcel(order: OrderView): ShownParcel | null {
  const to = recipientOf(order)
  if (!to || order.paidAt === null || order.state === 'paid_unfulfilled') return null
  return {
    lines: [to.name, ...to.lines],
    shipping: to.shipping,
    tracking: order.tracking ?? '',
    mayChange: mayChangeAddress(order),
  }
}

/** Open and stopped refunds of an order in words, oldest first. */
export function showRefunds(order: OrderHistory): { id: string; words: string; isStopped: boolean }[] {
  return order.refunds.flatMap(({ id, isLate, state, amountCents, lines, shippingCents, waitingFor }) => {
    if (isLate || state === 'done') return []
    // Skip what was refunded another way since.
    if (state === 'refused' && !isStillOwed(order, amountCents)) return []
    const of = order.lines.length > 1 ? partsInWords(order, lines, shippingCents) : ''
    const amount = formatCentsExact(amountCents)
    return {
      id,
      words: refundProgressWords({ state, amount, of, waitingFor }),
      isStopped: state !== 'started',
    }
  })
}

function isStillOwed({ capturedCents, refunds }: OrderHistory, amountCents: number): boolean {
  const given = refunds
    .filter(({ isLate, state }) => !isLate && state !== 'refused')
    .reduce((sum, refund) => sum + refund.amountCents, 0)
  return amountCents <= capturedCents - given
}

/** The receipt of a paid order, or `null`. */
export function showReceipt(order: OrderHistory, timeZone: string) {
  if (order.paidAt === null) return null
  const on = (moment: Date | null) => (moment ? formatMoment(moment, timeZone) : '')
  const taxCents = order.lines.reduce((sum, line) => sum + line.taxCents, order.shippingTaxCents)
  return {
    orderId: order.id,
    paidOn: on(order.paidAt),
    lines: order.lines.map(({ position, title, detail, quantity, unitCents, fulfillment }) => ({
      position,
      title,
      detail,
      quantity,
      unitCents,
      fulfillment,
    })),
    shipping: order.shippingName ? { name: order.shippingName, cents: order.shippingCents } : null,
    tax: order.taxLabel ? { cents: taxCents, label: `Sales tax: ${order.taxLabel}` } : null,
    capturedCents: order.capturedCents,
    refunds: order.refunds
      .filter(({ isLate, state }) => !isLate && state === 'done')
      .map(({ id, amountCents, settledAt, lines, shippingCents }) => ({
        id,
        amountCents,
        on: on(settledAt),
        of: order.lines.length > 1 ? partsInWords(order, lines, shippingCents) : '',
      })),
  }
}

function partsInWords(
  order: OrderView,
  parts: OrderHistory['refunds'][number]['lines'],
  shippingCents: number,
) {
  const titles = parts
    .filter(({ amountCents }) => amountCents > 0)
    .flatMap(({ position }) => order.lines.find((line) => line.position === position)?.title ?? [])
  return [...titles, ...(shippingCents > 0 ? ['Shipping'] : [])].join(', ')
}
