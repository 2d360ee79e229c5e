import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { rowsBy } from '#app/db/rows-by.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { findDealerFile } from '#app/features/dealers/store/file.server.ts'
import { type Stage, stages } from '#app/features/orders/rules.ts'
import type { Order, SellableLine } from '#app/features/orders/store/lines.server.ts'
import { askReview } from '#app/features/orders/store/review.server.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { gateFactsOf, type GateFacts, type Shipment, type Terms, depositLeft } from '../rules.ts'
import { stageDates } from '../tables.ts'
import { findReservation, type Reservation } from './agreement.server.ts'
import { findBalance, type Balance, findBalanceById } from './balance-lookup.server.ts'
import type { Db } from '#app/db/db.server.ts'
import { after, day } from '#app/kit/clock.ts'
import type { StageSpread } from '../words.ts'
import type { Sellable } from '#app/features/orders/sellable.ts'
import type { Offered } from '#app/features/orders/goods.ts'

type LockedOrder = { order: Order; lines: readonly SellableLine[] }
type Tx = Pick<UnitOfWork, 'tx'>

/** The day on which a line came to the stage it is at; that of the payment where it has not moved. */
export async function findStageDay(
  { tx }: Tx,
  { id, paidAt, createdAt }: Order,
  position: number,
  timeZone: string,
): Promise<string> {
  const [last] = await tx
    .select({ onDay: stageDates.onDay })
    .from(stageDates)
    .where(and(eq(stageDates.orderId, id), eq(stageDates.position, position)))
    .orderBy(desc(stageDates.id))
    .limit(1)
  return last?.onDay ?? formatIsoDay(paidAt ?? createdAt, timeZone)
}

type StageMove = typeof stageDates.$inferSelect

export const listMoves = rowsBy(stageDates, 'orderId', [asc(stageDates.id)])

export function stageDaysOf(moves: readonly StageMove[]): Map<number, Partial<Record<Stage, string>>> {
  const days = new Map<number, Partial<Record<Stage, string>>>()
  // The last one counts: a form that was returned is filed again.
  for (const { position, stage, onDay } of moves)
    days.set(position, { ...days.get(position), [stage]: onDay })
  return days
}

export function shipmentsOf(moves: readonly StageMove[]): Map<number, Shipment> {
  const shipments = new Map<number, Shipment>()
  for (const { position, carrier, tracking } of moves)
    if (carrier && tracking) shipments.set(position, { carrier, tracking })
  return shipments
}

export async function findGateFacts(
  work: UnitOfWork,
  { order, lines }: LockedOrder,
  positions: readonly number[],
  onDay: string,
): Promise<Map<number, GateFacts>> {
  const review = await askReview(
    work,
    order,
    lines.map(({ line }) => line),
  )
  const dealer = order.dealerKey ? await findDealerFile(work.tx, order.dealerKey) : undefined
  const facts = new Map<number, GateFacts>()
  for (const { line } of lines.filter(({ line: { position } }) => positions.includes(position))) {
    const { position } = line
    const record = {
      line,
      review: review.state,
      terms: await findReservation(work.tx, order.id, position),
      balance: await findBalance(work.tx, order.id, position),
      dealerAnswer: order.dealerAnswer,
      dealerFile: dealer?.file,
      onDay,
    }
    facts.set(position, gateFactsOf(record))
  }
  return facts
}

const medianMoves = 100

/** In days, of the latest moves of a year. Sorted by all columns of their index, or the planner would look for the newest by number alone. */
export async function findStageMedians(db: Db, now: Date): Promise<Partial<Record<Stage, number>>> {
  const since = after(now, -365 * day).toISOString()
  const { rows } = await db.execute<{ stage: Stage; days: number }>(sql`
    select left_stage.stage, percentile_cont(0.5) within group (order by moved.on_day - left_stage.on_day)::float8 as days
    from unnest(array[${sql.join([...stages], sql`, `)}]::text[]) as reached(stage)
    cross join lateral (
      select id, order_id, position, on_day, at from ${stageDates} where ${stageDates.stage} = reached.stage
      order by ${stageDates.stage} desc, ${stageDates.id} desc limit ${medianMoves}) moved
    cross join lateral (
      select stage, on_day, at from ${stageDates} where ${stageDates.orderId} = moved.order_id
        and ${stageDates.position} = moved.position and ${stageDates.id} < moved.id
      order by ${stageDates.orderId} desc, ${stageDates.position} desc, ${stageDates.id} desc limit 1) left_stage
    where left_stage.at > ${since}::timestamptz
    group by left_stage.stage`)
  return Object.fromEntries(rows.map(({ stage, days }) => [stage, days]))
}

/** The spread of our own latest times at a stage within a year; `undefined` while nothing has left it. */
export async function findStageSpread(db: Db, stage: Stage, now: Date): Promise<StageSpread | undefined> {
  const since = after(now, -365 * day).toISOString()
  const { rows } = await db.execute<{ count: number; days: number[] | null }>(sql`
    select count(*)::int as count,
      percentile_cont(array[0.25, 0.5, 0.75]) within group (order by moved.on_day - entered.on_day) as days
    from (
      select order_id, position, id, on_day, at from ${stageDates} where ${stageDates.stage} = ${stage}
      order by ${stageDates.stage} desc, ${stageDates.id} desc limit ${medianMoves}) entered
    cross join lateral (
      select on_day, back_reason from ${stageDates} where ${stageDates.orderId} = entered.order_id
        and ${stageDates.position} = entered.position and ${stageDates.id} > entered.id
      order by ${stageDates.orderId}, ${stageDates.position}, ${stageDates.id} limit 1) moved
    where entered.at > ${since}::timestamptz and moved.back_reason is null`)
  const [found] = rows
  const [from, median, to] = found?.days ?? []
  if (!found || from === undefined || median === undefined || to === undefined) return undefined
  return { count: found.count, from, median, to }
}

function offeredTerms(
  { variant, includes, priceCents }: Terms,
  { depositCents, balance }: Pick<Offered, 'depositCents' | 'balance'>,
): Offered {
  const fixed = { name: variant, caliber: '', barrel: '', finish: '', priceCents }
  return { variants: [fixed], includes, depositCents, balance }
}

export function offeredOrAgreed(
  offered: Sellable['offered'],
): Required<Pick<Sellable, 'offered' | 'offeredFirst'>> {
  const offeredFirst: NonNullable<Sellable['offered']> = async (db, line, ref) => {
    const found = await offered?.(db, line, ref)
    // Moved on without terms: the state of its balance is not recorded.
    return found && (line.stage === null || line.stage === 'reserved' ? found : { ...found, balance: null })
  }
  return {
    offeredFirst,
    async offered(db, line, ref) {
      const { orderId, position, stage } = line
      const terms = stage === null ? undefined : await findReservation(db, orderId, position)
      if (!terms) return offeredFirst(db, line, ref)
      const balance = balanceOf(terms, await findBalance(db, orderId, position))
      return offeredTerms(terms, { depositCents: depositLeft(line), balance })
    },
  }
}

export async function findBalanceOffered(db: Db, id: string): Promise<Offered | undefined> {
  const found = await findBalanceById(db, id)
  const terms = found && (await findReservation(db, found.reservationId, found.position))
  if (!terms) return undefined
  const { priceCents, depositCents } = found
  return offeredTerms({ ...terms, priceCents }, { depositCents, balance: balanceOf(terms, found) })
}

function balanceOf({ acceptedAt }: Reservation, found: Balance | undefined): Offered['balance'] {
  if (!acceptedAt) return 'before_agreement'
  if (!found || found.state === 'released') return 'agreed'
  return found.state === 'paid' || found.state === 'waived' ? found.state : found.dueAt
}
