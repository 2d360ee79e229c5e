// What the live board shows: read in one snapshot, so that no two of its figures are of different moments.
import { asc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { isHolding } from '#app/db/held-stock.server.ts'
import { statusAt } from '#app/features/drops/rules.ts'
import { isWaitedFor } from '#app/features/drops/store/waiting.server.ts'
import { drops, dropUnits } from '#app/features/drops/tables.ts'
import { findBuyerMarks, findDropSales } from '#app/features/orders/store/read.server.ts'
import { countWaitlist } from '#app/features/subscriptions/store/links.server.ts'
import { minute } from '#app/kit/clock.ts'
import { fingerprint } from '#app/kit/ids.ts'
import type { BoardUnitState } from './rules.ts'

export type Board = NonNullable<Awaited<ReturnType<typeof findBoard>>>

/** As buyers find it at `now`: a hold that is over is open. */
export function findBoard(db: Db, slug: string, now: Date) {
  return db.transaction(
    async (tx) => {
      const isWaited = sql<boolean>`${isWaitedFor(sql`${drops}`, sql`${now}::timestamptz`)}`
      const [drop] = await tx
        .select({ ...getTableColumns(drops), isWaited })
        .from(drops)
        .where(eq(drops.slug, slug))
      if (!drop) return undefined
      const rows = await tx
        .select()
        .from(dropUnits)
        .where(eq(dropUnits.dropId, drop.id))
        .orderBy(asc(dropUnits.number))
      const units = rows.map(({ state, isHouse, heldUntil }): BoardUnitState => {
        if (isHouse) return 'house'
        return state === 'held' && !isHolding(heldUntil, now) ? 'open' : state
      })
      const count = (wanted: BoardUnitState) => units.filter((state) => state === wanted).length
      const buyers = await findBuyerMarks(tx, slug)
      return {
        ...drop,
        status: statusAt({ ...drop, remaining: rows.filter(({ state }) => state !== 'taken').length }, now),
        units,
        counts: { open: count('open'), held: count('held'), taken: count('taken'), house: count('house') },
        at: now,
        sales: await findDropSales(tx, slug, now),
        waiting: await countWaitlist(tx, `returned-units:${slug}`),
        marks: rows.flatMap(({ number, orderId, state: unit }) => {
          const mark = unit === 'taken' && orderId ? buyers.get(orderId) : undefined
          return mark ? [{ number, orderId: mark.id, state: mark.state, paidAt: mark.paidAt }] : []
        }),
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/** What the stream says of a board: only that it changed. The page is then read anew. What failed ages by the minute. */
export async function readBoardChange(db: Db, slug: string, now: Date) {
  const board = await findBoard(db, slug, now)
  if (!board) return undefined
  return { board: fingerprint(JSON.stringify({ ...board, at: Math.floor(now.getTime() / minute) })) }
}
