import type { Shop } from '#app/http/context.server.ts'
import { balanceOf } from '../rules/goods.ts'
import { taxSum } from '../rules/quote.ts'
import { unrefundedLineCents, lineRefund } from '../rules/refund-clock.ts'
import type { LinePage } from '../sellable.ts'
import type { OrderView, ShownRefund } from '../store/read.server.ts'
import type { Sellables } from '../store/lines.server.ts'
import { type OfferedRow, offeredText } from '../words/offered.ts'
import { refundClockWords } from '../words/refunds.ts'
import { paidForOf } from '../words/sellable.ts'

export function purchaseDetails(
  shop: Shop,
  sellables: Sellables,
  order: OrderView,
  {
    link,
    offered,
    pages,
  }: {
    link: string
    offered: ReadonlyMap<number, readonly OfferedRow[]>
    pages: ReadonlyMap<number, LinePage>
  },
) {
  const { shippingName, shippingCents, taxLabel } = order
  return {
    paidFor: paidForOf(sellables, order),
    balanceOf: balanceOf(order.lines),
    lines: order.lines.map((line) => ({
      title: line.title,
      detail: line.detail,
      quantity: line.quantity,
      amountCents: line.unitCents * line.quantity,
      clock: clockOf(order, line, shop),
      offered: offeredText(offered.get(line.position) ?? []),
    })),
    shipping: shippingName ? { name: shippingName, cents: shippingCents } : null,
    tax: taxLabel
      ? { label: `Sales tax: ${taxLabel}`, cents: taxSum(order.lines, order.shippingTaxCents) }
      : null,
    pages: [...pages.values()].map(({ to, label }) => ({
      label,
      href: `${link}&to=${encodeURIComponent(to)}`,
    })),
    address: addressOf(order),
  }
}

function clockOf(order: OrderView, line: OrderView['lines'][number], { now, timeZone }: Shop): string {
  const verdict = lineRefund(line, order, now())
  return verdict.ok ? refundClockWords(verdict, timeZone, unrefundedLineCents(line)) : ''
}

/** The shipping address on one line; empty without shipping. */
export function addressOf({
  buyerName,
  shipStreet,
  shipLine2,
  shipCity,
  shipState,
  shipZip,
}: OrderView): string {
  if (!shipStreet) return ''
  return [buyerName, shipStreet, shipLine2, shipCity, `${shipState} ${shipZip}`].filter(Boolean).join(', ')
}

export function titlesOf(order: OrderView, positions: readonly number[]): string[] {
  return positions.flatMap((position) => order.lines.find((line) => line.position === position)?.title ?? [])
}

export function partsOf(order: OrderView, { lines, shippingCents }: ShownRefund): string {
  const paid = lines.filter(({ amountCents }) => amountCents > 0)
  const titles = titlesOf(
    order,
    paid.map(({ position }) => position),
  )
  return [...titles, ...(shippingCents > 0 ? ['Shipping'] : [])].join(', ')
}
