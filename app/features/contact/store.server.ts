import { eq, lte } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { after } from '#app/kit/clock.ts'
import { fingerprint, publicCode } from '#app/kit/ids.ts'
import type { MessageInput, QuoteInput } from './input.ts'
import { messageRetentionMs } from './rules.ts'
import { contactMessages } from './tables.ts'

/**
 * Keeps a message and queues the two mails about it: one to its sender, one to the shop's desk. Returns its reference. The
 * same form sent twice is one message with one reference; changed and sent again, it is another.
 */
export function receiveMessage(work: UnitOfWork, form: MessageInput): Promise<string> {
  return receive(work, form.formKey, { ...senderOf(form), kind: 'message', subject: form.subject })
}

/** The same for a request for a quote, which the desk gets as a question about an order. */
export function receiveQuote(work: UnitOfWork, form: QuoteInput): Promise<string> {
  return receive(work, form.formKey, { ...senderOf(form), kind: 'quote', subject: 'orders', item: form.item })
}

/** One message by its reference. */
export async function findMessage(db: Db, id: string) {
  const [found] = await db.select().from(contactMessages).where(eq(contactMessages.id, id))
  return found
}

/** Deletes messages that came in two years ago. Returns how many. */
export async function forgetMessages({ tx, now }: UnitOfWork): Promise<number> {
  const gone = await tx
    .delete(contactMessages)
    .where(lte(contactMessages.receivedAt, after(now, -messageRetentionMs)))
    .returning({ id: contactMessages.id })
  return gone.length
}

type Content = Omit<typeof contactMessages.$inferInsert, 'id' | 'onceKey' | 'receivedAt'>

async function receive({ tx, now, enqueue }: UnitOfWork, formKey: string, content: Content): Promise<string> {
  const onceKey = fingerprint(JSON.stringify([formKey, content]))
  const [inserted] = await tx
    .insert(contactMessages)
    .values({ id: publicCode(8), onceKey, receivedAt: now, ...content })
    .onConflictDoNothing({ target: contactMessages.onceKey })
    .returning({ id: contactMessages.id })
  if (inserted) {
    await enqueue('mail-message-received', { messageId: inserted.id })
    await enqueue('mail-message-to-desk', { messageId: inserted.id })
    return inserted.id
  }
  const [known] = await tx
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(eq(contactMessages.onceKey, onceKey))
  if (!known) throw new Error('The message was neither kept nor found')
  return known.id
}

function senderOf({ firstName, lastName, email, message }: MessageInput | QuoteInput) {
  return { firstName, lastName, email, message }
}
