import { type Clock, after, day } from '#app/kit/clock.ts'
import {
  type PaymentGateway,
  type AccessCheck,
  GatewayTimeout,
  type ListedTransaction,
  type GatewayNotification,
  type RefundAnswer,
  type RefundRequest,
} from '../gateway.ts'
import { chargeCard, findCharge, inDollars, refundSettings } from './charges.server.ts'
import { type ClientSettings, createClient, type AnyReply, type SendRequest } from './client.server.ts'
import {
  transactionReply,
  plainReply,
  type Listed,
  codesOf,
  type Details,
  type TransactionReply,
  transIdOf,
  isUnsettled,
  transactionStatusOf,
} from './replies.ts'
import { findDetails, listAll, listByInvoice } from './reports.server.ts'
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { isSameSecret } from '#app/kit/ids.ts'
import { parseJson, readSigned } from '../notification.server.ts'

const notSettled: RefundAnswer = {
  outcome: 'pending',
  reason:
    'The payment has not settled yet. The payment service makes the refund once it has, usually within a day.',
}

const refused = (reason: string): RefundAnswer => ({ outcome: 'refused', reason })

/** Before settlement it can only be voided as a whole; afterwards any part is refunded. It is looked up before it is made. */
async function refundCharge(ask: SendRequest, request: RefundRequest, now: Date): Promise<RefundAnswer> {
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
async function findRefund(
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

/** A repeat (11) appears in the reports soon; without a transaction's answer the outcome is unknown. */
function requireDecision(reply: TransactionReply) {
  const codes = codesOf(reply)
  if (!reply.transactionResponse || codes.includes('11') || codes.includes('E00001'))
    throw new GatewayTimeout(`Authorize.Net did not decide on a refund: ${codes.join(', ')}.`)
}

export const signatureHeader = 'x-anet-signature'

/** Real notifications are about a thousand bytes. A longer one is refused. */
const maxBytes = 16_384

const body = z.object({
  notificationId: z.string().min(1).max(64),
  payload: z.object({ id: z.string().nullish(), merchantReferenceId: z.string().nullish() }).nullish(),
})

/** The key looks hexadecimal and is not decoded (only so does the published example of 2017 match). */
export function signNotification(rawBody: string, signatureKey: string): string {
  return `sha512=${createHmac('sha512', signatureKey).update(rawBody).digest('hex').toUpperCase()}`
}

/** A signed one about no attempt names none; the gateway still gets a 200, so that it does not send it again. */
export async function readNotification(
  request: Request,
  signatureKey: string,
  ask: SendRequest,
): Promise<GatewayNotification | undefined> {
  const rawBody = await readSigned(request, signatureHeader, maxBytes, (text, signature) =>
    isSameSecret(signature.toLowerCase(), signNotification(text, signatureKey).toLowerCase()),
  )
  const news = rawBody === undefined ? undefined : body.safeParse(parseJson(rawBody)).data
  if (!news) return undefined
  const { id, merchantReferenceId } = news.payload ?? {}
  const attemptId =
    merchantReferenceId || (id ? (await findDetails(ask, id))?.order?.invoiceNumber : undefined)
  return { notificationId: news.notificationId, attemptId: attemptId ?? '' }
}

/** Card numbers are typed into its own form: we get a token that is good for one payment within 15 minutes. */
export function createAuthorizeNetGateway(settings: ClientSettings & { now: Clock }): PaymentGateway {
  const { account, now } = settings
  const ask = createClient(settings)
  return {
    name: 'authorize-net',
    checkout: {
      kind: 'hosted-fields',
      script: `${account.formHost}/v3/AcceptUI.js`,
      host: account.formHost,
      apiLoginId: account.apiLoginId,
      clientKey: account.clientKey,
    },
    checkAccess: () => checkAccess(ask),
    charge: (request) => chargeCard(ask, request, now()),
    findCharge: (attemptId, known = {}) => findCharge(ask, attemptId, known, now()),
    refund: (request) => refundCharge(ask, request, now()),
    findRefund: (refundId) => findRefund(ask, refundId, undefined, now()),
    listTransactions: (from, to) => listStatement(ask, from, to, now()),
    findChargeOfRefund: (ref) => findChargeOfRefund(ask, ref),
    parseWebhook: (request) => readNotification(request, account.signatureKey, ask),

    async settleReview(attemptId, verdict) {
      const held = await findCharge(ask, attemptId, {}, now())
      if (held.outcome !== 'review') return held
      const action = verdict === 'captured' ? 'approve' : 'decline'
      await ask(
        'updateHeldTransactionRequest',
        { refId: attemptId, heldTransactionRequest: { action, refTransId: held.chargeRef } },
        transactionReply,
      )
      return findCharge(ask, attemptId, { chargeRef: held.chargeRef }, now())
    },
  }
}

/** Missing or wrong keys (E00005 to E00007), or an inactive account (E00008). */
const wrongKeys = ['E00005', 'E00006', 'E00007', 'E00008']
/** The account does not allow this call. */
const noRight = 'E00011'

/** Also the right to read reports, without which nothing unanswered is settled. @throws GatewayTimeout without an answer. */
async function checkAccess(ask: SendRequest): Promise<AccessCheck> {
  const authenticated = await ask('authenticateTestRequest', {}, plainReply)
  if (!isOk(authenticated)) return whyNot(authenticated)
  const report = await ask(
    'getUnsettledTransactionListRequest',
    { paging: { limit: 1, offset: 1 } },
    plainReply,
  )
  return isOk(report) ? { ok: true } : whyNot(report)
}

const isOk = ({ messages }: AnyReply) => messages.resultCode === 'Ok'

function whyNot({ messages }: AnyReply): AccessCheck {
  const codes = messages.message.map(({ code }) => code)
  const wrong = codes.find((code) => wrongKeys.includes(code))
  if (wrong)
    return {
      ok: false,
      why: `Authorize.Net refuses the shop's keys (${wrong}): check AUTHNET_API_LOGIN_ID and AUTHNET_TRANSACTION_KEY, and that they belong to the account of AUTHNET_ENVIRONMENT.`,
    }
  if (codes.includes(noRight))
    return {
      ok: false,
      why: 'Authorize.Net does not let the shop read its transactions: in the merchant interface, under Account, Settings, Security Settings, enable the Transaction Details API.',
    }
  throw new GatewayTimeout(`Authorize.Net did not say whether the shop has access: ${codes.join(', ')}.`)
}

const takenBack = new Set(['chargeback', 'returnedItem'])

/** From the batch it settled in, or as unsettled; one that is just moving may be in both. */
async function listStatement(
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

async function findChargeOfRefund(ask: SendRequest, ref: string): Promise<string | undefined> {
  return (await findDetails(ask, ref))?.refTransId ?? undefined
}

function movement(
  transaction: Listed,
): Pick<ListedTransaction, 'kind' | 'status' | 'amountCents'> | undefined {
  const { transactionStatus: status, settleAmount: amountCents } = transaction
  if (refunded.has(status)) return { kind: 'refund', status: 'captured', amountCents }
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

const refundReasons: Record<string, string> = {
  '16': 'The payment service does not know this charge.',
  '54': 'The payment service no longer takes refunds of this charge: it is too long ago.',
  '55': 'The refund would exceed the amount that was captured.',
  '310': 'The payment service has canceled this charge before.',
  E00040: 'The payment service does not know this charge.',
}

function refundReason(codes: readonly string[]): string {
  return (
    codes.map((code) => refundReasons[code]).find((words) => words !== undefined) ??
    'The payment service refused the refund.'
  )
}
