import { z } from 'zod'
import type { Account } from '#app/gateway/authorize-net/client.server.ts'

/** Accounts hold secrets: never print them. */
export type Payments =
  | { gateway: 'sandbox' }
  | { gateway: 'authorize-net'; account: Account; environment: 'sandbox' | 'live'; isStandIn: boolean }
  | { gateway: 'manual'; payTo: string; dueDays: number; holdHours: number }

const text = z.string().optional()

export const paymentSettings = {
  PAYMENTS: z
    .enum(['sandbox', 'authorize-net', 'manual'], 'must be sandbox, authorize-net or manual')
    .default('sandbox'),
  GATEWAY_TIMEOUT_MS: z.coerce.number('must be a whole number').int().positive().default(10_000),
  AUTHNET_API_LOGIN_ID: text,
  AUTHNET_TRANSACTION_KEY: text,
  AUTHNET_CLIENT_KEY: text,
  AUTHNET_SIGNATURE_KEY: text,
  AUTHNET_ENVIRONMENT: text,
  AUTHNET_ENDPOINT: text,
  INVOICE_PAY_TO: text,
  INVOICE_DUE_DAYS: text,
  INVOICE_HOLD_HOURS: text,
}

type PaymentEnv = { PAYMENTS: Payments['gateway'] } & {
  [name in keyof typeof paymentSettings]?: string | number | undefined
}

/** The value itself is never printed. */
const needed = {
  AUTHNET_API_LOGIN_ID: [/^\S{1,25}$/, 'must be the API login ID of at most 25 characters'],
  AUTHNET_TRANSACTION_KEY: [/^[A-Za-z0-9]{16}$/, 'must be the transaction key of 16 letters and digits'],
  AUTHNET_CLIENT_KEY: [/^\S{8,200}$/, 'must be the public client key'],
  AUTHNET_SIGNATURE_KEY: [/^[0-9A-Fa-f]{128}$/, 'must be the signature key of 128 hexadecimal digits'],
  AUTHNET_ENVIRONMENT: [/^(sandbox|live)$/, 'must be sandbox or live'],
  INVOICE_PAY_TO: [/^.{10,600}$/s, 'must say in 10 to 600 characters how an invoice is paid'],
} as const satisfies Record<string, readonly [RegExp, string]>

const byGateway: Record<Payments['gateway'], (keyof typeof needed)[]> = {
  sandbox: [],
  'authorize-net': [
    'AUTHNET_API_LOGIN_ID',
    'AUTHNET_TRANSACTION_KEY',
    'AUTHNET_CLIENT_KEY',
    'AUTHNET_SIGNATURE_KEY',
    'AUTHNET_ENVIRONMENT',
  ],
  manual: ['INVOICE_PAY_TO'],
}

export function readPayments(
  given: PaymentEnv,
): { ok: true; payments: Payments } | { ok: false; wrong: string[] } {
  const gateway = given.PAYMENTS
  const of = (name: keyof typeof paymentSettings) => String(given[name] ?? '')
  const wrong = byGateway[gateway].flatMap((name) => {
    const [pattern, words] = needed[name]
    if (pattern.test(of(name))) return []
    return [`${name} ${of(name) === '' ? `is needed for PAYMENTS=${gateway}: it ` : ''}${words}.`]
  })
  const endpoint = of('AUTHNET_ENDPOINT')
  if (endpoint && !URL.canParse(endpoint)) wrong.push('AUTHNET_ENDPOINT must be a web address.')
  const dueDays = Number(of('INVOICE_DUE_DAYS') || 7)
  if (!Number.isInteger(dueDays) || dueDays < 1 || dueDays > 60)
    wrong.push('INVOICE_DUE_DAYS must be a whole number of days from 1 to 60.')
  const holdHours = Number(of('INVOICE_HOLD_HOURS') || 24)
  if (!Number.isInteger(holdHours) || holdHours < 1 || holdHours > 168)
    wrong.push('INVOICE_HOLD_HOURS must be a whole number of hours from 1 to 168.')
  if (wrong.length) return { ok: false, wrong }

  if (gateway === 'sandbox') return { ok: true, payments: { gateway } }
  if (gateway === 'manual')
    return { ok: true, payments: { gateway, payTo: of('INVOICE_PAY_TO'), dueDays, holdHours } }
  const environment = of('AUTHNET_ENVIRONMENT') === 'live' ? 'live' : 'sandbox'
  const account = {
    apiLoginId: of('AUTHNET_API_LOGIN_ID'),
    transactionKey: of('AUTHNET_TRANSACTION_KEY'),
    clientKey: of('AUTHNET_CLIENT_KEY'),
    signatureKey: of('AUTHNET_SIGNATURE_KEY'),
    ...hosts[environment],
    ...(endpoint && { endpoint, formHost: new URL(endpoint).origin }),
  }
  return { ok: true, payments: { gateway, account, environment, isStandIn: endpoint !== '' } }
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
