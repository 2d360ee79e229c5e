// The only reader of process.env. Everything else is handed the parsed settings.
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'
import { type Payments, paymentSettings, readPayments } from './payment-settings.ts'

const port = z.coerce.number('must be a port number').int().min(0).max(65_535)
const wholeNumber = z.coerce.number('must be a whole number').int().positive()
/** Postgres and SMTP addresses hold passwords: they are never printed, and their scheme is checked only. */
const address = (...schemes: string[]) =>
  z.string().refine((value) => schemes.some((scheme) => value.startsWith(`${scheme}://`)), {
    error: `must start with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
  })

/** By default, a web process for each core, up to this many: each takes memory and connections of its own. */
const mostProcesses = 4

const schema = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be a web address such as https://shop.example' })
    .optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: address('postgres', 'postgresql').optional(),
  DATABASE_CONNECTIONS: wholeNumber.default(12),
  WEB_PROCESSES: wholeNumber.max(16).default(Math.min(availableParallelism(), mostProcesses)),
  SMTP_URL: address('smtp', 'smtps').optional(),
  MAIL_FROM: z.string().min(3).default('PACo <shop@localhost>'),
  ...paymentSettings,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  TZ_SHOP: z
    .string()
    .refine(isTimeZone, { error: 'must be a time zone such as America/New_York' })
    .default('America/New_York'),
  TRUST_PROXY: z.enum(['yes', 'no'], 'must be yes or no').default('no'),
  SCHEDULING_WIDGET_URL: z
    .url({ protocol: /^https$/, error: 'must be a web address that begins with https://' })
    .optional(),
  RATE_LIMITS: z.enum(['on', 'off'], 'must be on or off').default('on'),
  SAMPLE_CATALOGUE: z.enum(['yes', 'no'], 'must be yes or no').optional(),
  I_KNOW_THIS_IS_NOT_SAFE: z.string().optional(),
})

/** The shop's settings, parsed and frozen. Paths are absolute. */
export type Settings = Readonly<
  Omit<z.infer<typeof schema>, 'PUBLIC_URL' | 'SAMPLE_CATALOGUE' | keyof typeof paymentSettings> & {
    /** How the shop is paid. Holds secrets. */
    payments: Payments
    GATEWAY_TIMEOUT_MS: number
    PUBLIC_URL: string
    SAMPLE_CATALOGUE: boolean
    /** Served to the world, not only to this machine. */
    isPublic: boolean
  }
>

/**
 * Parses the environment once.
 * @throws Error with one sentence for each wrong value, naming it and saying why.
 */
export function parseEnv(env: NodeJS.ProcessEnv): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(given)
  if (!parsed.success)
    throw new Error(
      parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`).join('\n'),
    )
  const { value, payments } = withPayments(parsed.data)
  const publicUrl = (value.PUBLIC_URL ?? `http://localhost:${value.PORT}`).replace(/\/$/, '')
  const settings: Settings = Object.freeze({
    ...value,
    payments,
    PUBLIC_URL: publicUrl,
    DATA_DIR: resolve(value.DATA_DIR),
    SAMPLE_CATALOGUE: value.SAMPLE_CATALOGUE ? value.SAMPLE_CATALOGUE === 'yes' : !value.DATABASE_URL,
    isPublic: !['localhost', '127.0.0.1', '[::1]'].includes(new URL(publicUrl).hostname),
  })
  refuseUnsafe(settings)
  return settings
}

/** Puts what belongs to the chosen gateway into one place, and leaves its loose parts behind. */
function withPayments(given: z.infer<typeof schema>) {
  const read = readPayments(given)
  if (!read.ok) throw new Error(read.wrong.join('\n'))
  const loose = new Set(Object.keys(paymentSettings).filter((name) => name !== 'GATEWAY_TIMEOUT_MS'))
  const value = Object.fromEntries(Object.entries(given).filter(([name]) => !loose.has(name)))
  return {
    value: value as Omit<typeof given, Exclude<keyof typeof paymentSettings, 'GATEWAY_TIMEOUT_MS'>>,
    payments: read.payments,
  }
}

/** A public shop must not run on settings that are meant for trying it out, unless told so in words. */
function refuseUnsafe(settings: Settings) {
  if (!settings.isPublic) return
  const unsafe = [
    isTryingOut(settings.payments) && 'sandbox payments',
    settings.PUBLIC_URL.startsWith('http:') && 'unencrypted address',
    !settings.SMTP_URL && 'mail kept in files',
  ].filter((words) => words !== false)
  const accepted = settings.I_KNOW_THIS_IS_NOT_SAFE?.split(',').map((words) => words.trim()) ?? []
  const refused = unsafe.filter((words) => !accepted.includes(words))
  if (refused.length)
    throw new Error(
      `PUBLIC_URL ${settings.PUBLIC_URL} is public, and the shop would run with: ${refused.join(', ')}. Configure them, or accept them in words: I_KNOW_THIS_IS_NOT_SAFE="${refused.join(', ')}".`,
    )
}

/** Takes no real money: our own sandbox, Authorize.Net's, or a stand-in for it. */
function isTryingOut(payments: Payments): boolean {
  if (payments.gateway !== 'authorize-net') return payments.gateway === 'sandbox'
  return payments.environment === 'sandbox' || payments.isStandIn
}

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone })
    return true
  } catch {
    return false
  }
}
