import { and, eq, gt, isNotNull, isNull, lte } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { after } from '#app/kit/clock.ts'
import { classNotices } from '../waitlist-tables.ts'
import { type NoticeKind, type ReminderKind, reminders } from '../rules/notices.ts'
import { courseSessions, sessionSeats } from '../tables.ts'

const reminderKinds = Object.keys(reminders) as ReminderKind[]

/**
 * Queues the reminders that have fallen due, each once for a student and a class: the note of it and the job that mails
 * are one transaction. Safe to repeat, and from several processes. Returns how many.
 */
export async function queueReminders(work: UnitOfWork): Promise<number> {
  let queued = 0
  for (const kind of reminderKinds)
    for (const { orderId, sessionId } of await listDueReminders(work, kind))
      if (await recordNotice(work, orderId, sessionId, kind)) {
        await work.enqueue('mail-class-reminder', { orderId, sessionId, kind })
        queued++
      }
  return queued
}

/**
 * Queues the mail about seats that are no more: booked, mailed about, and since given up, refunded by whomever, or called
 * off. Found from what is stored, so that no way of ending a seat can forget it. Returns how many.
 */
export async function queueCancellations(work: UnitOfWork): Promise<number> {
  const { tx } = work
  const later = alias(classNotices, 'later')
  const gone = await tx
    .selectDistinct({ orderId: classNotices.orderId, sessionId: classNotices.sessionId })
    .from(classNotices)
    .leftJoin(
      sessionSeats,
      and(eq(sessionSeats.orderId, classNotices.orderId), eq(sessionSeats.state, 'taken')),
    )
    .leftJoin(later, and(eq(later.orderId, classNotices.orderId), eq(later.kind, 'canceled')))
    .where(and(eq(classNotices.kind, 'booked'), isNull(sessionSeats.number), isNull(later.orderId)))
  for (const { orderId, sessionId } of gone)
    if (await recordNotice(work, orderId, sessionId, 'canceled'))
      await work.enqueue('course-canceled', { orderId })
  return gone.length
}

/** Writes down that a student is told something of a class. Says whether it is the first time. */
export async function recordNotice(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  orderId: string,
  sessionId: string,
  kind: NoticeKind,
): Promise<boolean> {
  const [noted] = await tx
    .insert(classNotices)
    .values({ orderId, sessionId, kind, at: now })
    .onConflictDoNothing()
    .returning({ at: classNotices.at })
  return noted !== undefined
}

/** Booked seats of classes for which it is the time of a reminder that was not sent yet. */
async function listDueReminders({ tx, now }: UnitOfWork, kind: ReminderKind) {
  const { fromMs, untilMs } = reminders[kind]
  const rows = await tx
    .select({ orderId: sessionSeats.orderId, sessionId: sessionSeats.sessionId })
    .from(sessionSeats)
    .innerJoin(courseSessions, eq(courseSessions.id, sessionSeats.sessionId))
    .leftJoin(
      classNotices,
      and(
        eq(classNotices.orderId, sessionSeats.orderId),
        eq(classNotices.sessionId, sessionSeats.sessionId),
        eq(classNotices.kind, kind),
      ),
    )
    .where(
      and(
        isNull(classNotices.orderId),
        eq(sessionSeats.state, 'taken'),
        isNotNull(sessionSeats.orderId),
        isNull(courseSessions.canceledAt),
        lte(courseSessions.startsAt, after(now, fromMs)),
        gt(courseSessions.startsAt, after(now, untilMs)),
      ),
    )
  return rows.flatMap(({ orderId, sessionId }) => (orderId ? [{ orderId, sessionId }] : []))
}
