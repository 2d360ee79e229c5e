import { asc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { statusAt } from '../rules.ts'
import { boardLetters, type BoardUnitState } from '../rules/board.ts'
import { drops, dropUnits } from '../tables.ts'
import { isWaitedFor } from './waiting.server.ts'

/** A number that somebody holds now. */
type HeldNumber = { number: number; orderId: string; until: Date }

/**
 * Every unit of a drop with what is known of it: set aside for the house, open, held or taken, as buyers find it at `now`. A hold
 * that is over is open.
 */
export async function findBoardUnits(db: Db, slug: string, now: Date) {
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
    slug,
    name: drop.name,
    dropNumber: drop.dropNumber,
    theme: drop.theme,
    colorPrimary: drop.colorPrimary,
    colorAccent: drop.colorAccent,
    status: statusAt({ ...drop, remaining: rows.filter(({ state }) => state !== 'taken').length }, now),
    isPaused: drop.pausedAt !== null,
    launchDate: drop.launchDate,
    endDate: drop.endDate,
    depositCents: drop.depositPrice,
    /** Open numbers go to the waitlist first. */
    isWaited: drop.isWaited,
    units: states.map((state) => boardLetters[state]).join(''),
    counts: { open: count('open'), held: count('held'), taken: count('taken'), house: count('house') },
    holds: rows.flatMap((row): HeldNumber[] =>
      stateOf(row) === 'held' && row.orderId && row.heldUntil
        ? [{ number: row.number, orderId: row.orderId, until: row.heldUntil }]
        : [],
    ),
    orders: rows.flatMap(({ number, orderId, state }) =>
      state === 'taken' && orderId ? [{ number, orderId }] : [],
    ),
  }
}
