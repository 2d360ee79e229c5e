import { z } from 'zod'
import type { Account } from '#app/gateway/authorize-net/client.server.ts'

const gateways = ['sandbox', 'authorize-net', 'manual'] as const
type Gateway = (typeof gateways)[number]

/** Accounts hold secrets: never print them. */
export type Payments =
  | { gateway: 'sandbox' }
  | { gateway: 'authorize-net'; account: Account; environment: 'sandbox' | 'live'; isStandIn: boolean }
  | { gateway: 'manual'; payTo: string; dueDays: number; holdHours: number }

/** What the chosen gateway needs, and what any may have. No value is ever printed. */
export function paymentSettings(chosen: string | undefined) {
  const needed = (gateway: Gateway, pattern: RegExp, words: string) =>
    gateway === chosen
      ? z.string(`is needed for PAYMENTS=${gateway}: it ${words}`).regex(pattern, words)
      : z.string().default('')
  const upTo = (max: number, usual: number, unit: string) => {
    const words = `must be a whole number of ${unit} from 1 to ${max}`
    return z.coerce.number(words).int(words).min(1, words).max(max, words).default(usual)
  }
  const ofAuthorizeNet = (pattern: RegExp, words: string) => needed('authorize-net', pattern, words)
  return {
    PAYMENTS: z.enum(gateways, 'must be sandbox, authorize-net or manual').default('sandbox'),
    AUTHNET_API_LOGIN_ID: ofAuthorizeNet(/^\S{1,25}$/, 'must be the API login ID of at most 25 characters'),
    AUTHNET_TRANSACTION_KEY: ofAuthorizeNet(
      /^[A-Za-z0-9]{16}$/,
      'must be the transaction key of 16 letters and digits',
    ),
    AUTHNET_CLIENT_KEY: ofAuthorizeNet(/^\S{8,200}$/, 'must be the public client key'),
    AUTHNET_SIGNATURE_KEY: ofAuthorizeNet(
      /^[0-9A-Fa-f]{128}$/,
      'must be the signature key of 128 hexadecimal digits',
    ),
    AUTHNET_ENVIRONMENT: ofAuthorizeNet(/^(sandbox|live)$/, 'must be sandbox or live'),
    AUTHNET_ENDPOINT: z
      .string()
      .refine((address) => URL.canParse(address), 'must be a web address')
      .optional(),
    INVOICE_PAY_TO: needed(
      'manual',
      /^.{10,600}$/s,
      'must say in 10 to 600 characters how an invoice is paid',
    ),
    INVOICE_DUE_DAYS: upTo(60, 7, 'days'),
    INVOICE_HOLD_HOURS: upTo(168, 24, 'hours'),
  }
}

const hosts = {
  sandbox: {
    endpoint: 'https://apitest.authorize.net/xml/v1/request.api',
    formHost: 'https://jstest.authorize.net',
  },
  live: {
    endpoint: 'https://api.authorize.net/xml/v1/request.api',
    formHost: 'https://js.authorize.net',
  },
} as const

/** Takes them out of the other settings. */
export function withPayments<Given extends z.infer<z.ZodObject<ReturnType<typeof paymentSettings>>>>({
  PAYMENTS: gateway,
  AUTHNET_API_LOGIN_ID: apiLoginId,
  AUTHNET_TRANSACTION_KEY: transactionKey,
  AUTHNET_CLIENT_KEY: clientKey,
  AUTHNET_SIGNATURE_KEY: signatureKey,
  AUTHNET_ENVIRONMENT,
  AUTHNET_ENDPOINT: endpoint,
  INVOICE_PAY_TO: payTo,
  INVOICE_DUE_DAYS: dueDays,
  INVOICE_HOLD_HOURS: holdHours,
  ...others
}: Given) {
  const environment = AUTHNET_ENVIRONMENT === 'live' ? 'live' : 'sandbox'
  const standIn = endpoint && { endpoint, formHost: new URL(endpoint).origin }
  const account = { apiLoginId, transactionKey, clientKey, signatureKey, ...hosts[environment], ...standIn }
  const byGateway: Record<Gateway, Payments> = {
    sandbox: { gateway: 'sandbox' },
    'authorize-net': { gateway: 'authorize-net', account, environment, isStandIn: endpoint !== undefined },
    manual: { gateway: 'manual', payTo, dueDays, holdHours },
  }
  return { ...others, payments: byGateway[gateway] }
}
