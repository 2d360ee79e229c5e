import { lte, type SQL, sql } from 'drizzle-orm'
import { clearAlert, raiseAlert } from '#app/alerts/alerts.server.ts'
import type { Db } from '#app/db/db.server.ts'
import { statement, value } from '#app/db/statement.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { after, second } from '#app/kit/clock.ts'
import { paymentAttempts } from '#app/features/orders/attempt-tables.ts'
import {
  isCardTesting,
  mayTryToPay,
  type Tries,
  type TryKey,
  tryKeys,
  tryWindowMs,
} from '../rules/card-testing.ts'
import { paymentTries } from '../tables.ts'

/** One payment try: the order, the form's key, and the keyed hashes that it counts under. */
export type PaymentTry = {
  orderId: string
  formKey: string
  address: string
  network: string | null
  mail: string
  card: string | null
}

/**
 * Counts a payment try and returns whether it may proceed. The try is stored before counting, so concurrent tries
 * in several processes cannot exceed the limit. The same form submitted again is the same try.
 */
export async function countTry(db: Db, now: Date, paymentTry: PaymentTry): Promise<boolean> {
  const values = { ...paymentTry, now, from: after(now, -tryWindowMs) }
  await insertTry(db, values)
  const [row] = await countTries(db, values)
  if (!row) throw new Error('Tries were not counted')
  return mayTryToPay(row)
}

const insertTry = statement<unknown>(
  () => sql`
    insert into ${paymentTries} (order_id, form_key, address, network, mail, card, tried_at)
    select ${value('orderId')}, ${value('formKey')}, ${value('address')}, ${value('network')}, ${value('mail')}, ${value('card')},
      ${value('now')}::timestamptz
    where not exists (select 1 from ${paymentTries}
      where ${paymentTries.orderId} = ${value('orderId')} and ${paymentTries.formKey} = ${value('formKey')})`,
)

const isDeclined = sql`${paymentAttempts.state} = 'declined'`
const withAttempt = sql`${paymentTries} left join ${paymentAttempts}
  on ${paymentAttempts.orderId} = ${paymentTries.orderId} and ${paymentAttempts.formKey} = ${paymentTries.formKey}`
const tallySql = (within: SQL) =>
  sql`(select jsonb_build_object('tries', count(*), 'declines', count(*) filter (where ${isDeclined})) from ${withAttempt}
    where ${paymentTries.triedAt} > ${value('from')} and ${within})`

const countTries = statement<Record<TryKey, Tries>>(
  () =>
    sql`select ${sql.join(
      tryKeys.map(
        (key) => sql`${tallySql(sql`${paymentTries[key]} = ${value(key)}`)} as ${sql.raw(`"${key}"`)}`,
      ),
      sql`, `,
    )}`,
)

const countAll = statement<{ all: Tries }>(() => sql`select ${tallySql(sql`true`)} as "all"`)

/** All tries in the shop within the window. */
async function countAllTries(db: Db, now: Date): Promise<Tries> {
  const [row] = await countAll(db, { from: after(now, -tryWindowMs) })
  return row?.all ?? { tries: 0, declines: 0 }
}

/** Checked with every payment, so figures a few seconds old are good enough. */
const freshMs = 3 * second
const recent = new WeakMap<Db, { at: Date; tries: Promise<Tries> }>()

/** Is card testing under way? */
export async function findCardTesting(db: Db, now: Date): Promise<boolean> {
  const cached = recent.get(db)
  if (cached && cached.at <= now && after(cached.at, freshMs) > now) return isCardTesting(await cached.tries)
  const tries = countAllTries(db, now)
  recent.set(db, { at: now, tries })
  tries.catch(() => recent.delete(db))
  return isCardTesting(await tries)
}

/** Raises or clears the card-testing alert, with its figures. Runs every minute. */
export async function watchCardTesting(work: UnitOfWork): Promise<void> {
  const { tx, now } = work
  const tries = await countAllTries(tx, now)
  if (!isCardTesting(tries)) {
    await clearAlert(work, 'card_testing', 'payments')
    return
  }
  const share = Math.round((tries.declines / tries.tries) * 100)
  await raiseAlert(work, {
    kind: 'card_testing',
    subject: 'payments',
    detail: `${tries.declines} of ${tries.tries} payments in 10 minutes were declined (${share} %). Each payment needs seconds of computing meanwhile.`,
  })
}

/** Deletes tries outside the window. */
export async function forgetTries({ tx, now }: Pick<UnitOfWork, 'tx' | 'now'>): Promise<void> {
  await tx.delete(paymentTries).where(lte(paymentTries.triedAt, after(now, -tryWindowMs)))
}
