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

/** Codes that mean that the shop's own keys or rights are wrong: the operator has to act. */
const accountFaults = ['E00005', 'E00006', 'E00007', 'E00008', 'E00011']

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
    const fault = codes.find((code) => accountFaults.includes(code))
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
