import { z } from 'zod'
import { calendarType, writeCalendar } from '#app/calendar/calendar-file.server.ts'
import { googleLink, outlookLink } from '#app/calendar/calendar-links.ts'
import { transact } from '#app/db/work.server.ts'
import { cancelHold } from '#app/features/checkout/store/hold.server.ts'
import { findContact } from '#app/features/claims/store.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { makeLink, orderToken } from '#app/features/orders/store/links.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { linkTo, unsubscribeHeaders } from '#app/features/subscriptions/rules.ts'
import { findSubscription, listToken } from '#app/features/subscriptions/store/links.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import type { Job } from '#app/jobs/job.ts'
import type { Letter } from '#app/mail/letter.ts'
import { defineMailJob, type Mailing, mailJob, mailOnce } from '#app/mail/mail-job.server.ts'
import { calendarFileName, classEvent } from './documents.server.ts'
import {
  bookedLetter,
  canceledLetter,
  certificateLetter,
  type MailedSeat,
  movedLetter,
  reminderLetter,
  seatOfferLetter,
} from './mails.ts'
import { certificatePath, isReminderDue } from './rules.ts'
import { findMove, recordNotice } from './store/changes.server.ts'
import { findOffer } from './store/offers.server.ts'
import { findCertificate } from './store/roster.server.ts'
import { type BookedSeat, findBookedSeat, findStaffEmail } from './store/seats.server.ts'
import { findSession } from './store/sessions.server.ts'
import { formatClassTime, moneyAfterCanceling, refundWords, reminderRefundText } from './words.ts'

/** The mails about seats. Whom they reach, and whether they still apply, is read when they are sent. */
export function courseMails(sellables: Sellables): readonly Job[] {
  return [booked, canceled, reminder, moved, certificate, seatOffer(sellables)]
}

const ofOrder = z.object({ orderId: z.string() })

const booked = defineMailJob({
  name: 'course-booked',
  payload: ofOrder,
  async run(shop, { orderId }) {
    const seat = await findBookedSeat(shop.db, orderId)
    if (!seat || seat.isCanceled) return
    const { session, line, booking } = seat
    await mailOnce(shop, `class-booked:${orderId}:${session.id}`, () =>
      toStudent(shop, seat, async (mailed) =>
        bookedLetter(mailed, {
          link: await createSeatLink(shop, orderId),
          bring: session.course.bring,
          depositCents: line.unitCents * line.quantity,
          balanceCents: seat.balanceCents,
          refund: line.refundUntil ? refundWords(line.refundUntil, shop.now(), shop.timeZone) : '',
          isMoved: booking.rescheduledAt !== null,
        }),
      ),
    )
    await transact(shop, (work) => recordNotice(work, orderId, session.id, 'booked'))
  },
}) as Job

const canceled = mailJob('course-canceled', {
  payload: ofOrder,
  key: ({ orderId }) => `class-canceled:${orderId}`,
  async write(shop, { orderId }) {
    const seat = await findBookedSeat(shop.db, orderId)
    if (!seat?.isCanceled) return undefined
    const by = seat.session.canceledAt ? 'shop' : 'student'
    const money = moneyAfterCanceling(by, seat.line.refundedCents)
    return toStudent(shop, seat, (mailed) =>
      canceledLetter(mailed, { by, money, datesUrl: `${shop.publicUrl}/ccw-training` }),
    )
  },
})

const reminder = mailJob('mail-class-reminder', {
  payload: ofOrder.extend({ sessionId: z.string(), kind: z.enum(['week', 'day']) }),
  key: ({ orderId, sessionId, kind }) => `class-reminder:${orderId}:${sessionId}:${kind}`,
  async write(shop, { orderId, sessionId, kind }) {
    const seat = await findBookedSeat(shop.db, orderId)
    // Canceled or moved since.
    if (!seat || seat.isCanceled || seat.session.id !== sessionId) return undefined
    const knownSince = seat.booking.rescheduledAt ?? seat.paidAt
    if (!isReminderDue(kind, seat.session.startsAt, knownSince, shop.now())) return undefined
    return toStudent(shop, seat, async (mailed) =>
      reminderLetter(mailed, {
        kind,
        link: await createSeatLink(shop, orderId),
        bring: seat.session.course.bring,
        balanceCents: seat.balanceCents,
        refund: reminderRefundText(seat.line.refundUntil, shop.now(), shop.timeZone),
      }),
    )
  },
})

const moved = mailJob('course-moved', {
  payload: z.object({ moveId: z.string() }),
  key: ({ moveId }) => `class-moved:${moveId}`,
  async write(shop, { moveId }) {
    const move = await findMove(shop.db, moveId)
    // Answered, or moved again since.
    if (!move || move.answer) return undefined
    const seat = await findBookedSeat(shop.db, move.orderId)
    if (!seat || seat.isCanceled || seat.session.id !== move.sessionId) return undefined
    return toStudent(shop, seat, async (mailed) =>
      movedLetter(mailed, {
        from: { startsAt: move.fromStartsAt, endsAt: move.fromEndsAt, place: move.fromPlace },
        link: await createSeatLink(shop, move.orderId),
      }),
    )
  },
})

const certificate = mailJob('mail-training-certificate', {
  payload: z.object({ code: z.string() }),
  key: ({ code }) => `training-certificate:${code}`,
  async write(shop, { code }) {
    const given = await findCertificate(shop.db, code)
    if (!given || given.revokedAt) return undefined
    const order = await findOrder(shop.db, given.orderId)
    if (!order?.buyerEmail) return undefined
    const link = await createSeatLink(shop, given.orderId)
    const checkUrl = `${shop.publicUrl}${certificatePath(code)}`
    return { to: order.buyerEmail, letter: certificateLetter(given.facts, { code, link, checkUrl }) }
  },
})

function seatOffer(sellables: Sellables): Job {
  return mailJob('mail-seat-offer', {
    payload: z.object({ offerId: z.string() }),
    key: ({ offerId }) => `seat-offer:${offerId}`,
    async write(shop, { offerId }) {
      const { db, timeZone, publicUrl } = shop
      const now = shop.now()
      const offer = await findOffer(db, offerId)
      const orderId = offer?.orderId
      if (!orderId || offer.endsAt <= now) return undefined
      const [session, person, order, { postalLine }] = await Promise.all([
        findSession(db, offer.sessionId, now),
        findSubscription(db, offer.subscriptionId),
        findOrder(db, orderId),
        findContact(shop),
      ])
      if (!session || order?.state !== 'held') return undefined
      if (person?.state !== 'confirmed') {
        await transact(shop, (work) => cancelHold(work, sellables, orderId))
        return undefined
      }
      const signing = { sign: shop.sign, now }
      const token = orderToken(signing, order)
      const unsubscribeUrl = linkTo(
        publicUrl,
        'unsubscribe',
        listToken(signing, offer.subscriptionId, 'manage'),
      )
      const letter = seatOfferLetter({
        courseName: session.course.name,
        startsAt: session.startsAt,
        endsAt: session.endsAt,
        timeZone,
        location: session.place,
        depositCents: order.totalCents,
        until: formatClassTime(offer.endsAt, timeZone),
        link: `${publicUrl}/ccw-training/offers/${orderId}?key=${token}`,
        unsubscribeUrl,
        postalLine,
      })
      return { to: person.email, letter, headers: unsubscribeHeaders(unsubscribeUrl) }
    },
  })
}

async function toStudent(
  shop: Shop,
  seat: BookedSeat,
  write: (mailed: MailedSeat) => Letter | Promise<Letter>,
): Promise<Mailing> {
  const { db, publicUrl, timeZone } = shop
  const { orderId, session, booking, isCanceled, email } = seat
  const { startsAt, endsAt, place } = session
  const staffEmail = await findStaffEmail(db, shop.now(), timeZone)
  const event = classEvent(
    { ...session, orderId, isCanceled, email, rescheduledAt: booking.rescheduledAt, moves: booking.moves },
    { publicUrl, timeZone, staffEmail },
  )
  const letter = await write({
    orderId,
    startsAt,
    endsAt,
    timeZone,
    courseName: session.course.name,
    location: place,
    calendar: { google: googleLink(event), outlook: outlookLink(event) },
  })
  const content = writeCalendar(event, shop.now())
  return { to: email, letter, attachments: [{ name: calendarFileName, type: calendarType(event), content }] }
}

async function createSeatLink(shop: Shop, orderId: string): Promise<string> {
  const token = await makeLink({ tx: shop.db, sign: shop.sign, now: shop.now() }, orderId)
  return `${shop.publicUrl}/orders/${orderId}/seat/open?key=${token}`
}
