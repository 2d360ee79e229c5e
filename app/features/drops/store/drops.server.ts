import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { OfferedVariant } from '#app/features/orders/goods.ts'
import { cachedQuery } from '#app/db/cached-query.server.ts'
import { contains } from '#app/db/sql.ts'
import type { Db } from '#app/db/db.server.ts'
import { second } from '#app/kit/clock.ts'
import { type Paging, pagingOf } from '#app/kit/paging.ts'
import {
  countUnits,
  type DropLiveState,
  type DropStatus,
  liveStateOf,
  type SmallBatch,
  smallBatches,
  statusAt,
  type UnitState,
  unpackUnits,
  type VaultFilter,
} from '../rules.ts'
import { drops, dropUnits, dropVariants } from '../tables.ts'
import { isWaitedFor } from './waiting.server.ts'

const isOfVault = isNull(drops.smallBatch)

/** Unit states by number. An expired hold counts as open; while a waitlist goes first, open units count as held. */
const packedUnits = (now: Date) =>
  sql<string>`(select string_agg(
    case when ${dropUnits.state} = 'taken' then 't'
      when ${isWaitedFor(sql`${drops}`, sql`${now}::timestamptz`)} then 'h'
      when ${dropUnits.state} = 'held' and ${dropUnits.heldUntil} <= ${now} then 'o' else left(${dropUnits.state}, 1) end,
    '' order by ${dropUnits.number}) from ${dropUnits} where ${dropUnits.dropId} = ${drops.id})`

const houseNumbers = sql<number[]>`array(select ${dropUnits.number} from ${dropUnits}
  where ${dropUnits.dropId} = ${drops.id} and ${dropUnits.isHouse} order by ${dropUnits.number})`

/** A variant with what it takes from its drop. Without an alias, `id` would be its own. */
export type DropVariant = OfferedVariant & { id: string; description: string | null }

const variantsOf = sql<DropVariant[]>`(
  select coalesce(json_agg(json_build_object('id', id, 'name', name, 'description', description,
    'caliber', coalesce(nullif(caliber, ''), ${drops}.caliber), 'barrel', coalesce(nullif(barrel, ''), ${drops}.barrel),
    'finish', finish, 'priceCents', coalesce(price, ${drops}.base_price)) order by position, name), '[]')
  from ${dropVariants} where drop_id = ${drops}.id)`

function selectDrops(db: Db, now: Date) {
  return db
    .select({ drop: drops, packed: packedUnits(now), house: houseNumbers, variants: variantsOf })
    .from(drops)
    .$dynamic()
}

type Row = Awaited<ReturnType<typeof selectDrops>>[number]

function toDrop({ drop, packed, ...more }: Row, now: Date) {
  const units: UnitState[] = unpackUnits(packed ?? '')
  const counts = countUnits(units)
  return { ...drop, ...more, units, counts, status: statusAt({ ...drop, remaining: counts.remaining }, now) }
}

export type Drop = ReturnType<typeof toDrop>

/** A drop of a small-batch release: a constraint of its table keeps its dates. */
export type WindowDrop = Drop & { smallBatch: SmallBatch; launchDate: Date; endDate: Date }

type Wanted = { where?: SQL | undefined; orderBy?: SQL[]; limit?: number }

async function readDrops(
  db: Db,
  now: Date,
  { where, orderBy = [desc(drops.dropNumber)], limit }: Wanted,
): Promise<Drop[]> {
  const all = selectDrops(db, now)
    .where(where)
    .orderBy(...orderBy)
  const rows = await (limit === undefined ? all : all.limit(limit))
  return rows.map((row) => toDrop(row, now))
}

async function readDrop(db: Db, now: Date, wanted: Wanted): Promise<Drop | undefined> {
  const [drop] = await readDrops(db, now, { ...wanted, limit: 1 })
  return drop
}

export function findDrop(db: Db, slug: string, now: Date): Promise<Drop | undefined> {
  return readDrop(db, now, { where: eq(drops.slug, slug) })
}

/** The live one that launched last. A live drop without a launch date was opened by hand and comes first. */
export function findCurrentDrop(db: Db, now: Date): Promise<Drop | undefined> {
  return readDrop(db, now, {
    where: and(isOfVault, hasStatus('live', now)),
    orderBy: [sql`${drops.launchDate} desc nulls first`, desc(drops.dropNumber)],
  })
}

/** Of each small-batch release the build window that is open or opens next, else the last one. */
export async function listWindows(db: Db, now: Date): Promise<WindowDrop[]> {
  const wanted = { where: isNotNull(drops.smallBatch), orderBy: [asc(drops.launchDate)] }
  const windows = (await readDrops(db, now, wanted)) as WindowDrop[]
  return smallBatches.flatMap((smallBatch) => {
    const its = windows.filter((drop) => drop.smallBatch === smallBatch)
    return its.find(({ status }) => status !== 'archived') ?? its.at(-1) ?? []
  })
}

export async function findWindow(db: Db, smallBatch: SmallBatch, now: Date): Promise<WindowDrop | undefined> {
  const windows = await listWindows(db, now)
  return windows.find((drop) => drop.smallBatch === smallBatch)
}

export const listWindowAddresses = cachedQuery(
  (db) =>
    db
      .select({ slug: drops.slug, smallBatch: drops.smallBatch })
      .from(drops)
      .where(isNotNull(drops.smallBatch)),
  second,
)

export function findNextLaunch(db: Db, now: Date): Promise<Drop | undefined> {
  return readDrop(db, now, {
    where: and(isOfVault, hasStatus('coming_soon', now), isNotNull(drops.launchDate)),
    orderBy: [asc(drops.launchDate)],
  })
}

export function listSoldOutArchives(db: Db, now: Date, limit: number): Promise<Drop[]> {
  const isOver = sql`(${hasStatus('sold_out', now)} or (${hasStatus('archived', now)} and not ${hasUnitsLeft}))`
  return readDrops(db, now, { where: and(isOfVault, isOver), orderBy: [asc(drops.dropNumber)], limit })
}

export function listLaunchedSince(db: Db, since: Date, now: Date): Promise<Drop[]> {
  return readDrops(db, now, { where: and(gt(drops.launchDate, since), lte(drops.launchDate, now)) })
}

/** All drops with every unit, newest number first: for the desks. What visitors see reads a page of them. */
export function listDrops(db: Db, now: Date): Promise<Drop[]> {
  return readDrops(db, now, {})
}

export function listNewestDrops(
  db: Db,
  now: Date,
  { max, below }: { max: number; below?: number | undefined },
): Promise<Drop[]> {
  const isBelow = below === undefined ? undefined : lt(drops.dropNumber, below)
  return readDrops(db, now, { where: and(isOfVault, isBelow), limit: max })
}

export type DropPage = Paging & { drops: Drop[]; total: number }

/** Its codes are found by an index alone: a page costs the same in a vault of ten and of ten thousand. */
export async function findDropPage(
  db: Db,
  now: Date,
  { filter, wanted, size }: { filter: VaultFilter; wanted: number; size: number },
): Promise<DropPage> {
  const conditions = conditionsOf(filter, now)
  const [total, matching] = await Promise.all([
    db.$count(drops, isOfVault),
    conditions.length > 1 ? db.$count(drops, and(...conditions)) : undefined,
  ])
  const paging = pagingOf({ wanted, found: matching ?? total, size })
  const ids = db
    .select({ id: drops.id })
    .from(drops)
    .where(and(...conditions))
    .orderBy(desc(drops.dropNumber))
    .limit(size)
    .offset((paging.page - 1) * size)
  return { ...paging, total, drops: await readDrops(db, now, { where: inArray(drops.id, ids) }) }
}

function conditionsOf({ search, category, status }: VaultFilter, now: Date): SQL[] {
  const words = search.trim()
  return [
    isOfVault,
    ...(category === 'all' ? [] : [eq(drops.category, category)]),
    ...(status === 'all' ? [] : [hasStatus(status, now)]),
    // Each alone, as a line of a page is: a search never finds words across the two.
    ...(words ? [sql`(${contains(drops.name, words)} or ${contains(drops.tagline, words)})`] : []),
  ]
}

export async function nextStatusChange(db: Db, now: Date): Promise<Date | null> {
  const [row] = await db
    .select({
      launch: sql<Date | null>`min(${drops.launchDate}) filter (where ${drops.launchDate} > ${now})`.mapWith(
        drops.launchDate,
      ),
      end: sql<Date | null>`min(${drops.endDate}) filter (where ${drops.endDate} > ${now})`.mapWith(
        drops.endDate,
      ),
    })
    .from(drops)
    .where(sql`${drops.status} <> 'archived'`)
  const moments = [row?.launch, row?.end].filter((moment) => moment instanceof Date)
  return moments.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null
}

export async function listDropSlugs(db: Db): Promise<string[]> {
  const rows = await db
    .select({ slug: drops.slug })
    .from(drops)
    .where(isOfVault)
    .orderBy(asc(drops.dropNumber))
  return rows.map(({ slug }) => slug)
}

/** The runs that a certificate's code is compared with: nothing but what signs and bounds it. */
export function listSignedRuns(db: Db): Promise<{ slug: string; totalUnits: number }[]> {
  return db.select({ slug: drops.slug, totalUnits: drops.totalUnits }).from(drops)
}

const hasUnitsLeft = sql`exists (select from ${dropUnits}
  where ${dropUnits.dropId} = ${drops.id} and ${dropUnits.state} <> 'taken')`

/** `statusAt` in SQL, for lists that are too long to be computed. */
export function hasStatus(status: DropStatus, now: Date | SQL): SQL {
  const isEnded = sql`(${drops.status} = 'archived' or coalesce(${drops.endDate} <= ${now}, false))`
  if (status === 'archived') return isEnded
  const isStill = sql`${drops.status} <> 'archived' and not coalesce(${drops.endDate} <= ${now}, false)`
  const isComing = sql`(${drops.status} = 'coming_soon' and not coalesce(${drops.launchDate} <= ${now}, false))`
  if (status === 'coming_soon') return sql`(${isStill} and ${isComing})`
  return sql`(${isStill} and not ${isComing} and ${status === 'live' ? sql`` : sql`not`} ${hasUnitsLeft})`
}

/** The variants of the drop that this condition finds. */
export async function listVariants(db: Db, which: SQL): Promise<DropVariant[]> {
  const [found] = await db.select({ variants: variantsOf }).from(drops).where(which)
  return found?.variants ?? []
}

export async function findLiveState(db: Db, slug: string, now: Date): Promise<DropLiveState | undefined> {
  const drop = await findDrop(db, slug, now)
  return drop && liveStateOf(drop)
}

export async function hasDrop(db: Db, slug: string): Promise<boolean> {
  return (await db.$count(drops, eq(drops.slug, slug))) > 0
}

export function countDrops(db: Db): Promise<number> {
  return db.$count(drops, isOfVault)
}

export function countEarlierDrops(db: Db, dropNumber: number): Promise<number> {
  return db.$count(drops, and(isOfVault, lt(drops.dropNumber, dropNumber)))
}
