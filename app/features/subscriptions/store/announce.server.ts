import { and, arrayContains, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { batchSize, type Topic } from '../rules.ts'
import { announcements, subscribers, subscriptions } from '../tables.ts'

/** A mail to everybody on a list, in the words of the feature whose news it is. */
export type Announcement = {
  /** Names what happened, so that it is announced once: `drop:guerrilla-vol-1 live`. */
  occasion: string
  /** Other lists that get it as well. Somebody on several lists gets it once. */
  alsoTo?: readonly Topic[]
  subject: string
  heading: string
  /** Paragraphs. */
  lines: string[]
  /** The words of the button, and the address inside the site it leads to. */
  button: string
  path: string
  /** The theme of the mail; one the mails do not know is the shop's own. */
  theme?: string
}

/**
 * Announces something to a list: everybody who has confirmed by now is mailed once, in the background. Safe to repeat:
 * a second announcement of the same occasion changes nothing. Says whether it was the first.
 */
export async function announceTopic(
  work: UnitOfWork,
  topic: Topic,
  announcement: Announcement,
): Promise<boolean> {
  const { occasion, alsoTo = [], theme = 'noir', ...words } = announcement
  const [made] = await work.tx
    .insert(announcements)
    .values({
      occasion,
      topics: [topic, ...alsoTo],
      content: {
        ...words,
        theme,
      },
      createdAt: work.now,
    })
    .onConflictDoNothing({ target: announcements.occasion })
    .returning({ id: announcements.id })
  if (made) await work.enqueue('mail-announcement', { announcementId: made.id }, { once: made.id })
  return made !== undefined
}

/** Whom an announcement to a list made now would go to. */
export function countReceivers(db: Db, topic: Topic): Promise<number> {
  return db.$count(
    subscriptions,
    and(
      eq(subscriptions.topic, topic),
      isNotNull(subscriptions.confirmedAt),
      isNull(subscriptions.unsubscribedAt),
    ),
  )
}

/** One announcement. */
export async function findAnnouncement(db: Db, id: string) {
  const [found] = await db.select().from(announcements).where(eq(announcements.id, id))
  return found
}

/** A stored announcement. */
export type StoredAnnouncement = NonNullable<Awaited<ReturnType<typeof findAnnouncement>>>

/** The latest announcement to a list after `since`, for people who confirm after it was sent. */
export async function findNews(db: Db, topic: Topic, since: Date): Promise<StoredAnnouncement | undefined> {
  const [found] = await db
    .select()
    .from(announcements)
    .where(and(arrayContains(announcements.topics, [topic]), gt(announcements.createdAt, since)))
    .orderBy(desc(announcements.createdAt))
    .limit(1)
  return found
}

/** Somebody to be sent an announcement. The subscription is the one through which they hear of it. */
export type Recipient = { subscriberId: string; subscriptionId: string; email: string; position: number }

/**
 * The next people to be mailed, in the order of joining. Of somebody on several of the lists, the subscription to the
 * first list counts. Who confirmed after the announcement was made, or has left since, is not among them.
 */
export async function listRecipients(db: Db, announcement: StoredAnnouncement): Promise<Recipient[]> {
  const { topics, createdAt, cursor } = announcement
  const lists = sql.param(topics, announcements.topics)
  const people = db
    .selectDistinctOn([subscriptions.subscriberId], recipientColumns)
    .from(subscriptions)
    .innerJoin(subscribers, eq(subscribers.id, subscriptions.subscriberId))
    .where(
      and(
        sql`${subscriptions.topic} = any(${lists}::text[])`,
        sql`${subscriptions.confirmedAt} <= ${createdAt}`,
        isNull(subscriptions.unsubscribedAt),
      ),
    )
    .orderBy(subscriptions.subscriberId, sql`array_position(${lists}::text[], ${subscriptions.topic})`)
    .as('people')
  return db.select().from(people).where(gt(people.position, cursor)).orderBy(people.position).limit(batchSize)
}

/** One person of an announcement, if they have not left since. */
export async function findRecipient(db: Db, subscriptionId: string): Promise<Recipient | undefined> {
  const [found] = await db
    .select(recipientColumns)
    .from(subscriptions)
    .innerJoin(subscribers, eq(subscribers.id, subscriptions.subscriberId))
    .where(and(eq(subscriptions.id, subscriptionId), isNull(subscriptions.unsubscribedAt)))
  return found
}

/**
 * Notes how far an announcement has come, in one transaction with a job of their own for those who could not be mailed.
 * With nobody left it is done.
 */
export async function noteProgress(
  work: UnitOfWork,
  announcementId: string,
  sent: Recipient[],
  failed: Recipient[],
) {
  const last = sent.at(-1)
  await work.tx
    .update(announcements)
    .set(last ? { cursor: last.position } : { doneAt: work.now })
    .where(and(eq(announcements.id, announcementId), isNull(announcements.doneAt)))
  for (const { subscriptionId } of failed)
    await work.enqueue('mail-announcement-again', { announcementId, subscriptionId })
}

const recipientColumns = {
  subscriberId: subscriptions.subscriberId,
  subscriptionId: subscriptions.id,
  email: subscribers.email,
  position: subscriptions.position,
}
