import { and, asc, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import { stateOf, type Topic } from '../rules.ts'
import { subscribers, subscriptions, subscriptionTopics } from '../tables.ts'

/** How many are on each list, waiting for their confirmation, and gone; the longest lists first. */
export function countLists(db: Db) {
  const { confirmedAt, unsubscribedAt, topic } = subscriptions
  const confirmed = sql<number>`(count(*) filter (where ${confirmedAt} is not null and ${unsubscribedAt} is null))::int`
  return db
    .select({
      topic,
      title: subscriptionTopics.title,
      confirmed,
      pending: sql<number>`(count(*) filter (where ${confirmedAt} is null and ${unsubscribedAt} is null))::int`,
      ended: sql<number>`(count(*) filter (where ${unsubscribedAt} is not null))::int`,
    })
    .from(subscriptions)
    .leftJoin(subscriptionTopics, eq(subscriptionTopics.topic, topic))
    .groupBy(topic, subscriptionTopics.title)
    .orderBy(sql`${confirmed} desc`, asc(topic))
}

/** Addresses that hold a text, with the lists of each: at most `max` addresses. */
export async function findAddresses(db: Db, text: string, max: number) {
  const people = await db
    .select({ id: subscribers.id, email: subscribers.email })
    .from(subscribers)
    .where(sql`strpos(${subscribers.email}, ${text.toLowerCase()}) > 0`)
    .orderBy(asc(subscribers.email))
    .limit(max)
  const lists = await db
    .select({
      subscriberId: subscriptions.subscriberId,
      topic: subscriptions.topic,
      title: subscriptionTopics.title,
      joinedAt: subscriptions.joinedAt,
      confirmedAt: subscriptions.confirmedAt,
      unsubscribedAt: subscriptions.unsubscribedAt,
    })
    .from(subscriptions)
    .leftJoin(subscriptionTopics, eq(subscriptionTopics.topic, subscriptions.topic))
    .where(
      inArray(
        subscriptions.subscriberId,
        people.map(({ id }) => id),
      ),
    )
    .orderBy(asc(subscriptions.joinedAt))
  return people.map((person) => ({
    ...person,
    lists: lists
      .filter(({ subscriberId }) => subscriberId === person.id)
      .map((list) => ({ ...list, state: stateOf(list) })),
  }))
}

/** Takes somebody off one list, or off all. Who had left already stays so. Returns how many lists. */
export async function removeFromLists(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  { subscriberId, topic }: { subscriberId: string; topic?: Topic | undefined },
) {
  const ended = await tx
    .update(subscriptions)
    .set({ unsubscribedAt: now, name: null })
    .where(
      and(
        eq(subscriptions.subscriberId, subscriberId),
        topic === undefined ? undefined : eq(subscriptions.topic, topic),
        isNull(subscriptions.unsubscribedAt),
      ),
    )
    .returning({ id: subscriptions.id })
  return ended.length > 0 ? { ok: true as const, lists: ended.length } : refuse('not_on_list')
}

/** Who is on a list, in the order of joining, from a position on. */
export function listMembers(db: Db, topic: Topic, { after = 0, max }: { after?: number; max: number }) {
  const { position, joinedAt, confirmedAt, consentVersion, unsubscribedAt } = subscriptions
  return db
    .select({ email: subscribers.email, position, joinedAt, confirmedAt, consentVersion })
    .from(subscriptions)
    .innerJoin(subscribers, eq(subscribers.id, subscriptions.subscriberId))
    .where(
      and(
        eq(subscriptions.topic, topic),
        isNotNull(confirmedAt),
        isNull(unsubscribedAt),
        gt(position, after),
      ),
    )
    .orderBy(asc(position))
    .limit(max)
}
