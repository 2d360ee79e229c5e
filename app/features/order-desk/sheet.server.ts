import { desc } from 'drizzle-orm'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { rowsBy } from '#app/db/row.server.ts'
import { courseSeat, findBooking } from '#app/features/courses/store/seats.server.ts'
import { findDealerFile } from '#app/features/dealers/store/search.server.ts'
import { listRequests } from '#app/features/dealers/store/requests.server.ts'
import { leftToPack, showTracking } from '#app/features/orders/parcels.ts'
import { reviewStateOf, documentKindWords, type ReviewState } from '#app/features/orders/review.ts'
import { tryParse } from '#app/features/orders/sellable.ts'
import { addEvent } from '#app/features/orders/store/lines.server.ts'
import { listParcels } from '#app/features/orders/store/parcels.server.ts'
import { findHistory, type OrderView } from '#app/features/orders/store/read.server.ts'
import { listReviews } from '#app/features/orders/store/review.server.ts'
import { listReservations } from '#app/features/reservations/store/agreement.server.ts'
import { listBalancesOf } from '#app/features/reservations/store/balance-sold.server.ts'
import { listDocuments, requestedDocuments } from '#app/features/reservations/store/documents.server.ts'
import { listMoves, shipmentsOf, stageDaysOf } from '#app/features/reservations/store/move.server.ts'
import { allowed } from '#app/kit/refusal.ts'
import { listOrderTransactions } from '#app/ledger/ledger.server.ts'
import { orderNotes } from './tables.ts'
import { variantText } from '#app/features/orders/offered.ts'
import { isEnding, isPaid, refundableCents, type Stage } from '#app/features/orders/rules.ts'
import { nextStage, openStage, pathOf } from '#app/features/orders/stages.ts'
import { orderSubject } from '#app/features/orders/words.ts'
import { heldBy, isDue, taxDoubtWords } from '#app/features/reservations/rules.ts'
import { mayDo, type StaffMember, type StaffRole } from '#app/features/staff/rules.ts'
import { formatCalendarDate, formatDay, formatIsoDay } from '#app/kit/dates.ts'
import { day } from '#app/kit/clock.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import type { listMailsAbout } from '#app/mail/mail-job.server.ts'
import { actorWords, sheetEventWords } from './words.ts'
import { orderStatus, stageLabels } from './listed.ts'
import type { StatusKind } from '#app/features/console/components/status.tsx'
import type { Reason, Verdict } from '#app/features/compliance/rules.ts'
import { stateName } from '#app/features/compliance/rules/states.ts'
import { verdictSentences } from '#app/features/compliance/words.ts'

export type SheetRecord = NonNullable<Awaited<ReturnType<typeof findSheet>>>

/** Everything that is on record about an order. Reviews, notes and requests to dealers are newest first. */
export async function findSheet(db: Db, orderId: string) {
  const [order, reviews, terms, balances, moves, documents, notes] = await Promise.all([
    findHistory(db, orderId),
    listReviews(db, orderId),
    listReservations(db, orderId),
    listBalancesOf(db, orderId),
    listMoves(db, orderId),
    listDocuments(db, orderId),
    listNotes(db, orderId),
  ])
  if (!order) return undefined
  const isShipped = order.lines.some(({ fulfillment }) => fulfillment === 'shipping')
  const [transactions, dealer, dealerRequests, parcels, seats] = await Promise.all([
    listOrderTransactions(db, [orderId, ...balances.flatMap((balance) => balance.orderId ?? [])]),
    order.dealerKey ? findDealerFile(db, order.dealerKey) : undefined,
    listRequests(db, orderId),
    isShipped ? listParcels(db, orderId) : [],
    findSeats(db, order),
  ])
  return {
    order,
    revision: order.events.at(-1)?.id ?? 0,
    reviews,
    terms,
    balances,
    days: stageDaysOf(moves),
    shipments: shipmentsOf(moves),
    documents,
    notes,
    transactions,
    dealer,
    dealerRequests,
    isShipped,
    parcels,
    left: leftToPack(order.lines, parcels),
    seats,
  }
}

async function findSeats(db: Db, { id, lines }: OrderView) {
  const seats = await Promise.all(
    lines.map(async ({ kind, ref }) => {
      const seat = kind === 'course_seat' ? tryParse(courseSeat.parseRef, ref) : undefined
      return seat && findBooking(db, id, seat.session)
    }),
  )
  return seats.filter((seat) => seat !== undefined)
}

export const reviewOf = ({ order, reviews }: Pick<SheetRecord, 'order' | 'reviews'>) =>
  reviewStateOf(order.verdict, reviews[0])

/** Adds a note to an order. The order's history says that there is one, not what it says. */
export async function addNote(work: UnitOfWork, orderId: string, note: { by: string; text: string }) {
  await work.tx.insert(orderNotes).values({ orderId, at: work.now, ...note })
  await addEvent(work, orderId, 'note', { by: note.by })
  return allowed
}

export const listNotes = rowsBy(orderNotes, 'orderId', [desc(orderNotes.id)])

type Around = {
  member: StaffMember
  mails: Awaited<ReturnType<typeof listMailsAbout>>
  now: Date
  timeZone: string
}

export type ShownSheet = ReturnType<typeof showSheet>

/** What is on record, with what only the desk's rules say of it. Documents and money that a role may not read are not in it. */
export function showSheet(record: SheetRecord, { member, mails, now, timeZone }: Around) {
  const { order } = record
  const subject = orderSubject(order.lines)
  const review = reviewOf(record)
  const needsDealer = order.lines.some(({ fulfillment }) => fulfillment === 'ffl_transfer')
  // Nobody asks a state about a seat or a download; another outcome is shown whatever it is about.
  const isJudged =
    needsDealer ||
    order.verdict?.outcome !== 'allowed' ||
    order.lines.some(({ fulfillment }) => fulfillment === 'shipping')
  const today = formatIsoDay(now, timeZone)
  const mayReadMoney = mayDo(member.role, 'money.read')
  return {
    ...record,
    now,
    timeZone,
    today,
    mails,
    review,
    needsDealer,
    isJudged,
    mayOverride: mayDo(member.role, 'override'),
    mayReadMoney,
    mayReadDocuments: mayDo(member.role, 'reviews.decide'),
    mayShip: mayDo(member.role, 'shipping'),
    mayPlanClasses: mayDo(member.role, 'classes.plan'),
    subject: [subject.title, needsDealer && subject.detail].filter(Boolean).join(', '),
    status: orderStatus({ ...order, isInReview: isPaid(order.state) && isUndecided(review) }),
    verdict:
      order.verdict && isJudged
        ? verdictRows(order.verdict, review, { ...order, needsDealer }, showRequested(record))
        : null,
    firearms: showFirearms(record, today, timeZone),
    transactions: mayReadMoney ? record.transactions : [],
    refundableCents: mayReadMoney && isPaid(order.state) ? refundableCents(order) : 0,
    request: order.dealerAnswer ? record.dealerRequests[0] : undefined,
    documents: showDocuments(record, member.role),
    revisions: order.events
      .map(({ id, at, kind, data }, index) => ({
        id,
        at,
        number: index + 1,
        change: sheetEventWords(kind, data) ?? '',
        by: typeof data.by === 'string' ? actorWords(data.by) : '',
      }))
      .filter(({ change }) => change !== '')
      .toReversed(),
  }
}

const isUndecided = (review: ReturnType<typeof reviewOf>) => review !== 'clear' && review !== 'declined'

/** The documents that a buyer sent, newest first. Who may not read them sees what they are, and not what they are called. */
function showDocuments({ documents }: SheetRecord, role: StaffRole) {
  const mayRead = mayDo(role, 'reviews.decide')
  return documents
    .map(({ id, kind, name, sentAt, state, bytes, type, decidedBy, reason }) => ({
      id: mayRead ? id : '',
      key: id,
      state,
      words: `${documentKindWords[kind]}, ${documentStates[state]}`,
      sentAt,
      file: mayRead ? `${name}, ${type === 'application/pdf' ? 'PDF' : 'picture'}, ${sizeWords(bytes)}` : '',
      decision: mayRead ? [decidedBy, reason].filter(Boolean).join(': ') : (decidedBy ?? ''),
    }))
    .toReversed()
}

const documentStates = { waiting: 'not read yet', accepted: 'accepted', refused: 'refused' } as const

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

type Line = SheetRecord['order']['lines'][number]

function showFirearms(record: SheetRecord, today: string, timeZone: string) {
  return record.order.lines.flatMap((line) => {
    if (line.stage === null) return []
    const { position, variant } = line
    const isOfLine = (each: { position: number }) => each.position === position
    const stage = isEnding(line.stage) ? undefined : line.stage
    const path = pathOf(line.itemClass)
    const next = stage && nextStage(line.itemClass, stage)
    const shipment = record.shipments.get(position)
    const isShipped = stage && path.indexOf(stage) >= path.indexOf('shipped')
    const terms = record.terms.find(isOfLine)
    const balance = record.balances.find(isOfLine)
    const due = balance && isDue(balance.state) ? balance : undefined
    const dueCents = due ? due.amountCents + due.taxCents : 0
    const gates = {
      line,
      review: reviewOf(record),
      terms,
      balance,
      dealerAnswer: record.order.dealerAnswer,
      dealerFile: record.dealer?.file,
      onDay: today,
    }
    return {
      position,
      title: [line.title, line.detail].filter(Boolean).join(', '),
      isOpen: openStage(line) !== undefined,
      stage: stageLabels[line.stage],
      next,
      previous: stage && path[path.indexOf(stage) - 1],
      heldBy: stage && next ? heldBy(stage, next, gates) : [],
      shipment,
      tracking: shipment && isShipped ? showTracking(shipment) : null,
      variant: terms?.variant ?? (variant ? variantText(variant) : undefined),
      includes: terms?.includes,
      price: plain(terms?.priceCents ?? variant?.priceCents),
      terms:
        terms &&
        `${terms.variant}, ${formatCentsExact(terms.priceCents)}. Includes ${terms.includes}. Accepted: ${terms.acceptedAt ? formatDay(terms.acceptedAt, timeZone) : 'not accepted yet'}`,
      balanceDue: plain(dueCents || undefined),
      balanceDueCents: dueCents,
      balanceWhen: due && (due.pausedAt ? 'paused' : `due ${formatDay(due.dueAt, timeZone)}`),
      taxDoubts: due?.taxDoubts.map((doubt) => taxDoubtWords[doubt]) ?? [],
      track: trackOf(line, { ...reservedOn(record, timeZone), ...record.days.get(position) }),
    }
  })
}

export type TrackStep = {
  key: string
  name: string
  time: 'past' | 'current' | 'ahead'
  date?: string | undefined
  /** How long it took until the next: `6 d`. Stands between the two ticks. */
  days?: string | undefined
}

function trackOf({ itemClass, stage }: Line, days: Partial<Record<Stage, string>>): TrackStep[] {
  const path = pathOf(itemClass)
  const at = stage === null || isEnding(stage) ? -1 : path.indexOf(stage)
  return path.map((each, index) => {
    const [from, to] = [days[each], index < at ? days[path[index + 1] ?? each] : undefined]
    return {
      key: each,
      name: stageLabels[each],
      time: index < at ? 'past' : index === at ? 'current' : 'ahead',
      date: from && index <= at ? formatCalendarDate(from) : undefined,
      days: from && to ? `${daysBetween(from, to)} d` : undefined,
    }
  })
}

/** A firearm is reserved on the day of its deposit: nobody moves it there. */
function reservedOn({ order }: SheetRecord, timeZone: string): Partial<Record<Stage, string>> {
  return order.paidAt ? { reserved: formatIsoDay(order.paidAt, timeZone) } : {}
}

const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / day)

/** Cents as a number field takes them: `2499.00`. */
const plain = (cents: number | undefined) =>
  cents === undefined ? undefined : formatCentsExact(cents).replaceAll(/[$,]/g, '')

type VerdictRow = { key: string; kind: StatusKind; words: string; detail: string }

type Places = Pick<OrderView, 'buyerState' | 'dealerState' | 'shipState'> & { needsDealer: boolean }

/** What a person has to do first, then each place that was judged, and what was requested of the buyer. */
export function verdictRows(
  verdict: Verdict,
  review: ReviewState,
  places: Places,
  requested: readonly VerdictRow[],
): VerdictRow[] {
  return [
    summary(verdict, review),
    ...placeRows(verdict, 'buyer', places.buyerState, 'Buyer’s state'),
    ...(places.dealerState === null && places.needsDealer
      ? [
          {
            key: 'no dealer',
            kind: 'todo' as const,
            words: 'Dealer’s state: no dealer is chosen yet',
            detail: 'It is judged when one is.',
          },
        ]
      : placeRows(verdict, 'dealer', places.dealerState, 'Dealer’s state')),
    ...placeRows(verdict, 'delivery', places.shipState, 'Delivery'),
    ...(review === 'document' ? requested : []),
  ]
}

const summaries: Record<ReviewState, { kind: StatusKind; words: string }> = {
  clear: { kind: 'done', words: 'It may move on.' },
  waiting: { kind: 'review', words: 'A person decides before it moves on.' },
  document: { kind: 'wait', words: 'It waits for a document of the buyer.' },
  refused: { kind: 'no', words: 'The state rules refuse it.' },
  declined: { kind: 'void', words: 'It was declined.' },
}

function summary({ outcome }: Verdict, review: ReviewState): VerdictRow {
  const words =
    review === 'clear' && outcome !== 'allowed'
      ? 'A person approved it.'
      : review === 'clear'
        ? 'The state rules allow it.'
        : summaries[review].words
  return { key: 'summary', kind: summaries[review].kind, words, detail: '' }
}

function placeRows(verdict: Verdict, role: Reason['role'], state: string | null, name: string): VerdictRow[] {
  if (state === null) return []
  const reasons = verdict.reasons.filter((reason) => reason.role === role)
  if (reasons.length === 0)
    return verdict.outcome === 'refused'
      ? []
      : [{ key: role, kind: 'done', words: `${name}, ${stateName(state)}: nothing against it`, detail: '' }]
  const kind = verdict.outcome === 'refused' ? 'no' : 'review'
  return reasons.map((reason, at) => ({
    key: `${role} ${at}`,
    kind,
    words: `${name}, ${[reason.place, reason.stateName].filter(Boolean).join(', ')}`,
    detail: verdictSentences({ ...verdict, reasons: [reason] })[0] ?? '',
  }))
}
