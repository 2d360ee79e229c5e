import { and, asc, eq, inArray, isNotNull, isNull, like, lte, notInArray, type SQL } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import type { Topic, TopicKind } from '../rules.ts'
import { subscribers, subscriptions } from '../tables.ts'

/** Somebody on a waitlist, confirmed and still there. */
export type Waiter = { subscriptionId: string; email: string; name: string | null; position: number }

/**
 * The first people on a waitlist, in the order of joining: those who get the next offers. `except` leaves out
 * the positions that have been offered it already.
 */
export function listWaitlist(
  db: Db,
  topic: Topic,
  limit: number,
  except: readonly number[] = [],
): Promise<Waiter[]> {
  return db
    .select({
      subscriptionId: subscriptions.id,
      email: subscribers.email,
      name: subscriptions.name,
      position: subscriptions.position,
    })
    .from(subscriptions)
    .innerJoin(subscribers, eq(subscribers.id, subscriptions.subscriberId))
    .where(and(inLine(topic), notInArray(subscriptions.position, [...except])))
    .orderBy(asc(subscriptions.position))
    .limit(limit)
}

/** The waitlists of a kind that anybody is on. */
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

/** How many people are on a waitlist, apart from the positions in `except`. */
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
