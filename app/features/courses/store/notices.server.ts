import { and, eq, gt, isNotNull, isNull, lte } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { after } from '#app/kit/clock.ts'
import { classNotices } from '../waitlist-tables.ts'
import { type NoticeKind, type ReminderKind, reminders } from '../rules/notices.ts'
import { courseSessions, sessionSeats } from '../tables.ts'

const reminderKinds = Object.keys(reminders) as ReminderKind[]

/**
 * Queues due reminders, each once per student and class. Idempotent and safe in several processes. Returns the count.
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
 * Queues emails about seats that were booked and then canceled or refunded. Derived from stored state, so no way of ending
 * a booking can miss it. Returns the count.
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

/** Records a notice. Returns false if it was recorded before. */
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

/** Booked seats whose reminder is due and not sent. */
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
