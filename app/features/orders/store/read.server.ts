import {
  and,
  asc,
  eq,
  isNotNull,
  sql,
  gt,
  max,
  inArray,
  notInArray,
  type SQL,
  type SQLWrapper,
} from 'drizzle-orm'
import type { AppContext, Db, UnitOfWork } from '#app/db/db.server.ts'
import { columnsOf, jsonOf, type RawRow, rowReader } from '#app/db/row.server.ts'
import { statement, value } from '#app/db/statement.server.ts'
import { sqlList } from '#app/db/sql.ts'
import type { ItemClass } from '#app/features/compliance/rules.ts'
import type { Ending, Stage } from '../rules.ts'
import { openRefundStates, refundLines, refunds, paymentAttempts } from '../payment-tables.ts'
import { orderEvents, orderLines, orders, parcelLines, parcels } from '../tables.ts'
import { linkValues, opensByLink } from './links.server.ts'
import { allowed, type Refusal, refuse } from '#app/kit/refusal.ts'
import { lockOrder } from './buyer.server.ts'
import type { SellableKind } from '../goods.ts'

export type OrderView = typeof orders.$inferSelect & {
  lines: (typeof orderLines.$inferSelect & { isReturning: boolean })[]
  lastAttempt: Pick<typeof paymentAttempts.$inferSelect, 'id' | 'state' | 'declineReason'> | null
}

/** `isLate`: it returns a charge that came after we had abandoned the attempt. */
export type ShownRefund = typeof refunds.$inferSelect & {
  isLate: boolean
  gateway: string
  lines: Pick<typeof refundLines.$inferSelect, 'position' | 'amountCents' | 'isReturned' | 'releasesStock'>[]
}

export type OrderHistory = OrderView & {
  events: (typeof orderEvents.$inferSelect)[]
  refunds: ShownRefund[]
}

type RawOrder = RawRow & Pick<OrderView, 'lastAttempt'> & { lines: RawRow[] }

type RawHistory = RawOrder & { events: RawRow[]; refunds: RawRow[] }

const readOrder = rowReader(orders)
const readLine = rowReader(orderLines) as (raw: RawRow) => OrderView['lines'][number]
const readEvent = rowReader(orderEvents)
const readRefund = rowReader(refunds) as (raw: RawRow) => ShownRefund

function readView({ lines, lastAttempt, ...order }: RawOrder): OrderView {
  return { ...readOrder(order), lines: lines.map(readLine), lastAttempt }
}

function readHistory({ events, refunds: given, ...order }: RawHistory): OrderHistory {
  return { ...readView(order), events: events.map(readEvent), refunds: given.map(readRefund) }
}

const isReturning = sql`exists (select 1 from ${refundLines} part join ${refunds} open on open.id = part.refund_id
  where part.order_id = ${orderLines.orderId} and part.position = ${orderLines.position} and part.is_returned
    and open.state in (${sqlList(openRefundStates)}))`

/** One sub-select per list, so that an order is one round trip. */
const view = sql<RawOrder>`${columnsOf(orders)},
  (select coalesce(json_agg(${jsonOf(orderLines)}::jsonb || jsonb_build_object('isReturning', ${isReturning}) order by ${orderLines.position}), '[]') from ${orderLines}
    where ${orderLines.orderId} = ${orders.id}) as lines,
  (select json_build_object('id', ${paymentAttempts.id}, 'state', ${paymentAttempts.state}, 'declineReason', ${paymentAttempts.declineReason})
    from ${paymentAttempts} where ${paymentAttempts.orderId} = ${orders.id}
    order by ${paymentAttempts.startedAt} desc, ${paymentAttempts.id} limit 1) as "lastAttempt"`

const refundParts = sql`(select coalesce(json_agg(json_build_object('position', ${refundLines.position},
    'amountCents', ${refundLines.amountCents}, 'isReturned', ${refundLines.isReturned},
    'releasesStock', ${refundLines.releasesStock}) order by ${refundLines.position}), '[]')
  from ${refundLines} where ${refundLines.refundId} = ${refunds.id})`

const shownRefund = sql`(${jsonOf(refunds)}::jsonb || jsonb_build_object('isLate',
  (select is_late from ${paymentAttempts} where ${paymentAttempts.id} = ${refunds.attemptId}), 'gateway',
  (select gateway from ${paymentAttempts} where ${paymentAttempts.id} = ${refunds.attemptId}), 'lines', ${refundParts}))`

const history = sql<RawHistory>`${view},
  (select coalesce(json_agg(${jsonOf(orderEvents)} order by ${orderEvents.id}), '[]') from ${orderEvents}
    where ${orderEvents.orderId} = ${orders.id}) as events,
  (select coalesce(json_agg(${shownRefund} order by ${refunds.startedAt}), '[]') from ${refunds}
    where ${refunds.orderId} = ${orders.id}) as refunds`

/** An order by its code for whoever may read any, and by the secret of a private link for its buyer. */
function reading<Raw, Found>(columns: SQL<Raw>, read: (row: Raw) => Found) {
  const select = sql`select ${columns} from ${orders} where ${orders.id} = ${value('orderId')}`
  const anyOrder = statement<Raw>(() => select)
  const ownOrder = statement<Raw>(() => sql`${select} and ${opensByLink}`)
  return {
    any: async (db: Db, orderId: string): Promise<Found | undefined> => {
      const [row] = await anyOrder(db, { orderId })
      return row && read(row)
    },
    own: async (
      ctx: Pick<AppContext, 'db' | 'now' | 'sign'>,
      orderId: string,
      token: string,
    ): Promise<Found | undefined> => {
      const values = linkValues(ctx, orderId, token)
      const [row] = values ? await ownOrder(ctx.db, values) : []
      return row && read(row)
    },
  }
}

export const { any: findOrder, own: findOwnOrder } = reading(view, readView)
export const { any: findHistory, own: findOwnHistory } = reading(history, readHistory)

export const listEvents = async (db: Db, orderId: string) => (await findHistory(db, orderId))?.events ?? []

export const listRefunds = async (db: Db, orderId: string) => (await findHistory(db, orderId))?.refunds ?? []

/** Of several firearms, the first that has not ended. */
export async function findStage(db: Db, orderId: string): Promise<Stage | Ending | undefined> {
  const [line] = await db
    .select({ stage: orderLines.stage })
    .from(orderLines)
    .where(and(eq(orderLines.orderId, orderId), isNotNull(orderLines.stage)))
    .orderBy(sql`${orderLines.returnedAt} nulls first`, asc(orderLines.position))
  return line?.stage ?? undefined
}

export type OrderEvent = typeof orderEvents.$inferSelect

export type ChangedRefusal = { ok: false; why: 'changed'; since: OrderEvent[] }

/** The revision of an order: the id of its latest event. Every form about an order carries it. */
export async function findRevision(db: Db, orderId: string): Promise<number> {
  const [found] = await db
    .select({ revision: max(orderEvents.id) })
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
  return found?.revision ?? 0
}

/** Without a revision, as from the command line, nothing is compared. */
export async function expectRevision(
  work: UnitOfWork,
  orderId: string,
  seen: number | undefined,
): Promise<typeof allowed | ChangedRefusal | Refusal<'order_not_found'>> {
  if (!(await lockOrder(work, orderId))) return refuse('order_not_found')
  if (seen === undefined) return allowed
  const since = await work.tx
    .select()
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), gt(orderEvents.id, seen)))
    .orderBy(asc(orderEvents.id))
  return since.length === 0 ? allowed : { ok: false, why: 'changed', since }
}

export function listShipPlaces(db: Db, orderIds: readonly string[]) {
  const { id: orderId, shipState: state, shipCounty: county } = orders
  return db
    .select({ orderId, state, county })
    .from(orders)
    .where(inArray(orderId, [...orderIds]))
}

/** SQL condition: an order has a paid reservation of one of these classes, or of an unknown one, that is at one of these stages. What came with it is valid only while this holds. */
export function hasReservation(
  orderId: SQLWrapper,
  classes: readonly ItemClass[],
  at: readonly Stage[],
): SQL {
  return sql`exists (
    select 1 from ${orderLines} firearm join ${orders} placed_by on placed_by.id = firearm.order_id
    where firearm.order_id = ${orderId} and (firearm.item_class is null or firearm.item_class in (${sqlList(classes)}))
      and firearm.stage in (${sqlList(at)}) and placed_by.state in ('paid', 'part_refunded'))`
}

export const paidAtOf = (orderId: SQL): SQL =>
  sql`(select ${orders.paidAt} from ${orders} where ${orders.id} = ${orderId})`

export function hasLeftShop(
  orderId: SQLWrapper,
  kind: SellableKind & ('accessory' | 'patch'),
  item: SQLWrapper,
): SQL {
  return sql`exists (
    select 1 from ${orderLines} line
    join ${parcelLines} packed on packed.order_id = line.order_id and packed.position = line.position
    join ${parcels} parcel on parcel.id = packed.parcel_id
    where line.order_id = ${orderId} and line.kind = ${sql.raw(`'${kind}'`)}
      and line.ref ->> ${sql.raw(`'${kind}'`)} = ${item}::text and parcel.sent_at is not null)`
}

const ofDrop = (slug: string) =>
  sql`${orderLines.kind} = 'drop_unit' and ${orderLines.ref} ->> 'slug' = ${slug}`

/** What was taken for the numbers of a drop and not given back, in US cents, and its orders that are not paid yet. */
export async function findDropSales(db: Db, slug: string, now: Date) {
  const isIn = (states: SQL) => sql<number>`(count(*) filter (where ${orders.state} in (${states})))::int`
  const sum = (cents: SQL) => sql<number>`coalesce(sum(${cents}), 0)::int`
  const { unitCents, quantity, taxCents, refundedCents } = orderLines
  const [sales] = await db
    .select({
      takenCents: sum(
        sql`case when ${orders.capturedCents} > 0 then ${unitCents} * ${quantity} + ${taxCents} - ${refundedCents} end`,
      ),
      refundedCents: sum(sql`${refundedCents}`),
      filling: sql<number>`(count(*) filter (where ${orders.state} = 'held' and ${orders.expiresAt} > ${now}))::int`,
      paying: isIn(sql`'paying'`),
      unsettled: isIn(sql`'unknown', 'review'`),
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(ofDrop(slug))
  if (!sales) throw new Error('A sum has a row')
  return sales
}

export async function findBuyerMarks(db: Db, slug: string) {
  const { id, buyerState: state, paidAt } = orders
  const rows = await db
    .select({ id, state, paidAt })
    .from(orderLines)
    .innerJoin(orders, eq(id, orderLines.orderId))
    .where(and(ofDrop(slug), notInArray(orders.state, ['expired', 'canceled'])))
  return new Map(rows.map((row) => [row.id, row]))
}
