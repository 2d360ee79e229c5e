import { and, asc, eq, inArray, lt, lte, or, sql } from 'drizzle-orm'
import { syncAlerts } from '#app/alerts/alerts.server.ts'
import { type Db, type Perform, transact, type UnitOfWork } from '#app/db/db.server.ts'
import { notBackingOff, runWorkItems } from '#app/jobs/work-items.server.ts'
import type { RefundAnswer } from '#app/gateway/gateway.ts'
import { after, day, hour, minute, second } from '#app/kit/clock.ts'
import { countOf } from '#app/kit/count.ts'
import type { Refusal } from '#app/kit/refusal.ts'
import { everyGateway, orTimeout, type PaymentContext, byHand } from '#app/gateway/payment-context.server.ts'
import { paymentAttempts, refunds } from '#app/features/orders/payment-tables.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import {
  type OperatorRefund,
  type OperatorRefundTerms,
  type Refund,
  refundSubject,
  requestOperatorRefund,
  requestOwnRefund,
} from './store/refund.server.ts'
import {
  retryRefund,
  settleRefund,
  type Payout,
  recordPaidOutside,
  type RefundOf,
} from './store/settle-refund.server.ts'

type Acting<Terms> = { perform?: Perform } & Terms

/** The buyer returns lines. `ok` once the refund was requested from the gateway; the order's state says how it went. */
export async function refundOwnLines(
  ctx: PaymentContext,
  sellables: Sellables,
  orderId: string,
  positions: readonly number[],
) {
  const requested = await transact(ctx, (work) => requestOwnRefund(work, sellables, orderId, positions))
  return carriedOut(ctx, sellables, requested)
}

export async function refundOrder(
  ctx: PaymentContext,
  sellables: Sellables,
  orderId: string,
  scope: OperatorRefund = 'all',
  { terms, perform = (task) => transact(ctx, task) }: Acting<{ terms?: OperatorRefundTerms }> = {},
) {
  const requested = await perform((work) => requestOperatorRefund(work, sellables, orderId, scope, terms))
  return carriedOut(ctx, sellables, requested)
}

export async function tryRefundAgain(
  ctx: PaymentContext,
  sellables: Sellables,
  refund: RefundOf,
  { by, perform = (task) => transact(ctx, task) }: Acting<{ by?: string }> = {},
) {
  return carriedOut(ctx, sellables, await perform((work) => retryRefund(work, sellables, refund, by)))
}

/** That of an invoice, one that the payment service refused, or one by check. `perform` is the transaction that records it. */
export async function recordPayout(
  ctx: PaymentContext,
  sellables: Sellables,
  of: RefundOf,
  payout: Payout,
  perform: Perform = (task) => transact(ctx, task),
) {
  const recorded = await perform((work) => recordPaidOutside(work, sellables, of, payout))
  if (!recorded.ok || recorded.refund.state !== 'started') return recorded
  // Money that staff took is paid back by staff, whatever gateway is in use.
  await byHand(ctx).gateway.recordPayout?.(recorded.refund.id, payout.reference || undefined)
  return carriedOut(ctx, sellables, recorded)
}

/** Requests from the gateway what a transaction wrote down, once it has committed. */
export async function carriedOut<Requested extends { ok: true; refund: Pick<Refund, 'id'> | null } | Refusal>(
  ctx: PaymentContext,
  sellables: Sellables,
  requested: Requested,
): Promise<Requested> {
  if (requested.ok && requested.refund) await carryOutRefund(ctx, sellables, requested.refund)
  return requested
}

const refundItem = 'carry-out-refund'
const maxItems = 20

/** Returns how many were in our hand. One that another process has becomes due again later: this run does not wait for it. */
export async function reconcileRefunds(ctx: PaymentContext, sellables: Sellables, signal?: AbortSignal) {
  const gateways = everyGateway(ctx).map(({ gateway }) => gateway.name)
  const due = await transact(ctx, (work) => listDueRefunds(work, gateways, maxItems))
  return attemptRefunds(ctx, sellables, due, signal)
}

export function carryOutRefund(ctx: PaymentContext, sellables: Sellables, { id }: Pick<Refund, 'id'>) {
  return attemptRefunds(ctx, sellables, [id])
}

/** One by one: a refund that fails is noted and holds up no other. */
async function attemptRefunds(
  ctx: PaymentContext,
  sellables: Sellables,
  items: readonly string[],
  signal?: AbortSignal,
): Promise<number> {
  const taken: string[] = []
  await runWorkItems(ctx, {
    kind: refundItem,
    items,
    signal,
    subjectOf: (id) => id,
    run: async (id) => {
      // Only the gateway that charged it takes it.
      for (const each of everyGateway(ctx))
        if (await attemptRefund(each, sellables, id)) return void taken.push(id)
    },
  })
  return taken.length
}

/** One at a time has it in hand. Its id is the gateway's idempotency key: asking twice gives back once. Says whether it was in our hand. */
async function attemptRefund(ctx: PaymentContext, sellables: Sellables, id: string): Promise<boolean> {
  const taken = await transact(ctx, (work) => claimRefund(work, id, ctx.gateway.name))
  if (!taken) return false
  try {
    const answer = await orTimeout(sendToGateway(ctx, taken))
    await transact(ctx, async (work) => {
      if (answer === 'silent') return retryRefundLater(work, taken, null)
      if (answer.outcome === 'pending') return retryRefundLater(work, taken, answer.reason)
      return settleRefund(work, sellables, taken, answer, taken.tries)
    })
  } catch (error) {
    await transact(ctx, (work) => releaseRefund(work, taken))
    throw error
  }
  return true
}

/** If an earlier answer was lost, the refund is looked up at the gateway first. */
async function sendToGateway({ gateway }: PaymentContext, taken: ClaimedRefund): Promise<RefundAnswer> {
  const { id: refundId, attemptId, chargeRef, amountCents, startedAt } = taken
  if (!chargeRef) throw new Error(`Attempt ${attemptId} has no charge to give back`)
  if (taken.isUncertain) {
    const made = await gateway.findRefund(refundId)
    if (made.outcome !== 'not_found') return made
  }
  return gateway.refund({ refundId, attemptId, chargeRef, amountCents, startedAt })
}

/** A refund in hand is nobody else's for so long: longer than any gateway takes to answer. */
const inHandMs = 2 * minute

export type ClaimedRefund = Refund & { chargeRef: string | null }

const isDue = (now: Date, gateways: readonly string[]) =>
  and(
    eq(refunds.state, 'started'),
    lte(refunds.askAgainAt, now),
    inArray(paymentAttempts.gateway, [...gateways]),
  )

export async function listDueRefunds(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  gateways: readonly string[],
  max: number,
) {
  const due = await tx
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, refunds.attemptId))
    .where(and(isDue(now, gateways), notBackingOff(refundItem, refunds.id, now)))
    .orderBy(asc(refunds.askAgainAt))
    .limit(max)
  return due.map(({ id }) => id)
}

/** `undefined` if another process has it, it is settled, or its charge is another gateway's. The number of the try tells it from later ones. */
export async function claimRefund({ tx, now }: UnitOfWork, id: string, gateway: string) {
  const [found] = await tx
    .select({ refund: refunds, chargeRef: paymentAttempts.chargeRef })
    .from(refunds)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, refunds.attemptId))
    .where(and(eq(refunds.id, id), isDue(now, [gateway])))
    .for('update', { of: refunds, skipLocked: true })
  if (!found) return undefined
  const { refund, chargeRef } = found
  const tries = refund.tries + 1
  await tx
    .update(refunds)
    .set({ askAgainAt: after(now, inHandMs), tries, isUncertain: true })
    .where(eq(refunds.id, id))
  return { ...refund, chargeRef, tries }
}

/** The longest interval between retries of a refund whose outcome is unknown. */
const silentMs = minute
/** The same for one that waits for settlement or for a person. */
const pendingMs = 30 * minute

/** The gateway timed out, or cannot answer yet (`waitingFor`): soon, because the buyer is waiting, then with backoff. */
export async function retryRefundLater(work: UnitOfWork, taken: ClaimedRefund, waitingFor: string | null) {
  const passedMs = work.now.getTime() - taken.startedAt.getTime()
  const waitMs = Math.min(Math.max(passedMs, 2 * second), waitingFor === null ? silentMs : pendingMs)
  const answered = waitingFor === null ? {} : { waitingFor, answeredAt: work.now, isUncertain: false }
  await reschedule(work, taken, after(work.now, waitMs), answered)
}

/** The try threw: the next one may begin at once. */
export function releaseRefund(work: UnitOfWork, taken: ClaimedRefund) {
  return reschedule(work, taken, work.now, {})
}

async function reschedule(
  { tx, enqueue }: UnitOfWork,
  { id, tries }: ClaimedRefund,
  askAgainAt: Date,
  values: Partial<typeof refunds.$inferInsert>,
) {
  const updated = await tx
    .update(refunds)
    .set({ ...values, askAgainAt })
    .where(and(eq(refunds.id, id), eq(refunds.state, 'started'), eq(refunds.tries, tries)))
    .returning({ id: refunds.id })
  if (updated.length > 0) await enqueue('reconcile-refunds', {}, { startAfter: askAgainAt })
}

const refundAges = { openMs: 3 * day, silentMs: 1 * hour }

export async function alertOverdueRefunds(work: UnitOfWork): Promise<void> {
  const { tx, now } = work
  const overdue = await tx
    .select()
    .from(refunds)
    .where(
      and(
        eq(refunds.state, 'started'),
        or(
          lt(refunds.startedAt, after(now, -refundAges.openMs)),
          lt(
            sql`coalesce(${refunds.answeredAt}, ${refunds.startedAt})`,
            after(now, -refundAges.silentMs).toISOString(),
          ),
        ),
      ),
    )
  const wrong = overdue.map((refund) => {
    const { waitingFor, tries, startedAt } = refund
    const why = waitingFor ?? 'The payment service has not answered.'
    const detail = `Open since ${startedAt.toISOString()}, tried ${countOf(tries, 'time')}. ${why}`
    return { subject: refundSubject(refund), detail }
  })
  await syncAlerts(work, 'refund_open_too_long', wrong)
}

export function listUnsettledRefunds(db: Db): Promise<Refund[]> {
  return db.select().from(refunds).where(sql`${refunds.state} <> 'done'`).orderBy(asc(refunds.startedAt))
}
