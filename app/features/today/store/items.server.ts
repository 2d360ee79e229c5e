import { listOpenAlerts } from '#app/alerts/alerts.server.ts'
import { alertKinds } from '#app/alerts/kinds.ts'
import type { Db } from '#app/db/db.server.ts'
import { listOpenMessages } from '#app/features/contact/store.server.ts'
import { listSessions } from '#app/features/courses/store/sessions.server.ts'
import { lackWords } from '#app/features/dealers/words.ts'
import { listDealerFindings } from '#app/features/dealers/store/file.server.ts'
import { listOpenReviews, type OpenReview } from '#app/features/orders/store/review.server.ts'
import { listOpenTransfers, type OpenTransfers } from '#app/features/orders/store/order-list.server.ts'
import { listUnsent } from '#app/features/orders/store/parcels.server.ts'
import { documentKindWords } from '#app/features/orders/review.ts'
import { listUnsettledRefunds } from '#app/features/refunds/store/refund-items.server.ts'
import { requestedDocuments } from '#app/features/reservations/rules.ts'
import { listDocumentsOf, type OrderDocument } from '#app/features/reservations/store/documents.server.ts'
import { listDueBalances } from '#app/features/reservations/store/balance-lookup.server.ts'
import { after, day } from '#app/kit/clock.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { momentIn } from '#app/kit/zoned-time.ts'
import { countOf } from '#app/kit/count.ts'
import { jobsPath, orderPath, type WorkItem } from '../rules.ts'
import {
  federalList,
  endingLicenses,
  longStages,
  setupLeft,
  staleClaims,
  staleRules,
} from './slow-items.server.ts'
import { awaitedDealers, priceSheets, withoutRepeats } from './waiting-items.server.ts'

type Clock = { db: Db; now: Date; timeZone: string }
type Shown = Clock & { transfers: OpenTransfers; openReviews: Promise<OpenReview[]> }

const dueIn = { review: 2 * day, document: day, goods: 2 * day, alert: day } as const
const classesAheadMs = 7 * day

export async function listWorkItems(clock: Clock): Promise<WorkItem[]> {
  const { db } = clock
  const shown = { ...clock, transfers: listOpenTransfers(db), openReviews: listOpenReviews(db) }
  const found = await Promise.all([
    reviews(shown),
    unsentGoods(shown),
    balances(shown),
    stoppedRefunds(shown),
    dealerFindings(shown),
    lateMessages(shown),
    classes(shown),
    alerts(shown),
    federalList(shown),
    longStages(shown),
    priceSheets(shown, shown.openReviews),
    awaitedDealers(shown),
    staleRules(shown),
    staleClaims(shown),
    endingLicenses(shown),
    setupLeft(shown),
  ])
  return withoutRepeats(found.flat())
}

async function reviews({ db, timeZone, openReviews }: Shown): Promise<WorkItem[]> {
  const open = await openReviews
  const requested = open.filter(({ state }) => state === 'document').map(({ orderId }) => orderId)
  const sent = Map.groupBy(await listDocumentsOf(db, requested), ({ orderId }) => orderId)
  return open.map((review) => {
    const { orderId, state, paidAt, buyerName, dueOn } = review
    const documents = state === 'document' ? documentsItem(review, sent.get(orderId) ?? []) : undefined
    return {
      key: `review ${orderId}`,
      right: 'orders.read' as const,
      group: 'decide' as const,
      kind:
        state === 'refused'
          ? ('no' as const)
          : state === 'document'
            ? ('wait' as const)
            : ('review' as const),
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

async function unsentGoods({ db }: Shown): Promise<WorkItem[]> {
  return (await listUnsent(db)).map(({ orderId, paidAt, buyerName }) => ({
    key: `goods ${orderId}`,
    right: 'orders.read',
    group: 'send',
    kind: 'todo',
    dueAt: after(paidAt, dueIn.goods),
    subject: buyerName,
    detail: 'Goods are paid and not sent',
    to: orderPath(orderId),
  }))
}

async function balances({ db }: Shown): Promise<WorkItem[]> {
  // What a review holds is due later, and the review is an item of its own.
  const due = (await listDueBalances(db)).filter(({ pausedAt }) => !pausedAt)
  return due.map((balance) => ({
    key: `balance ${balance.id}`,
    right: 'orders.read',
    group: 'money',
    kind: 'wait',
    dueAt: balance.dueAt,
    subject: balance.buyerName ?? 'Balance due from the buyer',
    detail: `Balance due: ${balance.detail}`,
    to: orderPath(balance.reservationId),
    amountCents: balance.amountCents + balance.taxCents,
  }))
}

async function stoppedRefunds({ db }: Shown): Promise<WorkItem[]> {
  const stopped = (await listUnsettledRefunds(db)).filter(({ state }) => state !== 'started')
  return stopped.map(({ id, orderId, state, amountCents, startedAt, refusal }) => ({
    key: `refund ${id} ${state}`,
    right: 'orders.read',
    group: 'money',
    kind: 'no',
    dueAt: startedAt,
    subject: state === 'by_check' ? 'Refund to be paid by check' : 'Refund refused',
    detail: refusal ?? '',
    to: orderPath(orderId),
    amountCents,
  }))
}

async function dealerFindings({ db, now, timeZone, transfers }: Shown): Promise<WorkItem[]> {
  const findings = await listDealerFindings(db, formatIsoDay(now, timeZone), transfers)
  return findings.map(({ orderId, position, title, detail, dealerName, missing, isLapsed }) => ({
    key: `dealer ${orderId} ${position} ${missing.join(' ')}`,
    right: 'orders.read',
    group: 'dealers',
    kind: isLapsed ? 'no' : 'todo',
    dueAt: after(now, isLapsed ? 0 : 3 * day),
    subject: `${dealerName ?? ''}, for ${[title, detail].filter(Boolean).join(', ')}`,
    detail: missing.map((lack) => lackWords[lack]).join(' '),
    to: orderPath(orderId),
  }))
}

async function lateMessages({ db, now }: Shown): Promise<WorkItem[]> {
  const late = (await listOpenMessages(db)).filter(({ receivedAt }) => receivedAt < after(now, -day))
  return late.map(({ id, kind, receivedAt }) => ({
    key: `message ${id}`,
    right: 'inbox',
    group: 'people',
    kind: 'todo',
    dueAt: after(receivedAt, day),
    subject: kind === 'quote' ? 'Request for a quote' : 'Message',
    detail: 'Not answered within 24 hours',
    to: `/staff/inbox/messages/${id}`,
  }))
}

async function classes({ db, now }: Shown): Promise<WorkItem[]> {
  const soon = (await listSessions(db, now)).filter(
    ({ startsAt }) => startsAt > now && startsAt < after(now, classesAheadMs),
  )
  return soon.map((session) => ({
    key: `class ${session.id}`,
    right: 'classes',
    group: 'people',
    kind: 'soon',
    dueAt: session.startsAt,
    subject: session.course.name,
    detail: `${session.seats.filter((seat) => seat === 'taken').length} of ${countOf(session.seats.length, 'seat')} taken`,
    to: `/staff/classes/${session.id}`,
  }))
}

async function alerts({ db }: Shown): Promise<WorkItem[]> {
  return (await listOpenAlerts(db)).map(({ id, kind, subject, raisedAt }) => ({
    key: `alert ${id}`,
    right: kind === 'failed_jobs' ? 'orders.write' : 'orders.read',
    group: 'watch',
    kind: 'no',
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
