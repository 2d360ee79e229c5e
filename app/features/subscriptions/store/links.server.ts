import { and, asc, eq, gt, isNull, or } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { hashSecret, secretToken } from '#app/kit/ids.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import { confirmUntil, isWaitlist, stateOf, type Topic } from '../rules.ts'
import { subscribers, subscriptionLinks, subscriptions, subscriptionTopics } from '../tables.ts'
import { placeOf } from './waitlist.server.ts'

/**
 * Makes a private link to a subscription and returns its secret. Each mail has one of its own, because only the hash of a
 * secret is stored, so it cannot be shown again. A link that confirms works for seven days.
 */
export async function makeLink(
  { tx, now }: UnitOfWork,
  subscriptionId: string,
  use: 'confirm' | 'manage',
): Promise<string> {
  const token = secretToken()
  const expiresAt = use === 'confirm' ? confirmUntil(now) : null
  await tx
    .insert(subscriptionLinks)
    .values({ tokenHash: hashSecret(token), subscriptionId, createdAt: now, expiresAt })
  return token
}

/** The subscription that a link in a mail is about, or undefined for a link that was never ours or has expired. */
export async function findByLink(db: Db, token: string, now: Date) {
  const [found] = await selectOwn(db)
    .innerJoin(subscriptionLinks, eq(subscriptionLinks.subscriptionId, subscriptions.id))
    .where(
      and(
        eq(subscriptionLinks.tokenHash, hashSecret(token)),
        or(isNull(subscriptionLinks.expiresAt), gt(subscriptionLinks.expiresAt, now)),
      ),
    )
  return found && present(db, found)
}

/** A subscription as its owner sees it. `place` counts from 1 and is set on confirmed ones of a waitlist. */
export type OwnSubscription = NonNullable<Awaited<ReturnType<typeof findByLink>>>

/** Whether a link was ours and has expired: its page then says so instead of saying that it knows nothing. */
export async function isExpiredLink(db: Db, token: string): Promise<boolean> {
  return (await db.$count(subscriptionLinks, eq(subscriptionLinks.tokenHash, hashSecret(token)))) > 0
}

/** All subscriptions of an address, in the order of joining. */
export async function listOwn(db: Db, subscriberId: string): Promise<OwnSubscription[]> {
  const rows = await selectOwn(db)
    .where(eq(subscriptions.subscriberId, subscriberId))
    .orderBy(asc(subscriptions.joinedAt), asc(subscriptions.position))
  return Promise.all(rows.map((row) => present(db, row)))
}

/** One subscription by its id, for the mail about it. */
export async function findSubscription(db: Db, id: string): Promise<OwnSubscription | undefined> {
  const [found] = await selectOwn(db).where(eq(subscriptions.id, id))
  return found && present(db, found)
}

/** Confirms the subscription that a link is about. Safe to repeat. One that was stopped stays stopped. */
export async function confirmSubscription({ tx, now }: UnitOfWork, token: string) {
  const found = await findByLink(tx, token, now)
  if (!found) return refuse('unknown_link')
  if (found.state === 'ended') return refuse('stopped')
  await tx
    .update(subscriptions)
    .set({ confirmedAt: now })
    .where(
      and(
        eq(subscriptions.id, found.id),
        isNull(subscriptions.confirmedAt),
        isNull(subscriptions.unsubscribedAt),
      ),
    )
  return allowed
}

/** What a link's owner wants to stop: the subscription it is about, all of theirs, or another one of theirs by its id. */
export type Stopping = 'this' | 'all' | { id: string }

/** Stops subscriptions of the owner of a link, at once and without a question. Safe to repeat. */
export async function unsubscribe({ tx, now }: UnitOfWork, token: string, what: Stopping) {
  const found = await findByLink(tx, token, now)
  if (!found) return refuse('unknown_link')
  const id = what === 'this' ? found.id : what === 'all' ? undefined : what.id
  await tx
    .update(subscriptions)
    .set({ unsubscribedAt: now, name: null })
    .where(
      and(
        eq(subscriptions.subscriberId, found.subscriberId),
        id === undefined ? undefined : eq(subscriptions.id, id),
        isNull(subscriptions.unsubscribedAt),
      ),
    )
  return allowed
}

function selectOwn(db: Db) {
  return db
    .select({
      id: subscriptions.id,
      subscriberId: subscriptions.subscriberId,
      email: subscribers.email,
      topic: subscriptions.topic,
      position: subscriptions.position,
      joinedAt: subscriptions.joinedAt,
      requestedAt: subscriptions.requestedAt,
      confirmedAt: subscriptions.confirmedAt,
      unsubscribedAt: subscriptions.unsubscribedAt,
      consent: subscriptions.consentWords,
      title: subscriptionTopics.title,
      path: subscriptionTopics.path,
      theme: subscriptionTopics.theme,
    })
    .from(subscriptions)
    .innerJoin(subscribers, eq(subscribers.id, subscriptions.subscriberId))
    .leftJoin(subscriptionTopics, eq(subscriptionTopics.topic, subscriptions.topic))
    .$dynamic()
}

type Row = { topic: Topic; position: number; confirmedAt: Date | null; unsubscribedAt: Date | null }

async function present<Own extends Row>(db: Db, row: Own) {
  const state = stateOf(row)
  const position =
    state === 'confirmed' && isWaitlist(row.topic) ? await placeOf(db, row.topic, row.position) : null
  return { ...row, state, position }
}
