import { eq } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/db.server.ts'
import { addEvent, type Sellables } from '#app/features/orders/store/lines.server.ts'
import { requestOperatorRefund } from '#app/features/refunds/store/refund.server.ts'
import { settleRefund } from '#app/features/refunds/store/settle-refund.server.ts'
import { findAttempt } from '#app/features/payments/flows.server.ts'
import { listRefunds } from '#app/features/orders/store/read.server.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { post } from '#app/ledger/ledger.server.ts'
import {
  chargebackReversed,
  chargedBack,
  type Posting,
  unknownCharge,
  writtenOff,
} from '#app/ledger/postings.ts'
import { acceptanceReference } from '../rules.ts'
import { endDifferences, findDifferenceForUpdate, type FoundDifference } from '../store.server.ts'
import { gatewayDifferences } from '../tables.ts'

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
