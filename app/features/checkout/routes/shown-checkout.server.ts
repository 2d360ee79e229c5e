import { type StateRule, type ItemClass, judge, type Reason } from '#app/features/compliance/rules.ts'
import { findKnownAges } from '#app/features/compliance/store/ages.server.ts'
import { findKnownRules } from '#app/features/compliance/store/state-rules.server.ts'
import { staysInState } from '#app/features/compliance/rules/residency.ts'
import { verdictText } from '#app/features/compliance/words.ts'
import { type ClosedPages, isOpenPage } from '#app/facts/sections.ts'
import type { Shop } from '#app/http/context.server.ts'
import type { CheckoutLine, CheckoutSums } from '../components/order-summary.tsx'
import { isAtCap } from '#app/features/orders/rules.ts'
import { needsOf } from '#app/features/orders/rules/needs.ts'
import { taxSum } from '#app/features/orders/rules/quote.ts'
import { unrefundedLineCents, lineRefund } from '#app/features/orders/rules/refund-clock.ts'
import { lineVerdict } from '#app/features/orders/rules/verdict.ts'
import { findOffered } from '#app/features/orders/store/offered.server.ts'
import type { OrderView } from '#app/features/orders/store/read.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { findLineArt } from '#app/features/orders/store/line-art.server.ts'
import { findAcceptedVersions } from '#app/features/orders/store/accepted-versions.server.ts'
import { attestationOf } from '../store/attestation.server.ts'
import type { LinePage } from '#app/features/orders/sellable.ts'
import { storedGood } from '#app/features/orders/rules/stored-good.ts'
import { refundPolicyOf } from '#app/features/orders/words/refund-policy.ts'
import { refundClockWords } from '#app/features/orders/words/refunds.ts'
import { orderSubject } from '#app/features/orders/words/order-subject.ts'
import { handlingWords } from '../words.ts'
import { checkoutStepsOf, checkoutWordsOf, isDepositLine } from '#app/features/orders/words/sellable.ts'
import { states } from '#app/features/compliance/rules/states.ts'
import type { StateNotices } from '#app/features/orders/components/state-field.tsx'

export async function showCheckout(shop: Shop, sellables: Sellables, order: OrderView, now: Date) {
  const { lines } = order
  const needs = needsOf(lines)
  const [rules, ages, accepted, offered, art, closed] = await Promise.all([
    findKnownRules(shop.db, now),
    findKnownAges(shop.db, now),
    findAcceptedVersions(shop.db, now),
    findOffered(shop, sellables, lines),
    findLineArt(shop.db, sellables, lines),
    shop.closedPages(),
  ])
  const subject = orderSubject(lines)
  const itemClass = lines.find((line) => line.itemClass !== null)?.itemClass ?? null
  const { sentence, statement } = attestationOf(sellables, order, ages, accepted)
  return {
    ...checkoutSubject(order, sellables),
    art,
    theme: subject.plate?.theme ?? art?.theme ?? 'noir',
    needs,
    now,
    expiresAt: order.expiresAt,
    canRenew: !isAtCap(order),
    lines: showLines(order, rules, { sellables, now, timeZone: shop.timeZone, offered, closed }),
    sums: showSums(order),
    isDeposit: needs.fflTransfer && subject.count === 1,
    heading: needs.shipping ? 'Review and pay' : 'Checkout',
    staysInState: lines.some((line) => line.itemClass !== null && staysInState(line.itemClass)),
    notices: itemClass ? noticesOf(itemClass, rules, now) : { buyer: {}, dealer: {} },
    steps: checkoutStepsOf(sellables, order),
    words: checkoutWordsOf(sellables, order),
    attestation: sentence,
    statement,
    policy: refundPolicyOf(lines.map(({ fulfillment }) => fulfillment)),
  }
}

export function checkoutSubject(order: OrderView, sellables: Sellables) {
  const subject = orderSubject(order.lines)
  return {
    orderId: order.id,
    ...subject,
    theme: subject.plate?.theme ?? 'noir',
    backTo: owedFor(order, sellables) ?? null,
  }
}

function owedFor({ lines }: OrderView, sellables: Sellables): LinePage | undefined {
  const [first] = lines
  const { sellable, ref } = (first && storedGood(sellables, first)) ?? {}
  return sellable?.owedFor?.(ref)
}

function showLines(
  order: OrderView,
  rules: readonly StateRule[],
  said: {
    sellables: Sellables
    now: Date
    timeZone: string
    offered: Awaited<ReturnType<typeof findOffered>>
    closed: ClosedPages
  },
): CheckoutLine[] {
  const { sellables, now, timeZone, offered, closed } = said
  const hasParcel = needsOf(order.lines).shipping
  return order.lines.map((line) => {
    const verdict = lineVerdict(line, order, hasParcel, rules, now)
    const text = verdict ? verdictText(verdict) : ''
    const isRefused = verdict?.outcome === 'refused'
    const comesWith = sellables[line.kind]?.comesWith?.(line.itemClass)
    // As it will be once paid.
    const clock = lineRefund(line, { state: 'paid' }, now)
    return {
      position: line.position,
      title: line.title,
      detail: line.detail,
      quantity: line.quantity,
      amountCents: line.unitCents * line.quantity,
      isDeposit: isDepositLine(sellables, line),
      offered: offered.get(line.position) ?? [],
      comesWith: comesWith && isOpenPage(closed, comesWith.from) ? comesWith.words : '',
      clock: clock.ok ? refundClockWords(clock, timeZone, unrefundedLineCents(line)) : '',
      refusal: isRefused ? text : '',
      // Without a delivery page, the field of the state says so.
      review: isRefused || !hasParcel ? '' : text,
      handling: line.flags ? handlingWords(line.flags) : '',
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

type Notices = { buyer: StateNotices; dealer: StateNotices }

/** Cached per rules object (reloaded twice a minute) and item class. */
const noticesByRules = new WeakMap<readonly StateRule[], Map<ItemClass, Notices>>()

function noticesOf(itemClass: ItemClass, rules: readonly StateRule[], now: Date): Notices {
  const byClass = noticesByRules.get(rules) ?? new Map<ItemClass, Notices>()
  noticesByRules.set(rules, byClass)
  const known = byClass.get(itemClass)
  if (known) return known
  const made = {
    buyer: noticesFor('buyer', itemClass, rules, now),
    dealer: noticesFor('dealer', itemClass, rules, now),
  }
  byClass.set(itemClass, made)
  return made
}

function noticesFor(
  role: Reason['role'],
  itemClass: ItemClass,
  rules: readonly StateRule[],
  now: Date,
): StateNotices {
  const notices: Record<string, StateNotices[string]> = {}
  for (const { code } of states) {
    const { outcome, reasons } = judge({ itemClass, buyerState: code, dealerState: null }, rules, now)
    if (outcome === 'allowed') continue
    const reasonsByRole = reasons.map((reason) => ({ ...reason, role }))
    notices[code] = { outcome, text: verdictText({ outcome, reasons: reasonsByRole }) }
  }
  return notices
}
