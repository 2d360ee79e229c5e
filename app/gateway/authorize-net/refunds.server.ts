import { after, day } from '#app/kit/clock.ts'
import { GatewayTimeout, type RefundAnswer, type RefundRequest } from '../gateway.ts'
import { inDollars, refundSettings } from './charges.server.ts'
import type { SendRequest } from './client.server.ts'
import { codesOf, type Details, type TransactionReply, transactionReply, transIdOf } from './replies.ts'
import { findDetails, listByInvoice } from './reports.server.ts'
import { isUnsettled } from './transaction-status.ts'
import { refundReason } from './words.ts'

const notSettled: RefundAnswer = {
  outcome: 'pending',
  reason:
    'The payment has not settled yet. The payment service makes the refund once it has, usually within a day.',
}

const refused = (reason: string): RefundAnswer => ({ outcome: 'refused', reason })

/**
 * Refunds a charge. Before settlement it can only be voided as a whole, which takes effect at once; afterwards any part
 * of it can be refunded to the same card. The refund's id is its invoice number: it is looked up before it is made.
 */
export async function refundCharge(
  ask: SendRequest,
  request: RefundRequest,
  now: Date,
): Promise<RefundAnswer> {
  const { attemptId, chargeRef, amountCents } = request
  if (!Number.isSafeInteger(amountCents) || amountCents <= 0)
    return refused('A refund needs an amount above zero.')
  const charge = await findDetails(ask, chargeRef)
  if (charge?.order?.invoiceNumber !== attemptId)
    return refused('The payment service does not know this charge.')

  // A voided charge settles nothing, so its own amount is compared: an earlier answer may have been lost.
  const isWhole = amountCents === charge.authAmount
  if (amountCents > charge.authAmount) return refused(refundReason(['55']))
  if (charge.transactionStatus === 'voided')
    return isWhole ? { outcome: 'refunded', refundRef: charge.transId } : refused(refundReason(['310']))
  if (isUnsettled(charge)) return isWhole ? voidCharge(ask, request) : notSettled
  if (charge.transactionStatus !== 'settledSuccessfully')
    return refused('Only a captured payment can be refunded.')

  const earlier = await findRefund(ask, request.refundId, request.startedAt, now)
  return earlier.outcome === 'not_found' ? refundSettled(ask, request, charge) : earlier
}

/** The status of a refund made after settlement. A voided charge is recognized by the charge itself. */
export async function findRefund(
  ask: SendRequest,
  refundId: string,
  startedAt: Date | undefined,
  now: Date,
): Promise<RefundAnswer | { outcome: 'not_found' }> {
  const listed = await listByInvoice(ask, refundId, startedAt ?? after(now, -30 * day), now)
  const made = listed.find(({ transactionStatus }) => refunded.has(transactionStatus))
  if (made) return { outcome: 'refunded', refundRef: made.transId }
  return listed.some(({ transactionStatus }) => /review/i.test(transactionStatus))
    ? { outcome: 'pending', reason: 'The payment service holds the refund for a person to check.' }
    : { outcome: 'not_found' } // a declined one moved nothing, and may be requested again
}

const refunded = new Set(['refundPendingSettlement', 'refundSettledSuccessfully'])

async function voidCharge(ask: SendRequest, { refundId, chargeRef }: RefundRequest): Promise<RefundAnswer> {
  const reply = await ask(
    'createTransactionRequest',
    { refId: refundId, transactionRequest: { transactionType: 'voidTransaction', refTransId: chargeRef } },
    transactionReply,
  )
  if (reply.transactionResponse?.responseCode === '1')
    return { outcome: 'refunded', refundRef: transIdOf(reply) ?? chargeRef }
  // It may have settled, or been voided, at this very moment: the next check of the charge will show.
  requireDecision(reply)
  return notSettled
}

async function refundSettled(
  ask: SendRequest,
  { refundId, chargeRef, amountCents }: RefundRequest,
  charge: Details,
): Promise<RefundAnswer> {
  const lastFour = charge.payment?.creditCard?.cardNumber.slice(-4)
  if (!lastFour) return refused('The payment service does not say to which card this goes back.')
  const reply = await ask(
    'createTransactionRequest',
    {
      refId: refundId,
      transactionRequest: {
        transactionType: 'refundTransaction',
        amount: inDollars(amountCents),
        // The gateway has the card; its last four digits identify it, and the expiry date is not needed again.
        payment: { creditCard: { cardNumber: lastFour, expirationDate: 'XXXX' } },
        refTransId: chargeRef,
        order: { invoiceNumber: refundId },
        ...refundSettings,
      },
    },
    transactionReply,
  )
  const refundRef = transIdOf(reply)
  if (reply.transactionResponse?.responseCode === '1' && refundRef) return { outcome: 'refunded', refundRef }
  requireDecision(reply)
  const codes = codesOf(reply)
  const reason = refundReason(codes)
  // The charge has settled and the amount is valid, so this code can only mean that it is too old (120 to 180 days).
  return codes.includes('54') ? { outcome: 'too_late', reason } : refused(reason)
}

/**
 * A repeat (11) was made before and appears in the reports soon; without a transaction's answer the outcome is unknown.
 */
function requireDecision(reply: TransactionReply) {
  const codes = codesOf(reply)
  if (!reply.transactionResponse || codes.includes('11') || codes.includes('E00001'))
    throw new GatewayTimeout(`Authorize.Net did not decide on a refund: ${codes.join(', ')}.`)
}
