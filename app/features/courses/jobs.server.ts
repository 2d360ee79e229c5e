import { postalMark } from '#app/mail/sender.ts'
import { z } from 'zod'
import { calendarType, type CalendarEvent, writeCalendar } from '#app/calendar/calendar-file.server.ts'
import { googleLink, outlookLink } from '#app/calendar/calendar-links.ts'
import { transact } from '#app/db/work.server.ts'
import { findOrder, makeLink, type Sellables } from '#app/features/orders/store.server.ts'
import { linkTo, unsubscribeHeaders } from '#app/features/subscriptions/rules.ts'
import { findSubscription, makeLink as makeListLink } from '#app/features/subscriptions/store/links.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { runWorkItems } from '#app/jobs/work-items.server.ts'
import { type MailContent, renderMail } from '#app/mail/layout.tsx'
import type { Mail } from '#app/mail/mailer.ts'
import { defineMailJob } from '#app/mail/mail-job.server.ts'
import { sendOnce } from '#app/mail/send-once.server.ts'
import { findClaims } from '../claims/store.server.ts'
import { calendarFileName, classEvent } from './documents/class-calendar.server.ts'
import { bookedMail } from './emails/booked.tsx'
import { canceledMail } from './emails/canceled.tsx'
import type { CalendarLinks } from './emails/calendar-note.tsx'
import type { ClassDetails } from './emails/class-details.ts'
import { certificateMail } from './emails/certificate.tsx'
import { movedMail } from './emails/moved.tsx'
import { offerMail } from './emails/offer.tsx'
import { reminderMail } from './emails/reminder.tsx'
import { isReminderDue } from './rules/notices.ts'
import { certificatePath } from './rules/addresses.ts'
import { findSession } from './store.server.ts'
import { findCertificate } from './store/certificates.server.ts'
import { findMove } from './store/moved.server.ts'
import { recordNotice, queueCancellations, queueReminders } from './store/notices.server.ts'
import { findOffer, listWaitlistedSessions, offerSeats } from './store/offers.server.ts'
import { settleCanceledSeat, listCanceledClassSeats } from './store/manage-sessions.server.ts'
import { findStaffEmail, findBookedSeat, type BookedSeat } from './store/booked-seat.server.ts'
import { formatClassTime, moneyAfterCanceling, reminderRefundText } from './words/deposit.ts'
import { refundWords } from './words/registration.ts'

const everyMinute = '* * * * *'
const ofOrder = z.object({ orderId: z.string() })

/**
 * The jobs of courses: emails about seats, reminders, offers to waitlists, and refunds of canceled classes. Payloads hold
 * ids; the recipient, and whether the email still applies, are read when it is sent.
 */
export function courseJobs(sellables: Sellables): readonly Job[] {
  return [
    mailBooked,
    mailCanceled,
    mailReminder,
    mailOffer,
    mailMoved,
    mailCertificate,
    notifyStudents,
    offerFreeSeats(sellables),
    settleCanceled(sellables),
  ] as Job[]
}

/** Confirms a booked or moved seat, with the calendar file. */
const mailBooked = defineMailJob({
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

/** Confirms a canceled seat, with the file that removes it from the calendar. */
const mailCanceled = defineMailJob({
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

const mailReminder = defineMailJob({
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

const mailOffer = defineMailJob({
  name: 'mail-seat-offer',
  payload: z.object({ offerId: z.string() }),
  async run(shop, { offerId }) {
    const { db, timeZone, publicUrl } = shop
    const now = shop.now()
    const found = await findOffer(db, offerId)
    const orderId = found?.orderId
    if (!orderId || found.endsAt <= now) return
    const [session, person, order, postal] = await Promise.all([
      findSession(db, found.sessionId, now),
      findSubscription(db, found.subscriptionId),
      findOrder(db, orderId),
      findClaims(db, ['support.postal'], now, timeZone),
    ])
    if (!session || person?.state !== 'confirmed' || order?.state !== 'held') return
    const [token, listToken] = await transact(shop, async (work) => [
      await makeLink(work, orderId),
      await makeListLink(work, found.subscriptionId, 'manage'),
    ])
    const unsubscribeUrl = linkTo(publicUrl, 'unsubscribe', listToken)
    const content = offerMail({
      courseName: session.course.name,
      startsAt: session.startsAt,
      endsAt: session.endsAt,
      timeZone,
      location: session.place,
      depositCents: order.totalCents,
      until: formatClassTime(found.endsAt, timeZone),
      link: `${publicUrl}/ccw-training/offers/${orderId}?key=${token}`,
      unsubscribeUrl,
      postalLine: postal['support.postal']?.text ?? postalMark,
    })
    await send(shop, content, {
      key: `seat-offer:${offerId}`,
      to: person.email,
      headers: unsubscribeHeaders(unsubscribeUrl),
    })
  },
})

/** Queues due reminders and emails about canceled seats. */
const notifyStudents = defineJob({
  name: 'notify-students',
  payload: z.object({}),
  every: everyMinute,
  async run(shop) {
    await transact(shop, queueReminders)
    await transact(shop, queueCancellations)
  },
})

/** The shop moved a class: the old date, the new one, and what the student may do. */
const mailMoved = defineMailJob({
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

const mailCertificate = defineMailJob({
  name: 'mail-training-certificate',
  payload: z.object({ code: z.string() }),
  async run(shop, { code }) {
    const certificate = await findCertificate(shop.db, code)
    if (!certificate || certificate.revokedAt) return
    const order = await findOrder(shop.db, certificate.orderId)
    if (!order?.buyerEmail) return
    const content = certificateMail({
      code,
      facts: certificate.facts,
      link: await createSeatLink(shop, certificate.orderId),
      checkUrl: `${shop.publicUrl}${certificatePath(code)}`,
    })
    await send(shop, content, { key: `training-certificate:${code}`, to: order.buyerEmail })
  },
})

function offerFreeSeats(sellables: Sellables) {
  return defineJob({
    name: 'offer-seats',
    payload: z.object({}),
    every: everyMinute,
    async run(shop, _payload, signal) {
      await runWorkItems(shop, {
        kind: 'offer-seats',
        items: await listWaitlistedSessions(shop.db),
        signal,
        subjectOf: (sessionId) => sessionId,
        run: (sessionId) => transact(shop, (work) => offerSeats(work, sellables, sessionId, shop.timeZone)),
      })
    },
  })
}

function settleCanceled(sellables: Sellables) {
  return defineJob({
    name: 'settle-canceled-classes',
    payload: z.object({}),
    every: everyMinute,
    async run(shop, _payload, signal) {
      await runWorkItems(shop, {
        kind: 'settle-canceled-classes',
        items: await listCanceledClassSeats(shop.db),
        signal,
        subjectOf: ({ orderId }) => orderId,
        run: (seat) => transact(shop, (work) => settleCanceledSeat(work, sellables, seat)),
      })
    },
  })
}

/** Sends one email about a seat, once, with the calendar file. */
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

async function send(shop: Shop, content: MailContent, to: Omit<Mail, 'subject' | 'html' | 'text'>) {
  const written = { ...to, subject: content.subject, ...renderMail(content) }
  await sendOnce(shop.db, shop.mailer, written, shop.now())
}

/** Only hashes of links are stored, so each email gets a new link. */
async function createSeatLink(shop: Shop, orderId: string): Promise<string> {
  const token = await transact(shop, (work) => makeLink(work, orderId))
  return `${shop.publicUrl}/orders/${orderId}/seat/open?key=${token}`
}
