import { z } from 'zod'
import { calendarType, type CalendarEvent, writeCalendar } from '#app/calendar/calendar-file.server.ts'
import { googleLink, outlookLink } from '#app/calendar/calendar-links.ts'
import { transact } from '#app/db/work.server.ts'
import { makeLink } from '#app/features/orders/store/links.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { type MailContent, renderMail } from '#app/mail/layout.tsx'
import type { Mail } from '#app/mail/mailer.ts'
import { defineMailJob } from '#app/mail/mail-job.server.ts'
import { sendOnce } from '#app/mail/send-once.server.ts'
import { calendarFileName, classEvent } from '../documents.server.ts'
import { isReminderDue } from '../rules.ts'
import { findMove, recordNotice } from '../store/changes.server.ts'
import { findStaffEmail, findBookedSeat, type BookedSeat } from '../store/seats.server.ts'
import { moneyAfterCanceling, reminderRefundText, refundWords } from '../words.ts'
import { bookedMail } from '../emails/booked.tsx'
import { canceledMail } from '../emails/canceled.tsx'
import type { CalendarLinks } from '../emails/calendar-note.tsx'
import type { ClassDetails } from '../emails/class-details.ts'
import { movedMail } from '../emails/moved.tsx'
import { reminderMail } from '../emails/reminder.tsx'

const ofOrder = z.object({ orderId: z.string() })

export const mailBooked = defineMailJob({
  name: 'course-booked',
  payload: ofOrder,
  async run(shop, { orderId }) {
    const seat = await findBookedSeat(shop.db, orderId)
    if (!seat || seat.isCanceled) return
    const { session, line, booking } = seat
    const { refundUntil } = line
    await sendSeatMail(shop, `class-booked:${orderId}:${session.id}`, seat, async (details, calendar) =>
      bookedMail({
        ...details,
        calendar,
        link: await createSeatLink(shop, orderId),
        bring: session.course.bring,
        depositCents: line.unitCents * line.quantity,
        balanceCents: seat.balanceCents,
        refund: refundUntil ? refundWords(refundUntil, shop.now(), shop.timeZone) : '',
        isMoved: booking.rescheduledAt !== null,
      }),
    )
    await transact(shop, (work) => recordNotice(work, orderId, session.id, 'booked'))
  },
})

export const mailCanceled = defineMailJob({
  name: 'course-canceled',
  payload: ofOrder,
  async run(shop, { orderId }) {
    const seat = await findBookedSeat(shop.db, orderId)
    if (!seat?.isCanceled) return
    const by = seat.session.canceledAt ? 'shop' : 'student'
    await sendSeatMail(shop, `class-canceled:${orderId}`, seat, async (details) =>
      canceledMail({
        ...details,
        by,
        money: moneyAfterCanceling(by, seat.line.refundedCents),
        datesUrl: `${shop.publicUrl}/ccw-training`,
      }),
    )
  },
})

export const mailReminder = defineMailJob({
  name: 'mail-class-reminder',
  payload: ofOrder.extend({ sessionId: z.string(), kind: z.enum(['week', 'day']) }),
  async run(shop, { orderId, sessionId, kind }) {
    const seat = await findBookedSeat(shop.db, orderId)
    // Canceled or moved since.
    if (!seat || seat.isCanceled || seat.session.id !== sessionId) return
    const knownSince = seat.booking.rescheduledAt ?? seat.paidAt
    if (!isReminderDue(kind, seat.session.startsAt, knownSince, shop.now())) return
    await sendSeatMail(
      shop,
      `class-reminder:${orderId}:${sessionId}:${kind}`,
      seat,
      async (details, calendar) =>
        reminderMail({
          ...details,
          kind,
          calendar,
          link: await createSeatLink(shop, orderId),
          bring: seat.session.course.bring,
          balanceCents: seat.balanceCents,
          refund: reminderRefundText(seat.line.refundUntil, shop.now(), shop.timeZone),
        }),
    )
  },
})

export const mailMoved = defineMailJob({
  name: 'course-moved',
  payload: z.object({ moveId: z.string() }),
  async run(shop, { moveId }) {
    const move = await findMove(shop.db, moveId)
    // Answered, or moved again since.
    if (!move || move.answer) return
    const seat = await findBookedSeat(shop.db, move.orderId)
    if (!seat || seat.isCanceled || seat.session.id !== move.sessionId) return
    await sendSeatMail(shop, `class-moved:${moveId}`, seat, async (details, calendar) =>
      movedMail({
        ...details,
        calendar,
        from: { startsAt: move.fromStartsAt, endsAt: move.fromEndsAt, place: move.fromPlace },
        link: await createSeatLink(shop, move.orderId),
      }),
    )
  },
})

async function sendSeatMail(
  shop: Shop,
  key: string,
  seat: BookedSeat,
  write: (details: ClassDetails, calendar: CalendarLinks) => Promise<MailContent>,
) {
  const { orderId, session, email } = seat
  const { startsAt, endsAt, place } = session
  const details = {
    orderId,
    startsAt,
    endsAt,
    timeZone: shop.timeZone,
    courseName: session.course.name,
    location: place,
  }
  const event = await calendarEventOf(shop, seat)
  const content = await write(details, { google: googleLink(event), outlook: outlookLink(event) })
  const file = {
    name: calendarFileName,
    type: calendarType(event),
    content: writeCalendar(event, shop.now()),
  }
  await send(shop, content, { key, to: email, attachments: [file] })
}

async function calendarEventOf(shop: Shop, seat: BookedSeat): Promise<CalendarEvent> {
  const { db, publicUrl, timeZone } = shop
  const { orderId, session, booking, isCanceled, email } = seat
  const staffEmail = await findStaffEmail(db, shop.now(), timeZone)
  return classEvent(
    { ...session, orderId, isCanceled, email, rescheduledAt: booking.rescheduledAt, moves: booking.moves },
    { publicUrl, timeZone, staffEmail },
  )
}

export async function send(shop: Shop, content: MailContent, to: Omit<Mail, 'subject' | 'html' | 'text'>) {
  const written = { ...to, subject: content.subject, ...renderMail(content) }
  await sendOnce(shop.db, shop.mailer, written, shop.now())
}

/** Only hashes of links are stored, so each email gets a new link. */
export async function createSeatLink(shop: Shop, orderId: string): Promise<string> {
  const token = await transact(shop, (work) => makeLink(work, orderId))
  return `${shop.publicUrl}/orders/${orderId}/seat/open?key=${token}`
}
