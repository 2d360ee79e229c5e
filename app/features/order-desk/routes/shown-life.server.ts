import { lackWords } from '#app/features/dealers/words.ts'
import type { KnownDealer } from '#app/features/dealers/store/search.server.ts'
import { isDealerReady } from '#app/features/dealers/rules.ts'
import { isEnding, type Stage } from '#app/features/orders/rules.ts'
import { nextStage, openStage, pathOf } from '#app/features/orders/stages.ts'
import { gateFactsOf, gatesFor, heldBy, isDue, isPaused } from '#app/features/reservations/rules.ts'
import { taxDoubtWords } from '#app/features/reservations/words.ts'
import { variantText } from '#app/features/orders/offered.ts'
import { showTracking } from '#app/features/orders/parcels.ts'
import type { TrackStep } from '#app/features/console/components/chain-track.tsx'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { day } from '#app/kit/clock.ts'
import { formatDay, formatIsoDay } from '#app/kit/date-format.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { reviewOf, type SheetRecord } from '../store.server.ts'
import { stageLabels } from '../words.ts'

type Line = SheetRecord['order']['lines'][number]

export function showFirearms(record: SheetRecord, today: string, timeZone: string) {
  return record.order.lines.flatMap((line) => {
    if (line.stage === null) return []
    const { position } = line
    const stage = isEnding(line.stage) ? undefined : line.stage
    const path = pathOf(line.itemClass)
    const next = stage && nextStage(line.itemClass, stage)
    const shipment = record.shipments.get(position)
    const isShipped = stage && path.indexOf(stage) >= path.indexOf('shipped')
    return {
      position,
      title: [line.title, line.detail].filter(Boolean).join(', '),
      isOpen: openStage(line) !== undefined,
      stage: stageLabels[line.stage],
      next,
      previous: stage && path[path.indexOf(stage) - 1],
      heldBy: stage && next ? heldBy(gatesFor(stage, next, gateFacts(record, line, today))) : [],
      shipment,
      tracking: shipment && isShipped ? showTracking(shipment) : null,
      ...showTerms(line, record, timeZone),
      ...showBalance(line, record, timeZone),
      track: trackOf(line, { ...reservedOn(record, timeZone), ...record.days.get(position) }),
    }
  })
}

function gateFacts(record: SheetRecord, line: Line, onDay: string) {
  const isOfLine = ({ position }: { position: number }) => position === line.position
  return gateFactsOf({
    line,
    review: reviewOf(record),
    terms: record.terms.find(isOfLine),
    balance: record.balances.find(isOfLine),
    dealerAnswer: record.order.dealerAnswer,
    dealerFile: record.dealer?.file,
    onDay,
  })
}

function showTerms({ position, variant }: Line, record: SheetRecord, timeZone: string) {
  const terms = record.terms.find((each) => each.position === position)
  if (!terms)
    return {
      variant: variant ? variantText(variant) : undefined,
      includes: undefined,
      price: variant ? plain(variant.priceCents) : undefined,
      priceCents: undefined,
      accepted: '',
    }
  return {
    variant: terms.variant,
    includes: terms.includes,
    price: plain(terms.priceCents),
    priceCents: terms.priceCents,
    accepted: terms.acceptedAt ? formatDay(terms.acceptedAt, timeZone) : 'not accepted yet',
  }
}

function showBalance({ position }: Line, record: SheetRecord, timeZone: string) {
  const balance = record.balances.find((each) => each.position === position)
  if (!balance) return { ...noBalance, taxDoubts: [] }
  const dueCents = isDue(balance.state) ? balance.amountCents + balance.taxCents : 0
  const when = isPaused(balance) ? 'paused' : `due ${formatDay(balance.dueAt, timeZone)}`
  return {
    ...(dueCents > 0
      ? { balanceDue: plain(dueCents), balanceDueCents: dueCents, balanceWhen: when }
      : noBalance),
    taxDoubts: dueCents > 0 ? balance.taxDoubts.map((doubt) => taxDoubtWords[doubt]) : [],
  }
}

const noBalance = { balanceDue: undefined, balanceDueCents: 0, balanceWhen: '' }

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

export function showDealer(record: SheetRecord, today: string) {
  const { order } = record
  if (order.dealerName === null) return null
  const itemClass = order.lines.find(({ stage }) => stage !== null)?.itemClass ?? null
  const ready = isDealerReady(record.dealer?.file, itemClass, today)
  const request = order.dealerAnswer ? record.dealerRequests[0] : undefined
  return {
    name: order.dealerName,
    place: [order.dealerCity, order.dealerState].filter(Boolean).join(', '),
    key: order.dealerKey ?? '',
    email: record.dealer?.dealer.email ?? '',
    expiresOn: calendarDate(record.dealer?.file.licenseExpiresOn),
    missing: ready.ok ? [] : ready.missing.map((lack) => lackWords[lack]),
    answer: order.dealerAnswer?.is ?? '',
    feeCents: order.dealerAnswer?.feeCents ?? null,
    isConfirmed: order.dealerAnswer?.isConfirmed === true,
    requestEmail: request?.email ?? '',
    hours: request?.hours ?? '',
    answeredBy: [request?.answeredBy, request?.confirmedBy && `confirmed by ${request.confirmedBy}`]
      .filter(Boolean)
      .join(', '),
    said: [request?.reason, request?.saysNfa && 'Says that they take NFA items'].filter(Boolean).join('. '),
  }
}

/** A dealer that a search found. Staff see the street: it tells two of one name apart. */
export function showFoundDealer({ key, name, tradeName, street, city, state, zip, unlistedAt }: KnownDealer) {
  const words = [tradeName ?? name, street, `${city}, ${state} ${zip}`, key, unlistedAt && 'no longer listed']
  return { key, words: words.filter(Boolean).join(', ') }
}

export function showReviews({ reviews }: SheetRecord, on: (moment: Date) => string) {
  const words = { approved: 'Approved', declined: 'Declined', document_requested: 'Document requested' }
  return reviews.map(({ id, decision, note, decidedBy, at, dueOn, rules }) => ({
    key: String(id),
    decision,
    words: dueOn ? `${words[decision]}, by ${formatCalendarDate(dueOn)}` : words[decision],
    note,
    by: decidedBy,
    on: on(at),
    rules: rules.map(({ id: rule, version }) => `${rule} version ${version}`).join(', '),
  }))
}

const calendarDate = (date: string | null | undefined) => (date ? formatCalendarDate(date) : '')

/** Cents as a number field takes them: `2499.00`. */
const plain = (cents: number) => formatCentsExact(cents).replaceAll(/[$,]/g, '')
