import { minute, second, after } from '#app/kit/clock.ts'
import { lte, type SQL, sql } from 'drizzle-orm'
import { syncAlerts } from '#app/alerts/alerts.server.ts'
import type { Db } from '#app/db/db.server.ts'
import { runTogether, statement, value } from '#app/db/statement.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { paymentAttempts } from '#app/features/orders/payment-tables.ts'
import { paymentTries } from '../tables.ts'

export const tryWindowMs = 10 * minute

export type Tries = { tries: number; declines: number; paid: number }

/** What tries are counted by. An address may be shared by thousands. */
const tryKeys = ['orderId', 'address', 'mail', 'card'] as const
export type TryKey = (typeof tryKeys)[number]

/** A declined try weighs as much as three that came to nothing: stolen cards are tested in rows of declines. */
const declineWeight = 3

/** How much may be tried within the window for one order, email and card. Somebody who mistypes a card needs a few tries. */
const limits = { orderId: 18, mail: 18, card: 12 } satisfies Partial<Record<TryKey, number>>

/** From this weight on, each payment of an address needs a hard proof of work. It refuses nobody. */
const addressWeight = 36

/** Is this try (counted already) within every bound of its own buyer? */
export function mayTryToPay(counted: Record<TryKey, Tries>): boolean {
  return Object.entries(limits).every(([key, max]) => weight(counted[key as keyof typeof limits]) <= max)
}

const maxLevel = 4

/**
 * How hard a proof of work a payment needs, 0 for none: one level more, which is twice the work, each time the tries of its
 * address double. All payments need the first level while cards are being tested in this shop.
 */
export function proofLevel(address: Tries, isTesting: boolean): number {
  const times = weight(address) / addressWeight
  if (times <= 1) return isTesting ? 1 : 0
  return Math.min(maxLevel, 1 + Math.floor(Math.log2(times)))
}

/** A payment that went through takes its weight back. */
function weight({ tries, declines, paid }: Tries): number {
  return tries - paid + declines * (declineWeight - 1)
}

/** A browser without script makes no proof: the same order is pressed again, this long after its last try. */
export const plainRetryMs = 20 * second

/** From so many declines within the window on, and so large a part of all tries, cards are being tested here. */
export const testingDeclines = 20
const testingShare = 0.5

/**
 * Are stolen cards being tested in this shop? Judged by everything that was tried within the window, so it ends by itself.
 * Declines alone are no sign of it on a busy day, nor a few of them on a quiet one.
 */
export function isCardTesting({ tries, declines }: Pick<Tries, 'tries' | 'declines'>): boolean {
  return declines >= testingDeclines && declines >= tries * testingShare
}

type PaymentTry = {
  orderId: string
  formKey: string
  address: string
  mail: string
  card: string | null
}

/**
 * Counts a payment try: whether its buyer may make it, how hard a proof of work it needs (0 for none), and when the
 * same order was tried before. The try is stored before counting, so concurrent tries in several processes cannot exceed
 * the limit. The same form submitted again is the same try.
 */
export async function countTry(
  db: Db,
  now: Date,
  paymentTry: PaymentTry,
): Promise<{ ok: false } | { ok: true; level: number; triedBefore: Date | null }> {
  const values = { ...paymentTry, now, from: after(now, -tryWindowMs) }
  const [[, [row]], isTesting] = await Promise.all([
    runTogether(db, [insertTry.bind(values), countTries.bind(values)]),
    findCardTesting(db, now),
  ])
  if (!row) throw new Error('Tries were not counted')
  if (!mayTryToPay(row)) return { ok: false }
  const triedBefore = row.beforeMs === null ? null : new Date(row.beforeMs)
  return { ok: true, level: proofLevel(row.address, isTesting), triedBefore }
}

export async function findProofLevel(db: Db, now: Date, address: string): Promise<number> {
  const [[row], isTesting] = await Promise.all([
    countAddress(db, { address, from: after(now, -tryWindowMs) }),
    findCardTesting(db, now),
  ])
  return row ? proofLevel(row.address, isTesting) : 0
}

const insertTry = statement<unknown>(
  () => sql`
    insert into ${paymentTries} (order_id, form_key, address, mail, card, tried_at)
    select ${value('orderId')}, ${value('formKey')}, ${value('address')}, ${value('mail')}, ${value('card')},
      ${value('now')}::timestamptz
    where not exists (select 1 from ${paymentTries}
      where ${paymentTries.orderId} = ${value('orderId')} and ${paymentTries.formKey} = ${value('formKey')})`,
)

const withAttempt = sql`${paymentTries} left join ${paymentAttempts}
  on ${paymentAttempts.orderId} = ${paymentTries.orderId} and ${paymentAttempts.formKey} = ${paymentTries.formKey}`
const isDeclined = sql`${paymentAttempts.state} = 'declined'`
/** Paid with this try, or the order was paid with another one after this one was asked for more proof. */
const isPaid = sql`${paymentAttempts.state} = 'captured' or (${paymentAttempts.id} is null and exists (
  select from ${paymentAttempts} won where won.order_id = ${paymentTries.orderId} and won.state = 'captured'))`
const tallySql = (within: SQL) => sql`(
  select jsonb_build_object('tries', count(*), 'declines', count(*) filter (where ${isDeclined}),
    'paid', count(*) filter (where ${isPaid}))
  from ${withAttempt} where ${paymentTries.triedAt} > ${value('from')} and ${within})`
const tallyOf = (key: TryKey) =>
  sql`${tallySql(sql`${paymentTries[key]} = ${value(key)}`)} as ${sql.raw(`"${key}"`)}`

const countTries = statement<Record<TryKey, Tries> & { beforeMs: number | null }>(
  () => sql`
    select ${sql.join(tryKeys.map(tallyOf), sql`, `)},
      (select (extract(epoch from max(${paymentTries.triedAt})) * 1000)::float8 from ${paymentTries}
        where ${paymentTries.orderId} = ${value('orderId')} and ${paymentTries.formKey} <> ${value('formKey')}) as "beforeMs"`,
)

const countAddress = statement<{ address: Tries }>(() => sql`select ${tallyOf('address')}`)

const countAll = statement<{ all: Tries }>(() => sql`select ${tallySql(sql`true`)} as "all"`)

async function countAllTries(db: Db, now: Date): Promise<Tries> {
  const [row] = await countAll(db, { from: after(now, -tryWindowMs) })
  return row?.all ?? { tries: 0, declines: 0, paid: 0 }
}

/** Checked with every payment, so figures a few seconds old are good enough. */
const freshMs = 3 * second
const recent = new WeakMap<Db, { at: Date; tries: Promise<Tries> }>()

async function findCardTesting(db: Db, now: Date): Promise<boolean> {
  const cached = recent.get(db)
  if (cached && cached.at <= now && after(cached.at, freshMs) > now) return isCardTesting(await cached.tries)
  const tries = countAllTries(db, now)
  recent.set(db, { at: now, tries })
  tries.catch(() => recent.delete(db))
  return isCardTesting(await tries)
}

export async function watchCardTesting(work: UnitOfWork): Promise<void> {
  const { tx, now } = work
  const tries = await countAllTries(tx, now)
  const share = Math.round((tries.declines / tries.tries) * 100)
  const detail = `${tries.declines} of ${tries.tries} payments in 10 minutes were declined (${share} %). Each payment needs seconds of computing meanwhile.`
  await syncAlerts(work, 'card_testing', isCardTesting(tries) ? [{ subject: 'payments', detail }] : [])
}

export async function forgetTries({ tx, now }: Pick<UnitOfWork, 'tx' | 'now'>): Promise<void> {
  await tx.delete(paymentTries).where(lte(paymentTries.triedAt, after(now, -tryWindowMs)))
}
