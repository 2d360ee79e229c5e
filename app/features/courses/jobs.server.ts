import { z } from 'zod'
import { transact } from '#app/db/work.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { runWorkItems } from '#app/jobs/work-items.server.ts'
import {
  listCanceledClassSeats,
  queueCancellations,
  queueReminders,
  settleCanceledSeat,
  recordNotice,
} from './store/changes.server.ts'
import { listWaitlistedSessions, offerSeats, findOffer } from './store/offers.server.ts'
import { calendarType, writeCalendar } from '#app/calendar/calendar-file.server.ts'
import { googleLink, outlookLink } from '#app/calendar/calendar-links.ts'
import { type OfferMail, offerMailJob } from '#app/features/checkout/offer-mail.server.ts'
import { orderToken } from '#app/features/orders/store/links.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { type Letter, type Block, facts } from '#app/mail/letter.ts'
import { defineMailJob, mailJob } from '#app/mail/mail-job.server.ts'
import { type Mailing, mailOnce } from '#app/mail/send-once.server.ts'
import { calendarFileName, classEvent } from './documents.server.ts'
import { certificatePath, isReminderDue } from './rules.ts'
import { findCertificate } from './store/roster.server.ts'
import { type BookedSeat, findBookedSeat, findStaffEmail } from './store/seats.server.ts'
import { findSession } from './store/sessions.server.ts'
import {
  formatClassTime,
  moneyAfterCanceling,
  refundWords,
  reminderRefundText,
  formatSession,
  refundRule,
} from './words.ts'
import { brand } from '#app/kit/brand.ts'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { formatCents } from '#app/kit/money.ts'
import { acceptedBy, type CertificateFacts, formatCertificateCode } from './roster.ts'

const everyMinute = '* * * * *'

export function courseJobs(sellables: Sellables): readonly Job[] {
  const mails = [booked, canceled, reminder, moved, certificate, seatOffer(sellables)]
  return [...mails, notifyStudents, offerFreeSeats(sellables), settleCanceled(sellables)]
}

const notifyStudents = defineJob({
  name: 'notify-students',
  payload: z.object({}),
  every: everyMinute,
  async run(shop) {
    await transact(shop, queueReminders)
    await transact(shop, queueCancellations)
  },
})

function offerFreeSeats(sellables: Sellables): Job {
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
  }) as Job
}

function settleCanceled(sellables: Sellables): Job {
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
  }) as Job
}

// Whom a mail reaches, and whether it still applies, is read when it is sent.

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
          link: createSeatLink(shop, { ...seat, id: orderId }),
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
        link: createSeatLink(shop, { ...seat, id: orderId }),
        bring: seat.session.course.bring,
        balanceCents: seat.balanceCents,
        refund: reminderRefundText(seat.line.refundUntil, shop.now(), shop.timeZone),
      }),
    )
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
    const link = createSeatLink(shop, { ...seat, id: orderId })
    return toStudent(shop, seat, (mailed) => movedLetter(mailed, movedFrom, link))
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
    const link = createSeatLink(shop, order)
    const checkUrl = `${shop.publicUrl}${certificatePath(code)}`
    return { to: order.buyerEmail, letter: certificateLetter(given.facts, { code, link, checkUrl }) }
  },
})

function seatOffer(sellables: Sellables): Job {
  return offerMailJob(sellables, {
    good: 'seat',
    path: '/ccw-training/offers',
    find: findOffer,
    async write({ db, now, timeZone }, { sessionId, endsAt: until }, { totalCents }, mail) {
      const session = await findSession(db, sessionId, now())
      if (!session) return undefined
      return seatOfferLetter({
        ...mail,
        courseName: session.course.name,
        startsAt: session.startsAt,
        endsAt: session.endsAt,
        timeZone,
        location: session.place,
        depositCents: totalCents,
        until: formatClassTime(until, timeZone),
      })
    },
  })
}

async function toStudent(
  shop: Shop,
  seat: BookedSeat,
  write: (mailed: MailedSeat) => Letter | Promise<Letter>,
): Promise<Mailing> {
  const { db, publicUrl, timeZone } = shop
  const { orderId, session, isCanceled, email } = seat
  const { startsAt, endsAt, place } = session
  const staffEmail = await findStaffEmail(db, shop.now(), timeZone)
  const event = classEvent({ ...session, orderId, isCanceled, email }, { publicUrl, timeZone, staffEmail })
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

function createSeatLink(shop: Shop, order: { id: string; linkEpoch: string }): string {
  const token = orderToken({ sign: shop.sign, now: shop.now() }, order)
  return `${shop.publicUrl}/orders/${order.id}/seat/open?key=${token}`
}

type ClassDetails = {
  courseName: string
  startsAt: Date
  endsAt: Date
  timeZone: string
  location: string
}

type MailedSeat = ClassDetails & { orderId: string; calendar: { google: string; outlook: string } }

const why = `You’re getting this email because a seat in a ${brand} class was booked with this address.`

const whenOf = (details: ClassDetails) => formatSession(details, details.timeZone)

function classFacts(details: ClassDetails & { orderId?: string }): Block {
  return {
    facts: facts({
      Class: details.courseName,
      When: whenOf(details),
      Where: details.location,
      Order: details.orderId,
    }),
  }
}

function calendarNote({ calendar: { google, outlook } }: MailedSeat): Block {
  return {
    text: [
      'The attached file adds it to your calendar. You can also add it to ',
      { label: 'Google Calendar', href: google },
      ' or ',
      { label: 'Outlook', href: outlook },
      '.',
    ],
  }
}

const bringText = (bring: readonly string[]) => (bring.length > 0 ? `Bring: ${bring.join('; ')}.` : '')
const dueText = (cents: number) => `${formatCents(cents)} is due on the day, by cash or card.`

type Booked = {
  depositCents: number
  balanceCents: number
  refund: string
  bring: readonly string[]
  link: string
  isMoved: boolean
}

function bookedLetter(seat: MailedSeat, booked: Booked): Letter {
  const { depositCents, balanceCents, refund, bring, link, isMoved } = booked
  return {
    subject: `${isMoved ? 'New date' : 'Booked'}: ${seat.courseName}, ${whenOf(seat)}`,
    preview: `${whenOf(seat)}. The calendar file is attached.`,
    why,
    blocks: [
      { heading: isMoved ? 'Your new date' : 'Your seat is booked' },
      { text: `${formatCents(depositCents)} deposit paid. ${dueText(balanceCents)}` },
      classFacts(seat),
      calendarNote(seat),
      { text: bringText(bring) },
      { button: 'Your seat', href: link },
      { note: 'Keep this email private: anyone with the link can change or cancel your seat.' },
      { note: refund },
      { note: refundRule.noShow },
    ],
  }
}

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

function canceledLetter(
  seat: MailedSeat,
  { by, money, datesUrl }: { by: keyof typeof canceledWords; money: string; datesUrl: string },
): Letter {
  const { heading, text } = canceledWords[by]
  return {
    subject: `Canceled: ${seat.courseName}`,
    preview: `${text} ${money}`,
    why,
    blocks: [
      { heading },
      { text },
      { text: money },
      classFacts(seat),
      { button: 'Other dates', href: datesUrl },
      { note: 'The attached file removes it from your calendar.' },
    ],
  }
}

function movedLetter(seat: MailedSeat, movedFrom: string, link: string): Letter {
  const choices =
    'Your seat stays yours on the new date. Until the class begins you can also choose another date, or get your deposit back in full.'
  return {
    subject: `Moved: ${seat.courseName}, now ${whenOf(seat)}`,
    preview: `${whenOf(seat)}. ${choices}`,
    why,
    blocks: [
      { heading: 'Your class was moved' },
      { text: `It was planned for ${movedFrom}. We’re sorry for the change.` },
      classFacts(seat),
      { text: choices },
      { button: 'Your seat', href: link },
      calendarNote(seat),
    ],
  }
}

type Reminded = Pick<Booked, 'balanceCents' | 'bring' | 'refund' | 'link'> & { kind: 'week' | 'day' }

function reminderLetter(seat: MailedSeat, reminded: Reminded): Letter {
  const { kind, balanceCents, bring, refund, link } = reminded
  const balance = dueText(balanceCents)
  return {
    subject: `${kind === 'week' ? 'In a week' : 'Tomorrow'}: ${seat.courseName}, ${whenOf(seat)}`,
    preview: `${whenOf(seat)}. ${balance}`,
    why,
    blocks: [
      { heading: kind === 'week' ? 'Your class is next week' : 'Your class is tomorrow' },
      classFacts(seat),
      { text: bringText(bring) },
      { text: balance },
      calendarNote(seat),
      { button: 'Your seat', href: link },
      { note: refund },
    ],
  }
}

type SeatOffer = ClassDetails & OfferMail & { depositCents: number; until: string }

function seatOfferLetter(offer: SeatOffer): Letter {
  const { courseName, depositCents, until, link, unsubscribeUrl, postalLine } = offer
  const held = `A seat opened up, and you’re next on the waitlist. We’re holding it for you until ${until}.`
  return {
    subject: `A seat for you: ${courseName}, ${whenOf(offer)}`,
    preview: held,
    why: 'You’re getting this email because you joined the waitlist for this class.',
    unsubscribeUrl,
    postalLine,
    blocks: [
      { heading: 'A seat for you' },
      { text: held },
      classFacts(offer),
      { text: `A ${formatCents(depositCents)} deposit books it.` },
      { button: 'Book this seat', href: link },
      {
        note: 'If you don’t want it, you don’t have to do anything: it goes to the next person on the waitlist.',
      },
    ],
  }
}

function certificateLetter(
  certificate: CertificateFacts,
  { code, link, checkUrl }: { code: string; link: string; checkUrl: string },
): Letter {
  const text =
    'Your certificate of training is ready. The page of your seat has it as a PDF to print or to send.'
  return {
    subject: `Your certificate: ${certificate.course}`,
    preview: text,
    why,
    blocks: [
      { heading: 'Your certificate of training' },
      { text },
      {
        facts: facts({
          Class: certificate.course,
          Held: formatCalendarDate(certificate.heldOn),
          Instructor: certificate.instructor,
          Code: formatCertificateCode(code),
        }),
      },
      { button: 'Your certificate', href: link },
      { text: ['Anybody with the code can check it here: ', { label: checkUrl, href: checkUrl }] },
      { note: acceptedBy },
    ],
  }
}
