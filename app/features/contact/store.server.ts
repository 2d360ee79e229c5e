import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  isNotNull,
  isNull,
  lte,
  ne,
  or,
  sql,
  gt,
  inArray,
} from 'drizzle-orm'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { after, day } from '#app/kit/clock.ts'
import { fingerprint, publicCode } from '#app/kit/ids.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import { contactMessages, messageReplies } from './tables.ts'

type NewMessage = Omit<typeof contactMessages.$inferInsert, 'id' | 'onceKey' | 'receivedAt'>

/** The same form sent twice is one message with one reference; changed and sent again, it is another. */
export async function receiveMessage(
  { tx, now, enqueue }: UnitOfWork,
  { formKey, ...content }: NewMessage & { formKey: string },
): Promise<string> {
  const onceKey = fingerprint(JSON.stringify([formKey, content]))
  const [inserted] = await tx
    .insert(contactMessages)
    .values({ id: publicCode(8), onceKey, receivedAt: now, ...content })
    .onConflictDoNothing({ target: contactMessages.onceKey })
    .returning({ id: contactMessages.id })
  if (inserted) {
    await enqueue('mail-message-received', { messageId: inserted.id })
    await enqueue('mail-message-to-staff', { messageId: inserted.id })
    return inserted.id
  }
  const [known] = await tx
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(eq(contactMessages.onceKey, onceKey))
  if (!known) throw new Error('The message was neither kept nor found')
  return known.id
}

export async function findMessage(db: Db, id: string) {
  const [found] = await db.select().from(contactMessages).where(eq(contactMessages.id, id))
  return found
}

export type ContactMessage = NonNullable<Awaited<ReturnType<typeof findMessage>>>

export function listOpenMessages(db: Db): Promise<ContactMessage[]> {
  return db
    .select()
    .from(contactMessages)
    .where(isNull(contactMessages.answeredAt))
    .orderBy(asc(contactMessages.receivedAt), asc(contactMessages.id))
    .limit(200)
}

export const countOpenMessages = (db: Db) => db.$count(contactMessages, isNull(contactMessages.answeredAt))

export function listAnsweredMessages(db: Db, limit: number): Promise<ContactMessage[]> {
  return db
    .select()
    .from(contactMessages)
    .where(isNotNull(contactMessages.answeredAt))
    .orderBy(desc(contactMessages.answeredAt), desc(contactMessages.id))
    .limit(limit)
}

/** Notes who takes a message on, or that nobody does. Safe to repeat. */
export async function assignMessage({ tx }: Pick<UnitOfWork, 'tx'>, id: string, to: string | null) {
  const found = await lockMessage(tx, id)
  if (!found) return refuse('no_such_message')
  await tx.update(contactMessages).set({ assignedTo: to }).where(eq(contactMessages.id, id))
  return { ok: true as const, before: found.assignedTo }
}

/** Notes who answered a message, and when. The first to say so stays noted. Safe to repeat. */
export async function markAnswered({ tx, now }: Pick<UnitOfWork, 'tx' | 'now'>, id: string, by: string) {
  if (!(await lockMessage(tx, id))) return refuse('no_such_message')
  await tx
    .update(contactMessages)
    .set({ answeredAt: now, answeredBy: by })
    .where(and(eq(contactMessages.id, id), isNull(contactMessages.answeredAt)))
  return allowed
}

export async function reopenMessage({ tx }: Pick<UnitOfWork, 'tx'>, id: string) {
  if (!(await lockMessage(tx, id))) return refuse('no_such_message')
  await tx
    .update(contactMessages)
    .set({ answeredAt: null, answeredBy: null })
    .where(eq(contactMessages.id, id))
  return allowed
}

export async function listMessagesOf(db: Db, email: string) {
  const { onceKey: _, ...columns } = getTableColumns(contactMessages)
  const found = await db
    .select(columns)
    .from(contactMessages)
    .where(isFrom(email))
    .orderBy(desc(contactMessages.receivedAt))
  const ids = found.map(({ id }) => id)
  const replies = await listReplies(db, ids)
  return found.map((message) => ({
    ...message,
    replies: replies.filter(({ messageId }) => messageId === message.id),
  }))
}

/** Deletes the messages of an address. Those about the law stay two years like all: they prove what was asked and answered. */
export async function deleteMessagesOf({ tx }: Pick<UnitOfWork, 'tx'>, email: string): Promise<number> {
  const gone = await tx
    .delete(contactMessages)
    .where(and(isFrom(email), ne(contactMessages.subject, 'legal')))
    .returning({ id: contactMessages.id })
  return gone.length
}

/** Addresses are stored as they were typed. */
function isFrom(email: string) {
  return sql`lower(${contactMessages.email}) = ${email.toLowerCase()}`
}

async function lockMessage(tx: Db, id: string) {
  const [found] = await tx.select().from(contactMessages).where(eq(contactMessages.id, id)).for('update')
  return found
}

/** California asks for the records of requests about one's data for 24 months (11 CCR 7101). */
const keepLegalMs = 730 * day

export async function forgetMessages({ tx, now }: UnitOfWork, keepMs: number): Promise<number> {
  const gone = await tx
    .delete(contactMessages)
    .where(
      and(
        lte(contactMessages.receivedAt, after(now, -keepMs)),
        or(ne(contactMessages.subject, 'legal'), lte(contactMessages.receivedAt, after(now, -keepLegalMs))),
      ),
    )
    .returning({ id: contactMessages.id })
  return gone.length
}

const { onceKey: _, ...shown } = getTableColumns(messageReplies)

export function listReplies(db: Db, messageIds: readonly string[]) {
  return db
    .select(shown)
    .from(messageReplies)
    .where(inArray(messageReplies.messageId, [...messageIds]))
    .orderBy(asc(messageReplies.id))
}

export async function findReply(db: Db, id: number) {
  const [found] = await db.select(shown).from(messageReplies).where(eq(messageReplies.id, id))
  return found
}

/** The same form sent twice is one answer. Refused if somebody else answered after `seen` (0: none): the customer would get two. */
export async function replyToMessage(
  { tx, now, enqueue }: UnitOfWork,
  messageId: string,
  { by, text, formKey, seen }: { by: string; text: string; formKey: string; seen: number },
) {
  if (!(await lockMessage(tx, messageId))) return refuse('no_such_message')
  const onceKey = fingerprint(JSON.stringify([messageId, formKey, text]))
  const later = await tx
    .select({ by: messageReplies.by, onceKey: messageReplies.onceKey })
    .from(messageReplies)
    .where(and(eq(messageReplies.messageId, messageId), gt(messageReplies.id, seen)))
  const isSentAgain = later.some((reply) => reply.onceKey === onceKey)
  if (!isSentAgain && later.some((reply) => reply.by !== by)) return refuse('answered_meanwhile')
  const [added] = await tx
    .insert(messageReplies)
    .values({ messageId, by, text, at: now, onceKey })
    .onConflictDoNothing({ target: messageReplies.onceKey })
    .returning({ id: messageReplies.id })
  if (!added) return { ok: true as const, isFirst: false }
  await enqueue('mail-message-reply', { replyId: added.id })
  return { ok: true as const, isFirst: true }
}
