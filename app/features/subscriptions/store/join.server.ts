import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import type { SubscribeInput } from '../input.ts'
import { mayRequestAgain, stateOf, topicParts } from '../rules.ts'
import { subscribers, subscriptions } from '../tables.ts'
import { consentWords } from '../words.ts'

/**
 * Puts an address on a list, to be confirmed by its owner, and queues the mail with the link. Returns nothing, so
 * that nobody can learn from it who is on a list: an address that is on it already gets another mail. Safe to repeat: a second
 * press within a minute sends no second mail, and the place in the waitlist stays.
 */
export async function joinWaitlist(work: UnitOfWork, form: SubscribeInput): Promise<void> {
  const { tx, now, enqueue } = work
  const subscriberId = await lockSubscriber(tx, form.email, now)
  const consent = {
    name: form.name ?? null,
    consentVersion: form.consent,
    consentWords: consentWords[form.consent][topicParts(form.topic).kind],
    requestedAt: now,
  }
  const [known] = await tx
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.subscriberId, subscriberId), eq(subscriptions.topic, form.topic)))

  let id = known?.id
  if (!known) {
    const fresh = { subscriberId, topic: form.topic, joinedAt: now, ...consent }
    const [made] = await tx.insert(subscriptions).values(fresh).returning({ id: subscriptions.id })
    id = made?.id
  } else if (stateOf(known) === 'ended') {
    // Somebody who left gave up the place: they join at the end and confirm again.
    const again = {
      ...consent,
      joinedAt: now,
      confirmedAt: null,
      unsubscribedAt: null,
      position: sql`default`,
    }
    await tx.update(subscriptions).set(again).where(eq(subscriptions.id, known.id))
  } else {
    if (!mayRequestAgain(known.requestedAt, now)) return
    // What a confirmed owner agreed to stays as it was: anybody could have sent this form.
    const change = stateOf(known) === 'pending' ? consent : { requestedAt: now }
    await tx.update(subscriptions).set(change).where(eq(subscriptions.id, known.id))
  }
  await enqueue('mail-subscription', { subscriptionId: id, requestedAt: now.toISOString() })
}

/** The row of an address, made if it is new, and locked: two forms of the same address take turns. */
async function lockSubscriber(tx: Db, email: string, now: Date): Promise<string> {
  const [subscriber] = await tx
    .insert(subscribers)
    .values({ email, createdAt: now })
    .onConflictDoUpdate({ target: subscribers.email, set: { email } })
    .returning({ id: subscribers.id })
  if (!subscriber) throw new Error('The subscriber was not stored')
  return subscriber.id
}
