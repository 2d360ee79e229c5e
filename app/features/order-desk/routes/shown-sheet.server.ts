import type { TrackStep } from '#app/features/console/components/chain-track.tsx'
import { variantText } from '#app/features/orders/offered.ts'
import { showTracking } from '#app/features/orders/parcels.ts'
import { documentKindWords } from '#app/features/orders/review.ts'
import { isEnding, isPaid, refundableCents, type Stage } from '#app/features/orders/rules.ts'
import { nextStage, openStage, pathOf } from '#app/features/orders/stages.ts'
import { orderSubject } from '#app/features/orders/words.ts'
import { heldBy, isDue, taxDoubtWords } from '#app/features/reservations/rules.ts'
import { requestedDocuments } from '#app/features/reservations/store/documents.server.ts'
import { mayDo, type StaffMember, type StaffRole } from '#app/features/staff/rules.ts'
import { formatCalendarDate, formatDay, formatIsoDay } from '#app/kit/dates.ts'
import { day } from '#app/kit/clock.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import type { listMailsAbout } from '#app/mail/mail-job.server.ts'
import { verdictRows, type VerdictRow } from '../rules/verdict-rows.ts'
import { reviewOf, type SheetRecord } from '../store.server.ts'
import { actorWords, orderStatus, sheetEventWords, stageLabels } from '../words.ts'

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
