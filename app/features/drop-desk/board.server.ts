// What the live board shows: read in one snapshot, so that no two of its figures are of different moments.
import { asc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { statusAt } from '#app/features/drops/rules.ts'
import { isWaitedFor } from '#app/features/drops/store/waiting.server.ts'
import { drops, dropUnits } from '#app/features/drops/tables.ts'
import { findBuyerMarks, findDropSales } from '#app/features/orders/store/read.server.ts'
import { countWaitlist } from '#app/features/subscriptions/store/links.server.ts'
import { minute } from '#app/kit/clock.ts'
import { fingerprint } from '#app/kit/ids.ts'
import type { BoardUnitState } from './rules.ts'

export type Board = NonNullable<Awaited<ReturnType<typeof findBoard>>>

export function findBoard(db: Db, slug: string, now: Date) {
  return db.transaction(
    async (tx) => {
      const found = await findBoardUnits(tx, slug, now)
      if (!found) return undefined
      const { orders, ...drop } = found
      const sales = await findDropSales(tx, slug, now)
      const marks = await findBuyerMarks(tx, slug)
      return {
        ...drop,
        at: now,
        sales,
        waiting: await countWaitlist(tx, `returned-units:${slug}`),
        marks: orders.flatMap(({ number, orderId }) => {
          const mark = marks.get(orderId)
          return mark ? [{ number, orderId, state: mark.state, paidAt: mark.paidAt }] : []
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

/** As buyers find it at `now`: a hold that is over is open. */
async function findBoardUnits(db: Db, slug: string, now: Date) {
  const isWaited = sql<boolean>`${isWaitedFor(sql`${drops}`, sql`${now}::timestamptz`)}`
  const [drop] = await db
    .select({ ...getTableColumns(drops), isWaited })
    .from(drops)
    .where(eq(drops.slug, slug))
  if (!drop) return undefined
  const rows = await db
    .select({
      number: dropUnits.number,
      state: dropUnits.state,
      orderId: dropUnits.orderId,
      heldUntil: dropUnits.heldUntil,
      isHouse: dropUnits.isHouse,
    })
    .from(dropUnits)
    .where(eq(dropUnits.dropId, drop.id))
    .orderBy(asc(dropUnits.number))
  const stateOf = ({ state, isHouse, heldUntil }: (typeof rows)[number]): BoardUnitState => {
    if (isHouse) return 'house'
    if (state === 'held' && heldUntil && heldUntil <= now) return 'open'
    return state
  }
  const states = rows.map(stateOf)
  const count = (wanted: BoardUnitState) => states.filter((state) => state === wanted).length
  return {
    ...drop,
    status: statusAt({ ...drop, remaining: rows.filter(({ state }) => state !== 'taken').length }, now),
    units: states,
    counts: { open: count('open'), held: count('held'), taken: count('taken'), house: count('house') },
    orders: rows.flatMap(({ number, orderId, state }) =>
      state === 'taken' && orderId ? [{ number, orderId }] : [],
    ),
  }
}
