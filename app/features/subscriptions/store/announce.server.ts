import { and, arrayContains, desc, eq, gt, isNull, type SQL, sql, gte } from 'drizzle-orm'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { batchSize, type Topic, paragraphsOf, writtenStateOf } from '../rules.ts'
import { announcements, subscribers, subscriptions, writtenAnnouncements as written } from '../tables.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import { countWaitlist } from './links.server.ts'
import { isUuid } from '#app/kit/ids.ts'

export type Announcement = {
  /** Names what happened, so that it is announced once: `drop:guerrilla-vol-1 live`. */
  occasion: string
  /** Other lists that get it as well. Somebody on several lists gets it once. */
  alsoTo?: readonly Topic[]
  subject: string
  heading: string
  lines: string[]
  button: string
  path: string
  theme?: string
}

/** Everybody who has confirmed by now is mailed once, in the background. Safe to repeat: the first gets its id. */
export async function announceTopic(
  work: UnitOfWork,
  topic: Topic,
  announcement: Announcement,
): Promise<string | undefined> {
  const { occasion, alsoTo = [], theme = 'noir', ...words } = announcement
  const [made] = await work.tx
    .insert(announcements)
    .values({
      occasion,
      topics: [topic, ...alsoTo],
      content: { ...words, theme },
      createdAt: work.now,
    })
    .onConflictDoNothing({ target: announcements.occasion })
    .returning({ id: announcements.id })
  if (made) await work.enqueue('mail-announcement', { announcementId: made.id }, { once: made.id })
  return made?.id
}

export async function findAnnouncement(db: Db, id: string) {
  const [found] = await db.select().from(announcements).where(eq(announcements.id, id))
  return found
}

export type StoredAnnouncement = NonNullable<Awaited<ReturnType<typeof findAnnouncement>>>

export async function findNews(db: Db, topic: Topic, since: Date): Promise<StoredAnnouncement | undefined> {
  const [found] = await db
    .select()
    .from(announcements)
    .where(and(arrayContains(announcements.topics, [topic]), gt(announcements.createdAt, since)))
    .orderBy(desc(announcements.createdAt))
    .limit(1)
  return found
}

export type Recipient = { subscriberId: string; subscriptionId: string; email: string; position: number }

/** In the order of joining; of somebody on several lists, the first list counts. Who confirmed later, or has left, is not among them. */
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

export async function findRecipient(db: Db, subscriptionId: string): Promise<Recipient | undefined> {
  const [found] = await db
    .select(recipientColumns)
    .from(subscriptions)
    .innerJoin(subscribers, eq(subscribers.id, subscriptions.subscriberId))
    .where(and(eq(subscriptions.id, subscriptionId), isNull(subscriptions.unsubscribedAt)))
  return found
}

/** In one transaction with a job of their own for those who could not be mailed. With nobody left it is done. */
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

export type Writing = { topic: Topic; subject: string; body: string; button: string; path: string }

export type Written = Awaited<ReturnType<typeof listWritten>>[number]

export async function findWritten(db: Db, id: string): Promise<Written | undefined> {
  return isUuid(id) ? (await selectWritten(db, eq(written.id, id), 1))[0] : undefined
}

export const listWritten = (db: Db, max: number) => selectWritten(db, undefined, max)

async function selectWritten(db: Db, which: SQL | undefined, max: number) {
  const rows = await db
    .select({ own: written, startedAt: announcements.createdAt, doneAt: announcements.doneAt })
    .from(written)
    .leftJoin(announcements, eq(announcements.id, written.announcementId))
    .where(which)
    .orderBy(desc(written.changedAt), desc(written.id))
    .limit(max)
  return rows.map(({ own, ...sent }) => ({ ...own, ...sent, state: writtenStateOf(sent) }))
}

export async function writeDraft({ tx, now }: UnitOfWork, writing: Writing, by: string): Promise<string> {
  const [made] = await tx
    .insert(written)
    .values({ ...writing, changedBy: by, changedAt: now })
    .returning({ id: written.id })
  if (!made) throw new Error('The draft was not stored')
  return made.id
}

/** Stores a change of a draft. Refused once it is sent, and where another person changed it since (`changed`). */
export async function changeDraft(
  { tx, now }: UnitOfWork,
  { id, revision, by, ...writing }: Writing & { id: string; revision: number; by: string },
) {
  const draft = await lockDraft(tx, id)
  if (!draft.ok) return draft
  const { before } = draft
  if (before.revision !== revision) return { ...refuse('changed'), now: before }
  await tx
    .update(written)
    .set({ ...writing, revision: revision + 1, changedBy: by, changedAt: now })
    .where(eq(written.id, id))
  return draft
}

/** Sends the revision of a draft that was read. Everybody who has confirmed by now is mailed. */
export async function sendWritten(work: UnitOfWork, { id, revision }: { id: string; revision: number }) {
  const draft = await lockDraft(work.tx, id)
  if (!draft.ok) return draft
  const { topic, subject, body, button, path, ...was } = draft.before
  if (was.revision !== revision) return refuse('changed')
  const receivers = await countWaitlist(work.tx, topic)
  if (receivers === 0) return refuse('nobody')
  const lines = paragraphsOf(body)
  const content = { occasion: `written:${id}`, subject, heading: subject, lines, button, path }
  const announcementId = (await announceTopic(work, topic, content)) ?? null
  await work.tx.update(written).set({ announcementId, receivers }).where(eq(written.id, id))
  return allowed
}

export async function discardDraft({ tx }: UnitOfWork, id: string) {
  const draft = await lockDraft(tx, id)
  if (draft.ok) await tx.delete(written).where(eq(written.id, id))
  return draft
}

async function lockDraft(tx: Db, id: string) {
  if (isUuid(id)) await tx.execute(sql`select from ${written} where ${written.id} = ${id} for update`)
  const before = await findWritten(tx, id)
  if (!before) return refuse('not_found')
  return before.state === 'draft' ? { ok: true as const, before } : refuse('not_a_draft')
}

export function countLeft(db: Db, topic: Topic, since: Date): Promise<number> {
  const hasLeft = gte(subscriptions.unsubscribedAt, since)
  return db.$count(subscriptions, and(eq(subscriptions.topic, topic), hasLeft))
}
