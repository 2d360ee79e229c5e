import type { Logger } from 'pino'
import { z } from 'zod'
import { GatewayTimeout } from '../gateway.ts'

/** The shop's account at Authorize.Net. The transaction key and the signature key are secrets; the rest is public. */
export type Account = {
  apiLoginId: string
  transactionKey: string
  signatureKey: string
  clientKey: string
  endpoint: string
  formHost: string
}

export type ClientSettings = {
  account: Account
  timeoutMs: number
  log: Pick<Logger, 'info' | 'warn' | 'error'>
}

/** The order of `body`'s fields matters. @throws GatewayTimeout when no answer came, or none that is understood. */
export type SendRequest = <Reply extends AnyReply>(
  call: string,
  body: Record<string, unknown>,
  reply: z.ZodType<Reply>,
) => Promise<Reply>

/** Part of every reply: whether the request was processed. `Ok` says nothing about the money. */
export type AnyReply = { messages: { resultCode: 'Ok' | 'Error'; message: { code: string }[] } }

/** Missing or wrong keys (E00005 to E00007), or an inactive account (E00008): the operator has to act. */
export const wrongKeys = ['E00005', 'E00006', 'E00007', 'E00008']
/** The account does not allow this call. */
export const noRight = 'E00011'

/** Not the vendor's library: it never returns after a broken connection, and logs whole requests. */
export function createClient({ account, timeoutMs, log }: ClientSettings): SendRequest {
  const merchantAuthentication = { name: account.apiLoginId, transactionKey: account.transactionKey }

  return async (call, body, schema) => {
    const startedAt = performance.now()
    const about = () => ({ call, refId: body.refId, ms: Math.round(performance.now() - startedAt) })
    const silent = (why: string): GatewayTimeout => {
      log.warn({ ...about(), why }, 'The payment service gave no answer')
      return new GatewayTimeout(`Authorize.Net gave no answer to ${call}: ${why}.`)
    }

    const text = await post(account.endpoint, { [call]: { merchantAuthentication, ...body } }, timeoutMs)
    if (typeof text !== 'string') throw silent(text.why)
    // Replies begin with a byte order mark, which JSON does not allow. Some body readers remove it, some do not.
    const parsed = schema.safeParse(parseJson(text.replace(/^\uFEFF/, '')))
    if (!parsed.success) throw silent(`not understood at ${parsed.error.issues[0]?.path.join('.')}`)

    const codes = parsed.data.messages.message.map(({ code }) => code)
    log.info({ ...about(), result: parsed.data.messages.resultCode, codes }, 'The payment service answered')
    const fault = codes.find((code) => code === noRight || wrongKeys.includes(code))
    if (fault)
      log.error(
        { call, code: fault },
        'The payment service refuses the shop’s keys or rights: check AUTHNET_*',
      )
    return parsed.data
  }
}

/** The reply's text, or why there is none. The network library's message is not passed on: it may quote the request. */
async function post(endpoint: string, body: object, timeoutMs: number): Promise<string | { why: string }> {
  try {
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await answer.text()
    return answer.ok ? text : { why: `status ${answer.status}` }
  } catch (error) {
    return { why: error instanceof Error && error.name === 'TimeoutError' ? 'time-out' : 'no connection' }
  }
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Codes and ids are strings or numbers, depending on the call. */
const code = z.union([z.string(), z.number()]).transform(String)

/** Amounts arrive as decimal dollars and are converted to cents. */
const dollars = z.coerce.number().transform((amount) => Math.round(amount * 100))

/** Timestamps without a zone are UTC, as the field names say. */
const moment = z.string().transform((text) => new Date(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`))

const messages = z.object({
  resultCode: z.enum(['Ok', 'Error']),
  message: z.array(z.object({ code: z.string() })).default([]),
})

/** The reply to a charge, a void or a refund. Only `code` gives the outcome: 1 approved, 2 declined, 3 error, 4 held for review. */
export const transactionReply = z
  .object({
    messages,
    transactionResponse: z
      .object({
        responseCode: code.nullish(),
        transId: code.nullish(),
        messages: z.array(z.object({ code })).nullish(),
        errors: z.array(z.object({ errorCode: code })).nullish(),
        prePaidCard: z.object({ approvedAmount: dollars.nullish() }).nullish(),
      })
      .nullish(),
  })
  .transform(({ messages, transactionResponse: made }) => ({
    messages,
    isAnswered: Boolean(made),
    code: made?.responseCode,
    /** A transaction that was not made has the id 0. */
    transId: made?.transId && made.transId !== '0' ? made.transId : undefined,
    /** What a prepaid card was really charged; every other card is charged in full. */
    approvedCents: made?.prePaidCard?.approvedAmount,
    codes: [
      ...(made?.errors ?? []).map(({ errorCode }) => errorCode),
      ...(made?.messages ?? []).map((message) => message.code),
      ...messages.message.map((message) => message.code),
    ],
  }))
export type TransactionReply = z.infer<typeof transactionReply>

export type TransactionStatus = 'captured' | 'review' | 'declined'

/** A charge counts as captured once it waits for settlement. An unknown status is left to a person. */
const transactionStatuses: Record<string, TransactionStatus> = {
  capturedPendingSettlement: 'captured',
  settledSuccessfully: 'captured',
  couldNotVoid: 'captured',
  updatingSettlement: 'captured',
  chargebackReversal: 'captured',
  FDSPendingReview: 'review',
  FDSAuthorizedPendingReview: 'review',
  underReview: 'review',
  approvedReview: 'review',
  authorizedPendingCapture: 'review',
  declined: 'declined',
  failedReview: 'declined',
  expired: 'declined',
  generalError: 'declined',
  communicationError: 'declined',
  settlementError: 'declined',
  returnedItem: 'declined',
  voided: 'declined',
}

const withStatus = <Transaction extends { transactionStatus: string }>(transaction: Transaction) => ({
  ...transaction,
  status: transactionStatuses[transaction.transactionStatus] ?? 'review',
})

const listed = z
  .object({
    transId: code,
    transactionStatus: z.string(),
    submitTimeUTC: moment,
    invoiceNumber: z.string().nullish(),
    /** 0 for a canceled charge, whatever its amount was. */
    settleAmount: dollars,
    hasReturnedItems: z.boolean().nullish(),
  })
  .transform(withStatus)
export type Listed = z.infer<typeof listed>

export const plainReply = z.object({ messages })

export const listReply = z.object({ messages, transactions: z.array(listed).nullish() })

export const batchReply = z.object({
  messages,
  batchList: z.array(z.object({ batchId: code })).nullish(),
})

export const detailsReply = z.object({
  messages,
  transaction: z
    .object({
      transId: code,
      transactionStatus: z.string(),
      refTransId: code.nullish(),
      /** What the card was charged; unchanged when the charge is canceled. */
      authAmount: dollars,
      /** What was or will be settled: 0 for a canceled charge. */
      settleAmount: dollars,
      responseReasonCode: code.nullish(),
      order: z.object({ invoiceNumber: z.string().nullish() }).nullish(),
      payment: z.object({ creditCard: z.object({ cardNumber: z.string() }).nullish() }).nullish(),
    })
    .transform(withStatus)
    .nullish(),
})
export type Details = NonNullable<z.infer<typeof detailsReply>['transaction']>
