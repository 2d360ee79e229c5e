import { eq } from 'drizzle-orm'
import { createContext } from 'react-router'
import type { Db } from '#app/db/db.server.ts'
import type { Topic } from '../rules.ts'
import { subscriptionTopics } from '../tables.ts'

/** A list's title, the path of its subject, and its theme. */
export type TopicFacts = { title: string; path: string; theme: string }

/** What a list is called, as the feature knows that it is about. Undefined for a thing that does not exist. */
export type FindTopic = (db: Db, topic: Topic, now: Date) => Promise<TopicFacts | undefined>

export const findTopicContext = createContext<FindTopic>(async () => undefined)

/** Keeps what a list is called, so that pages and mails about it agree. */
export async function recordTopic(db: Db, topic: Topic, facts: TopicFacts): Promise<void> {
  await db
    .insert(subscriptionTopics)
    .values({ topic, ...facts })
    .onConflictDoUpdate({ target: subscriptionTopics.topic, set: facts })
}

/** What a list is called, if a mail about it was ever written. */
export async function findTopicTitle(db: Db, topic: Topic): Promise<string | undefined> {
  const [found] = await db
    .select({ title: subscriptionTopics.title })
    .from(subscriptionTopics)
    .where(eq(subscriptionTopics.topic, topic))
  return found?.title
}
