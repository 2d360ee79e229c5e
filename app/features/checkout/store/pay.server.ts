import { eq, type SQL, sql } from 'drizzle-orm'
import { type BoundStatement, runTogether, statement, value } from '#app/db/statement.server.ts'
import type { Db } from '#app/db/db.server.ts'
import { sqlState, type UnitOfWork } from '#app/db/work.server.ts'
import {
  type StateRule,
  type Verdict,
  type AgeRule,
  ageClassOf,
  ageWithoutRule,
  minimumAgeOf,
} from '#app/features/compliance/rules.ts'
import { after, second } from '#app/kit/clock.ts'
import { publicCode, fingerprint } from '#app/kit/ids.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { type BuyerDetails, buyerIn } from '#app/features/orders/input.ts'
import { storedDelivery } from '../input.ts'
import { mayPay, stockHeldUntil } from '#app/features/orders/rules.ts'
import { type HoldLimit, invoiceDue, type InvoiceTerms } from '../rules.ts'
import { taxSum } from '#app/features/orders/quote.ts'
import { type Needs, needsOf, subtotalOf } from '#app/features/orders/goods.ts'
import { judgeOrder, type Parties } from '#app/features/orders/review.ts'
import { paymentAttempts } from '#app/features/orders/payment-tables.ts'
import { orderEvents, orders, type orderLines } from '#app/features/orders/tables.ts'
import {
  buyerColumns,
  buyerValues,
  findPrices,
  type AcceptedVersions,
} from '#app/features/orders/store/buyer.server.ts'
import { type LockedOrder, payFreeOrder } from '#app/features/payments/store/capture.server.ts'
import {
  endLostHold,
  extendHeld,
  heldStockChanges,
  nextVersion,
  statementPerKinds,
  findOrderForUpdate,
  sellablesOf,
  type SellableLine,
  type Order,
  type Sellables,
} from '#app/features/orders/store/lines.server.ts'
import type { Sellable } from '#app/features/orders/sellable.ts'
import { insertPayer, type Payer, type LimitCount, payerLimit } from './holders.server.ts'
import { quoteLocked } from './quote.server.ts'
import {
  type CountedTries,
  countedTries,
  type Trier,
  tryValues,
} from '#app/features/payments/store/payment-tries.server.ts'
import { mayTryToPay, proofLevel } from '#app/features/payments/rules.ts'
import type { BegunAttempt } from '#app/features/payments/store/settle.server.ts'
import { acceptedVersions } from '#app/features/orders/refunds.ts'
import { attestationSentence } from '../words.ts'

type PayRequest = {
  orderId: string
  /** The key of the submitted form: submitting it twice makes one attempt. */
  formKey: string
  requestFingerprint: string
  buyer: BuyerDetails | undefined
  /** The displayed total: an order whose total has changed is not charged. */
  shownCents: number | undefined
  /** The displayed attestation: an order whose attestation has changed is not charged. */
  shownStatement: string | undefined
  /** Current rules and purchase ages, and the zone of the day whose prices hold. */
  rules: readonly StateRule[]
  ages: readonly AgeRule[]
  accepted: AcceptedVersions
  timeZone?: string | undefined
  gateway: string
  invoice: InvoiceTerms | undefined
  /** Money that staff have: it is not refused, and its buyer confirmed nothing. */
  isReceived?: boolean
  payer?: Payer | undefined
  /** What the try is judged by; `undefined` where nothing is charged by card, or limits are off. */
  tried?: Tried | undefined
  unread?: Unread | undefined
}

export type Tried = {
  by: Trier
  isTesting: boolean
  isWorked: (level: number) => boolean
}

/** Whether the order is its sender's own: a row where it is. And what a form asked for: an order that needs something else is refused as `unlike_form`. */
export type Unread = { isOwn: BoundStatement<unknown>; asked: Pick<Needs, 'shipping' | 'fflTransfer'> }

export type BeginResult =
  | { ok: true; is: 'begun'; attempt: BegunAttempt; locked: LockedOrder }
  | { ok: true; is: 'replay' }
  | { ok: true; is: 'paid' }
  | { ok: false; why: 'refused_by_state'; verdict: Verdict }
  | TryRefusal
  | HoldLimit
  | Refusal<Exclude<PayRefusal, TryRefusal['why']>>

type TryRefusal = Refusal<'too_many_tries' | 'proof_needed'>

export type PayRefusal =
  | 'expired'
  | 'canceled'
  | 'unlike_form'
  | 'too_many_tries'
  | 'proof_needed'
  | 'already_paying'
  | 'already_paid'
  | 'key_reused'
  | 'not_quoted'
  | 'total_changed'
  | 'attestation_changed'
  | 'too_many_for_invoice'
  | 'too_late_for_invoice'
  | 'balance_in_review'
  | 'choice_open'
  | 'line_unreadable'

/** If this process dies during the charge, the reconcile job takes over after this time. */
const answerMs = 30 * second

/** The order is locked first, so that nothing can change in between. `commits`: stock that is gone is then an error (`isStockGone`). */
export async function beginPayment(
  work: UnitOfWork,
  sellables: Sellables,
  request: PayRequest,
  { commits = false } = {},
): Promise<BeginResult> {
  const { orderId, payer: asked, unread } = request
  const count = payerLimit(work, sellables, orderId, asked)
  const { formKey, tried } = request
  const earlierTries = tried
    ? triesOfOrder.bind({ orderId, formKey, ...tryValues(work.now, tried.by) })
    : attemptOfForm.bind({ orderId, formKey })
  const found = await findOrderForUpdate(work, sellables, orderId, earlierTries, [
    ...(count?.statements ?? []),
    ...(unread ? [unread.isOwn] : []),
  ])
  if (unread && !isLikeForm(found, unread)) return refuse('unlike_form')
  if (!found) return refuse('expired')
  const { order, lines } = found
  const [earlier] = found.alongside
  if (earlier?.requestFingerprint)
    return earlier.requestFingerprint === request.requestFingerprint
      ? { ok: true, is: 'replay' }
      : refuse('key_reused')
  const refused = tried && earlier && tryRefusal(tried, earlier)
  if (refused) return refused
  const limit = count && { judge: count.judge, rows: found.before }
  const decided = await decidePayment(work, sellables, { order, lines }, { ...request, limit })
  if (!decided.ok) return decided

  const { totalCents, payer, dueAt } = decided
  // Card payments are answered in seconds; an invoice may never be paid.
  const stockUntil = dueAt ? stockHeldUntil(dueAt) : 'infinity'
  const version = nextVersion(order)
  const values = { orderId: order.id, version, now: work.now, ...decided.values }
  const claim = payer && { orderId: order.id, ...payer, now: work.now }
  if (totalCents === 0) {
    if (!(await extendHeld(work, order, lines, stockUntil))) return loseHold(work, order, lines)
    if (claim) await insertPayer(work.tx, claim)
    await payFreeOrder(work, { id: order.id, holdVersion: version }, lines, values)
    return { ok: true, is: 'paid' }
  }
  const { requestFingerprint, gateway } = request
  const write = (commits ? sureAttemptStatement : attemptStatement)(sellablesOf(lines)).bind({
    ...values,
    lines: lines.length,
    heldVersion: order.holdVersion,
    stockUntil,
    formKey,
    requestFingerprint,
    card: tried?.by.card ?? null,
    gateway,
    totalCents,
    attemptId: publicCode(16),
    askAgainAt: after(work.now, answerMs),
  })
  const statements = [write, ...(claim ? [insertPayer.bind(claim)] : [])] as const
  const [[attempt]] = await runTogether(work.tx, statements, { commits })
  // The order is locked and held, so only stock can be missing.
  if (!attempt) return loseHold(work, order, lines)
  return { ok: true, is: 'begun', attempt: { ...attempt, dueAt }, locked: { order, lines } }
}

function isLikeForm(
  found: { lines: SellableLine[]; before: unknown[][] } | undefined,
  { asked }: Unread,
): boolean {
  if (!found?.before.at(-1)?.length) return false
  const needs = needsOf(found.lines.map(({ line }) => line))
  return needs.shipping === asked.shipping && (needs.shipping || needs.fflTransfer === asked.fflTransfer)
}

export function isStockGone(error: unknown): boolean {
  return sqlState(error) === 'P0001'
}

const ofForm = sql`(select request_fingerprint from ${paymentAttempts}
  where ${paymentAttempts.orderId} = ${value('orderId')} and ${paymentAttempts.formKey} = ${value('formKey')}) as "requestFingerprint"`

type EarlierTries = { requestFingerprint: string | null } & Partial<CountedTries>

const attemptOfForm = statement<EarlierTries>(() => sql`select ${ofForm}`)
const triesOfOrder = statement<EarlierTries>(() => sql`select ${ofForm}, ${countedTries}`)

/** Limits on tries for one order, email and card, and a proof of work where much is tried from one address or cards are tested. */
function tryRefusal({ isTesting, isWorked }: Tried, earlier: EarlierTries): TryRefusal | undefined {
  const counted = earlier as CountedTries
  if (!mayTryToPay(counted)) return refuse('too_many_tries')
  const level = proofLevel(counted.address, isTesting)
  return level === 0 || isWorked(level) ? undefined : refuse('proof_needed')
}

/** Returns no attempt when a line's stock is gone: then the hold is lost, whatever is left of it. */
const attemptStatement = statementPerKinds<BegunAttempt>((sellables) =>
  composeAttempt(sellables, (count) => count),
)

/** The same, but stock that is gone is an error: with it goes what the statement changed. */
const sureAttemptStatement = statementPerKinds<BegunAttempt>((sellables) =>
  composeAttempt(
    sellables,
    (count) => sql`require_rows('stock of an order', ${count}, ${value('lines')}::int)`,
  ),
)

function composeAttempt(sellables: readonly Sellable[], counted: (count: SQL) => SQL) {
  const { changed, count } = heldStockChanges(sellables, 'extend')
  return sql`
    with ${changed},
    moved as (
      update ${orders} set state = 'paying', ${buyerColumns}
      where ${orders.id} = ${value('orderId')} and ${orders.state} = 'held' and ${counted(count)} = ${value('lines')}::int
      returning id
    ),
    noted as (
      insert into ${orderEvents} (order_id, at, kind, data)
      select id, ${value('now')}::timestamptz, 'paying',
        jsonb_build_object('attempt', ${value('attemptId')}::text, 'amountCents', ${value('totalCents')}::int) from moved
    )
    insert into ${paymentAttempts}
      (id, order_id, form_key, request_fingerprint, card, amount_cents, gateway, state, hold_version, started_at, ask_again_at)
    select ${value('attemptId')}, id, ${value('formKey')}, ${value('requestFingerprint')}, ${value('card')},
      ${value('totalCents')}::int, ${value('gateway')}, 'started', ${value('version')}::int, ${value('now')}::timestamptz, ${value('askAgainAt')}::timestamptz
    from moved
    returning id, amount_cents as "amountCents"`
}

async function decidePayment(
  work: UnitOfWork,
  sellables: Sellables,
  { order, lines }: LockedOrder,
  request: PayRequest & { limit: { judge: LimitCount['judge']; rows: unknown[][] } | undefined },
) {
  const verdict = mayPay(order, work.now)
  if (!verdict.ok) return verdict
  const refused = request.isReceived ? undefined : await payRefusal(work, order, lines)
  if (refused) return refused

  const priced = await priceLocked(work, order, lines, request)
  if (!priced.ok) return priced
  const { buyer, parties, totalCents } = priced
  const ownLines = lines.map(({ line }) => line)
  const judged = judgeOrder(ownLines, parties, request.rules, work.now)
  if (judged.outcome === 'refused')
    return { ok: false as const, why: 'refused_by_state' as const, verdict: judged }
  // By what was stored when the page was shown; this payment's buyer is stored with it.
  const attestation = attestationOf(
    sellables,
    { buyerState: order.buyerState, lines: ownLines },
    request.ages,
    request.accepted,
  )
  const { shownStatement = attestation.statement } = request
  if (shownStatement !== attestation.statement) return refuse('attestation_changed')
  const limit = request.limit?.judge(request.limit.rows, lines)
  if (limit) return limit
  const payer = request.limit && request.payer

  const due =
    request.invoice && totalCents > 0
      ? invoiceDue(ownLines, request.invoice, work.now, await owedUntil(work.tx, lines, work.now))
      : undefined
  if (due && !due.ok) return due
  const values = buyerValues(buyer, judged, request.isReceived ? undefined : attestation)
  return { ok: true as const, totalCents, payer, dueAt: due?.dueAt, values }
}

async function payRefusal(work: UnitOfWork, { id }: Order, lines: readonly SellableLine[]) {
  for (const { sellable, ref } of lines) {
    const refused = await sellable.payRefusal?.(work, ref, id)
    if (refused) return refused
  }
  return undefined
}

/** Until when an order may be paid that pays what is owed by a due date. */
export async function owedUntil(
  db: Db,
  [owed]: readonly Pick<SellableLine, 'sellable' | 'ref'>[],
  now: Date,
): Promise<Date | undefined> {
  return owed?.sellable.owedUntil?.(db, owed.ref, now)
}

async function loseHold(work: UnitOfWork, order: Order, lines: SellableLine[]) {
  await endLostHold(work, order, lines)
  return refuse('expired')
}

type Priced = {
  ok: true
  buyer: BuyerDetails
  parties: Parties
  totalCents: number
}

async function priceLocked(
  work: UnitOfWork,
  order: Order,
  lines: SellableLine[],
  { buyer, timeZone, shownCents }: PayRequest,
): Promise<Priced | Refusal<'not_quoted' | 'total_changed'>> {
  const ownLines = lines.map(({ line }) => line)
  const needs = needsOf(ownLines)
  if (!needs.shipping) {
    const totalCents = subtotalOf(ownLines) + taxSum(ownLines, 0)
    if (!buyer) return refuse('not_quoted')
    if (shownCents !== undefined && shownCents !== totalCents) return refuse('total_changed')
    return { ok: true, buyer, parties: { ...partiesOf(buyer), shipState: null, shipZip: null }, totalCents }
  }
  const delivery = storedDelivery(order, needs)
  const prices =
    delivery && (await findPrices({ db: work.tx, now: () => work.now, ...(timeZone && { timeZone }) }))
  const quoted = prices ? await quoteLocked(work, order, lines, prices) : refuse('not_quoted')
  if (!delivery || !quoted.ok) {
    // Unquoted orders are sent back to the delivery page.
    await work.tx.update(orders).set({ quotedAt: null }).where(eq(orders.id, order.id))
    return refuse('not_quoted')
  }
  const { totalCents } = quoted
  if (quoted.isChanged || (shownCents !== undefined && shownCents !== totalCents))
    return refuse('total_changed')
  const { shipState, shipZip } = delivery
  const details = buyerIn(delivery)
  return { ok: true, buyer: details, parties: { ...partiesOf(details), shipState, shipZip }, totalCents }
}

function partiesOf({ buyerState, dealerState, buyerZip = null, dealerZip = null }: BuyerDetails) {
  return { buyerState, buyerZip, dealerState, dealerZip }
}

type AttestedLine = Pick<
  typeof orderLines.$inferSelect,
  'kind' | 'quantity' | 'fulfillment' | 'itemClass' | 'magazine'
>

type Attestation = {
  sentence: string
  age: number
  /** Identifies the sentence and the policy versions. The form sends it back, so that nobody confirms what they did not see. */
  statement: string
  accepted: AcceptedVersions
}

/** Until the buyer's state is stored, the sentence names the highest age that applies in any state. */
export function attestationOf(
  sellables: Sellables,
  { buyerState, lines }: Pick<Order, 'buyerState'> & { lines: readonly AttestedLine[] },
  ages: readonly AgeRule[],
  accepted: AcceptedVersions = acceptedVersions,
): Attestation {
  const classes = lines.map(({ itemClass, kind }) => ageClassOf(itemClass, kind))
  const age = minimumAgeOf(classes, buyerState, ages) ?? ageWithoutRule
  const sentence = attestationSentence({
    firearms: lines
      .filter(({ fulfillment }) => fulfillment === 'ffl_transfer')
      .reduce((sum, { quantity }) => sum + quantity, 0),
    hasMagazines: lines.some(({ magazine }) => magazine !== null),
    age,
    own: [...new Set(lines.flatMap(({ kind }) => sellables[kind]?.checkoutWords?.attestation ?? []))],
  })
  return { sentence, age, accepted, statement: statementOf({ attestation: sentence, ...accepted }) }
}

export function confirmedStatement({
  attestation,
  termsVersion,
  refundPolicyVersion,
}: Pick<Order, 'attestation' | 'termsVersion' | 'refundPolicyVersion'>): string | undefined {
  if (!attestation || !termsVersion || !refundPolicyVersion) return undefined
  return statementOf({ attestation, termsVersion, refundPolicyVersion })
}

function statementOf(accepted: { attestation: string; termsVersion: string; refundPolicyVersion: string }) {
  return fingerprint(
    JSON.stringify([accepted.attestation, accepted.termsVersion, accepted.refundPolicyVersion]),
  )
}
