import { and, eq, lte, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { after, minute } from '#app/kit/clock.ts'
import type { Mail, Mailer } from './mailer.ts'
import { sentMails } from './tables.ts'

/** How long a try may take before another one may assume that its process died. Longer than any time-out of SMTP. */
const claimMs = 2 * minute

/**
 * Sends a mail unless one with its key has been sent. `db` must not be an open transaction: the claim has to be
 * seen by others while the mail is on its way. A mail goes out twice only when a process dies between the hand-over
 * and the note of it; both copies then carry the same Message-ID.
 * @throws when another try is on its way, or when the mailer throws. The queue tries again later.
 */
export async function sendOnce(db: Db, mailer: Mailer, mail: Mail, now: Date): Promise<void> {
  if (!(await claim(db, mail.key, now))) return
  try {
    await mailer.send(mail)
  } catch (error) {
    await giveBack(db, mail.key, now)
    throw error
  }
  await db.update(sentMails).set({ state: 'sent', sentAt: now }).where(eq(sentMails.key, mail.key))
}

/** Takes the key, in one statement. `false` when the mail has been sent. */
async function claim(db: Db, key: string, now: Date): Promise<boolean> {
  const waited = after(now, -claimMs)
  const [claimed] = await db
    .insert(sentMails)
    .values({ key, state: 'sending', startedAt: now, attempts: 1 })
    .onConflictDoUpdate({
      target: sentMails.key,
      set: { startedAt: now, attempts: sql`${sentMails.attempts} + 1` },
      setWhere: sql`${sentMails.state} = 'sending' and (${sentMails.startedAt} is null or ${lte(sentMails.startedAt, waited)})`,
    })
    .returning({ key: sentMails.key })
  if (claimed) return true
  const [taken] = await db.select({ state: sentMails.state }).from(sentMails).where(eq(sentMails.key, key))
  if (taken?.state === 'sent') return false
  throw new Error(`The mail ${key} is being sent by another try`)
}

/** Lets the next try start at once, unless somebody else has taken over meanwhile. */
async function giveBack(db: Db, key: string, startedAt: Date) {
  await db
    .update(sentMails)
    .set({ startedAt: null })
    .where(and(eq(sentMails.key, key), eq(sentMails.state, 'sending'), eq(sentMails.startedAt, startedAt)))
}
