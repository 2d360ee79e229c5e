import { after, day } from '#app/kit/clock.ts'
import { type ChargeAnswer, type ChargeRequest, GatewayTimeout, type AttemptFacts } from '../gateway.ts'
import type { SendRequest } from './client.server.ts'
import {
  approvedCents,
  codesOf,
  type Details,
  type Listed,
  type TransactionReply,
  transactionReply,
  transIdOf,
  type TransactionStatus,
  transactionStatusOf,
} from './replies.ts'
import { findDetails, listByInvoice } from './reports.server.ts'

const cardFormToken = 'COMMON.ACCEPT.INAPP.PAYMENT'

/** Eight hours, the gateway's maximum: the same payment under the same invoice number is made once. */
const duplicateWindow = { settingName: 'duplicateWindow', settingValue: '28800' }
/** A prepaid card that cannot pay the whole amount is declined: an order is paid by one charge. */
const noPartialApproval = { settingName: 'allowPartialAuth', settingValue: 'false' }

export const refundSettings = { transactionSettings: { setting: [duplicateWindow] } }

/** Refused as a repeat of a known payment (11, 318), or with a token that was used or is too old (E00114 to E00116). */
const repeats = ['11', '318', 'E00114', 'E00115', 'E00116']

/** The gateway itself does not know the outcome: too busy, maintenance; a timeout at the processor (120 to 122). */
const undecided = ['E00001', 'E00053', 'E00104', '120', '121', '122']

/** Authorize.Net has no idempotency keys: the attempt's id is sent as invoice number, by which a repeat is recognized. */
export async function chargeCard(ask: SendRequest, request: ChargeRequest, now: Date): Promise<ChargeAnswer> {
  const { attemptId, orderId, amountCents, paymentToken } = request
  const reply = await ask(
    'createTransactionRequest',
    {
      refId: attemptId,
      transactionRequest: {
        transactionType: 'authCaptureTransaction',
        amount: inDollars(amountCents),
        payment: { opaqueData: { dataDescriptor: cardFormToken, dataValue: paymentToken } },
        order: { invoiceNumber: attemptId, description: `Order ${orderId}` },
        transactionSettings: { setting: [noPartialApproval, duplicateWindow] },
      },
    },
    transactionReply,
  )
  const codes = codesOf(reply)
  const chargeRef = transIdOf(reply)
  const code = reply.transactionResponse?.responseCode
  if (code === '1')
    return chargeRef
      ? { outcome: 'captured', chargeRef, amountCents: approvedCents(reply) ?? amountCents }
      : { outcome: 'declined', reason: 'The payment service is in test mode and takes no money.' }
  if (code === '4' && chargeRef) return { outcome: 'review', chargeRef }
  if (code === '2')
    return { outcome: 'declined', reason: declineReason(codes, 'The bank declined the card.') }
  if (codes.some((code) => repeats.includes(code))) return findEarlierCharge(ask, request, reply, now)
  if (codes.some((code) => undecided.includes(code)) || codes.length === 0)
    throw new GatewayTimeout(`Authorize.Net did not decide on attempt ${attemptId}: ${codes.join(', ')}.`)
  return {
    outcome: 'declined',
    reason: declineReason(codes, 'The payment service could not take the payment.'),
  }
}

export async function findCharge(
  ask: SendRequest,
  attemptId: string,
  { chargeRef, startedAt }: AttemptFacts,
  now: Date,
): Promise<ChargeAnswer> {
  const details = chargeRef ? await findDetails(ask, chargeRef) : undefined
  if (details?.order?.invoiceNumber === attemptId) return answerOf(transactionStatusOf(details), details)
  const listed = await listByInvoice(ask, attemptId, startedAt ?? after(now, -3 * day), now)
  const best = strongest(listed)
  return best ? answerOf(transactionStatusOf(best), best) : { outcome: 'not_found' }
}

/** Charges nothing. When the original was the buyer's earlier payment with the same card, this attempt was not charged. */
async function findEarlierCharge(
  ask: SendRequest,
  { attemptId, amountCents }: ChargeRequest,
  reply: TransactionReply,
  now: Date,
): Promise<ChargeAnswer> {
  const listed = await listByInvoice(ask, attemptId, after(now, -1 * day), now)
  const earlier = strongest(listed)
  if (!earlier)
    return { outcome: 'declined', reason: declineReason(codesOf(reply), 'The payment was a repeat.') }
  // Less than the requested amount is a prepaid card's partial approval; a canceled or declined charge settles nothing.
  if (transactionStatusOf(earlier) !== 'declined' && earlier.settleAmount > amountCents)
    throw new Error(`Attempt ${attemptId} was made for another order or amount.`)
  return answerOf(transactionStatusOf(earlier), earlier)
}

function strongest(listed: Listed[]): Listed | undefined {
  const order: TransactionStatus[] = ['captured', 'review', 'declined']
  return listed.toSorted(
    (a, b) => order.indexOf(transactionStatusOf(a)) - order.indexOf(transactionStatusOf(b)),
  )[0]
}

function answerOf(status: TransactionStatus, transaction: Listed | Details): ChargeAnswer {
  const { transId: chargeRef, settleAmount: amountCents } = transaction
  if (status === 'captured') return { outcome: status, chargeRef, amountCents }
  if (status === 'review') return { outcome: status, chargeRef }
  const code = 'responseReasonCode' in transaction ? transaction.responseReasonCode : null
  return { outcome: 'declined', reason: declineReason(code ? [code] : [], 'The payment was declined.') }
}

export function inDollars(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

const reasons: Record<string, string> = {
  '2': 'The bank declined the card.',
  '3': 'The bank declined the card.',
  '4': 'The bank declined the card.',
  '5': 'The payment service did not accept the amount.',
  '6': 'The card number is not valid.',
  '7': 'The card’s expiry date is not valid.',
  '8': 'The card has expired.',
  '11': 'The payment service took this for a repeat of an earlier payment with the same card and amount.',
  '17': 'Cards of this kind are not accepted.',
  '27': 'The address does not match the one your bank has for this card.',
  '28': 'Cards of this kind are not accepted.',
  '37': 'The card number is not valid.',
  '41': 'The payment service’s fraud check declined this payment.',
  '44': 'The card’s security code does not match.',
  '45': 'The card’s address and security code do not match.',
  '65': 'The card’s security code does not match.',
  '78': 'The card’s security code is not valid.',
  '127': 'The address does not match the one your bank has for this card.',
  '165': 'The card’s security code does not match.',
  '250': 'The payment service’s fraud check declined this payment.',
  '251': 'The payment service’s fraud check declined this payment.',
  '254': 'The payment was declined after review.',
  '315': 'The card number is not valid.',
  '316': 'The card’s expiry date is not valid.',
  '317': 'The card has expired.',
  E00114: 'The answer of the card form was used before or is too old. Enter the card again.',
  E00115: 'The answer of the card form was used before or is too old. Enter the card again.',
  E00116: 'The answer of the card form was used before or is too old. Enter the card again.',
}

function declineReason(codes: readonly string[], otherwise: string): string {
  return codes.map((code) => reasons[code]).find((words) => words !== undefined) ?? otherwise
}
