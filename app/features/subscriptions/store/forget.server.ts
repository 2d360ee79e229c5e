import { and, asc, eq, getTableColumns, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { after } from '#app/kit/clock.ts'
import { subscribers, subscriptions } from '../tables.ts'

/** Deletes addresses that were not confirmed within `keepMs`, with their links. Returns how many subscriptions. */
export function forgetUnconfirmed({ tx, now }: UnitOfWork, keepMs: number): Promise<number> {
  return forget(
    tx,
    and(isNull(subscriptions.confirmedAt), lte(subscriptions.requestedAt, after(now, -keepMs))),
  )
}

/** Deletes subscriptions that ended longer ago than `keepMs`, with their links. Returns how many. */
export function forgetEnded({ tx, now }: UnitOfWork, keepMs: number): Promise<number> {
  return forget(tx, lte(subscriptions.unsubscribedAt, after(now, -keepMs)))
}

/** People who are on no list any more go with their last subscription. */
async function forget(tx: Db, which: SQL | undefined): Promise<number> {
  const gone = await tx.delete(subscriptions).where(which).returning({ id: subscriptions.id })
  await deleteListless(tx)
  return gone.length
}

/** The lists that an address is or was on, with what was agreed to and when. */
export function listSubscriptionsOf(db: Db, email: string) {
  const { id: _i, subscriberId: _s, position: _p, ...shown } = getTableColumns(subscriptions)
  return db
    .select({ email: subscribers.email, ...shown })
    .from(subscriptions)
    .innerJoin(subscribers, eq(subscribers.id, subscriptions.subscriberId))
    .where(eq(subscribers.email, email.toLowerCase()))
    .orderBy(asc(subscriptions.joinedAt))
}

/** Takes an address off every list and forgets it, with its waitlist positions. Returns how many lists. */
export async function deleteSubscriptionsOf({ tx }: Pick<UnitOfWork, 'tx'>, email: string): Promise<number> {
  const owner = tx
    .select({ id: subscribers.id })
    .from(subscribers)
    .where(eq(subscribers.email, email.toLowerCase()))
  const gone = await tx
    .delete(subscriptions)
    .where(inArray(subscriptions.subscriberId, owner))
    .returning({ id: subscriptions.id })
  await deleteListless(tx)
  return gone.length
}

/** Deletes people who are on no list any more. */
async function deleteListless(tx: Db) {
  await tx
    .delete(subscribers)
    .where(
      sql`not exists (select from ${subscriptions} where ${subscriptions.subscriberId} = ${subscribers.id})`,
    )
}
