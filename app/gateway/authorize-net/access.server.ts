import { type AccessCheck, GatewayTimeout } from '../gateway.ts'
import type { AnyReply, SendRequest } from './client.server.ts'
import { plainReply } from './replies.ts'

/** Missing or wrong keys (E00005 to E00007), or an inactive account (E00008). */
const wrongKeys = ['E00005', 'E00006', 'E00007', 'E00008']
/** The account does not allow this call. */
const noRight = 'E00011'

/**
 * Checks the keys, and the right to read reports, without which no payment without an answer is settled and no refund
 * is made.
 * @throws GatewayTimeout when the gateway does not answer.
 */
export async function checkAccess(ask: SendRequest): Promise<AccessCheck> {
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
