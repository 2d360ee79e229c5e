import { isPaid, refundableCents } from '#app/features/orders/rules.ts'
import {
  lineRefund,
  unrefundedLineCents,
  type LineRefund,
  type LineRefundRefusal,
  type RefundEnd,
} from '#app/features/orders/refunds.ts'
import { orderSubject } from '#app/features/orders/subject.ts'
import { mayDo, type StaffMember, type StaffRole } from '#app/features/staff/rules.ts'
import { moneyRows, sumOf } from '#app/ledger/order-rows.ts'
import { formatIsoDay, formatStamp } from '#app/kit/date-format.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import type { listMailsAbout } from '#app/mail/send-once.server.ts'
import { formatAge } from '../rules/listed.ts'
import { verdictRows, type VerdictRow } from '../rules/verdict-rows.ts'
import { reviewOf, type SheetRecord } from '../store.server.ts'
import { mayBePaidOut } from '../verbs/order.server.ts'
import { actorWords, orderStatus, sheetEventWords } from '../words.ts'
import { showDealer, showFirearms, showReviews } from './shown-life.server.ts'
import { documentKindWords } from '#app/features/orders/review.ts'
import { requestedDocuments } from '#app/features/reservations/rules.ts'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { formatSession } from '#app/features/courses/words.ts'
import { parcelState, showTracking } from '#app/features/orders/parcels.ts'
import { parcelStateWords } from '#app/features/shipping/rules.ts'

type Mails = Awaited<ReturnType<typeof listMailsAbout>>
type Around = {
  member: StaffMember
  mails: Mails
  now: Date
  timeZone: string
}

export type ShownSheet = ReturnType<typeof showSheet>

export function showSheet(record: SheetRecord, { member, mails, now, timeZone }: Around) {
  const { order, revision, notes } = record
  const on = (moment: Date | null) => (moment ? formatStamp(moment, timeZone, now) : '')
  const subject = orderSubject(order.lines)
  const review = reviewOf(record)
  const needsDealer = order.lines.some(({ fulfillment }) => fulfillment === 'ffl_transfer')
  // Nobody asks a state about a seat or a download; another outcome is shown whatever it is about.
  const isJudged =
    needsDealer ||
    order.verdict?.outcome !== 'allowed' ||
    order.lines.some(({ fulfillment }) => fulfillment === 'shipping')
  const today = formatIsoDay(now, timeZone)
  return {
    orderId: order.id,
    revision,
    today,
    mayOverride: mayDo(member.role, 'override'),
    subject: [subject.title, needsDealer && subject.detail].filter(Boolean).join(', '),
    needsDealer,
    isJudged,
    buyerName: order.buyerName ?? '',
    status: orderStatus({ ...order, isInReview: isPaid(order.state) && isUndecided(review) }),
    isPaid: order.paidAt !== null,
    age: formatAge(order.paidAt ?? order.createdAt, now),
    startedOn: on(order.createdAt),
    review,
    reviews: showReviews(record, on),
    verdict:
      order.verdict && isJudged
        ? {
            rows: verdictRows(order.verdict, review, { ...order, needsDealer }, showRequested(record)),
            rules: (order.verdict.rules ?? []).map(
              ({ id, version, asOf }) => `${id} version ${version}, ${asOf}`,
            ),
          }
        : null,
    firearms: showFirearms(record, today, timeZone),
    seats: showSeats(record, { role: member.role, now, timeZone }),
    shipping: showParcels(record, member.role),
    lines: order.lines.map((line) => ({
      position: line.position,
      title: line.title,
      detail: line.detail,
      quantity: line.quantity,
      cents: line.unitCents * line.quantity,
      clock: isPaid(order.state)
        ? staffRefundClockWords(lineRefund(line, order, now), {
            timeZone,
            now,
            unrefundedCents: unrefundedLineCents(line),
          })
        : '',
      isReturned: line.returnedAt !== null,
    })),
    mayReadMoney: mayDo(member.role, 'money.read'),
    money: mayDo(member.role, 'money.read') ? showMoney(record, on) : noMoney,
    refunds: order.refunds.map((refund) => ({
      id: refund.id,
      state: refund.state,
      amount: formatCentsExact(refund.amountCents),
      on: on(refund.startedAt),
      reason: refund.reason ?? '',
      refusal: refund.refusal ?? refund.waitingFor ?? '',
      isPayable: mayBePaidOut(refund),
    })),
    buyer: {
      name: order.buyerName ?? '',
      email: order.buyerEmail ?? '',
      phone: order.buyerPhone ?? '',
      state: [order.buyerState, order.buyerZip].filter(Boolean).join(' '),
      stateCode: order.buyerState ?? '',
      address: addressOf(order),
      attestedOn: on(order.attestedAt),
    },
    dealer: showDealer(record, today),
    documents: showDocuments(record, member.role, on),
    mayReadDocuments: mayDo(member.role, 'reviews.decide'),
    notes: notes.map(({ id, at, by, text }) => ({ id, on: on(at), by, text })),
    mails: mails.map(({ key, subject: about, sentAt, attempts }) => ({
      key,
      subject: about ?? '',
      on: on(sentAt),
      attempts,
    })),
    revisions: showRevisions(order.events, on),
  }
}

const noMoney: ReturnType<typeof showMoney> = { rows: [], heldCents: 0, refundableCents: 0 }

const isUndecided = (review: ReturnType<typeof reviewOf>) => review !== 'clear' && review !== 'declined'

function showMoney({ order, transactions }: SheetRecord, on: (moment: Date) => string) {
  const lines = order.lines.map(({ position, title, stage }) => ({
    position,
    title,
    isDeposit: stage !== null,
  }))
  const rows = moneyRows(transactions, (orderId) => (orderId === order.id ? lines : balanceLine))
  return {
    rows: rows.map(({ id, at, words, cents }) => ({ key: id, date: on(at), label: words, cents })),
    heldCents: sumOf(rows),
    refundableCents: isPaid(order.state) ? refundableCents(order) : 0,
  }
}

const balanceLine = [{ position: 0, title: 'Balance', isDeposit: false }]

function showRevisions(events: SheetRecord['order']['events'], on: (moment: Date) => string) {
  return events
    .map(({ id, at, kind, data }, index) => ({
      key: String(id),
      number: index + 1,
      date: on(at),
      change: sheetEventWords(kind, data) ?? '',
      by: typeof data.by === 'string' ? actorWords(data.by) : '',
    }))
    .filter(({ change }) => change !== '')
    .toReversed()
}

function addressOf(order: SheetRecord['order']): string {
  const { shipStreet, shipLine2, shipCity, shipState, shipZip } = order
  if (!shipStreet) return ''
  return [shipStreet, shipLine2, `${shipCity}, ${shipState} ${shipZip}`].filter(Boolean).join(', ')
}

/** `unrefundedCents` is what of the line is not refunded, 0 for a free one. */
function staffRefundClockWords(
  verdict: LineRefund,
  { timeZone, now, unrefundedCents }: { timeZone: string; now: Date; unrefundedCents: number },
): string {
  if (!verdict.ok) return refusalWords[verdict.why]
  const { until } = verdict
  const end = until instanceof Date ? `until ${formatStamp(until, timeZone, now)}` : endWords[until]
  return unrefundedCents > 0 ? `Buyer may refund it in full ${end}` : `Buyer may return it ${end}`
}

const endWords: Record<Exclude<RefundEnd, Date>, string> = {
  form_filed: 'until the transfer form is filed',
  dispatched: 'until it ships',
  downloaded: 'until the first download',
}

const refusalWords: Record<LineRefundRefusal, string> = {
  not_paid: 'Not paid',
  returned: 'Refunded',
  ended: 'The reservation has ended',
  refund_under_way: 'Refund in progress',
  code_in_use: 'Its early-access code holds or bought a number: only staff refund it',
  line_unreadable: 'Its record cannot be read: only staff refund it',
  form_filed: 'The transfer form is filed: only staff refund it',
  with_reservation: 'Refunded together with the reservation',
  dispatched: 'Shipped: only staff refund it',
  downloaded: 'Downloaded: only staff refund it',
  too_late: 'The refund period has ended: only staff refund it',
}

const kinds = { waiting: 'todo', accepted: 'done', refused: 'no' } as const
const words = { waiting: 'not read yet', accepted: 'accepted', refused: 'refused' } as const

/** The documents that a buyer sent, newest first. Who may not read them sees what they are, and not what they are called. */
function showDocuments({ documents }: SheetRecord, role: StaffRole, on: (moment: Date) => string) {
  const mayRead = mayDo(role, 'reviews.decide')
  return documents
    .map(({ id, kind, name, sentAt, state, bytes, type, decidedBy, reason }) => ({
      id: mayRead ? id : '',
      key: id,
      state,
      shape: kinds[state],
      words: `${documentKindWords[kind]}, ${words[state]}`,
      on: on(sentAt),
      file: mayRead ? `${name}, ${type === 'application/pdf' ? 'PDF' : 'picture'}, ${sizeWords(bytes)}` : '',
      decision: mayRead ? [decidedBy, reason].filter(Boolean).join(': ') : (decidedBy ?? ''),
    }))
    .toReversed()
}

function showRequested({ reviews: [latest], documents }: SheetRecord): VerdictRow[] {
  const due = latest?.dueOn ? `By ${formatCalendarDate(latest.dueOn)}. ${latest.note}` : ''
  const states = {
    missing: { kind: 'wait', words: 'not sent yet', detail: due },
    waiting: { kind: 'todo', words: 'sent, and not read yet', detail: '' },
    accepted: { kind: 'done', words: 'accepted', detail: '' },
  } as const
  return requestedDocuments(latest, documents).map(({ kind, state }) => ({
    key: `document ${kind}`,
    kind: states[state].kind,
    words: `${documentKindWords[kind]}: ${states[state].words}`,
    detail: states[state].detail,
  }))
}

function sizeWords(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

type Shown = { role: StaffRole; now: Date; timeZone: string }

function showSeats({ order, seats }: SheetRecord, { role, now, timeZone }: Shown) {
  return seats.map(({ session, seat, movedAt }) => ({
    id: session.id,
    course: session.course.name,
    when: formatSession(session, timeZone, now),
    roster: mayDo(role, 'classes.plan') ? `/staff/classes/${session.id}` : null,
    place: session.place,
    seat: seat === null ? seatWords(order.state, session.canceledAt) : `Seat ${seat}`,
    move: movedAt ? 'We moved this class: the student may take another date' : '',
  }))
}

function seatWords(state: SheetRecord['order']['state'], canceledAt: Date | null): string {
  if (canceledAt) return 'The class was canceled'
  return isPaid(state) ? 'No seat: it was given up or refunded' : 'No seat: the order is not paid'
}

function showParcels({ order, isShipped, left, parcels }: SheetRecord, role: StaffRole) {
  if (!isShipped) return null
  const contents = (parts: readonly { position: number; quantity: number }[]) =>
    parts
      .map(({ position, quantity }) => {
        const { title = '' } = order.lines.find((line) => line.position === position) ?? {}
        return quantity > 1 ? `${quantity} × ${title}` : title
      })
      .join(', ')
  return {
    slip: mayDo(role, 'shipping') && isPaid(order.state) ? `/staff/shipping/${order.id}` : null,
    left: isPaid(order.state) ? contents(left) : '',
    parcels: parcels.map((parcel) => ({
      id: parcel.id,
      name: `Parcel ${parcel.number}`,
      isOpen: parcel.sentAt === null,
      state: parcelStateWords[parcelState(parcel)],
      contents: contents(parcel.lines),
      tracking: showTracking(parcel),
    })),
  }
}
