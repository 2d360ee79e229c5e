import { eq, sql } from 'drizzle-orm'
import { type Db, transact, type UnitOfWork } from '#app/db/db.server.ts'
import { type BoundStatement, runTogether, statement, value } from '#app/db/statement.server.ts'
import type { AgeRule, StateRule } from '#app/features/compliance/rules.ts'
import { findKnownAges, findKnownRules } from '#app/features/compliance/store/state-rules.server.ts'
import { type Needs, needsOf, subtotalOf } from '#app/features/orders/goods.ts'
import { type BuyerDetails, buyerIn } from '#app/features/orders/input.ts'
import { paymentAttempts } from '#app/features/orders/payment-tables.ts'
import { taxSum } from '#app/features/orders/quote.ts'
import { judgeOrder } from '#app/features/orders/review.ts'
import { mayPay, stockHeldUntil } from '#app/features/orders/rules.ts'
import {
  type AcceptedVersions,
  buyerColumns,
  buyerValues,
  findAcceptedVersions,
  findPrices,
} from '#app/features/orders/store/buyer.server.ts'
import {
  announceLines,
  endLostHold,
  findOrderForUpdate,
  heldStockChanges,
  nextVersion,
  type SellableLine,
  type Sellables,
  sellablesOf,
  statementPerKinds,
} from '#app/features/orders/store/lines.server.ts'
import { orderEvents, orders } from '#app/features/orders/tables.ts'
import { type BegunAttempt, charge, settle } from '#app/features/payments/flows.server.ts'
import { mayTryToPay, proofLevel, type HoldLimit, invoiceDue, type InvoiceTerms } from './rules.ts'
import {
  freeStatement,
  type LockedOrder,
  requireStock,
  unlessStockGone,
} from '#app/features/payments/store/capture.server.ts'
import {
  type CountedTries,
  countedTries,
  findCardTesting,
  type Trier,
  trySince,
  insertPayer,
  type Payer,
  payerLimit,
} from './store/holders.server.ts'
import type { PaymentContext } from '#app/gateway/payment-context.server.ts'
import { runWorkItems, type WorkItemContext } from '#app/jobs/work-items.server.ts'
import { after, second } from '#app/kit/clock.ts'
import { fingerprint, publicCode } from '#app/kit/ids.ts'
import { refuse } from '#app/kit/refusal.ts'
import { attestationOf } from './attestation.ts'
import { buyerOf, type PayForm, storedDelivery } from './input.ts'
import { expireHold, expiryWorkItem, listOverdueHolds, quoteLocked } from './store/hold.server.ts'

/** What a try is judged by; not given where nothing is charged by card, or limits are off. */
export type Tried = { by: Trier; isWorked: (level: number) => boolean }

type Sent = {
  /** Whether the order is its sender's own: a row where it is. And what a form asked for: an order that needs something else is refused as `unlike_form`. */
  unread?: { isOwn: BoundStatement<unknown>; asked: Pick<Needs, 'shipping' | 'fflTransfer'> } | undefined
  payer?: Payer | undefined
  tried?: Tried | undefined
}

type PayRequest = Omit<Sent, 'tried'> & {
  orderId: string
  /** The key of the submitted form: submitting it twice makes one attempt. */
  formKey: string
  requestFingerprint: string
  buyer: BuyerDetails | undefined
  /** The displayed total and attestation: an order where they have changed is not charged. */
  shownCents: number | undefined
  shownStatement?: string | undefined
  /** As they are today. Missing for money that staff have: it is not refused, and its buyer confirmed nothing. */
  law?: { rules: readonly StateRule[]; ages: readonly AgeRule[]; accepted: AcceptedVersions }
  /** Of the day whose prices hold. */
  timeZone?: string | undefined
  gateway: string
  invoice?: InvoiceTerms | undefined
  tried?: (Tried & { isTesting: boolean }) | undefined
}

/** Charges outside any transaction. `ok`: it went as far as it can now; `isPaid`: it is surely paid. */
export async function payOrder(
  ctx: PaymentContext,
  sellables: Sellables,
  orderId: string,
  form: PayForm,
  { tried, ...sent }: Sent = {},
) {
  const { db, gateway, now, timeZone } = ctx
  const buyer = buyerOf(form)
  const { formKey, paymentToken, total, statement } = form
  const [isTesting, ages, accepted, rules] = await Promise.all([
    tried ? findCardTesting(db, now()) : false,
    findKnownAges(db, now()),
    findAcceptedVersions(db, now()),
    findKnownRules(db, now()),
  ])
  const request = {
    ...sent,
    orderId,
    formKey,
    requestFingerprint: fingerprint(JSON.stringify([buyer, paymentToken])),
    buyer,
    law: { rules, ages, accepted },
    timeZone,
    tried: tried && { ...tried, isTesting },
    shownCents: total,
    shownStatement: statement,
    gateway: gateway.name,
    invoice: gateway.checkout.kind === 'invoice' ? gateway.checkout : undefined,
  }
  const begin = (commits: boolean) =>
    transact(ctx, (work) => beginPayment(work, sellables, request, { commits }))
  const begun = (await unlessStockGone(begin(true))) ?? (await begin(false))
  if (!begun.ok) return begun
  // A duplicate request: the first one is handling the charge.
  if (begun.is !== 'begun') return { ok: true as const, isPaid: begun.is === 'paid' }
  const result = await charge(ctx, orderId, begun.attempt, paymentToken)
  const attempt = { ...begun.attempt, orderId, gateway: gateway.name }
  const seen = { isWatched: true, locked: begun.locked }
  return { ok: true as const, isPaid: await settle(ctx, sellables, attempt, result, seen) }
}

export type PayRefused = Extract<Awaited<ReturnType<typeof payOrder>>, { ok: false }>

/** If this process dies during the charge, the reconcile job takes over after this time. */
const answerMs = 30 * second

/** The order is locked first, so that nothing can change in between. `commits`: stock that is gone is then an error. */
export async function beginPayment(
  work: UnitOfWork,
  sellables: Sellables,
  request: PayRequest,
  { commits = false } = {},
) {
  const { orderId, formKey, requestFingerprint, payer, tried, unread } = request
  const count = payerLimit(work, sellables, orderId, payer)
  const earlierTries = tried
    ? triesOfOrder.bind({ orderId, formKey, ...tried.by, ...trySince(work.now) })
    : attemptOfForm.bind({ orderId, formKey })
  const found = await findOrderForUpdate(work, sellables, orderId, earlierTries, [
    ...(count?.statements ?? []),
    ...(unread ? [unread.isOwn] : []),
  ])
  if (unread && !isLikeForm(found, unread.asked)) return refuse('unlike_form')
  if (!found) return refuse('expired')
  const { order, lines } = found
  const [earlier] = found.alongside
  if (earlier?.requestFingerprint)
    return earlier.requestFingerprint === requestFingerprint
      ? { ok: true as const, is: 'replay' as const }
      : refuse('key_reused')
  const refused = tried && earlier && tryRefusal(tried, earlier)
  if (refused) return refused
  const limit = () => count?.judge(found.before, lines)
  const decided = await decidePayment(work, sellables, { order, lines }, request, limit)
  if (!decided.ok) return decided

  const { totalCents, dueAt } = decided
  const attemptId = publicCode(16)
  const write = (totalCents === 0 ? freeStatement : attemptStatement)(sellablesOf(lines)).bind({
    ...decided.values,
    orderId,
    version: nextVersion(order),
    now: work.now,
    lines: lines.length,
    heldVersion: order.holdVersion,
    // Card payments are answered in seconds; an invoice may never be paid.
    stockUntil: dueAt ? stockHeldUntil(dueAt) : 'infinity',
    formKey,
    requestFingerprint,
    card: tried?.by.card ?? null,
    gateway: request.gateway,
    totalCents,
    attemptId,
    askAgainAt: after(work.now, answerMs),
  })
  const statements = [write, ...(payer ? [insertPayer.bind({ orderId, ...payer, now: work.now })] : [])]
  const written = commits
    ? await runTogether(work.tx, statements, { commits })
    : await unlessStockGone(work.tx.transaction((tx) => runTogether(tx, statements)))
  // The order is locked and held, so only stock can be missing: then the hold is lost, whatever is left of it.
  if (!written) {
    await endLostHold(work, order, lines)
    return refuse('expired')
  }
  if (totalCents === 0) {
    announceLines(work, lines)
    return { ok: true as const, is: 'paid' as const }
  }
  const attempt: BegunAttempt = { id: attemptId, amountCents: totalCents, dueAt }
  return { ok: true as const, is: 'begun' as const, attempt, locked: { order, lines } }
}

function isLikeForm(
  found: { lines: SellableLine[]; before: unknown[][] } | undefined,
  asked: Pick<Needs, 'shipping' | 'fflTransfer'>,
): boolean {
  if (!found?.before.at(-1)?.length) return false
  const needs = needsOf(found.lines.map(({ line }) => line))
  return needs.shipping === asked.shipping && (needs.shipping || needs.fflTransfer === asked.fflTransfer)
}

const ofForm = sql`(select request_fingerprint from ${paymentAttempts}
  where ${paymentAttempts.orderId} = ${value('orderId')} and ${paymentAttempts.formKey} = ${value('formKey')}) as "requestFingerprint"`

type EarlierTries = { requestFingerprint: string | null } & Partial<CountedTries>

const attemptOfForm = statement<EarlierTries>(() => sql`select ${ofForm}`)
const triesOfOrder = statement<EarlierTries>(() => sql`select ${ofForm}, ${countedTries}`)

/** Limits on tries for one order, email and card, and a proof of work where much is tried from one address or cards are tested. */
function tryRefusal({ isTesting, isWorked }: Tried & { isTesting: boolean }, earlier: EarlierTries) {
  const counted = earlier as CountedTries
  if (!mayTryToPay(counted)) return refuse('too_many_tries')
  const level = proofLevel(counted.address, isTesting)
  return level === 0 || isWorked(level) ? undefined : refuse('proof_needed')
}

/** An order whose stock is gone, even of one line, is an error. */
const attemptStatement = statementPerKinds<unknown>((sellables) => {
  const { changed, count } = heldStockChanges(sellables, 'extend')
  return sql`
    with ${changed},
    moved as (
      update ${orders} set state = 'paying', ${buyerColumns}
      where ${orders.id} = ${value('orderId')} and ${orders.state} = 'held' and ${requireStock(count)}
      returning id
    ),
    noted as (
      insert into ${orderEvents} (order_id, at, kind, data)
      select id, ${value('now')}::timestamptz, 'paying',
        jsonb_build_object('attempt', ${value('attemptId')}::text, 'amountCents', ${value('totalCents')}::int) from moved
    ),
    attempted as (
      insert into ${paymentAttempts}
        (id, order_id, form_key, request_fingerprint, card, amount_cents, gateway, state, hold_version, started_at, ask_again_at)
      select ${value('attemptId')}, id, ${value('formKey')}, ${value('requestFingerprint')}, ${value('card')},
        ${value('totalCents')}::int, ${value('gateway')}, 'started', ${value('version')}::int, ${value('now')}::timestamptz, ${value('askAgainAt')}::timestamptz
      from moved
      returning id
    )
    select require_rows('payment of an order', count(*), 1) from attempted`
})

async function decidePayment(
  work: UnitOfWork,
  sellables: Sellables,
  { order, lines }: LockedOrder,
  request: PayRequest,
  limit: () => HoldLimit | undefined,
) {
  const { law, invoice } = request
  const payable = mayPay(order, work.now)
  if (!payable.ok) return payable
  for (const { sellable, ref } of law ? lines : []) {
    const refused = await sellable.payRefusal?.(work, ref, order.id)
    if (refused) return refused
  }
  const priced = await priceLocked(work, { order, lines }, request)
  if (!priced.ok) return priced
  const { buyer, to, totalCents } = priced
  const { buyerState, dealerState, buyerZip = null, dealerZip = null } = buyer
  const ownLines = lines.map(({ line }) => line)
  const parties = { buyerState, buyerZip, dealerState, dealerZip, ...to }
  const judged = judgeOrder(ownLines, parties, law?.rules ?? [], work.now)
  if (judged.outcome === 'refused')
    return { ok: false as const, why: 'refused_by_state' as const, verdict: judged }
  // By what was stored when the page was shown; this payment's buyer is stored with it.
  const asked = { buyerState: order.buyerState, lines: ownLines }
  const attestation = law && attestationOf(sellables, asked, law.ages, law.accepted)
  const { shownStatement = attestation?.statement } = request
  if (shownStatement !== attestation?.statement) return refuse('attestation_changed')
  const limited = limit()
  if (limited) return limited
  const due =
    invoice && totalCents > 0 ? await findInvoiceDue(work.tx, ownLines, lines, invoice, work.now) : undefined
  if (due && !due.ok) return due
  return { ok: true as const, totalCents, dueAt: due?.dueAt, values: buyerValues(buyer, judged, attestation) }
}

/** When an invoice of these lines is due: what pays something that is owed has its own day. */
export async function findInvoiceDue(
  db: Db,
  lines: Parameters<typeof invoiceDue>[0],
  [owed]: readonly Pick<SellableLine, 'sellable' | 'ref'>[],
  terms: InvoiceTerms,
  now: Date,
) {
  return invoiceDue(lines, terms, now, await owed?.sellable.owedUntil?.(db, owed.ref, now))
}

async function priceLocked(
  work: UnitOfWork,
  { order, lines }: LockedOrder,
  { buyer, timeZone, shownCents }: PayRequest,
) {
  const ownLines = lines.map(({ line }) => line)
  const needs = needsOf(ownLines)
  if (!needs.shipping) {
    const totalCents = subtotalOf(ownLines) + taxSum(ownLines, 0)
    if (!buyer) return refuse('not_quoted')
    if (shownCents !== undefined && shownCents !== totalCents) return refuse('total_changed')
    return { ok: true as const, buyer, to: { shipState: null, shipZip: null }, totalCents }
  }
  const delivery = storedDelivery(order, needs)
  const prices =
    delivery && (await findPrices({ db: work.tx, now: () => work.now, ...(timeZone && { timeZone }) }))
  const quoted = prices ? await quoteLocked(work, { order, lines }, prices) : refuse('not_quoted')
  if (!delivery || !quoted.ok) {
    // Unquoted orders are sent back to the delivery page.
    await work.tx.update(orders).set({ quotedAt: null }).where(eq(orders.id, order.id))
    return refuse('not_quoted')
  }
  const { totalCents } = quoted
  if (quoted.isChanged || (shownCents !== undefined && shownCents !== totalCents))
    return refuse('total_changed')
  const { shipState, shipZip } = delivery
  return { ok: true as const, buyer: buyerIn(delivery), to: { shipState, shipZip }, totalCents }
}

const itemsAtOnce = 20

export async function expireHolds(
  ctx: WorkItemContext,
  sellables: Sellables,
  signal?: AbortSignal,
): Promise<number> {
  const overdue = await listOverdueHolds(ctx.db, ctx.now(), itemsAtOnce)
  await runWorkItems(ctx, {
    kind: expiryWorkItem,
    items: overdue,
    signal,
    subjectOf: (orderId) => orderId,
    run: (orderId) => transact(ctx, (work) => expireHold(work, sellables, orderId)),
  })
  return overdue.length
}
