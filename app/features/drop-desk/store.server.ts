// What the live board shows: read in one snapshot, so that no two of its figures are of different moments.
import type { Db } from '#app/db/db.server.ts'
import { findBoardUnits } from '#app/features/drops/store/board-units.server.ts'
import { listRefusals } from '#app/features/drops/store/refusals.server.ts'
import { maxMarkedUnits } from '#app/features/drops/rules/board.ts'
import { findBuyerMarks, findDropSales } from '#app/features/orders/store/drop-sales.server.ts'
import { countWaitlist } from '#app/features/subscriptions/store/waitlist.server.ts'
import { after, minute } from '#app/kit/clock.ts'
import { boardMinutes } from './rules.ts'

/** The board of a drop at a moment. */
export type Board = NonNullable<Awaited<ReturnType<typeof findBoard>>>

/** How many holds are listed, those that end first. */
const shownHolds = 8

/** The board of a drop, or undefined. All of it is of the same moment. */
export function findBoard(db: Db, slug: string, now: Date) {
  return db.transaction(
    async (tx) => {
      const found = await findBoardUnits(tx, slug, now)
      if (!found) return undefined
      const { holds, orders, ...drop } = found
      const since = after(new Date(Math.floor(now.getTime() / minute) * minute), -(boardMinutes - 1) * minute)
      const sales = await findDropSales(tx, slug, { now, since })
      const isSmall = drop.units.length <= maxMarkedUnits
      const marks = isSmall ? await findBuyerMarks(tx, slug) : undefined
      const ending = holds.toSorted((one, other) => endOf(one.until) - endOf(other.until))
      return {
        ...drop,
        at: now,
        sales,
        refusals: await listRefusals(tx, slug, since),
        waiting: await countWaitlist(tx, `returned-units:${slug}`),
        holds: ending.slice(0, shownHolds).map(({ number, orderId, until }) => ({
          number,
          orderId,
          // A hold without an end is being paid.
          until: Number.isFinite(endOf(until)) ? until : null,
        })),
        marks: marks
          ? orders.flatMap(({ number, orderId }) => {
              const mark = marks.get(orderId)
              return mark ? [{ number, orderId, state: mark.state, paidAt: mark.paidAt }] : []
            })
          : [],
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/** `infinity` is no date of the platform's. */
function endOf(until: Date): number {
  const at = until.getTime()
  return Number.isNaN(at) ? Number.POSITIVE_INFINITY : at
}
