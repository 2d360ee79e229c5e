import { and, arrayContains, desc, eq, gt, isNull, sql, gte, lte } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { batchSize, type Topic, type WrittenState, paragraphsOf, writtenStateOf } from '../rules.ts'
import { announcements, subscribers, subscriptions, writtenAnnouncements as written } from '../tables.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import { countWaitlist } from './links.server.ts'
import { isUuid } from '#app/kit/uuid.ts'

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

/** Everybody who has confirmed by now is mailed once, in the background. Safe to repeat: says whether it was the first. */
export async function announceTopic(work: UnitOfWork, topic: Topic, announcement: Announcement) {
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

export type Written = Writing & {
  id: string
  revision: number
  changedBy: string
  changedAt: Date
  sendAt: Date | null
  announcementId: string | null
  receivers: number | null
  startedAt: Date | null
  doneAt: Date | null
  state: WrittenState
}

export async function findWritten(db: Db, id: string): Promise<Written | undefined> {
  if (!isUuid(id)) return undefined
  return (await selectWritten(db).where(eq(written.id, id))).map(withState)[0]
}

export async function listWritten(db: Db, max: number): Promise<Written[]> {
  return (await selectWritten(db).orderBy(desc(written.changedAt), desc(written.id)).limit(max)).map(
    withState,
  )
}

export async function writeDraft({ tx, now }: UnitOfWork, writing: Writing, by: string): Promise<string> {
  const [made] = await tx
    .insert(written)
    .values({ ...writing, changedBy: by, changedAt: now })
    .returning({ id: written.id })
  if (!made) throw new Error('The draft was not stored')
  return made.id
}

/** Stores a change of a draft. Refused once it is scheduled, and where another person changed it since (`changed`). */
export async function changeDraft(
  { tx, now }: UnitOfWork,
  { id, revision, by, ...writing }: Writing & { id: string; revision: number; by: string },
) {
  const found = await lockWritten(tx, id)
  if (!found) return refuse('not_found')
  if (found.state !== 'draft') return refuse('not_a_draft')
  if (found.revision !== revision) return { ...refuse('changed'), now: found }
  await tx
    .update(written)
    .set({ ...writing, revision: revision + 1, changedBy: by, changedAt: now })
    .where(eq(written.id, id))
  return { ok: true as const, before: found }
}

export async function scheduleWritten(
  work: UnitOfWork,
  { id, revision, sendAt }: { id: string; revision: number; sendAt: Date | 'now' },
) {
  const { tx, now } = work
  const found = await lockWritten(tx, id)
  if (!found) return refuse('not_found')
  if (found.state !== 'draft') return refuse('not_a_draft')
  if (found.revision !== revision) return refuse('changed')
  if (sendAt !== 'now' && sendAt <= now) return refuse('in_past')
  if ((await countWaitlist(tx, found.topic)) === 0) return refuse('nobody')
  await tx
    .update(written)
    .set({ sendAt: sendAt === 'now' ? now : sendAt })
    .where(eq(written.id, id))
  if (sendAt === 'now') await work.enqueue('send-written-announcements', {}, { once: id })
  return allowed
}

/** Cancels a scheduled announcement, which is a draft again. Refused once it has started. */
export async function cancelWritten({ tx }: UnitOfWork, id: string) {
  const found = await lockWritten(tx, id)
  if (!found) return refuse('not_found')
  if (found.state !== 'scheduled') return refuse(found.state === 'draft' ? 'not_scheduled' : 'started')
  await tx.update(written).set({ sendAt: null }).where(eq(written.id, id))
  return { ok: true as const, before: found }
}

export async function discardDraft({ tx }: UnitOfWork, id: string) {
  const found = await lockWritten(tx, id)
  if (!found) return refuse('not_found')
  if (found.state !== 'draft') return refuse('not_a_draft')
  await tx.delete(written).where(eq(written.id, id))
  return { ok: true as const, before: found }
}

export async function startDueWritten(work: UnitOfWork): Promise<void> {
  const { tx, now } = work
  const due = await tx
    .select()
    .from(written)
    .where(and(isNull(written.announcementId), lte(written.sendAt, now)))
    .for('update', { skipLocked: true })
  for (const { id, topic, subject, body, button, path } of due) {
    const occasion = `written:${id}`
    await announceTopic(work, topic, {
      occasion,
      subject,
      heading: subject,
      lines: paragraphsOf(body),
      button,
      path,
    })
    const [made] = await tx
      .select({ id: announcements.id })
      .from(announcements)
      .where(eq(announcements.occasion, occasion))
    await tx
      .update(written)
      .set({ announcementId: made?.id ?? null, receivers: await countWaitlist(tx, topic) })
      .where(eq(written.id, id))
  }
}

export function countLeft(db: Db, topic: Topic, since: Date): Promise<number> {
  return db.$count(
    subscriptions,
    and(eq(subscriptions.topic, topic), gte(subscriptions.unsubscribedAt, since)),
  )
}

async function lockWritten(tx: Db, id: string): Promise<Written | undefined> {
  if (!isUuid(id)) return undefined
  await tx.execute(sql`select from ${written} where ${written.id} = ${id} for update`)
  return findWritten(tx, id)
}

function selectWritten(db: Db) {
  return db
    .select({ written, startedAt: announcements.createdAt, doneAt: announcements.doneAt })
    .from(written)
    .leftJoin(announcements, eq(announcements.id, written.announcementId))
    .$dynamic()
}

type Row = { written: typeof written.$inferSelect; startedAt: Date | null; doneAt: Date | null }

function withState({ written: own, startedAt, doneAt }: Row): Written {
  return { ...own, startedAt, doneAt, state: writtenStateOf({ sendAt: own.sendAt, startedAt, doneAt }) }
}
