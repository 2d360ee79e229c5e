import { brand } from '#app/kit/brand.ts'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { formatCents } from '#app/kit/money.ts'
import { type Block, facts, type Letter } from '#app/mail/letter.ts'
import { acceptedBy, type CertificateFacts, formatCertificateCode } from './roster.ts'
import { formatSession, refundRule } from './words.ts'

type ClassDetails = {
  courseName: string
  startsAt: Date
  endsAt: Date
  timeZone: string
  location: string
}

export type MailedSeat = ClassDetails & { orderId: string; calendar: { google: string; outlook: string } }

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

export function bookedLetter(seat: MailedSeat, booked: Booked): Letter {
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

export function canceledLetter(
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

type Moved = { from: { startsAt: Date; endsAt: Date; place: string }; link: string }

export function movedLetter(seat: MailedSeat, { from, link }: Moved): Letter {
  const choices =
    'You can keep your seat on the new date, choose another date, or get your deposit back in full until the class begins. Please tell us on the page of your seat.'
  return {
    subject: `Moved: ${seat.courseName}, now ${whenOf(seat)}`,
    preview: `${whenOf(seat)}. ${choices}`,
    why,
    blocks: [
      { heading: 'Your class was moved' },
      {
        text: `It was planned for ${formatSession(from, seat.timeZone)}, ${from.place}. We’re sorry for the change.`,
      },
      classFacts(seat),
      { text: choices },
      { button: 'Answer', href: link },
      calendarNote(seat),
      { note: 'If you don’t answer, your seat stays yours on the new date.' },
    ],
  }
}

type Reminded = Pick<Booked, 'balanceCents' | 'bring' | 'refund' | 'link'> & { kind: 'week' | 'day' }

export function reminderLetter(seat: MailedSeat, reminded: Reminded): Letter {
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

type SeatOffer = ClassDetails & {
  depositCents: number
  until: string
  link: string
  unsubscribeUrl: string
  postalLine: string | undefined
}

export function seatOfferLetter(offer: SeatOffer): Letter {
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

export function certificateLetter(
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
