import type { Db } from '#app/db/db.server.ts'
import type { Topic } from '#app/features/subscriptions/rules.ts'
import { subscribers, subscriptions } from '#app/features/subscriptions/tables.ts'

/** Somebody who is on a list and has confirmed, behind all others. */
export async function givenWaiter(db: Db, topic: Topic, email: string, at: Date): Promise<void> {
  const [person] = await db.insert(subscribers).values({ email, createdAt: at }).returning()
  await db.insert(subscriptions).values({
    subscriberId: person?.id ?? '',
    topic,
    name: 'Jordan Reader',
    consentVersion: '2026-11.2',
    consentWords: 'An email.',
    joinedAt: at,
    requestedAt: at,
    confirmedAt: at,
  })
}
