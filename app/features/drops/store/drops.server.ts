import { asc, desc, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import {
  countUnits,
  type DropLiveState,
  newestLive,
  packUnits,
  statusAt,
  type UnitState,
  unpackUnits,
} from '../rules.ts'
import { drops, dropUnits, dropVariants, dropWaitlists } from '../tables.ts'

/** Unit states by number. An expired hold counts as open; while a waitlist goes first, open units count as held. */
const packedUnits = (now: Date) =>
  sql<string>`(select string_agg(
    case when ${dropUnits.state} = 'taken' then 't'
      when exists (select from ${dropWaitlists} where ${dropWaitlists.dropId} = ${drops.id}) then 'h'
      when ${dropUnits.state} = 'held' and ${dropUnits.heldUntil} <= ${now} then 'o' else left(${dropUnits.state}, 1) end,
    '' order by ${dropUnits.number}) from ${dropUnits} where ${dropUnits.dropId} = ${drops.id})`

function selectDrops(db: Db, now: Date) {
  return db
    .select({ drop: drops, packed: packedUnits(now) })
    .from(drops)
    .$dynamic()
}

type Row = Awaited<ReturnType<typeof selectDrops>>[number]

function toDrop({ drop, packed }: Row, now: Date) {
  const units: UnitState[] = unpackUnits(packed ?? '')
  const counts = countUnits(units)
  return { ...drop, units, counts, status: statusAt({ ...drop, remaining: counts.remaining }, now) }
}

/** A drop at a moment: its fields, unit states by number, counts and status. */
export type Drop = ReturnType<typeof toDrop>

/** One drop by its address, or undefined. */
export async function findDrop(db: Db, slug: string, now: Date): Promise<Drop | undefined> {
  const [row] = await selectDrops(db, now).where(eq(drops.slug, slug))
  return row && toDrop(row, now)
}

/** The newest live drop, or undefined when nothing is live. */
export async function findCurrentDrop(db: Db, now: Date): Promise<Drop | undefined> {
  return newestLive(await listDrops(db, now))
}

/** All drops, newest number first. */
export async function listDrops(db: Db, now: Date): Promise<Drop[]> {
  const rows = await selectDrops(db, now).orderBy(desc(drops.dropNumber))
  return rows.map((row) => toDrop(row, now))
}

/** A drop's variants by name. */
export function listVariants(db: Db, dropId: string) {
  return db.select().from(dropVariants).where(eq(dropVariants.dropId, dropId)).orderBy(asc(dropVariants.name))
}

/** The live state of a drop, or undefined for an unknown drop. */
export async function findLiveState(db: Db, slug: string, now: Date): Promise<DropLiveState | undefined> {
  const drop = await findDrop(db, slug, now)
  return drop && { status: drop.status, paused: drop.pausedAt !== null, units: packUnits(drop.units) }
}

/** How many drops came before one. */
export function countEarlierDrops(db: Db, dropNumber: number): Promise<number> {
  return db.$count(drops, lt(drops.dropNumber, dropNumber))
}
