import {
  type StateRule,
  type ItemClass,
  judge,
  type Reason,
  staysInState,
  type Verdict,
} from '#app/features/compliance/rules.ts'
import { findKnownAges, findKnownRules } from '#app/features/compliance/store/state-rules.server.ts'
import { verdictText } from '#app/features/compliance/words.ts'
import { isOpenPage } from '#app/facts/sections.ts'
import { type Shop, shopContext } from '#app/http/context.server.ts'
import { isAtCap } from '#app/features/orders/rules.ts'
import { needsOf } from '#app/features/orders/goods.ts'
import { chargesOf } from '#app/features/orders/quote.ts'
import {
  unrefundedLineCents,
  lineRefund,
  refundPolicyOf,
  refundClockWords,
} from '#app/features/orders/refunds.ts'
import { lineVerdict } from '#app/features/orders/review.ts'
import { findOffered, findLineArt } from '#app/features/orders/store/shown-lines.server.ts'
import type { OrderView } from '#app/features/orders/store/read.server.ts'
import { type Sellables, sellablesContext } from '#app/features/orders/store/lines.server.ts'
import { requireOwnOrder } from '#app/features/orders/access.server.ts'
import { transact } from '#app/db/db.server.ts'
import { tooManyWords } from '#app/http/errors.ts'
import { renewHold } from '../store/hold.server.ts'
import { findAcceptedVersions } from '#app/features/orders/store/buyer.server.ts'
import { attestationOf } from '../attestation.ts'
import { storedGood } from '#app/features/orders/sellable.ts'
import { orderSubject, checkoutStepsOf, checkoutWordsOf, isDepositLine } from '#app/features/orders/words.ts'
import { states } from '#app/features/compliance/rules/states.ts'
import type { LoaderFunctionArgs } from 'react-router'
import { findDealer, findDealerByKey } from '#app/features/dealers/store/search.server.ts'
import type { BuyerDetails } from '#app/features/orders/input.ts'
import type { FieldErrors } from '#app/http/form.ts'

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
  const showLine = (line: ShownLine) => {
    const verdict = lineVerdict(line, order, needs.shipping, rules, now)
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
      clock: clock.ok ? refundClockWords(clock, shop.timeZone, unrefundedLineCents(line)) : '',
      refusal: isRefused ? text : '',
      // Without a delivery page, the field of the state says so.
      review: isRefused || !needs.shipping ? '' : text,
      handling: handlingWords(line),
    }
  }
  return {
    ...checkoutSubject(order, sellables),
    art,
    theme: subject.plate?.theme ?? art?.theme ?? 'noir',
    needs,
    now,
    expiresAt: order.expiresAt,
    canRenew: !isAtCap(order),
    lines: lines.map(showLine),
    sums: {
      charges: chargesOf(order),
      isOpen: needs.shipping && order.quotedAt === null,
      totalCents: order.totalCents,
    },
    isDeposit: needs.fflTransfer && subject.count === 1,
    heading: needs.shipping ? 'Review and pay' : 'Checkout',
    staysInState: lines.some((line) => line.itemClass !== null && staysInState(line.itemClass)),
    notices: itemClass ? noticesOf(itemClass, rules, now) : noNotices,
    steps: checkoutStepsOf(sellables, order),
    words: checkoutWordsOf(sellables, order),
    attestation: sentence,
    statement,
    policy: refundPolicyOf(lines.map(({ fulfillment }) => fulfillment)),
  }
}

export function checkoutSubject({ id: orderId, lines }: OrderView, sellables: Sellables) {
  const subject = orderSubject(lines)
  const { sellable, ref } = (lines[0] && storedGood(sellables, lines[0])) ?? {}
  const backTo = sellable?.owedFor?.(ref) ?? null
  return { orderId, ...subject, theme: subject.plate?.theme ?? 'noir', backTo }
}

type ShownLine = OrderView['lines'][number]

function handlingWords({ flags }: Pick<ShownLine, 'flags'>): string {
  const adult = flags?.needsAdultSignature ? 'An adult has to sign for it on delivery.' : ''
  const ground = flags?.isGroundOnly ? 'It travels by ground only.' : ''
  return [adult, ground].filter(Boolean).join(' ')
}

export type CheckoutNotices = { buyer: string; dealer: string; review: string; refused: string }

const noNotices: CheckoutNotices = { buyer: '{}', dealer: '{}', review: '', refused: '' }

/** Per rules (read anew twice a minute) and item class. */
const noticesByRules = new WeakMap<readonly StateRule[], Map<ItemClass, CheckoutNotices>>()

/** What the page says of each state, by the buyer's and by the dealer's as JSON, and the states by name that are not simply allowed. */
function noticesOf(itemClass: ItemClass, rules: readonly StateRule[], now: Date): CheckoutNotices {
  const byClass = noticesByRules.get(rules) ?? new Map<ItemClass, CheckoutNotices>()
  noticesByRules.set(rules, byClass)
  const known = byClass.get(itemClass)
  if (known) return known
  const judged = states
    .map((state) => ({
      ...state,
      ...judge({ itemClass, buyerState: state.code, dealerState: null }, rules, now),
    }))
    .filter(({ outcome }) => outcome !== 'allowed')
  const saidTo = (role: Reason['role']) =>
    JSON.stringify(
      Object.fromEntries(
        judged.map(({ code, outcome, reasons }) => {
          const text = verdictText({ outcome, reasons: reasons.map((reason) => ({ ...reason, role })) })
          return [code, { outcome, text }]
        }),
      ),
    )
  const named = (which: Verdict['outcome']) =>
    judged.flatMap(({ outcome, name }) => (outcome === which ? name : [])).join(', ')
  const made = {
    buyer: saidTo('buyer'),
    dealer: saidTo('dealer'),
    review: named('review'),
    refused: named('refused'),
  }
  byClass.set(itemClass, made)
  return made
}

/** What is wrong, by field: nothing where the hold was extended, or has an end that the page shows. */
export async function renewOwn(args: LoaderFunctionArgs): Promise<FieldErrors> {
  const shop = args.context.get(shopContext)
  const { order } = await requireOwnOrder(args)
  const limit = await shop.limits.take('orderChange', order.id)
  if (!limit.ok) return { form: [tooManyWords(limit.retryAfterSeconds)] }
  await transact(shop, (work) => renewHold(work, args.context.get(sellablesContext), order.id))
  return {}
}

const dealerGoneWords =
  'This dealer is no longer on the federal list, or their license has ended. Choose another dealer.'

type DealerForm = Record<'dealer' | 'dealerState', string> &
  Record<'dealerName' | 'dealerCity' | 'dealerListed', string | null>

/** A buyer who changed the name, city or state after picking from the list named another dealer. */
export async function withListedDealer<Form extends object>(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  form: Form & Partial<DealerForm>,
): Promise<
  | { ok: true; form: Form & Pick<BuyerDetails, 'dealerKey' | 'dealerZip'> }
  | { ok: false; fieldErrors: FieldErrors }
> {
  if (form.dealer !== 'now' || !form.dealerListed) return { ok: true, form }
  const found = await findDealer(db, form.dealerListed, now())
  if (!found) return { ok: false, fieldErrors: { dealerName: [dealerGoneWords] } }
  const isSame =
    form.dealerName === (found.tradeName ?? found.name) &&
    form.dealerCity === found.city &&
    form.dealerState === found.state
  return { ok: true, form: isSame ? { ...form, dealerKey: found.key, dealerZip: found.zip } : form }
}

export async function listedCodeOf(
  { db }: Pick<Shop, 'db'>,
  { dealerKey }: Pick<OrderView, 'dealerKey'>,
): Promise<string> {
  return (dealerKey && (await findDealerByKey(db, dealerKey))?.code) || ''
}
