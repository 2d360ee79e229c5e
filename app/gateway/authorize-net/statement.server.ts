import type { ListedTransaction } from '../gateway.ts'
import type { Ask } from './client.server.ts'
import type { Listed } from './replies.ts'
import { findDetails, listAll } from './reports.server.ts'
import { standingOf } from './standings.ts'

/** Statuses of what went back to a card. */
const refunds = new Set(['refundPendingSettlement', 'refundSettledSuccessfully'])
/** Statuses of a charge that a bank took back. */
const takenBack = new Set(['chargeback', 'returnedItem'])

/**
 * Every transaction that moved money, made since `from` and before `to`, as the reports show it now. One is listed in the
 * batch it settled in, or as not settled; one that just moves from one list to the other may be in both.
 */
export async function listStatement(ask: Ask, from: Date, to: Date, now: Date): Promise<ListedTransaction[]> {
  const byRef = new Map<string, ListedTransaction>()
  for (const each of await listAll(ask, from, now)) {
    const { submitTimeUTC: at, transId: ref } = each
    const moved = at >= from && at < to && movement(each)
    if (moved) byRef.set(ref, { ...moved, ref, at, ourId: each.invoiceNumber ?? '' })
  }
  return [...byRef.values()]
}

/** The charge that a refund gives back, as the gateway has linked them. */
export async function findChargeOfRefund(ask: Ask, ref: string): Promise<string | undefined> {
  return (await findDetails(ask, ref))?.refTransId ?? undefined
}

function movement(
  transaction: Listed,
): Pick<ListedTransaction, 'kind' | 'standing' | 'amountCents'> | undefined {
  const { transactionStatus: status, settleAmount: amountCents } = transaction
  if (refunds.has(status)) return { kind: 'refund', standing: 'captured', amountCents }
  if (status === 'voided') return { kind: 'charge', standing: 'voided', amountCents: 0 }
  if (takenBack.has(status) || (transaction.hasReturnedItems && standingOf(transaction) === 'captured'))
    return { kind: 'charge', standing: 'charged_back', amountCents }
  return standingOf(transaction) === 'captured'
    ? { kind: 'charge', standing: 'captured', amountCents }
    : undefined
}
