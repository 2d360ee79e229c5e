import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, gt, isNull, like, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { statement, value } from '#app/db/statement.server.ts'
import { after, minute } from '#app/kit/clock.ts'
import { TryLater } from '#app/jobs/job.ts'
import type { Mail, Mailer } from './mailer.ts'
import { recordMailFailure, recordMailSent } from './outage.server.ts'
import { sentMails } from './tables.ts'

/**
 * How long a try may take, in milliseconds, before another may assume that its process died. Longer than the slowest
 * delivery within the SMTP timeouts: nine commands of up to 30 seconds each, after 25 seconds to connect.
 */
const claimMs = 5 * minute

const noteWaitsMs = [250, 1_000, 4_000, 15_000]

/**
 * Sends a mail unless one with its key has been sent. `db` must not be an open transaction: others have to see the
 * claim while the mail is being sent. A mail is sent twice only when the server accepted it and its reply, or our
 * record of it, was lost: a process died, or the database was unreachable for longer than 20 seconds. Both copies then
 * have the same Message-ID.
 * @throws TryLater when another try is in progress. @throws when the mailer throws. The queue tries again later.
 */
export async function sendOnce(
  db: Db,
  mailer: Mailer,
  mail: Mail,
  now: Date,
  waitsMs: readonly number[] = noteWaitsMs,
): Promise<void> {
  if (await claim(db, mail, now)) await sendClaimed(db, mailer, mail, now, waitsMs)
}

/**
 * Like `sendOnce`, for a mail with a secret that is made for it and ends an earlier one: `write` is called only by the try that
 * sends, so that no other one ends the link in a mail that is out. It returns `undefined` when there is nothing left to say.
 */
export async function writeAndSendOnce(
  db: Db,
  mailer: Mailer,
  key: string,
  write: () => Promise<Omit<Mail, 'key'> | undefined>,
  now: Date,
): Promise<void> {
  if (!(await claim(db, { key }, now))) return
  const mail = await write().catch(async (error: unknown) => {
    await releaseClaim(db, key, now)
    throw error
  })
  if (mail) return sendClaimed(db, mailer, { ...mail, key }, now, noteWaitsMs)
  await releaseClaim(db, key, now)
  await dropUnsent(db, key)
}

async function sendClaimed(db: Db, mailer: Mailer, mail: Mail, now: Date, waitsMs: readonly number[]) {
  try {
    await mailer.send(mail)
  } catch (error) {
    await releaseClaim(db, mail.key, now)
    await recordMailFailure(db, now, error)
    throw error
  }
  await markSent(db, mail.key, now, waitsMs)
  await recordMailSent(db, now)
}

/**
 * Records that the mail was sent. Retries while the database is unreachable: without the record the mail would be sent
 * twice.
 */
async function markSent(
  db: Db,
  key: string,
  now: Date,
  [waitMs, ...waitsMs]: readonly number[],
): Promise<void> {
  try {
    await noteSent(db, { key, now })
  } catch (error) {
    if (waitMs === undefined) throw error
    await sleep(waitMs)
    await markSent(db, key, now, waitsMs)
  }
}

/** Claims the key, in one statement. `false` when the mail has been sent. */
async function claim(
  db: Db,
  { key, orderId, subject }: Pick<Mail, 'key'> & Partial<Pick<Mail, 'orderId' | 'subject'>>,
  now: Date,
): Promise<boolean> {
  const values = { key, now, waited: after(now, -claimMs) }
  const about = orderId === undefined ? { orderId: null, subject: null } : { orderId, subject }
  const [claimed] = await insertClaim(db, { ...values, ...about })
  if (claimed) return true
  const [taken] = await db.select({ state: sentMails.state }).from(sentMails).where(eq(sentMails.key, key))
  if (taken?.state === 'sent') return false
  throw new TryLater(`The mail ${key} is being sent by another try`)
}

const insertClaim = statement<{ key: string }>(
  () => sql`
    insert into ${sentMails} as known (key, state, started_at, attempts, order_id, subject)
    values (${value('key')}, 'sending', ${value('now')}::timestamptz, 1, ${value('orderId')}, ${value('subject')})
    on conflict (key) do update set started_at = excluded.started_at, attempts = known.attempts + 1
      where known.state = 'sending' and (known.started_at is null or known.started_at <= ${value('waited')}::timestamptz)
    returning key`,
)

const noteSent = statement<unknown>(
  () => sql`
    update ${sentMails} set state = 'sent', sent_at = ${value('now')}::timestamptz
    where ${sentMails.key} = ${value('key')}`,
)

async function releaseClaim(db: Db, key: string, startedAt: Date) {
  await db
    .update(sentMails)
    .set({ startedAt: null })
    .where(and(eq(sentMails.key, key), eq(sentMails.state, 'sending'), eq(sentMails.startedAt, startedAt)))
}

/** Forgets a mail that failed and is no longer to be sent: otherwise its order would list it as on its way for ever. */
export async function dropUnsent(db: Db, key: string): Promise<void> {
  await db
    .delete(sentMails)
    .where(and(eq(sentMails.key, key), eq(sentMails.state, 'sending'), isNull(sentMails.startedAt)))
}

/** The mails about an order, newest first: when each was sent, `null` while it is on its way. */
export function listMailsAbout(db: Db, orderId: string) {
  const { key, subject, sentAt, attempts, startedAt } = sentMails
  return db
    .select({ key, subject, sentAt, attempts, startedAt })
    .from(sentMails)
    .where(eq(sentMails.orderId, orderId))
    .orderBy(sql`${sentMails.sentAt} desc nulls first`)
}

export async function wasMailSentSince(db: Db, since: Date): Promise<boolean> {
  const [sent] = await db
    .select({ key: sentMails.key })
    .from(sentMails)
    .where(gt(sentMails.sentAt, since))
    .limit(1)
  return sent !== undefined
}

export async function countMailsLike(db: Db, keyStart: string): Promise<{ sent: number; failed: number }> {
  const pattern = `${keyStart.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const [counted] = await db
    .select({
      sent: sql<number>`(count(*) filter (where ${sentMails.state} = 'sent'))::int`,
      failed: sql<number>`(count(*) filter (where ${sentMails.state} = 'sending' and ${sentMails.startedAt} is null))::int`,
    })
    .from(sentMails)
    .where(like(sentMails.key, pattern))
  return counted ?? { sent: 0, failed: 0 }
}
