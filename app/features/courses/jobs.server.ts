import { z } from 'zod'
import { calendarType, writeCalendar, googleLink, outlookLink } from '#app/calendar/calendar.server.ts'
import { transact } from '#app/db/db.server.ts'
import { offerJobs } from '#app/features/checkout/offers.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { orderToken } from '#app/features/orders/store/links.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { runWorkItems } from '#app/jobs/work-items.server.ts'
import { brand } from '#app/kit/brand.ts'
import { formatCalendarDate } from '#app/kit/dates.ts'
import { formatCents } from '#app/kit/money.ts'
import { type Block, facts, type Letter } from '#app/mail/letter.ts'
import { defineMailJob, mailJob, type Mailing, mailOnce } from '#app/mail/mail-job.server.ts'
import { calendarFileName, findClassEvent } from './documents.server.ts'
import { acceptedBy, formatCertificateCode } from './roster.ts'
import { certificatePath, isReminderDue } from './rules.ts'
import {
  listCanceledClassSeats,
  queueNotices,
  recordNotice,
  settleCanceledSeat,
} from './store/changes.server.ts'
import { listWaitlistedSessions, offerSeats } from './store/offers.server.ts'
import { findCertificate } from './store/roster.server.ts'
import { type BookedSeat, findBookedSeat } from './store/seats.server.ts'
import { findSession } from './store/sessions.server.ts'
import { seatOffers } from './tables.ts'
import {
  formatClassTime,
  formatSession,
  moneyAfterCanceling,
  refundRule,
  refundWords,
  reminderRefundText,
} from './words.ts'

export function courseJobs(sellables: Sellables): readonly Job[] {
  const mails = [booked, canceled, reminder, moved, certificate]
  return [...mails, notifyStudents, ...seatOffersOf(sellables), settleCanceled(sellables)]
}

const everyMinute = { payload: z.object({}), every: '* * * * *' }

const notifyStudents = defineJob({
  ...everyMinute,
  name: 'notify-students',
  run: (shop) => transact(shop, queueNotices),
})

const settleCanceled = (sellables: Sellables) =>
  defineJob({
    ...everyMinute,
    name: 'settle-canceled-classes',
    async run(shop, _payload, signal) {
      await runWorkItems(shop, {
        kind: 'settle-canceled-classes',
        items: await listCanceledClassSeats(shop.db),
        signal,
        subjectOf: ({ orderId }) => orderId,
        run: (seat) => transact(shop, (work) => settleCanceledSeat(work, sellables, seat)),
      })
    },
  }) as Job

// Whom a mail reaches, and whether it still applies, is read when it is sent.

const ofOrder = z.object({ orderId: z.string() })

const booked = defineMailJob({
  name: 'course-booked',
  payload: ofOrder,
  async run(shop, { orderId }) {
    const seat = await findBookedSeat(shop.db, orderId)
    if (!seat || seat.isCanceled) return
    await mailOnce(shop, `class-booked:${orderId}:${seat.session.id}`, () =>
      toStudent(shop, seat, ({ when, details, calendar, bring, due, link }) => {
        const { line, booking, session } = seat
        const isMoved = booking.rescheduledAt !== null
        return {
          subject: `${isMoved ? 'New date' : 'Booked'}: ${session.course.name}, ${when}`,
          preview: `${when}. The calendar file is attached.`,
          blocks: [
            { heading: isMoved ? 'Your new date' : 'Your seat is booked' },
            { text: `${formatCents(line.unitCents * line.quantity)} deposit paid. ${due}` },
            details,
            calendar,
            bring,
            { button: 'Your seat', href: link },
            { note: 'Keep this email private: anyone with the link can change or cancel your seat.' },
            { note: line.refundUntil ? refundWords(line.refundUntil, shop.now(), shop.timeZone) : '' },
            { note: refundRule.noShow },
          ],
        }
      }),
    )
    await transact(shop, (work) => recordNotice(work, orderId, seat.session.id, 'booked'))
  },
}) as Job

const canceledWords = {
  student: {
    heading: 'Your seat is canceled',
    text: 'Your seat is open for someone else. There is nothing more you need to do.',
  },
  shop: {
    heading: 'This class is canceled',
    text: 'We’re sorry, we had to cancel this class. There is nothing you need to do.',
  },
}

const canceled = mailJob('course-canceled', {
  payload: ofOrder,
  key: ({ orderId }) => `class-canceled:${orderId}`,
  async write(shop, { orderId }) {
    const seat = await findBookedSeat(shop.db, orderId)
    if (!seat?.isCanceled) return undefined
    const by = seat.session.canceledAt ? 'shop' : 'student'
    const money = moneyAfterCanceling(by, seat.line.refundedCents)
    const { heading, text } = canceledWords[by]
    return toStudent(shop, seat, ({ details }) => ({
      subject: `Canceled: ${seat.session.course.name}`,
      preview: `${text} ${money}`,
      blocks: [
        { heading },
        { text },
        { text: money },
        details,
        { button: 'Other dates', href: `${shop.publicUrl}/ccw-training` },
        { note: 'The attached file removes it from your calendar.' },
      ],
    }))
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
    return toStudent(shop, seat, ({ when, details, calendar, bring, due, link }) => ({
      subject: `${kind === 'week' ? 'In a week' : 'Tomorrow'}: ${seat.session.course.name}, ${when}`,
      preview: `${when}. ${due}`,
      blocks: [
        { heading: kind === 'week' ? 'Your class is next week' : 'Your class is tomorrow' },
        details,
        bring,
        { text: due },
        calendar,
        { button: 'Your seat', href: link },
        { note: reminderRefundText(seat.line.refundUntil, shop.now(), shop.timeZone) },
      ],
    }))
  },
})

const moved = mailJob('course-moved', {
  payload: ofOrder.extend({ movedAt: z.iso.datetime() }),
  key: ({ orderId, movedAt }) => `class-moved:${orderId}:${movedAt}`,
  async write(shop, { orderId, movedAt }) {
    const seat = await findBookedSeat(shop.db, orderId)
    const { movedFrom } = seat?.booking ?? {}
    // Another date was taken, or the class was moved again since.
    if (!seat || seat.isCanceled || !movedFrom || seat.booking.movedAt?.toISOString() !== movedAt)
      return undefined
    const choices =
      'Your seat stays yours on the new date. Until the class begins you can also choose another date, or get your deposit back in full.'
    return toStudent(shop, seat, ({ when, details, calendar, link }) => ({
      subject: `Moved: ${seat.session.course.name}, now ${when}`,
      preview: `${when}. ${choices}`,
      blocks: [
        { heading: 'Your class was moved' },
        { text: `It was planned for ${movedFrom}. We’re sorry for the change.` },
        details,
        { text: choices },
        { button: 'Your seat', href: link },
        calendar,
      ],
    }))
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
    const { course, heldOn, instructor } = given.facts
    const text =
      'Your certificate of training is ready. The page of your seat has it as a PDF to print or to send.'
    const checkUrl = `${shop.publicUrl}${certificatePath(code)}`
    const letter: Letter = {
      subject: `Your certificate: ${course}`,
      preview: text,
      why,
      blocks: [
        { heading: 'Your certificate of training' },
        { text },
        {
          facts: facts({
            Class: course,
            Held: formatCalendarDate(heldOn),
            Instructor: instructor,
            Code: formatCertificateCode(code),
          }),
        },
        { button: 'Your certificate', href: seatLink(shop, order) },
        { text: ['Anybody with the code can check it here: ', { label: checkUrl, href: checkUrl }] },
        { note: acceptedBy },
      ],
    }
    return { to: order.buyerEmail, letter }
  },
})

const seatOffersOf = (sellables: Sellables) =>
  offerJobs(sellables, {
    good: 'seat',
    offers: seatOffers,
    path: '/ccw-training/offers',
    job: 'offer-seats',
    list: ({ db }) => listWaitlistedSessions(db),
    offer: (work, sessionId, { timeZone }) => offerSeats(work, sellables, sessionId, timeZone),
    async write({ db, now, timeZone }, { sessionId, endsAt }, { totalCents }, { link, ...commercial }) {
      const session = await findSession(db, sessionId, now())
      if (!session) return undefined
      const held = `A seat opened up, and you’re next on the waitlist. We’re holding it for you until ${formatClassTime(endsAt, timeZone)}.`
      return {
        ...commercial,
        subject: `A seat for you: ${session.course.name}, ${formatSession(session, timeZone)}`,
        preview: held,
        why: 'You’re getting this email because you joined the waitlist for this class.',
        blocks: [
          { heading: 'A seat for you' },
          { text: held },
          detailsOf(session, timeZone),
          { text: `A ${formatCents(totalCents)} deposit books it.` },
          { button: 'Book this seat', href: link },
          {
            note: 'If you don’t want it, you don’t have to do anything: it goes to the next person on the waitlist.',
          },
        ],
      }
    },
  })

const why = `You’re getting this email because a seat in a ${brand} class was booked with this address.`

type Parts = { when: string; details: Block; calendar: Block; bring: Block; due: string; link: string }

/** A mail about a seat, with the file that puts the class into the student's calendar or removes it. */
async function toStudent(
  shop: Shop,
  seat: BookedSeat,
  write: (parts: Parts) => Omit<Letter, 'why'>,
): Promise<Mailing> {
  const { timeZone } = shop
  const { orderId, session, email, balanceCents } = seat
  const event = await findClassEvent(shop, seat)
  const { bring } = session.course
  const letter = write({
    when: formatSession(session, timeZone),
    details: detailsOf(session, timeZone, orderId),
    calendar: {
      text: [
        'The attached file adds it to your calendar. You can also add it to ',
        { label: 'Google Calendar', href: googleLink(event) },
        ' or ',
        { label: 'Outlook', href: outlookLink(event) },
        '.',
      ],
    },
    bring: { text: bring.length > 0 ? `Bring: ${bring.join('; ')}.` : '' },
    due: `${formatCents(balanceCents)} is due on the day, by cash or card.`,
    link: seatLink(shop, { ...seat, id: orderId }),
  })
  const content = writeCalendar(event, shop.now())
  const attachments = [{ name: calendarFileName, type: calendarType(event), content }]
  return { to: email, letter: { ...letter, why }, attachments }
}

type Class = { course: { name: string }; startsAt: Date; endsAt: Date; place: string }

function detailsOf(session: Class, timeZone: string, orderId?: string): Block {
  const { course, place } = session
  const when = formatSession(session, timeZone)
  return { facts: facts({ Class: course.name, When: when, Where: place, Order: orderId }) }
}

function seatLink(shop: Shop, order: { id: string; linkEpoch: string }): string {
  const token = orderToken({ sign: shop.sign, now: shop.now() }, order)
  return `${shop.publicUrl}/orders/${order.id}/seat/open?key=${token}`
}
