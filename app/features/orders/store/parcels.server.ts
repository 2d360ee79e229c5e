import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  lte,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { clearAlert, raiseAlert } from '#app/alerts/alerts.server.ts'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { after } from '#app/kit/clock.ts'
import { allowed, type Refusal, refuse } from '#app/kit/refusal.ts'
import {
  type Carrier,
  delaySteps,
  leftToPack,
  mayTake,
  parcelGate,
  type Packed,
  type ParcelLine,
  type ParcelStep,
  remindAfterMs,
  type ReturnDecision,
} from '../parcels.ts'
import { reviewStateOf } from '../review.ts'
import { isPaid } from '../rules.ts'
import {
  type delayAnswers,
  orderEvents,
  orderLines,
  orders,
  parcelLines,
  parcels,
  parcelsDue,
} from '../tables.ts'
import {
  addEvent,
  announceLines,
  findOrderForUpdate,
  type Order,
  type SellableLine,
  type Sellables,
} from './lines.server.ts'
import { askParcelGate, listLatestReviews } from './review.server.ts'
import { hasOpenReturn, markDelivered } from './stage.server.ts'

export type Parcel = Awaited<ReturnType<typeof selectParcels>>[number]

const parcelColumns = {
  ...getTableColumns(parcels),
  lines: sql<ParcelLine[]>`(
    select coalesce(json_agg(json_build_object('position', part.position, 'quantity', part.quantity,
      'title', line.title, 'detail', line.detail) order by part.position), '[]')
    from ${parcelLines} part join ${orderLines} line using (order_id, position) where part.parcel_id = parcels.id)`,
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

/** Refused while the rules want a review, for more than is left to pack, and while one of the lines is being refunded. */
export async function packParcel(
  work: UnitOfWork,
  sellables: Sellables,
  orderId: string,
  /** `id`: packing again with the same one gives the same parcel. Without `lines` everything that is left. */
  { id, lines, by }: { id: string; lines?: readonly Packed[] | undefined; by: string },
) {
  const found = await findOrderForUpdate(work, sellables, orderId)
  if (!found || !isPaid(found.order.state)) return refuse('not_paid')
  const packed = await listParcels(work.tx, orderId)
  const same = packed.find((parcel) => parcel.id === id)
  if (same) return { ok: true as const, number: same.number }
  const gate = await askParcelGate(work, found)
  if (!gate.ok) return gate
  const left = leftToPack(
    found.lines.map(({ line }) => line),
    packed,
  )
  const chosen = (lines ?? left).filter(({ quantity }) => quantity > 0)
  if (left.length === 0 || chosen.length === 0) return refuse('nothing_to_pack')
  for (const { position, quantity } of chosen) {
    const has = left.find((each) => each.position === position)?.quantity ?? 0
    if (quantity > has) return refuse('too_many')
    if (await hasOpenReturn(work, orderId, position)) return refuse('refund_under_way')
  }
  const number = (packed.at(-1)?.number ?? 0) + 1
  const method = found.order.shippingName ?? ''
  const made = { packedAt: work.now, packedBy: by }
  await work.tx.insert(parcels).values({ id, orderId, number, carrier: carrierOf(method), method, ...made })
  await work.tx
    .insert(parcelLines)
    .values(chosen.map(({ position, quantity }) => ({ parcelId: id, orderId, position, quantity })))
  await addEvent(work, orderId, 'packed', { parcel: number, by })
  return { ok: true as const, number }
}

function carrierOf(method: string): Carrier {
  const name = method.toLowerCase()
  if (name.includes('ups')) return name.includes('usps') ? 'usps' : 'ups'
  if (name.includes('usps') || name.includes('priority')) return 'usps'
  return name.includes('fedex') ? 'fedex' : 'other'
}

type StepForm = {
  by: string
  carrier?: Carrier
  tracking?: string
  reason?: string | undefined
  decision?: ReturnDecision | undefined
}

type LockedParcel = { order: Order; lines: SellableLine[]; parcel: Parcel }

type Step = {
  /** It was done already with this form: then nothing happens. */
  isDone?: (parcel: Parcel, form: StepForm) => boolean
  /** Refuses, or does what comes first. */
  before?: (work: UnitOfWork, found: LockedParcel, form: StepForm) => Promise<Refusal | undefined>
  /** What is written to the parcel, by whom and when. Without it the parcel is no more. */
  set?: (form: StepForm, now: Date) => PgUpdateSetSource<typeof parcels>
  event: string
  said?: (form: StepForm) => Record<string, string>
  also?: (work: UnitOfWork, found: LockedParcel, form: StepForm) => Promise<unknown>
}

const steps: Record<Exclude<ParcelStep, 'refund'> | 'tracking', Step> = {
  unpack: { event: 'unpacked' },
  /** Refused while the rules want a review, and when a line was refunded since it was packed. */
  send: {
    isDone: ({ sentAt, ...sent }, { carrier, tracking }) =>
      sentAt !== null && sent.tracking === tracking && sent.carrier === carrier,
    async before(work, found) {
      const { order, lines, parcel } = found
      const gate = await askParcelGate(work, found)
      if (!gate.ok) return gate
      if (!isPaid(order.state)) return refuse('not_paid')
      // All or nothing: a refusal commits what came before it.
      for (const { position } of parcel.lines) {
        if (lines.some(({ line }) => line.position === position && line.returnedAt))
          return refuse('line_refunded')
        if (await hasOpenReturn(work, order.id, position)) return refuse('refund_under_way')
      }
      for (const { position } of parcel.lines) {
        const marked = await markDelivered(work, order.id, position)
        if (!marked.ok) throw new Error(`Order ${order.id}, line ${position}: ${marked.why}`)
      }
      return undefined
    },
    set: ({ carrier, tracking, by }, now) => ({ carrier, tracking, sentAt: now, sentBy: by }),
    event: 'dispatched',
    async also(work, { order, parcel }) {
      await clearDue(work, order.id)
      await mailParcel(work, parcel, 'sent')
    },
  },
  /** It was not handed over after all: the buyer's refund clocks run again. */
  'undo-send': {
    set: () => ({ sentAt: null, sentBy: null }),
    event: 'dispatch_undone',
    async also(work, { order, parcel }) {
      await unmarkSent(work, parcel)
      await markDue(work, order.id, order.paidAt ?? work.now)
      await mailParcel(work, parcel, 'unsent')
    },
  },
  tracking: {
    isDone: (parcel, { carrier, tracking }) => parcel.carrier === carrier && parcel.tracking === tracking,
    before: async (_, { parcel }, { reason = '' }) =>
      parcel.sentAt && !reason.trim() ? refuse('correction_reason_missing') : undefined,
    set: ({ carrier, tracking }) => ({ carrier, tracking }),
    event: 'tracking',
    said: ({ reason }) => (reason ? { reason } : {}),
    also: async (work, { parcel }) =>
      parcel.sentAt && !parcel.returnedAt && mailParcel(work, parcel, 'tracking'),
  },
  delivered: { set: (_, now) => ({ deliveredAt: now }), event: 'parcel_delivered' },
  receive: { set: ({ by }, now) => ({ returnedAt: now, returnedBy: by }), event: 'parcel_returned' },
  decide: {
    isDone: (parcel, { decision }) => parcel.decision === decision,
    async before(_, __, { decision, reason }) {
      if (decision === undefined) return refuse('not_chosen')
      return decision === 'kept_out' && !reason ? refuse('needs_reason') : undefined
    },
    set: ({ decision, reason, by }, now) => ({
      decision,
      decisionReason: reason || null,
      decidedAt: now,
      decidedBy: by,
      restockedAt: decision === 'restocked' ? now : null,
    }),
    event: 'parcel_decided',
    said: ({ decision = '' }) => ({ decision }),
    async also(work, { lines, parcel }, { decision }) {
      if (decision === 'restocked') await putBack(work, lines, parcel)
      if (decision !== 'resend') return
      await unmarkSent(work, parcel)
      await markDue(work, parcel.orderId, work.now)
    },
  },
}

/** Each step counts once, however often it is taken. One that was unpacked before is nothing to unpack. */
export async function takeStep(
  work: UnitOfWork,
  sellables: Sellables,
  parcelId: string,
  name: keyof typeof steps,
  form: StepForm,
): Promise<typeof allowed | Refusal> {
  const found = await lockParcel(work, sellables, parcelId)
  if (!found) return name === 'unpack' ? allowed : refuse('not_paid')
  const { order, parcel } = found
  const { isDone, before, set, event, said, also } = steps[name]
  if (isDone?.(parcel, form)) return allowed
  const may = name === 'tracking' ? allowed : mayTake(name, parcel, work.now)
  const refusal = may.ok ? await before?.(work, found, form) : may
  if (refusal) return refusal
  const isIt = eq(parcels.id, parcelId)
  await (set
    ? work.tx.update(parcels).set(set(form, work.now)).where(isIt)
    : work.tx.delete(parcels).where(isIt))
  await addEvent(work, order.id, event, { parcel: parcel.number, by: form.by, ...said?.(form) })
  await also?.(work, found, form)
  return allowed
}

export async function lockParcel(
  work: UnitOfWork,
  sellables: Sellables,
  parcelId: string,
): Promise<LockedParcel | undefined> {
  const known = await findParcel(work.tx, parcelId)
  const found = known && (await findOrderForUpdate(work, sellables, known.orderId))
  const parcel = found && (await findParcel(work.tx, parcelId))
  return parcel && { order: found.order, lines: found.lines, parcel }
}

/** The lines of a parcel count as not sent, unless another one with a part of them is out: sent, and not back to go out again. */
async function unmarkSent({ tx }: UnitOfWork, { id, orderId }: Parcel) {
  await tx.execute(sql`
    update ${orderLines} line set delivered_at = null
    from ${parcelLines} own
    where own.parcel_id = ${id} and line.order_id = ${orderId} and line.position = own.position and not exists (
      select from ${parcelLines} part join ${parcels} other on other.id = part.parcel_id
      where part.order_id = line.order_id and part.position = line.position and other.id <> ${id}
        and other.sent_at is not null and other.decision is distinct from 'resend')`)
}

async function mailParcel(
  work: UnitOfWork,
  { orderId, id: parcelId }: Parcel,
  about: 'sent' | 'unsent' | 'tracking',
) {
  await work.enqueue('mail-parcel', { orderId, parcelId, about, at: work.now.toISOString() })
}

async function putBack(work: UnitOfWork, lines: readonly SellableLine[], parcel: Parcel) {
  for (const { position, quantity } of parcel.lines) {
    const loaded = lines.find(({ line }) => line.position === position)
    if (!loaded?.sellable.putBack)
      throw new Error(`Order ${parcel.orderId}: line ${position} cannot be put back`)
    const ref = sql`${JSON.stringify(loaded.line.ref)}::jsonb`
    await work.tx.execute(loaded.sellable.putBack(sql`${parcel.orderId}`, ref, sql`${quantity}::int`))
    announceLines(work, [loaded])
  }
}

export async function markReturnRefunded(work: UnitOfWork, parcelId: string): Promise<void> {
  await work.tx.update(parcels).set({ refundedAt: work.now }).where(eq(parcels.id, parcelId))
}

async function markDue({ tx }: UnitOfWork, orderId: string, paidAt: Date): Promise<void> {
  await tx.insert(parcelsDue).values({ orderId, paidAt }).onConflictDoNothing()
}

/** Takes an order off the list when nothing of it is left to be sent. Called with the order locked. */
async function clearDue(work: UnitOfWork, orderId: string): Promise<boolean> {
  const [order] = await work.tx.select({ state: orders.state }).from(orders).where(eq(orders.id, orderId))
  if (order && isPaid(order.state)) {
    const lines = await work.tx.select().from(orderLines).where(eq(orderLines.orderId, orderId))
    const packed = await listParcels(work.tx, orderId)
    const isKept = (position: number) => !lines.some((line) => line.position === position && line.returnedAt)
    const isWaiting = ({ sentAt, lines: parts }: Parcel) =>
      !sentAt && parts.some(({ position }) => isKept(position))
    if (leftToPack(lines, packed).length > 0 || packed.some(isWaiting)) return false
  }
  await work.tx.delete(parcelsDue).where(eq(parcelsDue.orderId, orderId))
  await clearAlert(work, 'parcel_late', orderId)
  return true
}

export async function findDue(db: Db, orderId: string) {
  const [due] = await db.select().from(parcelsDue).where(eq(parcelsDue.orderId, orderId))
  return due
}

/** With the order locked: reminds staff, offers the choice, or says that silence makes it a refund. Each step is taken once. */
export async function attendDelay(work: UnitOfWork, orderId: string): Promise<'refund' | undefined> {
  await work.tx.select({ id: orders.id }).from(orders).where(eq(orders.id, orderId)).for('update')
  if (await clearDue(work, orderId)) return undefined
  const due = await findDue(work.tx, orderId)
  if (!due) return undefined
  const next = delaySteps(due, work.now)
  if (next.remind) {
    await noteDelay(work, orderId, { remindedAt: work.now })
    const detail = 'Paid 20 days ago and not sent. On day 25 its buyer is asked whether to wait or to cancel.'
    await raiseAlert(work, { kind: 'parcel_late', subject: orderId, detail })
  }
  if (next.offer) {
    await noteDelay(work, orderId, { offeredAt: work.now })
    await addEvent(work, orderId, 'delay_offered')
    await work.enqueue('mail-parcel-delay', { orderId, offeredAt: work.now.toISOString() })
  }
  return next.refund ? 'refund' : undefined
}

/** The buyer answers the offer. The last answer counts; to cancel is final, since its refund follows. */
export async function answerDelay(work: UnitOfWork, orderId: string, answer: (typeof delayAnswers)[number]) {
  await work.tx.select({ id: orders.id }).from(orders).where(eq(orders.id, orderId)).for('update')
  const due = await findDue(work.tx, orderId)
  if (!due?.offeredAt) return refuse('not_offered')
  if (due.answer === answer) return allowed
  await noteDelay(work, orderId, { answer, answeredAt: work.now })
  await addEvent(work, orderId, 'delay_answered', { answer })
  return allowed
}

async function noteDelay(
  { tx }: UnitOfWork,
  orderId: string,
  noted: Partial<typeof parcelsDue.$inferInsert>,
) {
  await tx.update(parcelsDue).set(noted).where(eq(parcelsDue.orderId, orderId))
}

const maxUnsentListed = 300

export function listUnsent(db: Db) {
  const { orderId, paidAt } = parcelsDue
  return db
    .select({ orderId, paidAt, buyerName: sql<string>`coalesce(${orders.buyerName}, '')` })
    .from(parcelsDue)
    .innerJoin(orders, eq(orders.id, orderId))
    .orderBy(asc(paidAt))
    .limit(maxUnsentListed)
}

export const countUnsent = (db: Db) => db.$count(parcelsDue)

export async function listLate(db: Db, now: Date): Promise<string[]> {
  const { orderId, paidAt } = parcelsDue
  const isLate = lte(paidAt, after(now, -remindAfterMs))
  const late = await db.select({ orderId }).from(parcelsDue).where(isLate).orderBy(asc(paidAt))
  return late.map((each) => each.orderId)
}

export type ShippingOrder = Awaited<ReturnType<typeof listShippingOrders>>[number]

export async function listToPack(db: Db, limit: number) {
  const { orderId: id, paidAt } = parcelsDue
  const due = await db.select({ id }).from(parcelsDue).orderBy(asc(paidAt), asc(id)).limit(limit)
  const ids = due.map((each) => each.id)
  const found = await listShippingOrders(db, ids)
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

const orderColumns = {
  ...getTableColumns(orders),
  revision: sql`(
    select coalesce(max(event.id), 0) from ${orderEvents} event where event.order_id = orders.id)`.mapWith(
    Number,
  ),
}

async function listShippingOrders(db: Db, ids: string[]) {
  if (ids.length === 0) return []
  const { orderId, position } = orderLines
  const [found, lines, packed, due, reviews] = await Promise.all([
    db.select(orderColumns).from(orders).where(inArray(orders.id, ids)),
    db.select().from(orderLines).where(inArray(orderId, ids)).orderBy(asc(position)),
    listParcels(db, ...ids),
    db.select().from(parcelsDue).where(inArray(parcelsDue.orderId, ids)),
    listLatestReviews(db, ids),
  ])
  return ids.flatMap((id) => {
    const order = found.find((each) => each.id === id)
    if (!order) return []
    const isOwn = (row: { orderId: string }) => row.orderId === id
    const own = { lines: lines.filter(isOwn), parcels: packed.filter(isOwn), due: due.find(isOwn) }
    const gate = parcelGate(order.verdict, reviewStateOf(order.verdict, reviews.get(id)) === 'clear')
    return {
      ...own,
      order,
      left: leftToPack(own.lines, own.parcels),
      gate: gate.ok ? null : gate.why,
    }
  })
}
