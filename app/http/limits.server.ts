import type { Pool } from 'pg'
import type { Logger } from 'pino'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { KeyedHash } from '#app/kit/ids.ts'
import { mailboxOf } from './mailbox-of.ts'

const minutes = (count: number) => count * 60

/**
 * Every limit of the shop, by what is counted. `per` says what the key is. A household, a shop counter or a whole
 * mobile network may share one address: limits per address leave room for many honest people. What is counted `here`
 * stays in this process, because it only spares the server: what a purchase takes from others is counted in units by the
 * orders themselves. Behind a balancer each process then counts its own share, and a restart begins anew.
 */
export const limitTable = {
  /** A hold takes stock away from others for ten minutes; one address must not empty a drop by holding. */
  hold: { per: 'address', times: 30, seconds: minutes(10), counted: 'here' },
  /** A press without a proof of work: from a browser without script, or from a program. */
  holdUnproven: { per: 'address', times: 6, seconds: minutes(10) },
  /** While stolen cards are being tested, what a browser without script may still try to pay. */
  paymentUnproven: { per: 'address', times: 2, seconds: minutes(10) },
  /** Guessing 256 bits is hopeless, but each wrong private link costs a look-up and is never an honest visit. */
  privateLinkMiss: { per: 'address', times: 20, seconds: minutes(10) },
  /** Asking for a lost link queues a job, and mails whoever has the order; a person tries a few codes. */
  findLink: { per: 'address', times: 10, seconds: minutes(10) },
  /** Early-access codes are short enough to be read aloud, so wrong ones must be slow to try. */
  codeMiss: { per: 'address', times: 20, seconds: minutes(10) },
  /** Waitlists and newsletters send a mail to whatever address is typed. */
  subscribe: { per: 'address', times: 20, seconds: minutes(10) },
  /** So that nobody's mailbox is filled with our confirmations, from however many places and however it is written. */
  mailTo: { per: 'mail address', times: 5, seconds: minutes(60) },
  /** Contact forms and quote requests end on somebody's desk. */
  message: { per: 'address', times: 5, seconds: minutes(10) },
  /** Saved builds are stored for good. */
  saveBuild: { per: 'address', times: 30, seconds: minutes(10) },
  /** Canceling, refunding and changing an order by its private link. */
  orderChange: { per: 'order', times: 20, seconds: minutes(10) },
  /** Twelve students with two marks each, set and taken back a few times; no more than a class needs. */
  rosterMark: { per: 'class', times: 120, seconds: minutes(10) },
  /** A worksheet is saved as somebody types, about once a second at the most. */
  worksheet: { per: 'order', times: 600, seconds: minutes(10), counted: 'here' },
  /** Papers are written anew for each download. */
  document: { per: 'order', times: 60, seconds: minutes(10), counted: 'here' },
  /** Certificate checks are public; this keeps the registry from being copied out. */
  certificateCheck: { per: 'address', times: 60, seconds: minutes(10) },
  /** Many dealers' premises are homes: people may search, nobody may export the list. */
  dealerSearch: { per: 'address', times: 60, seconds: minutes(10) },
} satisfies Record<string, LimitRow>

type LimitRow = {
  per: 'address' | 'order' | 'mail address' | 'class'
  times: number
  seconds: number
  counted?: 'here'
}

/** The name of a limit. */
export type LimitName = keyof typeof limitTable

/** Whether one more is allowed; if not, after how many whole seconds to come back. */
export type LimitVerdict = { ok: true } | { ok: false; retryAfterSeconds: number }

/** Counts: in the database, so that every process of the shop counts together, unless the table says otherwise. */
export type Limits = {
  /** `false` where nothing is counted, for load tests. */
  isOn: boolean
  /** Counts one more for this key and says whether it may happen. */
  take(name: LimitName, key: string): Promise<LimitVerdict>
  /** Says whether one more would be allowed, without counting it. For what counts only when it fails. */
  mayTake(name: LimitName, key: string): Promise<LimitVerdict>
}

/** What limits run on. `keyedHash` makes the keys that are stored: without the shop's secret nobody can try addresses on them. */
export type LimitSettings = { pool: Pool; on: boolean; log: Logger; keyedHash: KeyedHash }

/**
 * Opens the limits. With `on: false` (load tests) nothing is counted. When the database fails, everything is let
 * through and logged: what follows needs the database as well and will say so itself.
 */
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
            inMemoryBlockOnConsumed: times, // who is over the limit costs no further statement
            clearExpiredByTimeout: false, // a job does it, whichever limits a process happens to count
          })
    limiters.set(name, made)
    return made
  }
}

/**
 * Counts one more of each, in this order, up to the first that refuses: whoever is stopped by the limit of an address must
 * not use up the mailboxes of others.
 */
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
