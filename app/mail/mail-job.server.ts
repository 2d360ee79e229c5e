import { z } from 'zod'
import { transact, type Db } from '#app/db/db.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { defineJob, type Job, PutAside, TryLater } from '#app/jobs/job.ts'
import { after, day, hour, minute, second } from '#app/kit/clock.ts'
import { describeFault } from '#app/kit/describe-fault.ts'
import { countOf } from '#app/kit/text.ts'
import { MailFailure, type Mail } from './mailer.server.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, gt, like, sql } from 'drizzle-orm'
import { clearAlert, raiseAlert } from '#app/alerts/alerts.server.ts'
import { statement, value } from '#app/db/statement.server.ts'
import { type Letter, renderMail } from './letter.ts'
import { mailOutage, sentMails } from './tables.ts'

/** Retries within two days: delays grow to 15 minutes, which they reach after about 20 minutes. */
const retriesInTwoDays = 2 * 24 * 4 + 10

/** How one kind of mail is made from its payload, which holds ids only and no personal data. */
type MailKind<Payload, Read = undefined> = {
  payload: z.ZodType<Payload>
  /** Mail with the same key is sent once. */
  key: (payload: Payload) => string
  /** What the mail is about, read in the round trip that claims it. */
  read?: (shop: Shop, payload: Payload) => Promise<Read>
  /** Reads recipient and content when the mail is sent, `undefined` where nothing is to be said any more. */
  write: (shop: Shop, payload: Payload, read: Read) => Promise<Mailing | undefined>
}

export function mailJob<Payload extends object, Read = undefined>(
  name: string,
  { payload: parser, key, read, write }: MailKind<Payload, Read>,
): Job {
  return defineMailJob<Payload>({
    name,
    payload: parser,
    run: (shop, payload) =>
      mailOnce<Read>(
        shop,
        key(payload),
        (found) => write(shop, payload, found),
        read && (() => read(shop, payload)),
      ),
  })
}

type Refused = { refusals?: number | undefined }

/** Retried for two days before it is put aside; only a few times for a refused recipient, or where it may have arrived. */
export function defineMailJob<Payload extends object>(job: Job<Payload>): Job<Payload & Refused> {
  return defineJob({
    retries: retriesInTwoDays,
    ...job,
    payload: z.intersection(job.payload, z.object({ refusals: z.int().optional() })),
    async run(shop, payload, signal) {
      try {
        await job.run(shop, payload, signal)
      } catch (error) {
        if (!(error instanceof MailFailure) || !(error.isFinal || error.mayHaveArrived)) throw error
        await tryAgainOrGiveUp(shop, job.name, payload, error)
      }
    },
  })
}

/** One try would do for an address that does not exist. But some servers greylist with 5xx replies, for minutes to hours. */
const waitsMs = [10 * minute, hour, 4 * hour] as const
const longestWaitMs = waitsMs[2]

/** How many refusals fit into two days. A mail that fails for longer is given up whatever the reason, as in any other outage. */
const maxRefusals = waitsMs.length + Math.ceil((2 * day) / longestWaitMs)

/** Another try follows much later than the queue's own. @throws PutAside when there were enough of them. */
async function tryAgainOrGiveUp(shop: Shop, name: string, payload: Refused, failure: MailFailure) {
  const refusals = (payload.refusals ?? 0) + 1
  const waitMs = waitsMs[refusals - 1] ?? longestWaitMs
  const { fault } = describeFault(failure)
  // A server that accepts nobody's mail gives the same replies: until it has accepted somebody else's, the mail stays.
  const hasServerWorked = await shop.db.$count(sentMails, gt(sentMails.sentAt, after(shop.now(), -waitMs)))
  if (refusals > (hasServerWorked ? waitsMs.length : maxRefusals)) {
    const outcome = failure.mayHaveArrived ? 'Taken without an answer' : 'Refused'
    throw new PutAside(`${outcome} ${countOf(refusals, 'time')}. ${fault}`)
  }
  shop.log.warn({ job: name, refusals, fault }, 'The mail server refuses a mail or does not answer')
  const startAfter = after(shop.now(), waitMs)
  await transact(shop, ({ enqueue }) => enqueue(name, { ...payload, refusals }, { startAfter }))
}

/** Then its process died. Longer than the slowest delivery: nine commands of 30 seconds each, after 25 seconds to connect. */
const claimMs = 5 * minute

const noteWaitsMs = [250, 1_000, 4_000, 15_000]

/** When mails fail for this long and none was sent, the alert `mail_outage` is raised. In milliseconds. */
export const outageAlertMs = 15 * minute

/** When the mail server cannot be used, no mail is tried for this long, in milliseconds: each would only fail. */
const mailPauseMs = 30 * second

export type Mailing = Omit<Mail, 'key' | 'subject' | 'html' | 'text'> & { letter: Letter }

/**
 * No transaction may be open: others have to see the claim, in whose round trip `read` reads. Sent twice only if the reply or our
 * record was lost. @throws TryLater when in progress or just failed.
 */
export async function mailOnce<Read = undefined>(
  { db, mailer, now: clock, facts }: Pick<Shop, 'db' | 'mailer' | 'now' | 'facts'>,
  key: string,
  write: (read: Read) => Promise<Mailing | undefined>,
  read?: () => Promise<Read>,
  waitsMs: readonly number[] = noteWaitsMs,
): Promise<void> {
  const now = clock()
  const [claimed, found] = await Promise.allSettled([claim(db, key, now), read?.()])
  if (claimed.status === 'rejected') throw claimed.reason
  if (!claimed.value) return
  let mail: Mail | undefined
  try {
    if (found.status === 'rejected') throw found.reason
    const mailing = await write(found.value as Read)
    if (mailing) {
      const { letter, ...to } = mailing
      mail = { ...to, ...renderMail(letter, facts()), key }
    }
  } catch (error) {
    await releaseClaim(db, key, now)
    throw error
  }
  if (!mail) return dropClaim(db, key, now)
  try {
    await mailer.send(mail)
  } catch (error) {
    await releaseClaim(db, key, now, mail)
    await noteFailure(db, now, error)
    throw error
  }
  await markSent(db, { key, now, ...aboutOrder(mail) }, waitsMs)
}

function aboutOrder({ orderId, subject }: Pick<Mail, 'orderId' | 'subject'>) {
  return orderId === undefined ? { orderId: null, subject: null } : { orderId, subject }
}

type Sent = { key: string; now: Date } & ReturnType<typeof aboutOrder>

/** Retries while the database is unreachable: without the record the mail would be sent twice. */
async function markSent(db: Db, sent: Sent, [waitMs, ...waitsMs]: readonly number[]): Promise<void> {
  try {
    const ended = await noteSent(db, sent)
    if (ended.length > 0) await clearAlert({ tx: db, now: sent.now }, 'mail_outage', 'mail')
  } catch (error) {
    if (waitMs === undefined) throw error
    await sleep(waitMs)
    await markSent(db, sent, waitsMs)
  }
}

async function claim(db: Db, key: string, now: Date): Promise<boolean> {
  const [claimed] = await insertClaim(db, { key, now, waited: after(now, -claimMs) })
  if (claimed) return true
  const [taken] = await db.select({ state: sentMails.state }).from(sentMails).where(eq(sentMails.key, key))
  if (taken?.state === 'sent') return false
  throw new TryLater(`The mail ${key} is being sent by another try, or the mail server failed a moment ago`)
}

const insertClaim = statement<{ key: string }>(
  () => sql`
    insert into ${sentMails} as known (key, state, started_at, attempts)
    select ${value('key')}, 'sending', ${value('now')}::timestamptz, 1
    where not exists (select from ${mailOutage} where paused_until > ${value('now')}::timestamptz)
    on conflict (key) do update set started_at = excluded.started_at, attempts = known.attempts + 1
      where known.state = 'sending' and (known.started_at is null or known.started_at <= ${value('waited')}::timestamptz)
    returning key`,
)

const noteSent = statement<{ id: number }>(
  () => sql`
    with sent as (
      update ${sentMails} set state = 'sent', sent_at = ${value('now')}::timestamptz, order_id = ${value('orderId')},
        subject = ${value('subject')}
      where ${sentMails.key} = ${value('key')}
    )
    delete from ${mailOutage} returning id`,
)

const isOwn = (key: string, startedAt: Date) =>
  and(eq(sentMails.key, key), eq(sentMails.state, 'sending'), eq(sentMails.startedAt, startedAt))

async function releaseClaim(db: Db, key: string, startedAt: Date, mail?: Mail) {
  await db
    .update(sentMails)
    .set({ startedAt: null, ...(mail && aboutOrder(mail)) })
    .where(isOwn(key, startedAt))
}

/** Forgets a mail with nothing left to say: otherwise its order would list it as on its way for ever. */
async function dropClaim(db: Db, key: string, startedAt: Date) {
  await db.delete(sentMails).where(isOwn(key, startedAt))
}

async function noteFailure(db: Db, now: Date, error: unknown): Promise<void> {
  const { about = 'server', code = 'unknown' } = (error ?? {}) as Partial<MailFailure>
  if (about === 'recipient') return
  const pausedUntil = about === 'server' ? after(now, mailPauseMs) : null
  await db.transaction(async (tx) => {
    const [outage] = await tx
      .insert(mailOutage)
      .values({ id: 1, since: now, pausedUntil, failures: 1 })
      .onConflictDoUpdate({
        target: mailOutage.id,
        set: {
          pausedUntil: sql`greatest(${mailOutage.pausedUntil}, excluded.paused_until)`,
          failures: sql`${mailOutage.failures} + 1`,
        },
      })
      .returning()
    if (!outage || now.getTime() - outage.since.getTime() < outageAlertMs) return
    const detail = `No mail has gone out since ${outage.since.toISOString()}. Tries that failed: ${outage.failures}. Last failure: ${code}.`
    await raiseAlert({ tx, now }, { kind: 'mail_outage', subject: 'mail', detail })
  })
}

export async function isMailPaused(db: Db, now: Date): Promise<boolean> {
  return (await db.$count(mailOutage, gt(mailOutage.pausedUntil, now))) > 0
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
