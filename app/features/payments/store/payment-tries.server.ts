import { lte, type SQL, sql } from 'drizzle-orm'
import { syncAlerts } from '#app/alerts/alerts.server.ts'
import type { Db } from '#app/db/db.server.ts'
import { runTogether, statement, value } from '#app/db/statement.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { after, second } from '#app/kit/clock.ts'
import { paymentAttempts } from '#app/features/orders/attempt-tables.ts'
import {
  isCardTesting,
  mayTryToPay,
  proofLevel,
  type Tries,
  type TryKey,
  tryKeys,
  tryWindowMs,
} from '../rules/card-testing.ts'
import { paymentTries } from '../tables.ts'

export type PaymentTry = {
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
