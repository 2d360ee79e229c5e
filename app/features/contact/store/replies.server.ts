import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { refuse } from '#app/kit/refusal.ts'
import { contactMessages, messageReplies } from '../tables.ts'

const shown = {
  id: messageReplies.id,
  messageId: messageReplies.messageId,
  by: messageReplies.by,
  text: messageReplies.text,
  at: messageReplies.at,
}

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

/**
 * Stores an answer and queues its email. The same form sent twice is one answer, unless its text was changed: what was typed last
 * must not be lost. `isFirst` says whether this was it. Refused if somebody else answered after `seen`, the newest answer that
 * whoever writes has read (0: none): the customer would get two.
 */
export async function replyToMessage(
  { tx, now, enqueue }: UnitOfWork,
  messageId: string,
  { by, text, formKey, seen }: { by: string; text: string; formKey: string; seen: number },
) {
  const [message] = await tx
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(eq(contactMessages.id, messageId))
    .for('update')
  if (!message) return refuse('no_such_message')
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
