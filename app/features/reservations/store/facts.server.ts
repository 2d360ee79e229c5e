import { asc, sql } from 'drizzle-orm'
import { rowsBy } from '#app/db/row.server.ts'
import { type Stage, stages } from '#app/features/orders/rules.ts'
import { type Shipment, type Terms, depositLeft } from '../rules.ts'
import { stageDates } from '../tables.ts'
import { findReservation, type Reservation } from './agreement.server.ts'
import { findBalance, type Balance, findBalanceById } from './balance-lookup.server.ts'
import type { Db } from '#app/db/db.server.ts'
import { after, day } from '#app/kit/clock.ts'
import type { Sellable } from '#app/features/orders/sellable.ts'
import type { Offered } from '#app/features/orders/goods.ts'

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

const latest = 100

/** How long our own latest ones of a year that left these stages were there, in days: all of them, and those that went on by quarters. Read from where they went to, so that those who wait are not; sorted by all columns of their index, or the planner would look for the newest by number alone. */
async function findStageTimes(db: Db, of: readonly Stage[], now: Date) {
  const since = after(now, -365 * day).toISOString()
  const wentOn = sql`filter (where moved.back_reason is null)`
  const listOf = (named: readonly Stage[]) => sql`array[${sql.join([...named], sql`, `)}]::text[]`
  const { rows } = await db.execute<{
    stage: Stage
    median: number
    count: number
    days: number[] | null
  }>(sql`
    select entered.stage, percentile_cont(0.5) within group (order by days)::float8 as median,
      count(*) ${wentOn}::int as count,
      percentile_cont(array[0.25, 0.5, 0.75]) within group (order by days) ${wentOn} as days
    from unnest(${listOf(stages)}) as reached(stage)
    cross join lateral (
      select id, order_id, position, on_day, back_reason from ${stageDates} where ${stageDates.stage} = reached.stage
      order by ${stageDates.stage} desc, ${stageDates.id} desc limit ${latest}) moved
    cross join lateral (
      select stage, at, moved.on_day - on_day as days from ${stageDates} where ${stageDates.orderId} = moved.order_id
        and ${stageDates.position} = moved.position and ${stageDates.id} < moved.id
      order by ${stageDates.orderId} desc, ${stageDates.position} desc, ${stageDates.id} desc limit 1) entered
    where entered.at > ${since}::timestamptz and entered.stage = any(${listOf(of)})
    group by entered.stage`)
  return rows
}

export async function findStageMedians(db: Db, now: Date): Promise<Partial<Record<Stage, number>>> {
  const times = await findStageTimes(db, stages, now)
  return Object.fromEntries(times.map(({ stage, median }) => [stage, median]))
}

/** Fewer than these say nothing about the next one. */
const enough = 5

export async function findStageSpread(db: Db, stage: Stage, now: Date) {
  const [times] = await findStageTimes(db, [stage], now)
  const [from = 0, median = 0, to = 0] = times?.days ?? []
  return times && times.count >= enough ? { count: times.count, from, median, to } : undefined
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
