import { and, asc, eq, gte, isNull, lt, notInArray, type SQL } from 'drizzle-orm'
import { syncAlerts } from '#app/alerts/alerts.server.ts'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import type { GatewayName } from '#app/gateway/gateway.ts'
import {
  type Difference,
  differenceWords,
  taxByPlace,
  type TaxPlace,
  type TaxRow,
  liabilitiesOf,
  takingsOf,
  type Days,
  periodOf,
  daysOfMonth,
  acceptanceReference,
} from './rules.ts'
import { addDays } from '#app/kit/dates.ts'
import { gatewayDifferences } from './tables.ts'
import { listUnsettledRefunds, settleRefund } from '#app/features/refunds/flows.server.ts'
import {
  sumDueBalances,
  listBalancesOfOrders,
} from '#app/features/reservations/store/balance-lookup.server.ts'
import { accountBalances, post } from '#app/ledger/ledger.server.ts'
import { listPeriodEntries, sumPeriod, listTaxedMovements } from '#app/ledger/period.server.ts'
import { listShipPlaces, listRefunds } from '#app/features/orders/store/read.server.ts'
import { addEvent, type Sellables } from '#app/features/orders/store/lines.server.ts'
import { requestOperatorRefund } from '#app/features/refunds/store/refund.server.ts'
import { findAttempt } from '#app/features/payments/flows.server.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import {
  chargebackReversed,
  chargedBack,
  type Posting,
  unknownCharge,
  writtenOff,
} from '#app/ledger/postings.ts'

export type FoundDifference = typeof gatewayDifferences.$inferSelect

/** Each difference once. One of that span that is found no more has ended. */
export async function recordDifferences(
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
export async function endDifferences(
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

export async function findDifferenceForUpdate(
  { tx }: Pick<UnitOfWork, 'tx'>,
  id: number,
): Promise<FoundDifference | undefined> {
  const [difference] = await tx
    .select()
    .from(gatewayDifferences)
    .where(and(eq(gatewayDifferences.id, id), isNull(gatewayDifferences.endedAt)))
    .for('update')
  return difference
}

export async function findMoneyDay(db: Db, day: string, timeZone: string) {
  const [sums, balances, due, refunds, differences] = await Promise.all([
    sumPeriod(db, periodOf({ from: day, to: day }, timeZone)),
    accountBalances(db),
    sumDueBalances(db),
    listUnsettledRefunds(db),
    listOpenDifferences(db),
  ])
  return {
    takings: takingsOf(sums),
    liabilities: liabilitiesOf(balances),
    due,
    stoppedRefunds: refunds.filter(({ state }) => state !== 'started'),
    differences,
  }
}

export async function* readEntries(db: Db, { from, to }: Days, timeZone: string, batchSize = 1_000) {
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const period = periodOf({ from: day, to: day }, timeZone)
    for (let after: number | undefined = 0; after !== undefined; ) {
      const entries: Awaited<ReturnType<typeof listPeriodEntries>> = await listPeriodEntries(db, period, {
        after,
        max: batchSize,
      })
      if (entries.length > 0) yield { day, entries }
      after = entries.length < batchSize ? undefined : entries.at(-1)?.id
    }
  }
}

const batchSize = 5_000

export async function findMonthTax(db: Db, month: string, timeZone: string): Promise<TaxRow[]> {
  const movements = await listTaxedMovements(db, periodOf(daysOfMonth(month), timeZone))
  const orderIds = movements.flatMap(({ orderId }) => (orderId === null ? [] : [orderId]))
  const places = new Map<string, TaxPlace>()
  for (let at = 0; at < orderIds.length; at += batchSize) {
    const batch = orderIds.slice(at, at + batchSize)
    for (const { orderId, state, county } of await listShipPlaces(db, batch))
      places.set(orderId, { state, county })
    for (const balance of await listBalancesOfOrders(db, batch))
      if (balance.orderId !== null)
        places.set(balance.orderId, { state: balance.taxState, county: balance.taxCounty, balance })
  }
  return taxByPlace(movements, (orderId) => places.get(orderId))
}

export type Accepted = 'refund' | 'chargeback' | 'chargeback_reversed' | 'unknown_charge' | 'write_off'

/** A void or a refund becomes a refund of its order. Where the order cannot take it, the difference is written off. */
export async function acceptDifference(
  work: UnitOfWork,
  sellables: Sellables,
  id: number,
  /** Who accepts it, and the amounts as they saw them: a comparison may have found others since. */
  { by, seen }: { by?: string; seen?: Pick<FoundDifference, 'gatewayCents' | 'ledgerCents'> } = {},
): Promise<{ ok: true; difference: FoundDifference; as: Accepted } | Refusal> {
  const difference = await findDifferenceForUpdate(work, id)
  if (!difference) return refuse('no_such_difference')
  if (seen && (seen.gatewayCents !== difference.gatewayCents || seen.ledgerCents !== difference.ledgerCents))
    return refuse('changed')
  const as = await record(work, sellables, difference, by)
  await endDifferences(work, eq(gatewayDifferences.id, id), { isAccepted: true })
  const { orderId, kind, gatewayCents, ledgerCents } = difference
  const amountCents = Math.max(gatewayCents, ledgerCents)
  if (orderId)
    await addEvent(work, orderId, 'gateway_difference', {
      kind,
      amountCents,
      recordedAs: as,
      ...(by && { by }),
    })
  return { ok: true, difference, as }
}

async function record(
  work: UnitOfWork,
  sellables: Sellables,
  difference: FoundDifference,
  by?: string,
): Promise<Accepted> {
  const { kind, ref: reference, gateway, orderId, gatewayCents } = difference
  if (kind === 'charged_back' && orderId) {
    await post(work, chargedBack({ reference, gateway, orderId, amountCents: gatewayCents }))
    return 'chargeback'
  }
  if (kind === 'chargeback_reversed' && orderId) {
    await post(work, chargebackReversed({ reference, gateway, orderId, amountCents: gatewayCents }))
    return 'chargeback_reversed'
  }
  if (kind === 'unknown_charge') {
    await post(work, unknownCharge({ reference, gateway, amountCents: gatewayCents }))
    return 'unknown_charge'
  }
  if (await recordRefund(work, sellables, difference, by)) return 'refund'
  await post(work, writeOff(difference))
  return 'write_off'
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

function writeOff(difference: FoundDifference): Posting {
  const { kind, gateway, orderId, gatewayCents, ledgerCents } = difference
  const isOfRefund = kind === 'refunded_there' || kind === 'missing_refund'
  const shortfallCents = ledgerCents - gatewayCents
  return writtenOff({
    reference: acceptanceReference(difference),
    gateway,
    orderId,
    amountCents: isOfRefund ? -shortfallCents : shortfallCents,
  })
}
