import { after, second } from '#app/kit/clock.ts'
import { and, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import { syncAlerts } from '#app/alerts/alerts.server.ts'
import { type CachedQuery, cachedQuery } from '#app/db/cached-query.server.ts'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { statement, value } from '#app/db/statement.server.ts'
import { paymentAttempts } from '#app/features/orders/payment-tables.ts'
import { isCardTesting, proofLevel, type Tries, tryKeys, type TryKey, tryWindowMs } from '../rules.ts'
import { orderHolders } from '#app/features/checkout/tables.ts'

/** Who pays, for the limits on tries: keyed hashes of the network address, and of the paying email and card. */
export type Trier = { address: string; mail: string; card: string | null }

/** The tries with the one that is judged. */
export type CountedTries = Record<TryKey, Tries>

export function tryValues(now: Date, { card, ...trier }: Trier) {
  return { ...trier, card, from: after(now, -tryWindowMs) }
}

export async function findProofLevel(db: Db, now: Date, address: string): Promise<number> {
  const [[row], isTesting] = await Promise.all([
    countAddress(db, { address, from: after(now, -tryWindowMs) }),
    findCardTesting(db, now),
  ])
  return row ? proofLevel(row.address, isTesting) : 0
}

const tallySql = (these: SQL, own = 0) => sql`(
  select jsonb_build_object('tries', count(*) + ${sql.raw(String(own))}, 'declines', count(*) filter (where tried.state = 'declined'),
    'paid', count(*) filter (where tried.state = 'captured'))
  from ${paymentAttempts} tried where tried.started_at > ${value('from')}::timestamptz and ${these})`
const ofHolder = (key: 'address' | 'mail') => sql`tried.order_id in (
  select ${orderHolders.orderId} from ${orderHolders} where ${orderHolders[key]} = ${value(key)})`

const triesOf = {
  orderId: sql`tried.order_id = ${value('orderId')}`,
  address: ofHolder('address'),
  mail: ofHolder('mail'),
  card: sql`tried.card = ${value('card')}`,
} satisfies Record<TryKey, SQL>

/** Read under the locks of the payer's keys and of the order: concurrent tries in several processes cannot exceed the limit. */
export const countedTries: SQL = sql`
  ${sql.join(
    tryKeys.map((key) => sql`${tallySql(triesOf[key], 1)} as ${sql.identifier(key)}`),
    sql`, `,
  )}`

const countAddress = statement<{ address: Tries }>(() => sql`select ${tallySql(triesOf.address)} as address`)

const countAll = statement<{ all: Tries }>(() => sql`select ${tallySql(sql`true`)} as "all"`)

async function countAllTries(db: Db, now: Date): Promise<Tries> {
  const [row] = await countAll(db, { from: after(now, -tryWindowMs) })
  return row?.all ?? { tries: 0, declines: 0, paid: 0 }
}

/** Checked with every payment, so figures a few seconds old are good enough. */
export const findCardTesting: CachedQuery<boolean> = cachedQuery(
  async (db, now) => isCardTesting(await countAllTries(db, now)),
  3 * second,
)

export async function watchCardTesting(work: UnitOfWork): Promise<void> {
  const { tx, now } = work
  const tries = await countAllTries(tx, now)
  const share = Math.round((tries.declines / tries.tries) * 100)
  const detail = `${tries.declines} of ${tries.tries} payments in 10 minutes were declined (${share} %). Each payment needs seconds of computing meanwhile.`
  await syncAlerts(work, 'card_testing', isCardTesting(tries) ? [{ subject: 'payments', detail }] : [])
}

/** The hashes of cards are stored for the limits alone. */
export async function forgetTries({ tx, now }: Pick<UnitOfWork, 'tx' | 'now'>): Promise<void> {
  await tx
    .update(paymentAttempts)
    .set({ card: null })
    .where(and(isNotNull(paymentAttempts.card), lte(paymentAttempts.startedAt, after(now, -tryWindowMs))))
}
