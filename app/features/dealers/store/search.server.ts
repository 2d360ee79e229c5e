import type { LoaderFunctionArgs } from 'react-router'
import { and, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { states } from '#app/features/compliance/rules/states.ts'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { consumeAll, type LimitVerdict } from '#app/http/limits.server.ts'
import { type DealerFile, parseLicenseNumber } from '../rules.ts'
import { dealerFiles, dealerLists, dealers } from '../tables.ts'

/** A dealer as everybody may see one. The street is not in it: many premises are homes. */
export type FoundDealer = Pick<KnownDealer, 'code' | 'name' | 'city' | 'state' | 'zip' | 'phone'> & {
  licensedAs: string | null
  near: string | null
}

export type KnownDealer = Omit<typeof dealers.$inferSelect, 'words'>

/** The one of a license number, nearest first for a ZIP code, by name otherwise. At most ten, and no more can be listed. */
export async function searchDealers(db: Db, typed: string, now: Date): Promise<FoundDealer[]> {
  const question = parseQuestion(typed)
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

export async function findDealerFile(db: Db, key: string) {
  return (await listDealerFiles(db, [key]))[0]
}

export async function listDealerFiles(db: Db, keys: readonly string[]) {
  if (keys.length === 0) return []
  const found = await db
    .select({ dealer: everyColumn, stored: dealerFiles })
    .from(dealers)
    .leftJoin(dealerFiles, eq(dealerFiles.dealerKey, dealers.key))
    .where(inArray(dealers.key, [...keys]))
  return found.map(({ dealer, stored }) => {
    const file: DealerFile = { isListed: dealer.unlistedAt === null, ...stored }
    return { dealer, file }
  })
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

/** The buyer of an order is counted alone, so that nobody else behind the same address uses up their searches. */
export async function limitSearch(
  { context }: Pick<LoaderFunctionArgs, 'context'>,
  orderId: string | undefined,
): Promise<LimitVerdict> {
  const { limits } = context.get(shopContext)
  const { address } = context.get(visitContext)
  if (orderId === undefined) return limits.take('dealerSearch', `address ${address}`)
  return consumeAll(limits, [
    ['dealerSearch', `order ${orderId}`],
    ['dealerSearchShared', address],
  ])
}

/** The most that a search shows. There is no next page: whoever looks for somebody says more, and nobody copies the list. */
const maxFound = 10

type DealerQuestion =
  | { by: 'license'; key: string }
  | { by: 'zip'; zip: string; state: string | null }
  | { by: 'words'; words: string[]; state: string | null }

/** A license number asks for its dealer, a ZIP code for what is near, a state at the end narrows. `undefined` when too little was said. */
export function parseQuestion(typed: string): DealerQuestion | undefined {
  const key = parseLicenseNumber(typed)
  if (key) return { by: 'license', key }
  const query = typed
    .trim()
    .toLowerCase()
    .slice(0, 80)
    .replaceAll(/[’‘`´]/g, "'")
  const zip = /^(\d{5})(-?\d{4})?(?=\s|,|$)|(?<=^|\s|,)(\d{5})(-?\d{4})?$/.exec(query)
  if (zip) return { by: 'zip', zip: zip[1] ?? zip[3] ?? '', state: null }
  const parts = query.split(/[^\p{L}\p{N}']+/u).filter((part) => /[\p{L}\p{N}]/u.test(part))
  const after = ` ${parts.slice(1).join(' ')}`
  // The longest name first: West Virginia is not Virginia.
  const state = states
    .toSorted((one, other) => other.name.length - one.name.length)
    .find(({ code, name }) => [code, name].some((said) => after.endsWith(` ${said.toLowerCase()}`)))
  const stateWords = state && parts.at(-1) !== state.code.toLowerCase() ? state.name.split(' ').length : 1
  // `&` is no word, so `and` is none either.
  const words = (state ? parts.slice(0, -stateWords) : parts).filter((word) => word !== 'and').slice(0, 6)
  // Two letters would match a good part of the country.
  return words.some((word) => word.length >= 3)
    ? { by: 'words', words, state: state?.code ?? null }
    : undefined
}

/** The months of a license number's expiry, January first. The letter I is left out, since it looks like a one. */
const months = 'ABCDEFGHJKLM'

/** A license runs for three years. A renewal may be issued a few months before the old one ends. */
const maxMonthsAhead = 42

/** The codes (`9D`) of all licenses that run on this day: they end on the first of a month. One further ahead than a license runs has ended. */
export function currentExpiryCodes(today: string): string[] {
  const [year = 0, month = 0, dayOfMonth = 0] = today.split('-').map(Number)
  const first = year * 12 + month - (dayOfMonth === 1 ? 1 : 0)
  return Array.from({ length: maxMonthsAhead + 1 }, (_, ahead) => {
    const index = first + ahead
    return `${Math.floor(index / 12) % 10}${months[index % 12]}`
  })
}

/** The middle of each area: latitude, longitude west in tenths of a degree (US Census Bureau, Gazetteer Files 2021), by state and prefix. */
export const zipAreas: Readonly<Record<string, string>> = {
  AL: '350 33.6 86.8,351 33.5 86.5,352 33.5 86.8,354 33.1 87.8,355 33.9 87.7,356 34.6 87.3,357 34.7 86.3,358 34.7 86.6,359 34.4 85.9,360 32.1 86.2,361 32.4 86.3,362 33.5 85.7,363 31.3 85.5,364 31.4 87.2,365 30.9 88.0,366 30.7 88.1,367 32.3 87.4,368 32.5 85.3,369 32.1 88.3',
  AK: '995 61.5 155.2,996 60.7 155.6,997 66.1 154.2,998 58.0 135.3,999 55.6 132.5',
  AZ: '850 33.5 112.1,851 33.0 111.5,852 33.4 111.8,853 33.6 112.5,855 33.3 110.3,856 31.7 110.3,857 32.2 110.9,859 34.2 110.0,860 35.4 111.0,863 34.7 112.3,864 35.2 114.3,865 35.9 109.4',
  AR: '716 33.6 91.7,717 33.6 92.8,718 33.7 93.9,719 34.3 93.6,720 35.0 92.0,721 34.9 92.2,722 34.7 92.4,723 35.1 90.6,724 36.1 90.7,725 36.1 91.8,726 36.1 92.9,727 36.2 94.2,728 35.3 93.3,729 35.3 94.2',
  CA: '900 34.0 118.3,901 34.0 118.2,902 33.9 118.4,903 34.0 118.4,904 34.0 118.5,905 33.8 118.3,906 33.9 118.0,907 33.8 118.2,908 33.8 118.1,910 34.2 118.1,911 34.1 118.1,912 34.2 118.2,913 34.2 118.6,914 34.2 118.5,915 34.2 118.3,916 34.2 118.4,917 34.1 117.9,918 34.1 118.1,919 32.7 116.9,920 33.1 117.2,921 32.8 117.1,922 33.7 116.2,923 34.3 117.2,924 34.1 117.3,925 33.7 117.2,926 33.6 117.8,927 33.7 117.9,928 33.8 117.9,930 34.2 119.2,931 34.4 119.8,932 35.9 119.3,933 35.3 119.0,934 35.2 120.6,935 35.1 118.0,936 36.8 119.7,937 36.8 119.8,939 36.6 121.6,940 37.5 122.2,941 37.8 122.4,942 38.6 121.5,943 37.4 122.1,944 37.5 122.3,945 37.9 122.0,946 37.8 122.2,947 37.9 122.3,948 37.9 122.3,949 38.0 122.6,950 37.0 121.9,951 37.3 121.8,952 38.0 121.0,953 37.6 120.7,954 38.8 123.1,955 40.7 123.9,956 38.7 121.3,957 39.0 121.0,958 38.6 121.4,959 39.4 121.6,960 40.7 122.1,961 39.8 120.4',
  CO: '800 39.8 105.0,801 39.5 104.9,802 39.7 105.0,803 40.0 105.3,804 39.7 105.8,805 40.4 105.2,806 40.3 104.6,807 40.5 103.2,808 39.1 103.9,809 38.8 104.7,810 38.0 103.7,811 37.3 106.1,812 38.5 106.3,813 37.5 108.7,814 38.5 108.1,815 39.1 108.5,816 39.6 107.3',
  CT: '060 41.9 72.8,061 41.7 72.7,062 41.8 72.1,063 41.5 72.0,064 41.5 72.7,065 41.3 72.9,066 41.2 73.2,067 41.6 73.2,068 41.1 73.4,069 41.1 73.5',
  DE: '197 39.7 75.7,198 39.8 75.6,199 38.9 75.4',
  DC: '200 38.9 77.0,202 38.9 77.0,203 38.9 77.0,204 38.9 77.0,205 38.9 77.0,569 38.9 77.0',
  FL: '320 30.1 82.2,321 29.3 81.5,322 30.3 81.6,323 30.4 84.3,324 30.5 85.4,325 30.6 87.0,326 29.6 82.4,327 28.8 81.4,328 28.5 81.4,329 28.1 80.6,330 25.9 80.3,331 25.8 80.3,332 25.8 80.2,333 26.2 80.2,334 26.6 80.1,335 28.1 82.3,336 28.0 82.5,337 27.9 82.8,338 28.0 81.8,339 26.6 81.9,341 26.2 81.7,342 27.3 82.5,344 29.0 82.4,346 28.3 82.6,347 28.5 81.6,349 27.3 80.4',
  GA: '300 33.9 84.2,301 34.0 84.9,302 33.4 84.5,303 33.8 84.4,304 32.4 82.1,305 34.5 83.6,306 33.9 83.3,307 34.8 85.1,308 33.4 82.4,309 33.5 82.0,310 32.7 83.5,311 33.7 84.4,312 32.8 83.6,313 31.9 81.4,314 32.1 81.1,315 31.4 82.1,316 31.0 83.2,317 31.5 83.9,318 32.6 84.7,319 32.5 85.0,398 31.4 84.7,399 33.8 84.4',
  HI: '967 20.8 156.9,968 21.3 157.8',
  ID: '832 42.7 112.2,833 42.7 114.4,834 43.8 111.8,835 46.2 116.5,836 43.8 116.4,837 43.6 116.2,838 47.5 116.5',
  IL: '600 42.2 88.0,601 42.0 88.1,602 42.1 87.7,603 41.9 87.8,604 41.6 87.8,605 41.7 88.2,606 41.9 87.7,607 42.0 87.8,608 41.7 87.7,609 40.8 88.0,610 42.2 89.5,611 42.3 89.0,612 41.5 90.4,613 41.4 89.2,614 40.8 90.4,615 40.7 89.8,616 40.7 89.6,617 40.5 88.9,618 40.1 88.2,619 39.7 88.1,620 39.0 90.0,622 38.5 89.8,623 40.0 91.1,624 39.0 88.3,625 39.7 89.2,626 39.8 90.0,627 39.8 89.7,628 38.4 88.7,629 37.5 89.0',
  IN: '460 40.1 86.0,461 39.6 86.2,462 39.8 86.2,463 41.5 87.1,464 41.6 87.3,465 41.4 86.0,466 41.7 86.3,467 41.2 85.2,468 41.1 85.2,469 40.8 86.1,470 39.2 85.1,471 38.4 86.0,472 39.1 85.7,473 40.0 85.2,474 39.1 86.6,475 38.4 86.9,476 38.2 87.4,477 38.0 87.6,478 39.5 87.3,479 40.5 87.1',
  IA: '500 41.7 93.6,501 41.7 93.4,502 41.5 93.8,503 41.6 93.6,504 43.1 93.4,505 42.7 94.5,506 42.7 92.5,507 42.5 92.3,508 40.9 94.5,509 41.6 93.6,510 42.6 95.8,511 42.5 96.4,512 43.2 95.9,513 43.2 95.2,514 42.1 95.0,515 41.4 95.5,516 40.7 95.3,520 42.5 90.9,521 43.1 91.8,522 41.9 91.8,523 41.9 91.8,524 42.0 91.7,525 41.0 92.4,526 40.9 91.4,527 41.6 90.8,528 41.5 90.6',
  KS: '660 38.9 95.1,661 39.1 94.7,662 39.0 94.7,664 39.5 96.1,665 39.2 96.1,666 39.0 95.7,667 37.6 95.1,668 38.3 96.5,669 39.8 97.6,670 37.7 97.6,671 37.5 97.6,672 37.7 97.3,673 37.2 95.8,674 38.8 97.7,675 38.3 99.0,676 39.2 99.3,677 39.4 101.1,678 37.8 100.7,679 37.2 101.6',
  KY: '400 38.2 85.3,401 37.9 86.2,402 38.2 85.7,403 38.1 84.1,404 37.4 84.5,405 38.0 84.5,406 38.2 84.9,407 37.0 84.1,408 36.9 83.3,409 36.9 83.7,410 38.9 84.5,411 38.3 83.0,412 37.8 82.7,413 37.7 83.3,414 37.8 83.3,415 37.5 82.3,416 37.5 82.7,417 37.3 83.2,418 37.2 82.9,420 36.9 88.6,421 36.9 86.0,422 37.0 87.1,423 37.4 87.0,424 37.5 87.7,425 37.2 84.7,426 36.7 84.5,427 37.4 85.7',
  LA: '700 29.9 90.2,701 30.0 90.1,703 29.7 90.8,704 30.6 90.2,705 30.3 92.1,706 30.3 93.2,707 30.6 91.3,708 30.4 91.1,710 32.5 93.5,711 32.5 93.7,712 32.5 92.1,713 31.3 92.1,714 31.5 92.9',
  ME: '039 43.2 70.7,040 43.8 70.6,041 43.7 70.3,042 44.3 70.3,043 44.3 69.8,044 45.0 68.7,045 44.0 69.6,046 44.5 68.1,047 46.8 68.2,048 44.1 69.1,049 44.8 69.7',
  MD: '206 38.4 76.7,207 39.0 76.9,208 39.1 77.2,209 39.0 77.0,210 39.4 76.5,211 39.4 76.7,212 39.3 76.6,214 39.0 76.5,215 39.6 79.0,216 38.8 76.1,217 39.5 77.4,218 38.3 75.7,219 39.6 76.0',
  MA: '010 42.3 72.6,011 42.1 72.5,012 42.3 73.2,013 42.6 72.5,014 42.6 71.8,015 42.2 71.8,016 42.3 71.8,017 42.3 71.4,018 42.6 71.2,019 42.6 70.9,020 42.2 71.2,021 42.4 71.1,022 42.3 71.1,023 42.0 70.9,024 42.3 71.2,025 41.7 70.6,026 41.7 70.2,027 41.7 71.1,055 42.6 71.2',
  MI: '480 42.7 82.9,481 42.2 83.4,482 42.4 83.1,483 42.6 83.3,484 43.2 83.4,485 43.0 83.7,486 43.8 84.3,487 43.8 83.4,488 43.0 84.7,489 42.7 84.6,490 42.2 85.6,491 41.9 86.5,492 42.1 84.4,493 43.3 85.5,494 43.2 86.1,495 42.9 85.7,496 44.5 85.7,497 45.5 84.6,498 46.1 87.2,499 46.8 88.7',
  MN: '550 45.1 93.0,551 45.0 93.1,553 45.0 93.8,554 45.0 93.3,555 45.0 93.3,556 47.6 91.2,557 47.1 92.7,558 46.8 92.1,559 44.0 92.4,560 44.0 94.0,561 43.9 95.8,562 45.0 95.7,563 45.7 94.7,564 46.6 94.3,565 46.9 96.1,566 47.7 94.5,567 48.3 96.3',
  MS: '386 34.6 89.9,387 33.6 90.8,388 34.3 88.7,389 33.7 90.0,390 32.5 90.3,391 32.4 90.2,392 32.3 90.2,393 32.3 88.8,394 31.3 89.3,395 30.4 89.0,396 31.3 90.5,397 33.6 89.0',
  MO: '630 38.5 90.7,631 38.7 90.3,633 39.0 91.0,634 40.0 91.7,635 40.2 92.6,636 37.8 90.6,637 37.3 89.8,638 36.5 89.8,639 36.9 90.5,640 39.1 94.2,641 39.1 94.5,644 40.2 94.7,645 39.8 94.8,646 39.8 93.6,647 38.0 94.1,648 37.0 94.3,649 39.1 94.6,650 38.4 92.2,651 38.6 92.3,652 39.2 92.3,653 38.7 93.2,654 37.7 91.9,655 37.6 91.8,656 36.9 93.3,657 37.0 93.1,658 37.2 93.3',
  MT: '590 45.9 109.0,591 45.8 108.6,592 48.2 105.2,593 46.3 105.0,594 47.6 111.3,595 48.5 109.2,596 46.6 112.0,597 45.7 112.3,598 47.1 114.2,599 48.2 114.4',
  NE: '680 41.4 96.5,681 41.3 96.0,683 40.5 96.8,684 40.6 96.5,685 40.8 96.7,686 41.5 97.4,687 42.3 97.6,688 41.1 98.9,689 40.3 98.7,690 40.2 100.9,691 41.3 101.6,692 42.7 100.6,693 42.1 102.9',
  NV: '889 36.2 115.1,890 36.3 115.2,891 36.1 115.2,893 39.3 115.0,894 39.5 119.5,895 39.5 119.8,897 39.1 119.7,898 41.2 115.8',
  NH: '030 42.9 71.5,031 43.0 71.5,032 43.5 71.6,033 43.2 71.6,034 42.9 72.2,035 44.4 71.5,036 43.1 72.3,037 43.7 72.1,038 43.4 71.1',
  NJ: '070 40.8 74.2,071 40.7 74.2,072 40.7 74.2,073 40.7 74.0,074 41.0 74.3,075 40.9 74.2,076 40.9 74.0,077 40.3 74.1,078 40.9 74.7,079 40.7 74.5,080 39.8 75.0,081 39.9 75.1,082 39.3 74.7,083 39.4 75.0,084 39.3 74.5,085 40.3 74.6,086 40.2 74.7,087 40.0 74.2,088 40.5 74.6,089 40.5 74.4',
  NM: '870 35.2 106.6,871 35.1 106.6,873 35.5 108.7,874 36.7 108.2,875 36.2 105.8,877 36.0 105.1,878 33.9 107.7,879 32.9 107.3,880 32.6 108.0,881 34.2 103.7,882 32.8 104.0,883 33.2 105.6,884 35.5 103.4',
  NY: '005 40.8 73.0,100 40.8 74.0,101 40.8 74.0,102 40.7 74.0,103 40.6 74.2,104 40.8 73.9,105 41.2 73.8,106 41.0 73.8,107 40.9 73.9,108 40.9 73.8,109 41.3 74.1,110 40.8 73.7,111 40.8 73.9,112 40.7 74.0,113 40.8 73.8,114 40.7 73.8,115 40.7 73.6,116 40.6 73.8,117 40.8 73.2,118 40.8 73.5,119 40.9 72.6,120 42.7 74.0,121 42.7 73.9,122 42.7 73.8,123 42.8 73.9,124 42.1 74.2,125 41.8 73.8,126 41.7 73.9,127 41.7 74.7,128 43.5 73.7,129 44.6 73.8,130 43.0 76.1,131 43.1 76.3,132 43.0 76.2,133 43.1 75.1,134 43.1 75.3,135 43.1 75.2,136 44.3 75.6,137 42.3 75.5,138 42.4 75.4,139 42.2 75.9,140 42.8 78.6,141 42.8 78.7,142 42.9 78.9,143 43.1 79.0,144 43.0 77.6,145 43.0 77.5,146 43.2 77.6,147 42.1 79.0,148 42.3 77.0,149 42.1 76.8',
  NC: '270 36.2 80.4,271 36.1 80.2,272 35.9 79.7,273 36.0 79.6,274 36.1 79.8,275 36.0 78.6,276 35.8 78.6,277 36.0 78.9,278 35.9 77.5,279 36.3 76.3,280 35.4 81.1,281 35.3 80.5,282 35.2 80.8,283 35.0 79.0,284 34.2 78.3,285 35.0 77.2,286 36.1 81.4,287 35.4 82.7,288 35.6 82.6,289 35.0 84.0',
  ND: '580 46.6 97.3,581 46.9 96.8,582 48.2 97.5,583 48.3 99.1,584 47.1 98.9,585 46.8 100.8,586 46.9 102.8,587 48.3 101.3,588 48.2 103.4',
  OH: '430 40.2 82.9,431 39.7 82.9,432 40.0 83.0,433 40.5 83.5,434 41.5 83.4,435 41.4 84.1,436 41.7 83.6,437 39.8 81.7,438 40.3 81.9,439 40.2 80.9,440 41.5 81.3,441 41.5 81.6,442 41.2 81.5,443 41.1 81.5,444 41.2 80.7,445 41.1 80.6,446 40.6 81.5,447 40.8 81.4,448 41.0 82.7,449 40.8 82.5,450 39.4 84.5,451 39.1 83.9,452 39.2 84.5,453 40.0 84.3,454 39.7 84.2,455 39.9 83.8,456 38.9 82.8,457 39.4 81.9,458 40.8 84.2,459 39.3 84.5',
  OK: '730 35.4 97.8,731 35.5 97.5,734 34.2 97.3,735 34.6 98.6,736 35.4 99.3,737 36.4 98.1,738 36.5 99.4,739 36.7 101.5,740 36.3 96.3,741 36.1 95.9,743 36.5 95.0,744 35.6 95.5,745 34.6 95.8,746 36.7 97.1,747 34.0 95.5,748 35.1 96.7,749 35.2 94.7',
  OR: '970 45.4 122.4,971 45.6 123.3,972 45.5 122.7,973 44.8 123.1,974 43.7 123.3,975 42.4 123.1,976 42.4 121.5,977 44.0 121.0,978 45.3 118.2,979 44.0 117.4',
  PA: '150 40.4 80.2,151 40.4 79.9,152 40.4 80.0,153 40.0 80.1,154 40.0 79.8,155 39.9 78.9,156 40.3 79.5,157 40.7 79.0,158 41.3 78.7,159 40.4 78.9,160 40.9 79.9,161 41.1 80.3,162 41.0 79.4,163 41.6 79.5,164 41.9 80.1,165 42.1 80.1,166 40.4 78.3,167 41.8 78.4,168 40.9 77.9,169 41.9 77.3,170 40.4 77.0,171 40.3 76.9,172 40.0 77.8,173 39.9 76.8,174 40.0 76.7,175 40.0 76.2,176 40.1 76.3,177 41.3 77.1,178 40.9 76.8,179 40.7 76.3,180 40.7 75.5,181 40.6 75.5,182 40.9 76.0,183 41.1 75.3,184 41.6 75.4,185 41.4 75.7,186 41.3 76.0,187 41.2 75.9,188 41.8 76.1,189 40.4 75.2,190 40.0 75.3,191 40.0 75.1,192 40.0 75.2,193 39.9 75.7,194 40.2 75.4,195 40.4 75.9,196 40.3 75.9',
  RI: '028 41.7 71.5,029 41.8 71.4',
  SC: '290 33.9 80.9,291 33.7 81.0,292 34.0 81.0,293 34.9 81.9,294 32.9 80.1,295 34.1 79.4,296 34.8 82.6,297 34.9 81.0,298 33.5 81.8,299 32.6 80.9',
  SD: '570 43.4 97.0,571 43.5 96.7,572 44.9 97.1,573 43.7 98.5,574 45.3 98.7,575 43.6 100.4,576 45.4 101.1,577 44.2 103.1',
  TN: '370 36.0 86.8,371 36.0 86.5,372 36.1 86.8,373 35.2 85.4,374 35.0 85.3,376 36.3 82.3,377 36.1 84.0,378 36.1 83.7,379 36.0 83.9,380 35.4 89.5,381 35.1 89.9,382 36.3 88.7,383 35.6 88.5,384 35.3 87.3,385 36.2 85.4',
  TX: '733 30.3 97.7,750 33.0 96.8,751 32.6 96.5,752 32.8 96.8,753 32.8 96.8,754 33.4 95.8,755 33.2 94.4,756 32.4 94.6,757 32.2 95.3,758 31.6 95.9,759 31.4 94.4,760 32.6 97.2,761 32.8 97.3,762 33.4 97.2,763 33.9 98.5,764 32.5 98.4,765 31.1 97.5,766 31.7 97.0,767 31.6 97.1,768 31.4 99.5,769 31.4 100.5,770 29.8 95.4,771 29.8 95.4,772 29.7 95.3,773 30.3 95.3,774 29.5 96.0,775 29.6 95.1,776 30.2 94.0,777 30.1 94.1,778 30.7 96.3,779 28.8 96.9,780 29.2 98.8,781 29.2 97.9,782 29.5 98.5,783 27.8 97.8,784 27.7 97.4,785 26.3 98.0,786 30.1 97.9,787 30.3 97.7,788 29.4 99.9,789 29.9 96.9,790 35.3 101.4,791 35.2 101.8,792 34.2 100.5,793 33.6 102.2,794 33.6 101.9,795 32.7 100.2,796 32.4 99.8,797 31.8 102.5,798 30.9 104.9,799 31.8 106.4,885 31.8 106.4',
  UT: '840 40.6 111.7,841 40.8 111.9,842 41.2 112.0,843 41.7 112.0,844 41.2 111.9,845 39.1 110.2,846 39.5 111.9,847 37.7 112.8',
  VT: '050 43.8 72.4,051 43.3 72.6,052 43.1 73.1,053 43.0 72.8,054 44.6 73.0,056 44.3 72.5,057 43.6 73.0,058 44.7 72.2,059 44.9 71.7',
  VA: '201 38.9 77.5,220 38.8 77.2,221 38.8 77.2,222 38.9 77.1,223 38.8 77.1,224 38.0 77.0,225 38.1 77.2,226 39.0 78.3,227 38.4 78.2,228 38.6 78.9,229 38.0 78.6,230 37.7 77.1,231 37.6 77.0,232 37.5 77.5,233 37.5 75.9,234 37.5 75.8,235 36.9 76.3,236 37.1 76.4,237 36.8 76.3,238 36.9 77.4,239 37.0 78.4,240 37.2 80.0,241 37.1 80.2,242 36.8 82.5,243 36.8 81.1,244 38.1 79.3,245 37.1 79.2,246 37.2 81.8',
  WA: '980 47.6 122.2,981 47.6 122.3,982 48.4 122.4,983 47.4 122.6,984 47.2 122.5,985 46.9 123.1,986 45.8 122.5,988 47.8 120.0,989 46.6 120.5,990 47.6 117.5,991 48.0 118.2,992 47.7 117.4,993 46.4 119.0,994 46.2 117.4',
  WV: '247 37.4 81.2,248 37.4 81.6,249 37.9 80.5,250 38.2 81.4,251 38.2 81.4,252 38.7 81.5,253 38.4 81.6,254 39.4 78.0,255 38.3 82.2,256 37.8 82.0,257 38.4 82.4,258 37.7 81.3,259 37.7 81.0,260 40.2 80.6,261 39.2 81.2,262 38.8 80.0,263 39.1 80.4,264 39.3 80.4,265 39.6 80.1,266 38.5 80.8,267 39.3 79.0,268 39.0 79.0',
  WI: '530 43.5 88.2,531 42.8 88.2,532 43.0 88.0,534 42.7 87.8,535 43.0 89.6,537 43.1 89.4,538 42.8 90.7,539 43.6 89.5,540 45.1 92.5,541 44.8 88.3,542 44.4 87.6,543 44.5 88.0,544 44.9 89.8,545 46.0 89.9,546 43.8 90.9,547 44.8 91.5,548 46.0 91.7,549 44.2 88.8',
  WY: '820 41.1 104.9,821 44.5 110.6,822 42.3 104.5,823 41.8 106.8,824 44.5 108.4,825 43.2 108.8,826 43.0 106.8,827 44.5 104.9,828 44.8 106.7,829 41.5 109.9,830 43.6 110.8,831 42.7 110.8',
}

type Place = { latitude: number; longitude: number }

const places: ReadonlyMap<string, Place> = new Map(
  Object.values(zipAreas).flatMap((areas) =>
    areas.split(',').map((area) => {
      const [prefix = '', latitude, west] = area.split(' ')
      return [prefix, { latitude: Number(latitude), longitude: -Number(west) }] as const
    }),
  ),
)

const milesPerDegree = 69.1
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Between the areas of two ZIP codes; endless where one of them is in none. */
export function milesBetween(zip: string, from: string): number {
  const [there, here] = [places.get(zip.slice(0, 3)), places.get(from.slice(0, 3))]
  if (!there || !here) return Infinity
  const shrunk = Math.cos(radians((there.latitude + here.latitude) / 2))
  return (
    Math.hypot((there.longitude - here.longitude) * shrunk, there.latitude - here.latitude) * milesPerDegree
  )
}

/** The first digits of the areas around a ZIP code, its own first. Of one that is in no area, those with the nearest numbers. */
export function nearestAreas(zip: string, max: number): string[] {
  const own = zip.slice(0, 3)
  const away = (prefix: string) =>
    places.has(own) ? milesBetween(prefix, own) : Math.abs(Number(prefix) - Number(own))
  const others = [...places.keys()].filter((prefix) => prefix !== own)
  return [own, ...others.toSorted((a, b) => away(a) - away(b))].slice(0, max)
}

/** How near a place is to a ZIP code, as far as the codes can say: `about 40 miles`. Areas are known to ten miles or so. */
export function nearness(zip: string, from: string): string {
  if (zip === from) return 'same ZIP code'
  if (zip.slice(0, 3) === from.slice(0, 3)) return 'same area'
  const miles = milesBetween(zip, from)
  return miles === Infinity ? 'further away' : `about ${Math.max(10, Math.round(miles / 10) * 10)} miles`
}
