import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#app/db/sql.ts'
import type { Topic } from './rules.ts'

/** People by their mail address, so that nobody who is on several lists is mailed the same thing twice. */
export const subscribers = pgTable(
  'subscribers',
  {
    id: uuid().primaryKey().defaultRandom(),
    email: text().notNull().unique(),
    createdAt: moment().notNull(),
  },
  (t) => [check('subscribers_email', sql`${t.email} = lower(${t.email})`)],
)

export const subscriptions = pgTable(
  'subscriptions',
  {
    id: uuid().primaryKey().defaultRandom(),
    subscriberId: uuid()
      .notNull()
      .references(() => subscribers.id),
    topic: text().$type<Topic>().notNull(),
    /** Asked for by waitlist and notify dialogs only; emptied when the subscription ends. */
    name: text(),
    consentVersion: text().notNull(),
    consentWords: text().notNull(),
    /** The order of joining, over all lists. Somebody who leaves and comes back is at the end. */
    position: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    joinedAt: moment().notNull(),
    requestedAt: moment().notNull(),
    confirmedAt: moment(),
    unsubscribedAt: moment(),
  },
  (t) => [
    unique('subscriptions_once').on(t.subscriberId, t.topic),
    index('subscriptions_line')
      .on(t.topic, t.position)
      .where(sql`${t.confirmedAt} is not null and ${t.unsubscribedAt} is null`),
    check('subscriptions_ended_without_name', sql`${t.unsubscribedAt} is null or ${t.name} is null`),
  ],
)

/** What a list is called and where its thing is shown. Written before the first mail about it is. */
export const subscriptionTopics = pgTable('subscription_topics', {
  topic: text().$type<Topic>().primaryKey(),
  title: text().notNull(),
  path: text().notNull(),
  theme: text().notNull(),
})

export const announcements = pgTable(
  'announcements',
  {
    id: uuid().primaryKey().defaultRandom(),
    occasion: text().notNull().unique(),
    topics: text().$type<Topic>().array().notNull(),
    content: jsonb()
      .$type<{
        subject: string
        heading: string
        lines: string[]
        button: string
        path: string
        theme: string
      }>()
      .notNull(),
    createdAt: moment().notNull(),
    cursor: bigint({ mode: 'number' }).notNull().default(0),
    doneAt: moment(),
  },
  (t) => [
    check('announcements_topics', sql`cardinality(${t.topics}) > 0`),
    index('announcements_topics_of').using('gin', t.topics),
  ],
)

export const writtenAnnouncements = pgTable(
  'written_announcements',
  {
    id: uuid().primaryKey().defaultRandom(),
    topic: text().$type<Topic>().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    button: text().notNull(),
    path: text().notNull(),
    revision: integer().notNull().default(1),
    changedBy: text().notNull(),
    changedAt: moment().notNull(),
    announcementId: uuid()
      .unique()
      .references(() => announcements.id),
    receivers: integer(),
  },
  (t) => [
    check('written_announcements_receivers', sql`(${t.announcementId} is null) = (${t.receivers} is null)`),
  ],
)
