import { listOpenAlerts, alertKinds } from '#app/alerts/alerts.server.ts'
import type { Db } from '#app/db/db.server.ts'
import { listOpenMessages } from '#app/features/contact/store.server.ts'
import { listSessions } from '#app/features/courses/store/sessions.server.ts'
import { lackWords, listDue, listDueWords } from '#app/features/dealers/rules.ts'
import { listDealerFindings } from '#app/features/dealers/store/file.server.ts'
import { listOpenReviews, type OpenReview } from '#app/features/orders/store/review.server.ts'
import {
  listOpenTransfers,
  type OpenTransfers,
  type OpenTransfer,
} from '#app/features/orders/store/order-list.server.ts'
import { listUnsent } from '#app/features/orders/store/parcels.server.ts'
import { documentKindWords, hasDealerAgreed } from '#app/features/orders/review.ts'
import { listUnsettledRefunds } from '#app/features/refunds/flows.server.ts'
import {
  listDocumentsOf,
  type OrderDocument,
  requestedDocuments,
} from '#app/features/reservations/store/documents.server.ts'
import { listDueBalances } from '#app/features/reservations/store/balance-sold.server.ts'
import { after, day } from '#app/kit/clock.ts'
import { addDays, formatIsoDay, momentIn } from '#app/kit/dates.ts'
import { countOf } from '#app/kit/text.ts'
import { jobsPath, orderPath, type WorkItem, deskTerms } from '../rules.ts'
import { isEnding, stages } from '#app/features/orders/rules.ts'
import { listLinesWithTerms } from '#app/features/reservations/store/agreement.server.ts'
import { claimStaleOn, isStale } from '#app/features/claims/rules.ts'
import { listAllClaims } from '#app/features/claims/store.server.ts'
import { licenseState } from '#app/features/courses/rules.ts'
import { listInstructors } from '#app/features/courses/store/roster.server.ts'
import { countDealers } from '#app/features/dealers/store/search.server.ts'
import { rulesExpiringBefore } from '#app/features/compliance/store/state-rules.server.ts'
import { findBoard } from '#app/features/transfers/store.server.ts'
import { countUnread, listProgress } from '#app/features/setup/store.server.ts'
import { setupPath, setupSteps, stepOf } from '#app/features/setup/rules.ts'

type Clock = { db: Db; now: Date; timeZone: string }
type Shown = Clock & { transfers: OpenTransfers; openReviews: Promise<OpenReview[]> }

const dueIn = { review: 2 * day, document: day, goods: 2 * day, alert: day, rule: 30 * day } as const
const classesAheadMs = 7 * day

/** An item as its source finds it: what all of a source have in common is said once. */
type Found = Omit<WorkItem, 'right' | 'group' | 'kind'> & Partial<Pick<WorkItem, 'right' | 'kind'>>
type Source = Pick<WorkItem, 'right' | 'group' | 'kind'> & { find: (shown: Shown) => Promise<Found[]> }

const sources: readonly Source[] = [
  { right: 'orders.read', group: 'decide', kind: 'review', find: reviews },
  { right: 'orders.read', group: 'send', kind: 'todo', find: unsentGoods },
  { right: 'orders.read', group: 'money', kind: 'wait', find: balances },
  { right: 'orders.read', group: 'money', kind: 'no', find: stoppedRefunds },
  { right: 'orders.read', group: 'dealers', kind: 'todo', find: dealerFindings },
  { right: 'inbox', group: 'people', kind: 'todo', find: lateMessages },
  { right: 'classes', group: 'people', kind: 'soon', find: classes },
  { right: 'orders.read', group: 'watch', kind: 'no', find: alerts },
  { right: 'dealers.write', group: 'dealers', kind: 'soon', find: federalList },
  { right: 'orders.read', group: 'dealers', kind: 'soon', find: longStages },
  { right: 'orders.read', group: 'decide', kind: 'todo', find: priceSheets },
  { right: 'orders.read', group: 'dealers', kind: 'todo', find: awaitedDealers },
  { right: 'rules.write', group: 'watch', kind: 'soon', find: staleRules },
  { right: 'rules.write', group: 'watch', kind: 'soon', find: staleClaims },
  { right: 'catalog.write', group: 'watch', kind: 'soon', find: endingLicenses },
  { right: 'rules.write', group: 'watch', kind: 'todo', find: setupLeft },
]

export async function listWorkItems(clock: Clock): Promise<WorkItem[]> {
  const { db } = clock
  const shown = { ...clock, transfers: listOpenTransfers(db), openReviews: listOpenReviews(db) }
  const found = await Promise.all(
    sources.map(async ({ find, ...usual }) => (await find(shown)).map((item) => ({ ...usual, ...item }))),
  )
  return withoutRepeats(found.flat())
}

async function reviews({ db, timeZone, openReviews }: Shown): Promise<Found[]> {
  const open = await openReviews
  const requested = open.filter(({ state }) => state === 'document').map(({ orderId }) => orderId)
  const sent = Map.groupBy(await listDocumentsOf(db, requested), ({ orderId }) => orderId)
  return open.map((review) => {
    const { orderId, state, paidAt, buyerName, dueOn } = review
    const documents = state === 'document' ? documentsItem(review, sent.get(orderId) ?? []) : undefined
    return {
      key: `review ${orderId}`,
      ...reviewShapes[state],
      dueAt: (dueOn && momentIn(timeZone, `${dueOn} 17:00`)) || after(paidAt, dueIn.review),
      subject: buyerName,
      detail: {
        waiting: 'State rules want a person to decide',
        document: 'A document was requested',
        refused: 'The state rules refuse it now',
      }[state],
      to: orderPath(orderId),
      ...documents,
    }
  })
}

const reviewShapes = { waiting: {}, document: { kind: 'wait' }, refused: { kind: 'no' } } as const

/** What a review is once documents came: one to read, or one to decide. Each is an item of its own, so that marks of the last do not hide it. */
function documentsItem({ orderId, request }: OpenReview, sent: readonly OrderDocument[]) {
  const requested = requestedDocuments(request, sent)
  const unread = sent.find(({ state }) => state === 'waiting')
  if (unread)
    return {
      key: `document ${unread.id}`,
      kind: 'todo' as const,
      dueAt: after(unread.sentAt, dueIn.document),
      detail: `A document waits to be read: ${documentKindWords[unread.kind]}`,
    }
  const accepted = sent.findLast(({ state }) => state === 'accepted')
  if (!accepted?.decidedAt || requested.some(({ state }) => state === 'missing')) return undefined
  return {
    key: `documents-complete ${orderId} ${request?.id}`,
    kind: 'review' as const,
    dueAt: after(accepted.decidedAt, dueIn.document),
    detail: 'Its documents are accepted: decide',
  }
}

async function unsentGoods({ db }: Shown): Promise<Found[]> {
  return (await listUnsent(db)).map(({ orderId, paidAt, buyerName }) => ({
    key: `goods ${orderId}`,
    dueAt: after(paidAt, dueIn.goods),
    subject: buyerName,
    detail: 'Goods are paid and not sent',
    to: orderPath(orderId),
  }))
}

async function balances({ db }: Shown): Promise<Found[]> {
  // What a review holds is due later, and the review is an item of its own.
  const due = (await listDueBalances(db)).filter(({ pausedAt }) => !pausedAt)
  return due.map((balance) => ({
    key: `balance ${balance.id}`,
    dueAt: balance.dueAt,
    subject: balance.buyerName ?? 'Balance due from the buyer',
    detail: `Balance due: ${balance.detail}`,
    to: orderPath(balance.reservationId),
    amountCents: balance.amountCents + balance.taxCents,
  }))
}

async function stoppedRefunds({ db }: Shown): Promise<Found[]> {
  const stopped = (await listUnsettledRefunds(db)).filter(({ state }) => state !== 'started')
  return stopped.map(({ id, orderId, state, amountCents, startedAt, refusal }) => ({
    key: `refund ${id} ${state}`,
    dueAt: startedAt,
    subject: state === 'by_check' ? 'Refund to be paid by check' : 'Refund refused',
    detail: refusal ?? '',
    to: orderPath(orderId),
    amountCents,
  }))
}

async function dealerFindings({ db, now, timeZone, transfers }: Shown): Promise<Found[]> {
  const findings = await listDealerFindings(db, formatIsoDay(now, timeZone), transfers)
  return findings.map(({ orderId, position, title, detail, dealerName, missing, isLapsed }) => ({
    key: `dealer ${orderId} ${position} ${missing.join(' ')}`,
    ...(isLapsed && { kind: 'no' as const }),
    dueAt: after(now, isLapsed ? 0 : 3 * day),
    subject: `${dealerName ?? ''}, for ${[title, detail].filter(Boolean).join(', ')}`,
    detail: missing.map((lack) => lackWords[lack]).join(' '),
    to: orderPath(orderId),
  }))
}

async function lateMessages({ db, now }: Shown): Promise<Found[]> {
  const late = (await listOpenMessages(db)).filter(({ receivedAt }) => receivedAt < after(now, -day))
  return late.map(({ id, receivedAt }) => ({
    key: `message ${id}`,
    dueAt: after(receivedAt, day),
    subject: 'Message',
    detail: 'Not answered within 24 hours',
    to: `/staff/inbox/messages/${id}`,
  }))
}

async function classes({ db, now }: Shown): Promise<Found[]> {
  const soon = (await listSessions(db, now)).filter(
    ({ startsAt }) => startsAt > now && startsAt < after(now, classesAheadMs),
  )
  return soon.map((session) => ({
    key: `class ${session.id}`,
    dueAt: session.startsAt,
    subject: session.course.name,
    detail: `${session.seats.filter((seat) => seat === 'taken').length} of ${countOf(session.seats.length, 'seat')} taken`,
    to: `/staff/classes/${session.id}`,
  }))
}

async function alerts({ db }: Shown): Promise<Found[]> {
  return (await listOpenAlerts(db)).map(({ id, kind, subject, raisedAt }) => ({
    key: `alert ${id}`,
    ...(kind === 'failed_jobs' && { right: 'orders.write' as const }),
    dueAt: after(raisedAt, dueIn.alert),
    subject: `${alertKinds[kind].title}: ${subject}`,
    detail: alertKinds[kind].text,
    to:
      kind === 'failed_jobs'
        ? jobsPath
        : orderCode.test(subject)
          ? orderPath(subject.slice(0, 10))
          : '/staff',
  }))
}

/** Most alerts name their order first. */
const orderCode = /^[2-9A-HJKMNP-TV-Z]{10}\b/

async function priceSheets(clock: Shown): Promise<Found[]> {
  const reserved = (await clock.transfers).filter(({ stage }) => stage === 'reserved')
  const [sent, reviews] = await Promise.all([listLinesWithTerms(clock.db, reserved), clock.openReviews])
  const inReview = new Set(reviews.map(({ orderId }) => orderId))
  return reserved
    .filter((line) => !sent.has(lineKey(line)) && !inReview.has(line.orderId))
    .map((line) => ({
      key: `price-sheet ${lineKey(line)}`,
      dueAt: dueAfter(line, deskTerms.priceSheetDays, clock),
      subject: subjectOf(line),
      detail: `Waits for its price sheet, due within ${deskTerms.priceSheetDays} days`,
      to: orderPath(line.orderId),
    }))
}

async function awaitedDealers(clock: Shown): Promise<Found[]> {
  return (await clock.transfers).filter(isWithUs).flatMap((line) => {
    const wait = dealerWait(line)
    if (!wait) return []
    const { is, detail, verb } = wait
    const key = is === 'missing' ? `dealer-missing ${lineKey(line)}` : `dealer-answer ${lineKey(line)} ${is}`
    return {
      key,
      ...(is === 'requested' && { kind: 'wait' as const }),
      dueAt: dealerDueAt(line, is, clock),
      subject: line.dealerName ? `${line.dealerName}, for ${subjectOf(line)}` : subjectOf(line),
      detail,
      to: `${orderPath(line.orderId)}?do=${verb}`,
    }
  })
}

const nextSteps = {
  missing: { detail: 'No dealer is chosen: ask the buyer, then set the dealer', verb: 'set_dealer' },
  not_asked: {
    detail: 'The dealer was not asked: write to them, or call and record the answer',
    verb: 'record_dealer_answer',
  },
  requested: {
    detail: 'The dealer was asked and has not answered: call them and record the answer',
    verb: 'record_dealer_answer',
  },
  unconfirmed: {
    detail: 'The dealer accepted: check that the address is theirs, then confirm it',
    verb: 'confirm_dealer',
  },
  declined: { detail: 'The dealer declined: another one is needed', verb: 'set_dealer' },
  expired: {
    detail: 'The dealer did not answer: call them, or set another one',
    verb: 'record_dealer_answer',
  },
} as const

type DealerWait = keyof typeof nextSteps

function dealerWait({ dealerName, dealerAnswer }: OpenTransfer) {
  if (hasDealerAgreed(dealerAnswer)) return undefined
  const is: DealerWait = !dealerName
    ? 'missing'
    : !dealerAnswer
      ? 'not_asked'
      : dealerAnswer.is === 'accepted'
        ? 'unconfirmed'
        : dealerAnswer.is
  return { is, ...nextSteps[is] }
}

function dealerDueAt(line: OpenTransfer, is: DealerWait, clock: Clock): Date {
  const { stage, dealerAnswer, paidAt } = line
  if (is === 'missing' && stage !== 'built') return after(paidAt ?? clock.now, deskTerms.choiceDays * day)
  if (!dealerAnswer) return dueAfter(line, deskTerms.dealerDays, clock)
  const at = new Date(dealerAnswer.at)
  const days = is === 'requested' ? deskTerms.answerDays : 1
  return after(Number.isNaN(at.getTime()) ? clock.now : at, days * day)
}

function isWithUs({ stage }: OpenTransfer): boolean {
  return stage !== null && !isEnding(stage) && stages.indexOf(stage) < stages.indexOf('at_dealer')
}

function withoutRepeats(items: readonly WorkItem[]): WorkItem[] {
  const named = new Set(
    items.flatMap(({ key }) => {
      const [, kind, line] = /^(price-sheet|dealer-missing) (.+)$/.exec(key) ?? []
      return kind ? `stage ${line} ${kind === 'price-sheet' ? 'reserved' : 'built'}` : []
    }),
  )
  return items.filter(({ key }) => !named.has(key))
}

const lineKey = ({ orderId, position }: Pick<OpenTransfer, 'orderId' | 'position'>) =>
  `${orderId} ${position}`

const subjectOf = ({ buyerName, title, detail }: OpenTransfer) =>
  [buyerName, title, detail].filter(Boolean).join(', ')

function dueAfter({ stageOn, paidAt }: OpenTransfer, days: number, { now, timeZone }: Clock): Date {
  const since = stageOn ?? formatIsoDay(paidAt ?? now, timeZone)
  return momentIn(timeZone, `${addDays(since, days)} 17:00`) ?? now
}

async function federalList({ db, now }: Pick<Shown, 'db' | 'now'>): Promise<Found[]> {
  const list = await countDealers(db)
  const due = listDue(list, now)
  if (!due) return []
  return [
    {
      key: `dealer-list ${due}`,
      ...(due === 'missing' && { kind: 'todo' as const }),
      dueAt: now,
      subject: 'Federal dealer list',
      detail: listDueWords[due],
      to: '/staff/dealers/import',
    },
  ]
}

async function longStages({ db, now, timeZone, transfers }: Shown): Promise<Found[]> {
  const { rows } = await findBoard(db, { now, timeZone }, transfers)
  const slips = rows.flatMap((row) => row.slips).filter(({ isLong }) => isLong)
  return slips.map(({ orderId, position, stage, buyer, label, days }) => ({
    key: `stage ${orderId} ${position} ${stage}`,
    dueAt: now,
    subject: `${label}, ${buyer}`,
    detail: `At its stage for ${countOf(days, 'day')}, longer than usual`,
    to: orderPath(orderId),
  }))
}

async function staleRules({ db, now, timeZone }: Shown): Promise<Found[]> {
  const rules = await rulesExpiringBefore(db, after(now, dueIn.rule))
  const sheets = [
    { key: 'rules', of: 'rules of states', to: '/staff/rules?due', isOn: isOfState },
    { key: 'places', of: 'rules of places and ages to buy', to: '/staff/rules/places', isOn: isOfPlaceOrAge },
  ]
  return sheets.flatMap(({ key, of, to, isOn }) => {
    const due = rules.filter(({ kind }) => isOn(kind))
    const [first] = due
    if (!first) return []
    const one = first.kind === 'age' ? first.name : `Rule of ${first.name}`
    return [
      {
        key: `${key} ${first.staleOn}`,
        dueAt: momentIn(timeZone, `${first.staleOn} 00:00`) ?? now,
        subject: due.length === 1 ? one : `${due.length} ${of}`,
        detail: `Turn stale from ${first.staleOn}: every order they decide becomes a review. Confirm them.`,
        to,
      },
    ]
  })
}

const isOfState = (kind: string) => kind === 'state'
const isOfPlaceOrAge = (kind: string) => !isOfState(kind)

async function staleClaims({ db, now, timeZone }: Shown): Promise<Found[]> {
  const soon = after(now, dueIn.rule)
  const due = (await listAllClaims(db)).filter((claim) => isStale(claim, soon, timeZone))
  const [first] = due.toSorted((one, other) => one.reviewedOn.localeCompare(other.reviewedOn))
  if (!first) return []
  return [
    {
      key: `claims ${claimStaleOn(first)}`,
      dueAt: momentIn(timeZone, `${claimStaleOn(first)} 00:00`) ?? now,
      subject: due.length === 1 ? `Claim ${first.key}` : `${due.length} claims of law, tax and waiting times`,
      detail: 'Due for a check: pages show the day of the last one.',
      to: '/staff/rules/claims',
    },
  ]
}

async function endingLicenses({ db, now, timeZone }: Shown): Promise<Found[]> {
  const today = formatIsoDay(now, timeZone)
  return (await listInstructors(db))
    .filter(({ state }) => state === 'visible')
    .flatMap(({ id, name, licenses }) => licenses.map((license) => ({ id, who: name, ...license })))
    .filter(({ expiresOn }) => licenseState(expiresOn, today) !== 'good')
    .map(({ id, who, name, number, expiresOn }) => ({
      key: `license ${id} ${number}`,
      dueAt: momentIn(timeZone, `${expiresOn} 00:00`) ?? now,
      subject: `License of ${who}`,
      detail: `${name}: classes give no certificates after its last day`,
      to: `/staff/catalog/instructors/${id}`,
    }))
}

async function setupLeft({ db, now }: Pick<Shown, 'db' | 'now'>): Promise<Found[]> {
  const progress = await listProgress(db)
  const isUnread = (await countUnread(db, progress)) > 0
  const left = setupSteps.filter((step) => {
    const state = progress.find((each) => each.step === step)?.state
    return (state !== 'done' && state !== 'skipped') || (step === 'texts' && isUnread)
  })
  if (left.length === 0) return []
  return [
    {
      key: 'setup',
      dueAt: now,
      subject: 'Set up the shop',
      detail: `${left.length} of ${setupSteps.length} steps ${left.length === 1 ? 'is' : 'are'} open: ${left.map((step) => stepOf(step).title).join(', ')}`,
      to: `${setupPath}?start`,
    },
  ]
}
