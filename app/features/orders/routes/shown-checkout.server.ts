import { ageClassOf, minimumAgeOf } from '#app/features/compliance/rules/ages.ts'
import type { StateRule } from '#app/features/compliance/rules.ts'
import { findKnownAges, findKnownRules } from '#app/features/compliance/store.server.ts'
import { verdictText } from '#app/features/compliance/words.ts'
import { stateName } from '#app/features/compliance/rules/states.ts'
import type { Shop } from '#app/http/context.server.ts'
import type { Given } from '#app/http/form.ts'
import type { Recipient } from '../components/deliver-to.tsx'
import type { CheckoutLine, CheckoutSums } from '../components/order-summary.tsx'
import { isAtCap } from '../rules.ts'
import { needsOf } from '../rules/needs.ts'
import { taxSum } from '../rules/quote.ts'
import { lineKeptCents, lineRefund } from '../rules/refunds.ts'
import { refusedParcel } from '../rules/verdict.ts'
import type { CheckoutWords } from '../sellable.ts'
import type { OrderView, Sellables } from '../store.server.ts'
import { attestationWords, refundPolicyOf } from '../words/checkout.ts'
import { refundClockWords } from '../words/refunds.ts'
import { orderSubject } from '../words/thing.ts'
import { noticesOf } from './state-notices.server.ts'

/** What both pages of a checkout show of an order that can be paid at `now`. */
export async function showCheckout(shop: Shop, sellables: Sellables, order: OrderView, now: Date) {
  const { lines } = order
  const needs = needsOf(lines)
  const [rules, ages] = await Promise.all([findKnownRules(shop.db, now), findKnownAges(shop.db, now)])
  const thing = orderSubject(lines)
  const itemClass = lines.find((line) => line.itemClass !== null)?.itemClass ?? null
  const own = lines.map(({ kind }) => sellables[kind])
  const classes = lines.map((line) => ageClassOf(line.itemClass, line.kind))
  return {
    ...shownThing(order),
    needs,
    now,
    expiresAt: order.expiresAt,
    canRenew: !isAtCap(order),
    lines: showLines(order, rules, now, shop.timeZone),
    sums: showSums(order),
    isDeposit: needs.transfer && thing.count === 1,
    heading: needs.parcel ? 'Review and pay' : 'Checkout',
    notices: itemClass ? noticesOf(itemClass, rules, now) : { buyer: {}, dealer: {} },
    steps: stepsOf(sellables, order),
    words: wordsOf(sellables, order),
    attestation: attestationWords({
      needs,
      hasMagazines: lines.some(({ magazine }) => magazine !== null),
      age: minimumAgeOf(classes, order.buyerState, ages),
      own: [...new Set(own.flatMap((sellable) => sellable?.checkoutWords?.attestation ?? []))],
    }),
    policy: refundPolicyOf(lines.map(({ fulfilment }) => fulfilment)),
  }
}

/** What every page of the checkout shows of an order, also of one whose hold is over. */
export function shownThing(order: OrderView) {
  const thing = orderSubject(order.lines)
  return { orderId: order.id, ...thing, theme: thing.plate?.theme ?? 'noir' }
}

/** The labels of the wizard that led to an order; none for most. A line that stands beside others came by the cart. */
export function stepsOf(sellables: Sellables, { lines }: Pick<OrderView, 'lines'>): readonly string[] {
  const [only, ...others] = lines
  return (others.length === 0 && only && sellables[only.kind]?.checkoutSteps) || []
}

/** The words of the rooms whose lines are in an order, where they have their own. */
export function wordsOf(sellables: Sellables, order: OrderView): CheckoutWords {
  return order.lines.reduce<CheckoutWords>(
    (words, { kind }) => ({ ...words, ...sellables[kind]?.checkoutWords }),
    {},
  )
}

function showLines(
  order: OrderView,
  rules: readonly StateRule[],
  now: Date,
  timeZone: string,
): CheckoutLine[] {
  return order.lines.map((line) => {
    const refused = refusedParcel(line, order, rules, now)
    // As it will run once this is paid.
    const clock = lineRefund(line, { state: 'paid' }, now)
    return {
      position: line.position,
      title: line.title,
      detail: line.detail,
      quantity: line.quantity,
      amountCents: line.unitCents * line.quantity,
      clock: clock.ok ? refundClockWords(clock, timeZone, lineKeptCents(line)) : '',
      refusal: refused ? verdictText(refused) : '',
    }
  })
}

function showSums(order: OrderView): CheckoutSums {
  const isOpen = needsOf(order.lines).parcel && order.quotedAt === null
  return {
    shipping: order.shippingName ? { name: order.shippingName, cents: order.shippingCents } : null,
    tax: order.taxLabel
      ? { label: `Sales tax: ${order.taxLabel}`, cents: taxSum(order.lines, order.shippingTaxCents) }
      : null,
    isOpen,
    totalCents: order.totalCents,
  }
}

/** Who gets the parcel of a quoted order, or `null`. */
export function recipientOf(order: OrderView): Recipient | null {
  if (!needsOf(order.lines).parcel || !order.quotedAt) return null
  const { shipStreet, shipLine2, shipCity, shipState, shipZip, shipCounty } = order
  return {
    name: order.buyerName ?? '',
    email: order.buyerEmail ?? '',
    lines: [
      ...(shipStreet ? [shipStreet] : []),
      ...(shipLine2 ? [shipLine2] : []),
      `${shipCity}, ${shipState} ${shipZip}`,
      ...(shipCounty ? [`${shipCounty} County, ${stateName(shipState ?? '')}`] : []),
    ],
    shipping: order.shippingName ?? '',
  }
}

/** What the order knows from an earlier try fills the form after a decline or a reload. */
export function givenBefore(sent: OrderView): Given {
  // What was typed since counts more than what was sent, in a form.
  const order = { ...sent, ...sent.draft }
  const { dealerName, dealerCity, dealerState } = order
  return {
    name: order.buyerName ?? '',
    email: order.buyerEmail ?? '',
    phone: order.buyerPhone ?? '',
    state: order.buyerState ?? '',
    dealer: dealerName || dealerCity || dealerState ? 'now' : 'later',
    dealerName: dealerName ?? '',
    dealerCity: dealerCity ?? '',
    dealerState: dealerState ?? '',
    shipStreet: order.shipStreet ?? '',
    shipLine2: order.shipLine2 ?? '',
    shipCity: order.shipCity ?? '',
    shipState: order.shipState ?? '',
    shipZip: order.shipZip ?? '',
    shipCounty: order.shipCounty ?? '',
    shippingMethod: order.shippingMethod ?? '',
    ...(order.attestedAt && { attestation: 'yes' }),
  }
}
