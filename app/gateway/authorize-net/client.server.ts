import type { Logger } from 'pino'
import type { z } from 'zod'
import { GatewayTimeout } from '../gateway.ts'
import { parseJson } from '../notification.server.ts'

/** The shop's account at Authorize.Net. The transaction key and the signature key are secrets; the rest is public. */
export type Account = {
  apiLoginId: string
  transactionKey: string
  signatureKey: string
  clientKey: string
  /** Where requests are posted: its own server, or a stand-in. */
  endpoint: string
  /** The host that the card form comes from. */
  formHost: string
}

/** What the client runs on. */
export type ClientSettings = {
  account: Account
  /** How long the gateway may stay silent, in milliseconds. */
  timeoutMs: number
  log: Pick<Logger, 'info' | 'warn' | 'error'>
}

/**
 * Asks one question of the JSON interface. The order of `body`'s fields counts: the gateway maps them to an ordered
 * schema and refuses what stands elsewhere.
 * @throws GatewayTimeout when no answer came, or none that is understood.
 */
export type SendRequest = <Reply extends AnyReply>(
  call: string,
  body: Record<string, unknown>,
  reply: z.ZodType<Reply>,
) => Promise<Reply>

/** What every reply has: whether it was processed at all. `Ok` says nothing of the money. */
export type AnyReply = { messages: { resultCode: 'Ok' | 'Error'; message: { code: string }[] } }

/** Codes that mean that the shop's own keys or rights are wrong: the operator has to act. */
const accountFaults = ['E00005', 'E00006', 'E00007', 'E00008', 'E00011']

/**
 * A client of the JSON interface, thin on purpose: the processor's own library never answers after a broken connection,
 * and writes whole requests into logs. What is logged here is the call, our reference, how long it took and the codes.
 */
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
    // Replies begin with a byte order mark, which JSON does not know. Some ways of reading take it away, some do not.
    const parsed = schema.safeParse(parseJson(text.replace(/^\uFEFF/, '')))
    if (!parsed.success) throw silent(`not understood at ${parsed.error.issues[0]?.path.join('.')}`)

    const codes = parsed.data.messages.message.map(({ code }) => code)
    log.info({ ...about(), result: parsed.data.messages.resultCode, codes }, 'The payment service answered')
    const fault = codes.find((code) => accountFaults.includes(code))
    if (fault)
      log.error(
        { call, code: fault },
        'The payment service refuses the shop’s keys or rights: check AUTHNET_*',
      )
    return parsed.data
  }
}

/** The reply's text, or why there is none. What the network library says is not passed on: it may quote the request. */
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
