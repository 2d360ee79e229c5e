// The only reader of process.env. Everything else gets the parsed settings.
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'
import { isLoopbackName, parseTrustedProxies, proxiesWords } from '#app/http/client-address.server.ts'
import { parseFileSettings } from '#app/files/open-files.server.ts'
import { brand } from '#app/kit/brand.ts'
import type { Account } from '#app/gateway/authorize-net/client.server.ts'

const port = z.coerce.number('must be a port number').int().min(0).max(65_535)
const wholeNumber = z.coerce.number('must be a whole number').int().positive()
/** Postgres and SMTP addresses hold passwords: they are never printed, and only their scheme is checked. */
const address = (...schemes: string[]) =>
  z.string().refine((value) => schemes.some((scheme) => value.startsWith(`${scheme}://`)), {
    error: `must start with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
  })

/** Default maximum of web processes, one per core: each takes memory and connections of its own. */
const maxProcesses = 4

/** Balancers probe every few seconds. Together with requests in progress, a stop should take less than ten. */
const defaultDrainSeconds = 5

const settingsOf = (gateway: string | undefined) =>
  z.object({
    PORT: port.default(3000),
    HOST: z.string().min(1).default('127.0.0.1'),
    PUBLIC_URL: z
      .url({ protocol: /^https?$/, error: 'must be a web address such as https://shop.example', abort: true })
      .refine(isOrigin, 'must be scheme, host and port alone, without a path, a query or credentials')
      .optional(),
    DATA_DIR: z.string().min(1).default('./data'),
    DATABASE_URL: address('postgres', 'postgresql').optional(),
    DATABASE_CONNECTIONS: wholeNumber.default(12),
    WEB_PROCESSES: wholeNumber.max(16).default(Math.min(availableParallelism(), maxProcesses)),
    DRAIN_SECONDS: z.coerce.number('must be a number of seconds').int().min(0).max(300).optional(),
    FILES_URL: z
      .string()
      .transform((setting, context) => {
        const bucket = parseFileSettings(setting)
        if (bucket) return bucket
        // It holds a secret: what was given is not printed.
        context.issues.push({
          code: 'custom',
          message:
            'must be s3://KEY:SECRET@HOST/BUCKET?region=REGION, with &public=https://... where browsers may read it',
          input: undefined,
        })
        return z.NEVER
      })
      .optional(),
    SMTP_URL: address('smtp', 'smtps').optional(),
    MAIL_FROM: z.string().min(3).default(`${brand} <shop@localhost>`),
    ...paymentSettings(gateway),
    GATEWAY_TIMEOUT_MS: wholeNumber.default(10_000),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
    /** Who runs the operator's command, in addition to the machine account: several people may share one account. */
    OPERATOR_NAME: z.string().trim().max(80).optional(),
    TZ_SHOP: z
      .string()
      .refine(isTimeZone, { error: 'must be a time zone such as America/New_York' })
      .default('America/New_York'),
    TRUST_PROXY: z
      .string()
      .default('no')
      .transform((setting, context) => {
        const trusted = parseTrustedProxies(setting)
        if (trusted) return trusted
        context.issues.push({ code: 'custom', message: `must be no, ${proxiesWords}`, input: setting })
        return z.NEVER
      }),
    SCHEDULING_WIDGET_URL: z
      .url({ protocol: /^https$/, error: 'must be a web address that begins with https://' })
      .optional(),
    RATE_LIMITS: z.enum(['on', 'off'], 'must be on or off').default('on'),
    SAMPLE_CATALOG: z.enum(['yes', 'no'], 'must be yes or no').optional(),
    I_KNOW_THIS_IS_NOT_SAFE: z.string().optional(),
  })

/** Frozen. Paths are absolute. `payments` holds secrets. */
export type Settings = Readonly<ReturnType<typeof readSettings>>

/** `isRoot`: the shop would run as root. @throws Error with one sentence for each wrong value, naming it and saying why. */
export function parseEnv(env: NodeJS.ProcessEnv, { isRoot = false } = {}): Settings {
  const settings = Object.freeze(readSettings(env))
  refuseUnsafe(settings, isRoot)
  return settings
}

function readSettings(env: NodeJS.ProcessEnv) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = settingsOf(given.PAYMENTS).safeParse(given)
  if (!parsed.success)
    throw new Error(
      parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`).join('\n'),
    )
  const value = withPayments(parsed.data)
  const publicUrl = new URL(value.PUBLIC_URL ?? `http://localhost:${value.PORT}`)
  /** Reachable from other machines: by its public address, or because it listens to the network. */
  const isPublic = !isLoopbackName(publicUrl.hostname) || !isLoopbackName(value.HOST)
  return {
    ...value,
    PUBLIC_URL: publicUrl.origin,
    DRAIN_SECONDS: value.DRAIN_SECONDS ?? (isPublic ? defaultDrainSeconds : 0),
    DATA_DIR: resolve(value.DATA_DIR),
    SAMPLE_CATALOG: value.SAMPLE_CATALOG ? value.SAMPLE_CATALOG === 'yes' : !value.DATABASE_URL,
    isPublic,
  }
}

/** Unsafe settings may be accepted in words. https without a trusted proxy is refused, as all visitors would share the proxy's address. */
function refuseUnsafe(settings: Settings, isRoot: boolean) {
  const { PUBLIC_URL, TRUST_PROXY, HOST, isPublic, SCHEDULING_WIDGET_URL: widget } = settings
  // In a frame of the shop's own origin, the calendar would not be isolated from the shop.
  if (widget !== undefined && new URL(widget).origin === PUBLIC_URL)
    throw new Error('SCHEDULING_WIDGET_URL must be on another site than the shop.')
  if (PUBLIC_URL.startsWith('https:') && TRUST_PROXY.kind === 'none')
    throw new Error(
      `PUBLIC_URL ${PUBLIC_URL} is https, which a proxy in front of the shop ends, and with TRUST_PROXY=no every visitor would have the address of that proxy: all of them together would share the limits of one. Set TRUST_PROXY to ${proxiesWords}.`,
    )
  if (!isPublic) return
  const accepted = settings.I_KNOW_THIS_IS_NOT_SAFE?.split(',').map((words) => words.trim()) ?? []
  const refused = listUnsafe(settings, isRoot).filter(({ words }) => !accepted.includes(words))
  if (refused.length === 0) return
  const who = isLoopbackName(new URL(PUBLIC_URL).hostname)
    ? `HOST ${HOST} listens to the network`
    : `PUBLIC_URL ${PUBLIC_URL} is public`
  const all = refused.map(({ words }) => words).join(', ')
  throw new Error(
    [
      `${who}, and the shop would run with: ${all}.`,
      ...refused.map(({ words, means }) => `- ${words}: ${means}`),
      `Configure them, or accept them in words: I_KNOW_THIS_IS_NOT_SAFE="${all}".`,
    ].join('\n'),
  )
}

function listUnsafe(settings: Settings, isRoot: boolean): { words: string; means: string }[] {
  return [
    isLocalTrial(settings.payments) && {
      words: 'sandbox payments',
      means: 'orders count as paid, and no money is taken. Set PAYMENTS.',
    },
    settings.PUBLIC_URL.startsWith('http:') && {
      words: 'unencrypted address',
      means: 'what buyers type can be read on its way. Set an https PUBLIC_URL.',
    },
    !settings.SMTP_URL && {
      words: 'mail kept in files',
      means:
        'nobody is sent anything. Mails, with names, addresses and the private links to orders, lie unencrypted in DATA_DIR/mailbox, and whoever has the link printed at the start can read all of them. Set SMTP_URL.',
    },
    settings.RATE_LIMITS === 'off' && {
      words: 'no rate limits',
      means: 'one visitor can hold all stock, test stolen cards and fill mailboxes. Leave out RATE_LIMITS.',
    },
    isRoot && {
      words: 'running as root',
      means: 'whoever breaks into the shop owns the machine. Start it under an account of its own.',
    },
  ].filter((unsafe) => unsafe !== false)
}

/** Takes no real money: our own sandbox, Authorize.Net's, or a stub of it. */
function isLocalTrial(payments: Payments): boolean {
  if (payments.gateway !== 'authorize-net') return payments.gateway === 'sandbox'
  return payments.environment === 'sandbox' || payments.isStandIn
}

function isOrigin(address: string): boolean {
  const { origin, href } = new URL(address)
  return href === `${origin}/`
}

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

const gateways = ['sandbox', 'authorize-net', 'manual'] as const
type Gateway = (typeof gateways)[number]

/** Accounts hold secrets: never print them. */
type Payments =
  | { gateway: 'sandbox' }
  | { gateway: 'authorize-net'; account: Account; environment: 'sandbox' | 'live'; isStandIn: boolean }
  | { gateway: 'manual'; payTo: string; dueDays: number; holdHours: number }

/** What the chosen gateway needs, and what any may have. No value is ever printed. */
function paymentSettings(chosen: string | undefined) {
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
function withPayments<Given extends z.infer<z.ZodObject<ReturnType<typeof paymentSettings>>>>({
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
