import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { type Clock, after, day, hour } from '#app/kit/clock.ts'
import { isSameSecret } from '#app/kit/ids.ts'
import {
  type AccessCheck,
  type AttemptFacts,
  type ChargeAnswer,
  type ChargeRequest,
  type GatewayNotification,
  GatewayTimeout,
  type ListedTransaction,
  type PaymentGateway,
  type RefundAnswer,
  type RefundRequest,
} from '../gateway.ts'
import {
  type AnyReply,
  batchReply,
  type ClientSettings,
  createClient,
  type Details,
  detailsReply,
  type Listed,
  listReply,
  noRight,
  parseJson,
  plainReply,
  type SendRequest,
  transactionReply,
  type TransactionReply,
  type TransactionStatus,
  wrongKeys,
} from './client.server.ts'

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
    findChargeOfRefund: async (ref) => (await findDetails(ask, ref))?.refTransId ?? undefined,
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

const cardFormToken = 'COMMON.ACCEPT.INAPP.PAYMENT'

/** Eight hours, the gateway's maximum: the same payment under the same invoice number is made once. */
const duplicateWindow = { settingName: 'duplicateWindow', settingValue: '28800' }
/** A prepaid card that cannot pay the whole amount is declined: an order is paid by one charge. */
const noPartialApproval = { settingName: 'allowPartialAuth', settingValue: 'false' }

/** Refused as a repeat of a known payment (11, 318), or with a token that was used or is too old (E00114 to E00116). */
const repeats = ['11', '318', 'E00114', 'E00115', 'E00116']

/** The gateway itself does not know the outcome: too busy, maintenance; a timeout at the processor (120 to 122). */
const undecided = ['E00001', 'E00053', 'E00104', '120', '121', '122']

/** Authorize.Net has no idempotency keys: the attempt's id is sent as invoice number, by which a repeat is recognized. */
async function chargeCard(ask: SendRequest, request: ChargeRequest, now: Date): Promise<ChargeAnswer> {
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
  const { code, codes, transId: chargeRef } = reply
  if (code === '1')
    return chargeRef
      ? { outcome: 'captured', chargeRef, amountCents: reply.approvedCents ?? amountCents }
      : { outcome: 'declined', reason: 'The payment service is in test mode and takes no money.' }
  if (code === '4' && chargeRef) return { outcome: 'review', chargeRef }
  if (code === '2')
    return { outcome: 'declined', reason: declineReason(codes, 'The bank declined the card.') }
  if (codes.some((code) => repeats.includes(code))) return findEarlierCharge(ask, request, codes, now)
  if (codes.some((code) => undecided.includes(code)) || codes.length === 0)
    throw new GatewayTimeout(`Authorize.Net did not decide on attempt ${attemptId}: ${codes.join(', ')}.`)
  return {
    outcome: 'declined',
    reason: declineReason(codes, 'The payment service could not take the payment.'),
  }
}

async function findCharge(
  ask: SendRequest,
  attemptId: string,
  { chargeRef, startedAt }: AttemptFacts,
  now: Date,
): Promise<ChargeAnswer> {
  const details = chargeRef ? await findDetails(ask, chargeRef) : undefined
  if (details?.order?.invoiceNumber === attemptId) return answerOf(details)
  const listed = await listByInvoice(ask, attemptId, startedAt ?? after(now, -3 * day), now)
  const best = strongest(listed)
  return best ? answerOf(best) : { outcome: 'not_found' }
}

/** Charges nothing. When the original was the buyer's earlier payment with the same card, this attempt was not charged. */
async function findEarlierCharge(
  ask: SendRequest,
  { attemptId, amountCents }: ChargeRequest,
  codes: readonly string[],
  now: Date,
): Promise<ChargeAnswer> {
  const listed = await listByInvoice(ask, attemptId, after(now, -1 * day), now)
  const earlier = strongest(listed)
  if (!earlier) return { outcome: 'declined', reason: declineReason(codes, 'The payment was a repeat.') }
  // Less than the requested amount is a prepaid card's partial approval; a canceled or declined charge settles nothing.
  if (earlier.status !== 'declined' && earlier.settleAmount > amountCents)
    throw new Error(`Attempt ${attemptId} was made for another order or amount.`)
  return answerOf(earlier)
}

function strongest(listed: Listed[]): Listed | undefined {
  const order: TransactionStatus[] = ['captured', 'review', 'declined']
  return listed.toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status))[0]
}

function answerOf(transaction: Listed | Details): ChargeAnswer {
  const { status, transId: chargeRef, settleAmount: amountCents } = transaction
  if (status === 'captured') return { outcome: status, chargeRef, amountCents }
  if (status === 'review') return { outcome: status, chargeRef }
  const code = 'responseReasonCode' in transaction ? transaction.responseReasonCode : null
  return { outcome: 'declined', reason: declineReason(code ? [code] : [], 'The payment was declined.') }
}

function inDollars(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

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
  if (unsettled.has(charge.transactionStatus)) return isWhole ? voidCharge(ask, request) : notSettled
  if (charge.transactionStatus !== 'settledSuccessfully')
    return refused('Only a captured payment can be refunded.')

  const earlier = await findRefund(ask, request.refundId, request.startedAt, now)
  return earlier.outcome === 'not_found' ? refundSettled(ask, request, charge) : earlier
}

/** Waiting for the nightly settlement: it can be voided whole, but not refunded yet. */
const unsettled = new Set(['capturedPendingSettlement', 'couldNotVoid', 'authorizedPendingCapture'])

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
  if (reply.code === '1') return { outcome: 'refunded', refundRef: reply.transId ?? chargeRef }
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
        transactionSettings: { setting: [duplicateWindow] },
      },
    },
    transactionReply,
  )
  const { codes, transId: refundRef } = reply
  if (reply.code === '1' && refundRef) return { outcome: 'refunded', refundRef }
  requireDecision(reply)
  const reason = refundReason(codes)
  // The charge has settled and the amount is valid, so this code can only mean that it is too old (120 to 180 days).
  return codes.includes('54') ? { outcome: 'too_late', reason } : refused(reason)
}

/** A repeat (11) appears in the reports soon; without a transaction's answer the outcome is unknown. */
function requireDecision({ isAnswered, codes }: TransactionReply) {
  if (!isAnswered || codes.includes('11') || codes.includes('E00001'))
    throw new GatewayTimeout(`Authorize.Net did not decide on a refund: ${codes.join(', ')}.`)
}

const declineReasons: readonly (readonly [string, string[]])[] = [
  ['The bank declined the card.', ['2', '3', '4']],
  ['The payment service did not accept the amount.', ['5']],
  ['The card number is not valid.', ['6', '37', '315']],
  ['The card’s expiry date is not valid.', ['7', '316']],
  ['The card has expired.', ['8', '317']],
  ['The payment service took this for a repeat of an earlier payment with the same card and amount.', ['11']],
  ['Cards of this kind are not accepted.', ['17', '28']],
  ['The address does not match the one your bank has for this card.', ['27', '127']],
  ['The payment service’s fraud check declined this payment.', ['41', '250', '251']],
  ['The card’s security code does not match.', ['44', '65', '165']],
  ['The card’s address and security code do not match.', ['45']],
  ['The card’s security code is not valid.', ['78']],
  ['The payment was declined after review.', ['254']],
  [
    'The answer of the card form was used before or is too old. Enter the card again.',
    ['E00114', 'E00115', 'E00116'],
  ],
]

const refundReasons: typeof declineReasons = [
  ['The payment service does not know this charge.', ['16', 'E00040']],
  ['The payment service no longer takes refunds of this charge: it is too long ago.', ['54']],
  ['The refund would exceed the amount that was captured.', ['55']],
  ['The payment service has canceled this charge before.', ['310']],
]

/** By the first code that says anything. */
function reasonOf(reasons: typeof declineReasons, codes: readonly string[], otherwise: string): string {
  const known = codes.flatMap((code) => reasons.filter(([, ofWords]) => ofWords.includes(code)))
  return known[0]?.[0] ?? otherwise
}

const declineReason = (codes: readonly string[], otherwise: string) =>
  reasonOf(declineReasons, codes, otherwise)
const refundReason = (codes: readonly string[]) =>
  reasonOf(refundReasons, codes, 'The payment service refused the refund.')

const pageLength = 1_000
/** The two clocks differ, and a timestamp may be cut to the second: searches start a little earlier. */
const slackMs = hour
/** How far back one attempt or refund is looked for. */
const searchMs = 30 * day
/** A list of settled batches covers at most 31 days. */
const maxSpanMs = searchMs + slackMs
const manyPages = 50

/** Among the unsettled, then in the batches settled since. @throws GatewayTimeout: absence is told only after all was read. */
async function listByInvoice(ask: SendRequest, invoice: string, since: Date, now: Date): Promise<Listed[]> {
  const from = new Date(Math.max(since.getTime() - slackMs, now.getTime() - searchMs))
  const found: Listed[] = []
  for await (const { listed, isSettled } of listSince(ask, from, now)) {
    found.push(...listed.filter(({ invoiceNumber }) => invoiceNumber === invoice))
    if (!isSettled && found.length > 0) break
  }
  return found
}

/** The unsettled first, then batch by batch what has settled since. */
async function* listSince(ask: SendRequest, from: Date, now: Date) {
  const unsettled = await listPages(ask, 'getUnsettledTransactionListRequest', {}, from)
  yield { listed: unsettled, isSettled: false }
  const end = after(now, slackMs)
  for (let start = from; start < end; start = after(start, maxSpanMs)) {
    const until = new Date(Math.min(after(start, maxSpanMs).getTime(), end.getTime()))
    const span = { firstSettlementDate: atSecond(start), lastSettlementDate: atSecond(until) }
    const batches = await ask('getSettledBatchListRequest', span, batchReply)
    requireRead(batches)
    for (const { batchId } of batches.batchList ?? [])
      yield {
        listed: await listPages(ask, 'getTransactionListRequest', { batchId }, from),
        isSettled: true,
      }
  }
}

async function findDetails(ask: SendRequest, transId: string): Promise<Details | undefined> {
  const reply = await ask('getTransactionDetailsRequest', { transId }, detailsReply)
  if (reply.messages.message.some(({ code }) => code === 'E00040')) return undefined
  requireRead(reply)
  return reply.transaction ?? undefined
}

/** Newest first, so that reading ends with the first page that reaches back before `from`. */
async function listPages(
  ask: SendRequest,
  call: string,
  which: Record<string, unknown>,
  from: Date,
): Promise<Listed[]> {
  const found: Listed[] = []
  for (let page = 1; page <= manyPages; page++) {
    const body = {
      ...which,
      sorting: { orderBy: 'submitTimeUTC', orderDescending: true },
      paging: { limit: pageLength, offset: page }, // the offset counts pages, from 1
    }
    const reply = await ask(call, body, listReply)
    requireRead(reply)
    const listed = reply.transactions ?? []
    found.push(...listed)
    const oldest = listed.at(-1)
    if (listed.length < pageLength || (oldest && oldest.submitTimeUTC < from)) return found
  }
  throw new GatewayTimeout('The reports of Authorize.Net are longer than can be read.')
}

/** Reports need their own permission (the Transaction Details API). Without it the outcome is unknown. */
function requireRead({ messages }: AnyReply) {
  if (messages.resultCode !== 'Ok')
    throw new GatewayTimeout(`Authorize.Net gave no report: ${messages.message[0]?.code ?? 'no code'}.`)
}

function atSecond(moment: Date): string {
  return `${moment.toISOString().slice(0, 19)}Z`
}

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
  for await (const { listed } of listSince(ask, from, now))
    for (const each of listed) {
      const { submitTimeUTC: at, transId: ref } = each
      const moved = at >= from && at < to && movement(each)
      if (moved) byRef.set(ref, { ...moved, ref, at, ourId: each.invoiceNumber ?? '' })
    }
  return [...byRef.values()]
}

function movement(
  transaction: Listed,
): Pick<ListedTransaction, 'kind' | 'status' | 'amountCents'> | undefined {
  const { transactionStatus, status, settleAmount: amountCents } = transaction
  if (refunded.has(transactionStatus)) return { kind: 'refund', status: 'captured', amountCents }
  if (transactionStatus === 'voided') return { kind: 'charge', status: 'voided', amountCents: 0 }
  if (takenBack.has(transactionStatus) || (transaction.hasReturnedItems && status === 'captured'))
    return { kind: 'charge', status: 'charged_back', amountCents }
  return status === 'captured' ? { kind: 'charge', status, amountCents } : undefined
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
  const signature = request.headers.get(signatureHeader)?.toLowerCase()
  if (!signature || Number(request.headers.get('content-length') ?? 0) > maxBytes) return undefined
  const rawBody = await request.text()
  if (rawBody.length > maxBytes) return undefined
  if (!isSameSecret(signature, signNotification(rawBody, signatureKey).toLowerCase())) return undefined
  const news = body.safeParse(parseJson(rawBody)).data
  if (!news) return undefined
  const { id, merchantReferenceId } = news.payload ?? {}
  const attemptId =
    merchantReferenceId || (id ? (await findDetails(ask, id))?.order?.invoiceNumber : undefined)
  return { notificationId: news.notificationId, attemptId: attemptId ?? '' }
}
