import { and, asc, eq, gte, isNull, lt, notInArray, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { syncAlerts } from '#app/alerts/alerts.server.ts'
import { type AppContext, type Db, transact, type UnitOfWork } from '#app/db/db.server.ts'
import { checkLedger } from '#app/features/orders/store/ledger.server.ts'
import { addEvent, type Sellables } from '#app/features/orders/store/lines.server.ts'
import { listRefunds } from '#app/features/orders/store/read.server.ts'
import { findAttempt, settleCapture } from '#app/features/payments/flows.server.ts'
import { recordCapture } from '#app/features/payments/store/capture.server.ts'
import { settleRefund } from '#app/features/refunds/flows.server.ts'
import { requestOperatorRefund } from '#app/features/refunds/store/refund.server.ts'
import {
  type GatewayName,
  type ListedTransaction,
  type PaymentGateway,
  withoutEndedTests,
} from '#app/gateway/gateway.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { after, day, hour } from '#app/kit/clock.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { listGatewayMovements, post } from '#app/ledger/ledger.server.ts'
import {
  chargebackReversed,
  chargedBack,
  type Posting,
  unknownCharge,
  writtenOff,
} from '#app/ledger/postings.ts'
import {
  acceptanceReference,
  compareLists,
  type Difference,
  differenceWords,
  type Movement,
} from './rules.ts'
import { gatewayDifferences } from './tables.ts'

/** What differs raises alerts; nothing is rewritten. */
export function bookkeepingJobs(sellables: Sellables): readonly Job[] {
  const compare = defineJob({
    name: 'compare-with-gateway',
    payload: z.object({}),
    every: '40 5 * * *',
    limitSeconds: 30 * 60,
    async run(shop) {
      const { compared, differences } = await compareWithGateway(shop, sellables)
      shop.log.info({ compared, differences: differences.length }, 'The ledger was compared with the gateway')
    },
  })
  const check = defineJob({
    name: 'check-ledger',
    payload: z.object({}),
    every: '20 5 * * *',
    limitSeconds: 10 * 60,
    run: async (shop) => void (await transact(shop, checkLedger)),
  })
  return [compare, check] as Job[]
}

type BookkeepingContext = AppContext & { gateway: PaymentGateway }

/** How far back the daily comparison looks: voids, refunds and chargebacks come days and weeks after their charge. */
const defaultWindowMs = 30 * day
/** Younger transactions may not have reached both books yet. */
const minAgeMs = hour

/** A charge that the shop had not learned of is recorded. @throws GatewayTimeout without a whole list: nothing is concluded. */
export async function compareWithGateway(
  ctx: BookkeepingContext,
  sellables: Sellables,
  since?: Date,
): Promise<{ compared: number; differences: Difference[] }> {
  const to = after(ctx.now(), -minAgeMs)
  const window = { from: since ?? after(to, -defaultWindowMs), to }
  const listed = withoutEndedTests(await ctx.gateway.listTransactions(window.from, window.to))
  const compare = async () => compareLists(listed, await movementsFor(ctx, listed, window.from), window)

  let found = await compare()
  let recordedCount = 0
  for (const difference of found)
    if (await recordUnknownCharge(ctx, sellables, difference, listed)) recordedCount++
  if (recordedCount > 0) found = await compare()

  const differences: Difference[] = []
  for (const difference of found) {
    const verified = await verifyDifference(ctx, difference)
    if (verified) differences.push(verified)
  }
  await transact(ctx, (work) => recordDifferences(work, ctx.gateway.name, differences, window))
  return { compared: listed.length, differences }
}

function movementsFor({ db, gateway }: BookkeepingContext, listed: readonly ListedTransaction[], from: Date) {
  const references = listed.flatMap(({ ref, ourId }) => [ref, ourId]).filter(Boolean)
  return listGatewayMovements(db, gateway.name, { from, references })
}

/** A charge of our own attempt, of which its answer and every later question were lost. True when it was recorded now. */
async function recordUnknownCharge(
  ctx: BookkeepingContext,
  sellables: Sellables,
  { kind, ref }: Difference,
  listed: readonly ListedTransaction[],
): Promise<boolean> {
  const charge = kind === 'unknown_charge' && listed.find((each) => each.ref === ref)
  const attempt = charge && charge.ourId ? await findAttempt(ctx.db, charge.ourId) : undefined
  if (!charge || !attempt || attempt.gateway !== ctx.gateway.name) return false
  const { amountCents } = charge
  await transact(ctx, (work) => recordCapture(work, attempt, { chargeRef: ref, amountCents }))
  await transact(ctx, (work) => settleCapture(work, sellables, attempt))
  return true
}

/** Lists have the time of a transaction, the ledger that at which the shop learned of it: what seems missing is looked up by its id. */
async function verifyDifference(
  ctx: BookkeepingContext,
  difference: Difference,
): Promise<Difference | undefined> {
  switch (difference.kind) {
    case 'missing_charge': {
      const [movement] = await movementsOf(ctx, difference.ref)
      const lookup = {
        ...(movement?.gatewayRef && { chargeRef: movement.gatewayRef }),
        startedAt: difference.at,
      }
      const charge = await ctx.gateway.findCharge(difference.ref, lookup)
      if (charge.outcome !== 'captured') return (await isVoidedByUs(ctx, movement)) ? undefined : difference
      if (charge.amountCents === difference.ledgerCents) return undefined
      return { ...difference, kind: 'amount_differs', gatewayCents: charge.amountCents }
    }
    case 'missing_refund':
      return (await isRefundedThere(ctx, difference)) ? undefined : difference
    case 'refunded_there':
      return { ...difference, ...(await chargeOfRefund(ctx, difference)) }
    default:
      return difference
  }
}

/** A charge that was canceled for us took nothing, and has its refund in the ledger under its own reference. */
async function isVoidedByUs(ctx: BookkeepingContext, charge: Movement | undefined): Promise<boolean> {
  const related = charge?.gatewayRef ? await movementsOf(ctx, charge.gatewayRef) : []
  return related.some(({ kind, gatewayRef }) => kind === 'refund_done' && gatewayRef === charge?.gatewayRef)
}

/** Our refund of a whole charge may have been its void, which the gateway knows under the charge alone. */
async function isRefundedThere(ctx: BookkeepingContext, { ref, at }: Difference): Promise<boolean> {
  const [refund] = await movementsOf(ctx, ref)
  const related = refund?.gatewayRef ? await movementsOf(ctx, refund.gatewayRef) : []
  const charge = related.find(({ kind }) => kind === 'capture')
  if (charge?.gatewayRef) {
    const lookup = { chargeRef: charge.gatewayRef, startedAt: at }
    return (await ctx.gateway.findCharge(charge.reference, lookup)).outcome === 'declined'
  }
  return (await ctx.gateway.findRefund(ref)).outcome === 'refunded'
}

async function chargeOfRefund(ctx: BookkeepingContext, { ref, orderId, attemptId }: Difference) {
  const chargeRef = orderId ? undefined : await ctx.gateway.findChargeOfRefund(ref)
  const found = chargeRef ? await movementsOf(ctx, chargeRef) : []
  const charge = found.find(({ kind }) => kind === 'capture')
  return { orderId: charge?.orderId ?? orderId, attemptId: charge?.reference ?? attemptId }
}

async function movementsOf({ db, gateway, now }: BookkeepingContext, reference: string): Promise<Movement[]> {
  const found = await listGatewayMovements(db, gateway.name, { from: now(), references: [reference] })
  return found.filter((each) => each.reference === reference || each.gatewayRef === reference)
}

type FoundDifference = typeof gatewayDifferences.$inferSelect

/** Each difference once. One of that span that is found no more has ended. */
async function recordDifferences(
  work: Pick<UnitOfWork, 'tx' | 'now'>,
  gateway: GatewayName,
  found: readonly Difference[],
  { from, to }: { from: Date; to: Date },
): Promise<void> {
  const ids: number[] = []
  for (const difference of found) {
    const { gatewayCents, ledgerCents } = difference
    const stored = await work.tx
      .insert(gatewayDifferences)
      .values({ ...difference, gateway, foundAt: work.now })
      .onConflictDoUpdate({
        target: [gatewayDifferences.gateway, gatewayDifferences.kind, gatewayDifferences.ref],
        set: { gatewayCents, ledgerCents, endedAt: null, isAccepted: false },
      })
      .returning({ id: gatewayDifferences.id })
    ids.push(...stored.map(({ id }) => id))
  }
  const ofSpan = and(
    eq(gatewayDifferences.gateway, gateway),
    gte(gatewayDifferences.at, from),
    lt(gatewayDifferences.at, to),
    notInArray(gatewayDifferences.id, ids),
  )
  await endDifferences(work, ofSpan, { isAccepted: false })
}

/** With the alerts: there is one for each that is open. */
async function endDifferences(
  work: Pick<UnitOfWork, 'tx' | 'now'>,
  which: SQL | undefined,
  { isAccepted }: { isAccepted: boolean },
): Promise<void> {
  await work.tx
    .update(gatewayDifferences)
    .set({ endedAt: work.now, isAccepted })
    .where(and(which, isNull(gatewayDifferences.endedAt)))
  const open = (await listOpenDifferences(work.tx)).map((difference) => ({
    subject: `difference ${difference.id}`,
    detail: `${difference.orderId ? `Order ${difference.orderId}: ` : ''}${differenceWords(difference)}`,
  }))
  await syncAlerts(work, 'gateway_difference', open)
}

export function listOpenDifferences(db: Db): Promise<FoundDifference[]> {
  return db
    .select()
    .from(gatewayDifferences)
    .where(isNull(gatewayDifferences.endedAt))
    .orderBy(asc(gatewayDifferences.id))
}

type Accepted = 'refund' | 'chargeback' | 'chargeback_reversed' | 'unknown_charge' | 'write_off'

/** A void or a refund becomes a refund of its order. Where the order cannot take it, the difference is written off. */
export async function acceptDifference(
  work: UnitOfWork,
  sellables: Sellables,
  id: number,
  /** Who accepts it, and the amounts as they saw them: a comparison may have found others since. */
  { by, seen }: { by?: string; seen?: Pick<FoundDifference, 'gatewayCents' | 'ledgerCents'> } = {},
): Promise<{ ok: true; difference: FoundDifference; as: Accepted } | Refusal> {
  const [difference] = await work.tx
    .select()
    .from(gatewayDifferences)
    .where(and(eq(gatewayDifferences.id, id), isNull(gatewayDifferences.endedAt)))
    .for('update')
  if (!difference) return refuse('no_such_difference')
  if (seen && (seen.gatewayCents !== difference.gatewayCents || seen.ledgerCents !== difference.ledgerCents))
    return refuse('changed')
  const as = await record(work, sellables, difference, by)
  await endDifferences(work, eq(gatewayDifferences.id, id), { isAccepted: true })
  const { orderId, kind, gatewayCents, ledgerCents } = difference
  const amountCents = Math.max(gatewayCents, ledgerCents)
  const noted = { kind, amountCents, recordedAs: as, ...(by && { by }) }
  if (orderId) await addEvent(work, orderId, 'gateway_difference', noted)
  return { ok: true, difference, as }
}

async function record(
  work: UnitOfWork,
  sellables: Sellables,
  difference: FoundDifference,
  by?: string,
): Promise<Accepted> {
  const { kind, ref, gateway, orderId, gatewayCents, ledgerCents } = difference
  const charge = { reference: ref, gateway, amountCents: gatewayCents }
  const recordAs = async (as: Accepted, posting: Posting) => {
    await post(work, posting)
    return as
  }
  if (kind === 'charged_back' && orderId) return recordAs('chargeback', chargedBack({ ...charge, orderId }))
  if (kind === 'chargeback_reversed' && orderId)
    return recordAs('chargeback_reversed', chargebackReversed({ ...charge, orderId }))
  if (kind === 'unknown_charge') return recordAs('unknown_charge', unknownCharge(charge))
  if (await recordRefund(work, sellables, difference, by)) return 'refund'
  const isOfRefund = kind === 'refunded_there' || kind === 'missing_refund'
  const shortfallCents = ledgerCents - gatewayCents
  const amountCents = isOfRefund ? -shortfallCents : shortfallCents
  const reference = acceptanceReference(difference)
  return recordAs('write_off', writtenOff({ reference, gateway, orderId, amountCents }))
}

/** False where the order has not that much left, or was not paid with that charge. */
async function recordRefund(
  work: UnitOfWork,
  sellables: Sellables,
  { kind, orderId, attemptId, ref, gatewayCents, ledgerCents }: FoundDifference,
  by = 'operator',
): Promise<boolean> {
  if (!orderId || (kind !== 'voided_there' && kind !== 'refunded_there')) return false
  const amountCents = kind === 'voided_there' ? ledgerCents : gatewayCents
  const refundAnswer = { outcome: 'refunded', refundRef: ref } as const
  const orderRefunds = await listRefunds(work.tx, orderId)
  const waiting = orderRefunds.find(
    (each) => each.attemptId === attemptId && each.amountCents === amountCents && each.state !== 'done',
  )
  if (waiting) {
    await settleRefund(work, sellables, waiting, refundAnswer)
    if ((await listRefunds(work.tx, orderId)).some(({ id, state }) => id === waiting.id && state === 'done'))
      return true
  }
  const charge = attemptId ? await findAttempt(work.tx, attemptId) : undefined
  if (charge?.isLate) return false
  const requested = await requestOperatorRefund(work, sellables, orderId, { amountCents }, { by })
  if (!requested.ok || !requested.refund) return false
  await settleRefund(work, sellables, requested.refund, refundAnswer)
  return true
}
