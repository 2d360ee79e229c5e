import type { ListedTransaction } from '../gateway.ts'
import type { SendRequest } from './client.server.ts'
import type { Listed } from './replies.ts'
import { findDetails, listAll } from './reports.server.ts'
import { transactionStatusOf } from './transaction-status.ts'

/** Statuses of refunds and voids. */
const refunds = new Set(['refundPendingSettlement', 'refundSettledSuccessfully'])
/** Statuses of a charged-back charge. */
const takenBack = new Set(['chargeback', 'returnedItem'])

/**
 * Every transaction that moved money, made at or after `from` and before `to`, with its current status. Each is listed
 * in the batch it settled in, or as unsettled; one that is just moving from one list to the other may be in both.
 */
export async function listStatement(
  ask: SendRequest,
  from: Date,
  to: Date,
  now: Date,
): Promise<ListedTransaction[]> {
  const byRef = new Map<string, ListedTransaction>()
  for (const each of await listAll(ask, from, now)) {
    const { submitTimeUTC: at, transId: ref } = each
    const moved = at >= from && at < to && movement(each)
    if (moved) byRef.set(ref, { ...moved, ref, at, ourId: each.invoiceNumber ?? '' })
  }
  return [...byRef.values()]
}

/** The charge that a refund belongs to, as linked by the gateway. */
export async function findChargeOfRefund(ask: SendRequest, ref: string): Promise<string | undefined> {
  return (await findDetails(ask, ref))?.refTransId ?? undefined
}

function movement(
  transaction: Listed,
): Pick<ListedTransaction, 'kind' | 'status' | 'amountCents'> | undefined {
  const { transactionStatus: status, settleAmount: amountCents } = transaction
  if (refunds.has(status)) return { kind: 'refund', status: 'captured', amountCents }
  if (status === 'voided') return { kind: 'charge', status: 'voided', amountCents: 0 }
  if (
    takenBack.has(status) ||
    (transaction.hasReturnedItems && transactionStatusOf(transaction) === 'captured')
  )
    return { kind: 'charge', status: 'charged_back', amountCents }
  return transactionStatusOf(transaction) === 'captured'
    ? { kind: 'charge', status: 'captured', amountCents }
    : undefined
}
