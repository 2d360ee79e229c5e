import type { Pool } from 'pg'
import type { Logger } from 'pino'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { KeyedHash } from '#app/kit/ids.ts'
import type { Shop } from './context.server.ts'
import { proofField, type Sender } from './proofs.ts'

const minutes = (count: number) => count * 60

/**
 * Every rate limit of the shop, by name. `per` says what the key is. A shop counter or a whole mobile network may share one
 * address, so limits per address leave room for many honest people, and on the way from a drop to the paid order they ask for
 * more proof and refuse nobody. Limits marked `here` are
 * counted in this process only, because they merely protect the server: stock itself is limited by the orders. Behind a
 * balancer each process counts its own share, and a restart begins anew.
 */
export const limitTable = {
  /** A hold without a proof of work: from a browser without script, or from a program. Beyond it an email is confirmed. */
  holdUnproven: { per: 'address', times: 6, seconds: minutes(10) },
  /** Confirming an email in place of a proof sends a mail to whatever address is typed. */
  confirmEmail: { per: 'address', times: 60, seconds: minutes(10) },
  /** Guessing 256 bits is hopeless, but each wrong private link costs a query and is never an honest visit. */
  privateLinkMiss: { per: 'address', times: 20, seconds: minutes(10) },
  /** Requesting a lost link queues a job and emails the order's owner; an honest person tries a few codes. */
  findLink: { per: 'address', times: 10, seconds: minutes(10) },
  /** Early-access codes are short enough to be read aloud, so wrong ones must be slow to try. */
  codeMiss: { per: 'address', times: 20, seconds: minutes(10) },
  /** Waitlists and newsletters send an email to whatever address is typed. */
  subscribe: { per: 'address', times: 20, seconds: minutes(10) },
  /** Protects each mailbox from a flood of confirmations, whatever their source and however its address is written. */
  mailTo: { per: 'mail address', times: 5, seconds: minutes(60) },
  message: { per: 'address', times: 5, seconds: minutes(10) },
  /** Saved builds are stored permanently. */
  saveBuild: { per: 'address', times: 30, seconds: minutes(10) },
  orderChange: { per: 'order', times: 20, seconds: minutes(10) },
  /** A file that cannot be read may have cost the processor seconds. */
  unreadableFile: { per: 'order', times: 3, seconds: minutes(60) },
  worksheet: { per: 'order', times: 60, seconds: minutes(10), counted: 'here' },
  /** Documents are rendered anew for each download. */
  document: { per: 'order', times: 60, seconds: minutes(10), counted: 'here' },
  /** Certificate checks are public; this prevents copying the whole registry. */
  certificateCheck: { per: 'address', times: 60, seconds: minutes(10) },
  /** Each passkey ceremony stores a challenge. A failed one is pressed again a few times. */
  staffPasskey: { per: 'address', times: 60, seconds: minutes(10) },
  /** Many dealers' premises are homes: people may search the list, but not export it. Without an order, per address. */
  dealerSearch: { per: 'order', times: 60, seconds: minutes(10) },
  /** Searches of buyers behind one address: 200 of them with 30 searches each, where one buyer needs a few. */
  dealerSearchShared: { per: 'address', times: 6_000, seconds: minutes(10), counted: 'here' },
} satisfies Record<string, LimitRow>

type LimitRow = {
  per: 'address' | 'order' | 'mail address'
  times: number
  seconds: number
  counted?: 'here'
}

export type LimitName = keyof typeof limitTable

export type LimitVerdict = { ok: true } | { ok: false; retryAfterSeconds: number }

export type Limits = {
  isOn: boolean
  take(name: LimitName, key: string): Promise<LimitVerdict>
  /** For limits that count only failures. */
  mayTake(name: LimitName, key: string): Promise<LimitVerdict>
}

/** `keyedHash` makes the stored keys: without the shop's secret nobody can look for an address in them. */
export type LimitSettings = { pool: Pool; on: boolean; log: Logger; keyedHash: KeyedHash }

/** With `on: false` (load tests) nothing is counted. When the database fails, requests are allowed: what follows needs it and reports the outage. */
export function createLimits({ pool, on, log, keyedHash }: LimitSettings): Limits {
  if (!on) return { isOn: false, take: async () => ({ ok: true }), mayTake: async () => ({ ok: true }) }
  const limiters = new Map<LimitName, RateLimiterAbstract>()
  return {
    isOn: true,
    take: (name, key) => allowed(name, log, () => consume(limiter(name), stored(name, key))),
    mayTake: (name, key) =>
      allowed(name, log, async () => {
        const count = await limiter(name).get(stored(name, key))
        return count && count.consumedPoints >= limitTable[name].times ? refusal(count) : { ok: true }
      }),
  }

  function stored(name: LimitName, key: string): string {
    return keyedHash(limitTable[name].per === 'mail address' ? mailboxOf(key) : key)
  }

  function limiter(name: LimitName): RateLimiterAbstract {
    const known = limiters.get(name)
    if (known) return known
    const { times, seconds, counted }: LimitRow = limitTable[name]
    const made =
      counted === 'here'
        ? new RateLimiterMemory({ keyPrefix: name, points: times, duration: seconds })
        : new RateLimiterPostgres({
            storeClient: pool,
            tableName: 'rate_counters',
            tableCreated: true,
            keyPrefix: name,
            points: times,
            duration: seconds,
            inMemoryBlockOnConsumed: times, // a key over its limit costs no further statement
            clearExpiredByTimeout: false, // a job deletes expired counters, whichever limits a process counts
          })
    limiters.set(name, made)
    return made
  }
}

/** In order, up to the first refusal: a request stopped by its address limit must not use up the limits of other people's mailboxes. */
export async function consumeAll(
  limits: Limits,
  wanted: readonly (readonly [name: LimitName, key: string])[],
): Promise<LimitVerdict> {
  for (const [name, key] of wanted) {
    const verdict = await limits.take(name, key)
    if (!verdict.ok) return verdict
  }
  return { ok: true }
}

/** The library throws its refusals. */
async function consume(limiter: RateLimiterAbstract, key: string): Promise<LimitVerdict> {
  try {
    await limiter.consume(key)
    return { ok: true }
  } catch (reason) {
    if (reason instanceof RateLimiterRes) return refusal(reason)
    throw reason
  }
}

function refusal({ msBeforeNext }: RateLimiterRes): LimitVerdict {
  return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)) }
}

async function allowed(
  name: LimitName,
  log: Logger,
  count: () => Promise<LimitVerdict>,
): Promise<LimitVerdict> {
  try {
    return await count()
  } catch (error) {
    log.error({ err: error, limit: name }, 'A rate limit could not be counted, and let the request through')
    return { ok: true }
  }
}

const dotless = new Set(['gmail.com', 'googlemail.com'])

/** Lower case, no `+` suffix, none of the dots that Gmail ignores. For counting only, never for sending: another service may distinguish them. */
export function mailboxOf(address: string): string {
  const [, local = '', domain = ''] = /^(.*)@([^@]*)$/.exec(address.trim().toLowerCase()) ?? []
  if (!local || !domain) return address.trim().toLowerCase()
  const name = local.replace(/(?<=.)\+.*$/, '')
  return dotless.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}

const securityEvents = {
  origin_refused: 'another site made a browser send a form',
  host_refused: 'the shop was asked for under another name',
  gate_refused: 'data or a form without having passed the age gate',
  over_limit: 'over a rate limit; names the limit',
  link_refused: 'a private link or its cookie that opens nothing',
  code_refused: 'an unknown early-access code',
  webhook_refused: 'a payment webhook without a valid signature',
  proof_refused: 'a form with an invalid proof of work',
  trap_filled: 'a form with the field that only programs see',
  staff_sign_in_refused: 'a sign-in behind the counter that was wrong',
  staff_locked: 'a sign-in behind the counter while its account or address is locked',
  staff_signed_in: 'a sign-in behind the counter',
  staff_refused: 'a page or an action behind the counter, by a member whose role is too low',
  mailbox_refused: 'the local mailbox, from another machine and without its link',
} as const

export type SecurityEvent = keyof typeof securityEvents

export type ReportSecurity = (event: SecurityEvent, detail?: { limit: LimitName | 'streams' }) => void

type Visitor = { requestId: string; address: string }

/** With a hash of the address that changes every day: nobody can be followed beyond it, and no personal data is stored. */
export function openSecurityLog({
  log,
  keyedHash,
  now,
}: Pick<Shop, 'log' | 'keyedHash' | 'now'>): (visitor: Visitor) => ReportSecurity {
  return ({ requestId, address }) =>
    (security, detail) => {
      const day = now().toISOString().slice(0, 10)
      const visitor = keyedHash(`security log ${day} ${address}`).slice(0, 16)
      log.warn({ security, ...detail, requestId, visitor }, 'Security event')
    }
}

const misses: Partial<Record<LimitName, SecurityEvent>> = {
  privateLinkMiss: 'link_refused',
  codeMiss: 'code_refused',
}

export function reportLimits(limits: Limits, report: ReportSecurity): Limits {
  return {
    ...limits,
    async take(name, key) {
      const verdict = await limits.take(name, key)
      const miss = misses[name]
      if (miss) report(miss)
      if (!verdict.ok) report('over_limit', { limit: name })
      return verdict
    },
    async mayTake(name, key) {
      const verdict = await limits.mayTake(name, key)
      if (!verdict.ok) report('over_limit', { limit: name })
      return verdict
    },
  }
}

export function reportSender(report: ReportSecurity, form: FormData, sender: Sender) {
  if (sender === 'trapped') report('trap_filled')
  else if (sender === 'unproven' && form.get(proofField)) report('proof_refused')
}
