import { and, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { states } from '#app/features/compliance/rules/states.ts'
import { currentExpiryCodes, maxFound, nearestAreas, nearness, parseQuestion } from '../places.ts'
import { type DealerFile, parseLicenseNumber } from '../rules.ts'
import { dealerFiles, dealerLists, dealers } from '../tables.ts'

/** A dealer as everybody may see one. The street is not in it: many premises are homes. */
export type FoundDealer = {
  code: string
  name: string
  licensedAs: string | null
  city: string
  state: string
  zip: string
  phone: string | null
  near: string | null
}

export type KnownDealer = Omit<typeof dealers.$inferSelect, 'words'>

/** The one of a license number, nearest first for a ZIP code, by name otherwise. At most ten, and no more can be listed. */
export async function searchDealers(db: Db, typed: string, now: Date): Promise<FoundDealer[]> {
  const question = parseQuestion(typed, states)
  if (!question) return []
  const zip = question.by === 'zip' ? question.zip : undefined
  const read = async (select: SQL) => {
    const { rows } = await db.execute<Omit<FoundDealer, 'near'>>(select)
    return rows.map((row) => ({ ...row, near: zip ? nearness(row.zip, zip) : null }))
  }
  if (question.by === 'license')
    return read(
      sql`select ${shown} from ${dealers} where key = ${question.key} and unlisted_at is null and ${isOffered(now)}`,
    )
  if (question.by === 'words') return read(byWords(question.words, question.state, now))
  const near = await read(byZip(question.zip, 12, now))
  // Where the areas around it hold too few, as in a list of a few states, all are read.
  return near.length < maxFound ? read(byZip(question.zip, 1_000, now)) : near
}

export async function findDealer(db: Db, code: string, now: Date): Promise<KnownDealer | undefined> {
  const [dealer] = await db
    .select(everyColumn)
    .from(dealers)
    .where(and(eq(dealers.code, code), isNull(dealers.unlistedAt), isOffered(now)))
  return dealer
}

export async function listKnownDealers(db: Db, typed: string, now: Date): Promise<KnownDealer[]> {
  const key = parseLicenseNumber(typed)
  if (key) return [(await findDealerByKey(db, key)) ?? []].flat()
  const found = await searchDealers(db, typed, now)
  const codes = found.map(({ code }) => code)
  const known = codes.length
    ? await db.select(everyColumn).from(dealers).where(inArray(dealers.code, codes))
    : []
  return known.toSorted((a, b) => codes.indexOf(a.code) - codes.indexOf(b.code))
}

export async function findDealerByKey(db: Db, key: string): Promise<KnownDealer | undefined> {
  const [dealer] = await db.select(everyColumn).from(dealers).where(eq(dealers.key, key))
  return dealer
}

type FiledDealer = { dealer: KnownDealer; file: DealerFile }

export async function findDealerFile(db: Db, key: string): Promise<FiledDealer | undefined> {
  return (await listDealerFiles(db, [key]))[0]
}

export async function listDealerFiles(db: Db, keys: readonly string[]): Promise<FiledDealer[]> {
  if (keys.length === 0) return []
  const found = await db
    .select({ dealer: everyColumn, stored: dealerFiles })
    .from(dealers)
    .leftJoin(dealerFiles, eq(dealerFiles.dealerKey, dealers.key))
    .where(inArray(dealers.key, [...keys]))
  return found.map(({ dealer, stored }) => ({
    dealer,
    file: { isListed: dealer.unlistedAt === null, ...stored },
  }))
}

export async function countDealers(db: Db): Promise<{ listed: number; latestAt: Date | null }> {
  const [counted] = await db
    .select({
      listed: sql<number>`count(*)::int`,
      latestAt: sql<
        string | null
      >`greatest(max(${dealers.listedAt}), (select max(taken_at) from ${dealerLists}))`,
    })
    .from(dealers)
    .where(isNull(dealers.unlistedAt))
  return { listed: counted?.listed ?? 0, latestAt: counted?.latestAt ? new Date(counted.latestAt) : null }
}

const { words: _, ...everyColumn } = getTableColumns(dealers)

/** May be chosen: the license runs on this day (UTC), or the list does not say when it ends, and staff have not blocked it. */
function isOffered(now: Date): SQL {
  const codes = currentExpiryCodes(now.toISOString().slice(0, 10))
  return sql`(${dealers.expiry} = '' or ${dealers.expiry} = any(${sql.param(codes)}::text[]))
    and not exists (select 1 from ${dealerFiles} filed where filed.dealer_key = ${dealers.key} and filed.blocked_at is not null)`
}

/** Under the name that people know, with that of the license beside it. */
const shown = sql`code, coalesce(trade_name, name) as name, case when trade_name is not null then name end as "licensedAs",
  city, state, zip, phone`

/** In the areas around it, nearest first. */
function byZip(zip: string, areaCount: number, now: Date): SQL {
  const area = sql`left(${dealers.zip}, 3)`
  const areas = sql`${sql.param(nearestAreas(zip, areaCount))}::text[]`
  return sql`
    select ${shown} from ${dealers}
    where unlisted_at is null and ${isOffered(now)} and ${area} = any(${areas})
    order by array_position(${areas}, ${area}), abs(zip::int - ${Number(zip)}::int), ${dealers.name}
    limit ${maxFound}`
}

function byWords(words: readonly string[], state: string | null, now: Date): SQL {
  const question = words.map(spellings).join(' & ')
  return sql`
    select ${shown} from (
      select code, name, trade_name, city, state, zip, phone from ${dealers}
      where unlisted_at is null
        and ${isOffered(now)}
        and words @@ to_tsquery('simple', ${question})
        ${state ? sql`and state = ${state}` : sql``}
      limit 500
    ) found
    order by coalesce(trade_name, found.name), city, code
    limit ${maxFound}`
}

const shortened: Record<string, string> = { saint: 'st', fort: 'ft', mount: 'mt' }
const spelledOut = Object.fromEntries(Object.entries(shortened).map(([long, short]) => [short, long]))

/** One word as a search: `o'neil` is also `oneil`, `saint` also `st`. Words are letters, digits and apostrophes only, so they need no quoting. */
function spellings(word: string): string {
  const apart = word.split("'").filter(Boolean)
  const other = shortened[word] ?? spelledOut[word]
  const ways = [
    apart.map(beginning).join(' & '),
    ...(apart.length > 1 ? [beginning(apart.join(''))] : []),
    other,
  ]
  return `(${ways.filter(Boolean).join(' | ')})`
}

const beginning = (word: string) => `${word}:*`
