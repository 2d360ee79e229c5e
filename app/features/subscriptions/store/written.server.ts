import { and, desc, eq, gte, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import { isUuid } from '#app/kit/uuid.ts'
import { type WrittenState, paragraphsOf, writtenStateOf } from '../rules/written.ts'
import type { Topic } from '../rules.ts'
import { announcements, subscriptions, writtenAnnouncements as written } from '../tables.ts'
import { announceTopic, countReceivers } from './announce.server.ts'

/** What staff write. */
export type Writing = { topic: Topic; subject: string; body: string; button: string; path: string }

/** One announcement as staff see it. */
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

/** An announcement that staff wrote. */
export async function findWritten(db: Db, id: string): Promise<Written | undefined> {
  if (!isUuid(id)) return undefined
  return (await selectWritten(db).where(eq(written.id, id))).map(withState)[0]
}

/** What staff wrote last, newest first. */
export async function listWritten(db: Db, max: number): Promise<Written[]> {
  return (await selectWritten(db).orderBy(desc(written.changedAt), desc(written.id)).limit(max)).map(
    withState,
  )
}

/** Stores a new draft. */
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

/** Schedules a draft, as it was seen. What is due now starts at once. */
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
  if ((await countReceivers(tx, found.topic)) === 0) return refuse('nobody')
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

/** Deletes a draft. */
export async function discardDraft({ tx }: UnitOfWork, id: string) {
  const found = await lockWritten(tx, id)
  if (!found) return refuse('not_found')
  if (found.state !== 'draft') return refuse('not_a_draft')
  await tx.delete(written).where(eq(written.id, id))
  return { ok: true as const, before: found }
}

/** Starts what is due, each once: from here on it is an announcement like the shop's own. */
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
      .set({ announcementId: made?.id ?? null, receivers: await countReceivers(tx, topic) })
      .where(eq(written.id, id))
  }
}

/** How many left a list since an announcement to it started. */
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
