import { sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { type Stage, stages } from '#app/features/orders/rules.ts'
import { after, day } from '#app/kit/clock.ts'
import type { StageSpread } from '../words.ts'
import { stageDates } from '../tables.ts'

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
