import {
  asc,
  eq,
  getTableColumns,
  inArray,
  type SQL,
  sql,
  lte,
  desc,
  isNotNull,
  isNull,
  max,
  and,
} from 'drizzle-orm'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { parcelLines, parcels, type delayAnswers, parcelsDue } from '../parcel-tables.ts'
import { type ParcelLine, delaySteps, remindAfterMs, leftToPack, parcelGate } from '../parcels.ts'
import { raiseAlert, clearAlert } from '#app/alerts/alerts.server.ts'
import { after } from '#app/kit/clock.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { isPaid } from '../rules.ts'
import { orderLines, orders, orderEvents } from '../tables.ts'
import { addEvent } from './lines.server.ts'
import { reviewStateOf } from '../review.ts'
import { listLatestReviews } from './review.server.ts'

export type Parcel = Awaited<ReturnType<typeof selectParcels>>[number]

const parcelColumns = {
  ...getTableColumns(parcels),
  lines: sql<ParcelLine[]>`(
    select coalesce(json_agg(json_build_object('position', position, 'quantity', quantity) order by position), '[]')
    from ${parcelLines} part where part.parcel_id = parcels.id)`,
}

const selectParcels = (db: Db, which: SQL | undefined) =>
  db.select(parcelColumns).from(parcels).where(which).$dynamic()

export function listParcels(db: Db, ...orderIds: string[]) {
  const { orderId, number } = parcels
  return selectParcels(db, inArray(orderId, orderIds)).orderBy(asc(orderId), asc(number))
}

export async function findParcel(db: Db, id: string): Promise<Parcel | undefined> {
  const [parcel] = await selectParcels(db, eq(parcels.id, id))
  return parcel
}

type ParcelDue = typeof parcelsDue.$inferSelect
type DelayAnswer = (typeof delayAnswers)[number]

export async function findDue(db: Db, orderId: string): Promise<ParcelDue | undefined> {
  const [due] = await db.select().from(parcelsDue).where(eq(parcelsDue.orderId, orderId))
  return due
}

export async function markDue({ tx }: Pick<UnitOfWork, 'tx'>, orderId: string, paidAt: Date): Promise<void> {
  await tx.insert(parcelsDue).values({ orderId, paidAt }).onConflictDoNothing()
}

/** Takes an order off the list when nothing of it is left to be sent. Called with the order locked. */
export async function clearDue(work: Pick<UnitOfWork, 'tx' | 'now'>, orderId: string): Promise<boolean> {
  const [order] = await work.tx.select({ state: orders.state }).from(orders).where(eq(orders.id, orderId))
  if (order && isPaid(order.state)) {
    const lines = await work.tx.select().from(orderLines).where(eq(orderLines.orderId, orderId))
    const parcels = await listParcels(work.tx, orderId)
    if (leftToPack(lines, parcels).length > 0) return false
    const isRefunded = (position: number) =>
      lines.some((line) => line.position === position && line.returnedAt)
    const isWaiting = parcels.some(
      (parcel) => !parcel.sentAt && parcel.lines.some((part) => !isRefunded(part.position)),
    )
    if (isWaiting) return false
  }
  await work.tx.delete(parcelsDue).where(eq(parcelsDue.orderId, orderId))
  await clearAlert(work, 'parcel_late', orderId)
  return true
}

/** With the order locked: reminds staff, offers the choice, or says that silence makes it a refund. Each step is taken once. */
export async function attendDelay(work: UnitOfWork, orderId: string): Promise<'refund' | undefined> {
  await work.tx.select({ id: orders.id }).from(orders).where(eq(orders.id, orderId)).for('update')
  if (await clearDue(work, orderId)) return undefined
  const due = await findDue(work.tx, orderId)
  if (!due) return undefined
  const steps = delaySteps(due, work.now)
  if (steps.includes('remind')) {
    await work.tx.update(parcelsDue).set({ remindedAt: work.now }).where(eq(parcelsDue.orderId, orderId))
    const detail = 'Paid 20 days ago and not sent. On day 25 its buyer is asked whether to wait or to cancel.'
    await raiseAlert(work, { kind: 'parcel_late', subject: orderId, detail })
  }
  if (steps.includes('offer')) {
    await work.tx.update(parcelsDue).set({ offeredAt: work.now }).where(eq(parcelsDue.orderId, orderId))
    await addEvent(work, orderId, 'delay_offered')
    await work.enqueue('mail-parcel-delay', { orderId, offeredAt: work.now.toISOString() })
  }
  return steps.includes('refund') ? 'refund' : undefined
}

const maxUnsentListed = 300

export function listUnsent(db: Db) {
  return db
    .select({
      orderId: parcelsDue.orderId,
      paidAt: parcelsDue.paidAt,
      buyerName: sql<string>`coalesce(${orders.buyerName}, '')`,
    })
    .from(parcelsDue)
    .innerJoin(orders, eq(orders.id, parcelsDue.orderId))
    .orderBy(asc(parcelsDue.paidAt))
    .limit(maxUnsentListed)
}

export const countUnsent = (db: Db) => db.$count(parcelsDue)

export async function listLate(db: Db, now: Date): Promise<string[]> {
  const late = await db
    .select({ orderId: parcelsDue.orderId })
    .from(parcelsDue)
    .where(lte(parcelsDue.paidAt, after(now, -remindAfterMs)))
    .orderBy(asc(parcelsDue.paidAt))
  return late.map(({ orderId }) => orderId)
}

/** The buyer answers the offer. The last answer counts; to cancel is final, since its refund follows. */
export async function answerDelay(
  work: UnitOfWork,
  orderId: string,
  answer: DelayAnswer,
): Promise<{ ok: true } | Refusal<'not_offered'>> {
  await work.tx.select({ id: orders.id }).from(orders).where(eq(orders.id, orderId)).for('update')
  const due = await findDue(work.tx, orderId)
  if (!due?.offeredAt) return refuse('not_offered')
  if (due.answer === answer) return { ok: true }
  await work.tx
    .update(parcelsDue)
    .set({ answer, answeredAt: work.now })
    .where(eq(parcelsDue.orderId, orderId))
  await addEvent(work, orderId, 'delay_answered', { answer })
  return { ok: true }
}

export type ShippingOrder = Awaited<ReturnType<typeof listShippingOrders>>[number]

export async function listToPack(db: Db, limit: number) {
  const due = await db
    .select({ id: parcelsDue.orderId })
    .from(parcelsDue)
    .orderBy(asc(parcelsDue.paidAt), asc(parcelsDue.orderId))
    .limit(limit)
  const found = await listShippingOrders(
    db,
    due.map(({ id }) => id),
  )
  return found.filter(({ order, left }) => isPaid(order.state) && left.length > 0)
}

const parcelLists = {
  packed: { which: isNull(parcels.sentAt), order: asc(parcels.packedAt) },
  sent: {
    which: and(isNotNull(parcels.sentAt), isNull(parcels.deliveredAt), isNull(parcels.returnedAt)),
    order: desc(parcels.sentAt),
  },
  returns: {
    which: and(isNotNull(parcels.returnedAt), isNull(parcels.refundedAt)),
    order: asc(parcels.returnedAt),
  },
}

export async function listShipping(db: Db, list: keyof typeof parcelLists, limit: number) {
  const { which, order } = parcelLists[list]
  const listed = await selectParcels(db, which).orderBy(order).limit(limit)
  const open = listed.filter(({ decision }) => decision !== 'resend')
  const found = await listShippingOrders(db, [...new Set(open.map(({ orderId }) => orderId))])
  return open.flatMap((parcel) => {
    const shipping = found.find(({ order: { id } }) => id === parcel.orderId)
    return shipping ? { parcel, shipping } : []
  })
}

export async function findShippingOrder(db: Db, orderId: string) {
  const [found] = await listShippingOrders(db, [orderId])
  return found?.lines.some(({ fulfillment }) => fulfillment === 'shipping') ? found : undefined
}

async function listShippingOrders(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  const some = [...ids]
  const revision = { orderId: orderEvents.orderId, revision: max(orderEvents.id) }
  const ofOrders = inArray(orderEvents.orderId, some)
  const [found, lines, parcelsOf, due, reviews, revisions] = await Promise.all([
    db.select().from(orders).where(inArray(orders.id, some)),
    db.select().from(orderLines).where(inArray(orderLines.orderId, some)).orderBy(asc(orderLines.position)),
    listParcels(db, ...some),
    db.select().from(parcelsDue).where(inArray(parcelsDue.orderId, some)),
    listLatestReviews(db, some),
    db.select(revision).from(orderEvents).where(ofOrders).groupBy(orderEvents.orderId),
  ])
  return ids.flatMap((id) => {
    const order = found.find((each) => each.id === id)
    if (!order) return []
    const isOwn = ({ orderId }: { orderId: string }) => orderId === id
    const own = lines.filter(isOwn)
    const packed = parcelsOf.filter(isOwn)
    const gate = parcelGate(order.verdict, reviewStateOf(order.verdict, reviews.get(id)) === 'clear')
    return {
      order,
      lines: own,
      parcels: packed,
      left: leftToPack(own, packed),
      due: due.find(isOwn),
      gate: gate.ok ? null : gate.why,
      revision: revisions.find(isOwn)?.revision ?? 0,
    }
  })
}
