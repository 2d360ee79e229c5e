import { ageClassOf, minimumAgeOf } from '#app/features/compliance/rules/ages.ts'
import type { StateRule } from '#app/features/compliance/rules.ts'
import { findKnownAges, findKnownRules } from '#app/features/compliance/store.server.ts'
import { verdictText } from '#app/features/compliance/words.ts'
import type { Shop } from '#app/http/context.server.ts'
import type { CheckoutLine, CheckoutSums } from '../components/order-summary.tsx'
import { isAtCap } from '#app/features/orders/rules.ts'
import { needsOf } from '#app/features/orders/rules/needs.ts'
import { taxSum } from '#app/features/orders/rules/quote.ts'
import { unrefundedLineCents, lineRefund } from '#app/features/orders/rules/refund-clock.ts'
import { refusedShipment } from '#app/features/orders/rules/verdict.ts'
import type { OrderView, Sellables } from '#app/features/orders/store.server.ts'
import { attestationWords } from '../words.ts'
import { refundPolicyOf } from '#app/features/orders/words/refund-policy.ts'
import { refundClockWords } from '#app/features/orders/words/refunds.ts'
import { orderSubject } from '#app/features/orders/words/order-subject.ts'
import { noticesOf } from './state-notices.server.ts'
import { checkoutStepsOf, checkoutWordsOf } from '#app/features/orders/words/sellable.ts'

/** The data of both checkout pages for an order that can be paid at `now`. */
export async function showCheckout(shop: Shop, sellables: Sellables, order: OrderView, now: Date) {
  const { lines } = order
  const needs = needsOf(lines)
  const [rules, ages] = await Promise.all([findKnownRules(shop.db, now), findKnownAges(shop.db, now)])
  const subject = orderSubject(lines)
  const itemClass = lines.find((line) => line.itemClass !== null)?.itemClass ?? null
  const own = lines.map(({ kind }) => sellables[kind])
  const classes = lines.map((line) => ageClassOf(line.itemClass, line.kind))
  return {
    ...checkoutSubject(order),
    needs,
    now,
    expiresAt: order.expiresAt,
    canRenew: !isAtCap(order),
    lines: showLines(order, rules, now, shop.timeZone),
    sums: showSums(order),
    isDeposit: needs.fflTransfer && subject.count === 1,
    heading: needs.shipping ? 'Review and pay' : 'Checkout',
    notices: itemClass ? noticesOf(itemClass, rules, now) : { buyer: {}, dealer: {} },
    steps: checkoutStepsOf(sellables, order),
    words: checkoutWordsOf(sellables, order),
    attestation: attestationWords({
      needs,
      hasMagazines: lines.some(({ magazine }) => magazine !== null),
      age: minimumAgeOf(classes, order.buyerState, ages),
      own: [...new Set(own.flatMap((sellable) => sellable?.checkoutWords?.attestation ?? []))],
    }),
    policy: refundPolicyOf(lines.map(({ fulfillment }) => fulfillment)),
  }
}

/** The data of every checkout page, including ended holds. */
export function checkoutSubject(order: OrderView) {
  const subject = orderSubject(order.lines)
  return { orderId: order.id, ...subject, theme: subject.plate?.theme ?? 'noir' }
}

function showLines(
  order: OrderView,
  rules: readonly StateRule[],
  now: Date,
  timeZone: string,
): CheckoutLine[] {
  return order.lines.map((line) => {
    const refused = refusedShipment(line, order, rules, now)
    // As it will be once paid.
    const clock = lineRefund(line, { state: 'paid' }, now)
    return {
      position: line.position,
      title: line.title,
      detail: line.detail,
      quantity: line.quantity,
      amountCents: line.unitCents * line.quantity,
      clock: clock.ok ? refundClockWords(clock, timeZone, unrefundedLineCents(line)) : '',
      refusal: refused ? verdictText(refused) : '',
    }
  })
}

function showSums(order: OrderView): CheckoutSums {
  const isOpen = needsOf(order.lines).shipping && order.quotedAt === null
  return {
    shipping: order.shippingName ? { name: order.shippingName, cents: order.shippingCents } : null,
    tax: order.taxLabel
      ? { label: `Sales tax: ${order.taxLabel}`, cents: taxSum(order.lines, order.shippingTaxCents) }
      : null,
    isOpen,
    totalCents: order.totalCents,
  }
}
