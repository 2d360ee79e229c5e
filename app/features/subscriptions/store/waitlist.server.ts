import { and, eq, inArray, isNotNull, isNull, like, lte, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import type { Topic, TopicKind } from '../rules.ts'
import { subscribers, subscriptions } from '../tables.ts'

export type Waiter = { subscriptionId: string; email: string; name: string | null; position: number }

/**
 * The people on a waitlist, as a select for the statements that sell what they wait for: whoever confirms or leaves counts from
 * that commit on. `topic` is an SQL text.
 */
export function waitersOn(topic: SQL): SQL {
  return sql`
    select waiting.id as subscription_id, person.email, waiting.name, waiting.position
    from ${subscriptions} waiting join ${subscribers} person on person.id = waiting.subscriber_id
    where waiting.topic = ${topic} and waiting.confirmed_at is not null and waiting.unsubscribed_at is null`
}

export async function listWaiters(db: Db, waiters: SQL, max: number): Promise<Waiter[]> {
  const { rows } = await db.execute<Omit<Waiter, 'position'> & { position: string }>(sql`
    select subscription_id as "subscriptionId", email, name, position
    from (${waiters}) waiter order by position limit ${max}`)
  return rows.map((row) => ({ ...row, position: Number(row.position) }))
}

export async function listTopicsWithWaiters(db: Db, kind: TopicKind): Promise<Topic[]> {
  const rows = await db
    .selectDistinct({ topic: subscriptions.topic })
    .from(subscriptions)
    .where(
      and(
        like(subscriptions.topic, `${kind}:%`),
        isNotNull(subscriptions.confirmedAt),
        isNull(subscriptions.unsubscribedAt),
      ),
    )
  return rows.map(({ topic }) => topic)
}

export function countWaitlist(db: Db, topic: Topic, except: readonly number[] = []): Promise<number> {
  return db.$count(subscriptions, and(inLine(topic), notInArray(subscriptions.position, [...except])))
}

/** Ends the wait of those who had their turn, whatever came of it: who wants another one joins again, at the end. */
export async function endTurns({ tx, now }: UnitOfWork, positions: readonly number[]) {
  await tx
    .update(subscriptions)
    .set({ unsubscribedAt: now, name: null })
    .where(and(inArray(subscriptions.position, [...positions]), isNull(subscriptions.unsubscribedAt)))
}

/** The place of a position on its waitlist, counted from 1. */
export function placeOf(db: Db, topic: Topic, position: number): Promise<number> {
  return db.$count(subscriptions, and(inLine(topic), lte(subscriptions.position, position)))
}

function inLine(topic: Topic): SQL | undefined {
  return and(
    eq(subscriptions.topic, topic),
    isNotNull(subscriptions.confirmedAt),
    isNull(subscriptions.unsubscribedAt),
  )
}
