import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { type SQL, sql, desc } from 'drizzle-orm'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { refuse } from '#app/kit/refusal.ts'
import { isState } from '#app/features/compliance/rules/states.ts'
import { type ListDifference, parseLicenseNumber, receivingTypes } from '../rules.ts'
import { dealers, dealerLists } from '../tables.ts'

/** Of a dealer, what the list says, as the tables call it. A change of one of them is a change of the dealer. */
const listed = {
  type: 'type',
  expiry: 'expiry',
  name: 'name',
  tradeName: 'trade_name',
  street: 'street',
  city: 'city',
  state: 'state',
  zip: 'zip',
  phone: 'phone',
} as const satisfies Partial<Record<keyof typeof dealers.$inferSelect, string>>

export type Licensee = Pick<typeof dealers.$inferSelect, 'key' | keyof typeof listed>

/** The columns that a license and its premises are made of. Older lists lack others; nothing depends on them. */
const needed = [
  'LIC_REGN',
  'LIC_DIST',
  'LIC_CNTY',
  'LIC_TYPE',
  'LIC_SEQN',
  'PREMISE_STREET',
  'PREMISE_CITY',
  'PREMISE_STATE',
  'PREMISE_ZIP_CODE',
  'LICENSE_NAME',
]

/** The names of the columns as the list of today writes them: older ones did in other letters, and one by another name. */
export function readHeader(header: readonly string[]): string[] {
  return header.map((name) =>
    name.trim().toUpperCase().replaceAll(/\s+/g, '_').replace('LICENSEE_NAME', 'LICENSE_NAME'),
  )
}

export function isFederalList(names: readonly string[]): boolean {
  return needed.every((name) => names.includes(name))
}

export function sniffDelimiter(firstLine: string): ',' | '\t' | '|' {
  const times = (mark: string) => firstLine.split(mark).length
  return (['\t', '|', ','] as const).reduce((best, mark) => (times(mark) > times(best) ? mark : best), ',')
}

export function readRow(row: readonly string[], names: readonly string[]) {
  const text = (column: string) => {
    const value = (row[names.indexOf(column)] ?? '').trim().replaceAll(/\s+/g, ' ')
    return value.toUpperCase() === 'NULL' ? '' : value
  }
  const digits = (column: string, length: number) => text(column).padStart(length, '0')
  const region = text('LIC_REGN')
  if (!/^\d$/.test(region)) return bad('the region is not one digit')
  const type = receivingTypes.find((each) => each === digits('LIC_TYPE', 2))
  if (!type)
    return /^\d{2}$/.test(digits('LIC_TYPE', 2)) ? other('otherTypes') : bad('the license type is none')
  const parts = [region, digits('LIC_DIST', 2), digits('LIC_CNTY', 3), type, digits('LIC_SEQN', 5)]
  const key = parseLicenseNumber(parts.join('-'))
  if (!key) return bad('the license number is not one')
  const state = text('PREMISE_STATE').toUpperCase()
  if (!isState(state)) return /^[A-Z]{2}$/.test(state) ? other('otherStates') : bad('the state is none')
  const zip = readZip(text('PREMISE_ZIP_CODE'))
  if (!zip) return bad('the ZIP code is none')
  const name = text('LICENSE_NAME')
  const tradeName = text('BUSINESS_NAME')
  if (!name && !tradeName) return bad('there is no name')
  if (!text('PREMISE_CITY')) return bad('there is no city')
  const licensee: Licensee = {
    key,
    type,
    expiry: readExpiry(text('LIC_XPRDTE')),
    name: name || tradeName,
    tradeName: name && tradeName && tradeName !== name ? tradeName : null,
    street: text('PREMISE_STREET'),
    city: text('PREMISE_CITY'),
    state,
    zip,
    phone: readPhone(text('VOICE_PHONE')),
  }
  return { is: 'dealer' as const, licensee }
}

const bad = (why: string) => ({ is: 'bad' as const, why })
const other = (count: 'otherTypes' | 'otherStates') => ({ is: 'other' as const, count })

/** Five digits, or nine run together or with a dash; either may have lost its leading zeros. */
function readZip(typed: string): string | undefined {
  const figures = typed.replace('-', '')
  if (!/^\d{3,9}$/.test(figures)) return undefined
  const zip = figures.length > 5 ? figures.padStart(9, '0').slice(0, 5) : figures.padStart(5, '0')
  return zip === '00000' ? undefined : zip
}

function readPhone(typed: string): string | null {
  const figures = typed.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  return /^[2-9]\d{9}$/.test(figures) ? figures : null
}

function readExpiry(typed: string): string {
  return /^\d[A-HJ-M]$/.test(typed.toUpperCase()) ? typed.toUpperCase() : ''
}

const batchSize = 4_000
/** The file goes to the parser piece by piece, so that other requests are answered meanwhile. */
const pieceBytes = 64 * 1024

/** All of it or nothing. Comma, tab or pipe separated. `openTransfers` counts those of each dealer, who are named first. */
export async function importList(
  work: Pick<UnitOfWork, 'tx' | 'now'>,
  content: string,
  openTransfers: ReadonlyMap<string, number> = new Map(),
) {
  const found = await readList(work, content)
  if (!found.ok) return found
  const size = await checkSize(work)
  if (!size.ok) return size
  const compared = await compareList(work, openTransfers)
  await takeListOver(work)
  return { ...found, ...size, ...compared }
}

async function readList(work: Pick<UnitOfWork, 'tx' | 'now'>, content: string) {
  const bad: ListDifference['bad'] = []
  const found = { ok: true as const, read: 0, otherTypes: 0, otherStates: 0, bad }
  let names: string[] | undefined
  let batch: Licensee[] = []
  await beginList(work)
  const records = Readable.from(piecesOf(content)).pipe(
    parse({
      bom: true,
      delimiter: sniffDelimiter(content.slice(0, 4_096).split(/\r?\n/)[0] ?? ''),
      info: true,
      trim: true,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
    }),
  ) as AsyncIterable<{ record: string[]; info: { lines: number } }>
  for await (const { record, info } of records) {
    if (!names) {
      names = readHeader(record)
      if (!isFederalList(names)) return refuse('list_unknown')
      continue
    }
    found.read += 1
    const row = readRow(record, names)
    if (row.is === 'bad') bad.push({ line: info.lines, why: row.why })
    else if (row.is === 'other') found[row.count] += 1
    else if (batch.push(row.licensee) === batchSize) {
      await addToList(work, batch)
      batch = []
    }
  }
  if (!names) return refuse('list_unknown')
  if (batch.length) await addToList(work, batch)
  return found
}

function* piecesOf(content: string): Generator<Buffer> {
  const bytes = Buffer.from(content)
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

/** A list that names fewer than this share of the dealers we know is a broken download, not news. */
const minShare = 0.5

const listColumns = Object.values(listed)

function columnsOf(of?: 'd' | 'l' | 'excluded'): SQL {
  return sql.raw(listColumns.map((column) => (of ? `${of}.${column}` : column)).join(', '))
}

export async function beginList({ tx }: Pick<UnitOfWork, 'tx'>): Promise<void> {
  const columns = sql.raw(listColumns.map((column) => `${column} text`).join(', '))
  await tx.execute(sql`
    create temporary table listed_dealers (key text primary key, code text, ${columns}) on commit drop`)
}

/** Adds rows to the list that is being read: one statement, one parameter for each column. Of doubled licenses the last row stays. */
export async function addToList(
  { tx }: Pick<UnitOfWork, 'tx'>,
  licensees: readonly Licensee[],
): Promise<void> {
  const once = [...new Map(licensees.map((licensee) => [licensee.key, licensee])).values()]
  const column = (read: (licensee: Licensee) => string | null) => sql`${sql.param(once.map(read))}::text[]`
  const columns = [
    column(({ key }) => key),
    column(({ key }) => fingerprint(key)),
    ...(Object.keys(listed) as (keyof typeof listed)[]).map((name) => column((licensee) => licensee[name])),
  ]
  await tx.execute(sql`
    insert into listed_dealers select * from unnest(${sql.join(columns, sql`, `)})
    on conflict (key) do update set (code, ${columnsOf()}) = (excluded.code, ${columnsOf('excluded')})`)
}

const maxNamed = 20

type Kind = keyof ListDifference['first']

async function compareList({ tx }: Pick<UnitOfWork, 'tx'>, openTransfers: ReadonlyMap<string, number>) {
  const keys = sql`${sql.param([...openTransfers.keys()])}::text[]`
  const { rows } = await tx.execute<{
    kind: Kind
    key: string
    says: string
    was: string
    count: number
  }>(sql`
    with found as (
      select case when d.key is null then 'added' else 'changed' end as kind, l.key, ${inWords('l')} as says,
        case when d.key is null then '' when d.unlisted_at is not null then 'not listed' else ${inWords('d')} end as was
      from listed_dealers l left join ${dealers} d on d.key = l.key
      where d.key is null or (${columnsOf('d')}, d.unlisted_at) is distinct from (${columnsOf('l')}, null)
      union all
      select 'unlisted', d.key, ${inWords('d')}, '' from ${dealers} d
      where d.unlisted_at is null and not exists (select 1 from listed_dealers l where l.key = d.key)
    ), numbered as (
      select *, count(*) over (partition by kind)::int as count,
        row_number() over (partition by kind order by key = any(${keys}) desc, key) as number
      from found
    )
    select kind, key, says, was, count from numbered where number <= ${maxNamed} order by kind, number`)
  const countOf = (kind: Kind) => rows.find((row) => row.kind === kind)?.count ?? 0
  const named = (kind: Kind) =>
    rows
      .filter((row) => row.kind === kind)
      .map(({ key, says, was }) => ({ key, says, was, openTransfers: openTransfers.get(key) ?? 0 }))
  return {
    added: countOf('added'),
    changed: countOf('changed'),
    unlisted: countOf('unlisted'),
    first: { added: named('added'), changed: named('changed'), unlisted: named('unlisted') },
  }
}

function inWords(of: 'd' | 'l'): SQL {
  return sql.raw(
    `concat_ws(', ', ${of}.name, ${of}.trade_name, ${of}.street, ${of}.city, ${of}.state || ' ' || ${of}.zip, ${of}.phone, nullif(${of}.expiry, ''))`,
  )
}

async function checkSize({ tx }: Pick<UnitOfWork, 'tx'>) {
  await tx.execute(sql`analyze listed_dealers`)
  const { rows } = await tx.execute<{ listed: number; known: number }>(
    sql`select (select count(*) from listed_dealers)::int as listed,
      (select count(*) from ${dealers} where unlisted_at is null)::int as known`,
  )
  const { listed = 0, known = 0 } = rows[0] ?? {}
  if (listed === 0) return refuse('list_empty')
  return listed < known * minShare ? refuse('list_too_short') : { ok: true as const, listed }
}

/** New dealers are added, changed ones changed, and those it no longer names are marked as unlisted. */
export async function takeListOver({ tx, now }: Pick<UnitOfWork, 'tx' | 'now'>): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`
  await tx.execute(sql`
    insert into ${dealers} as d (key, code, ${columnsOf()}, listed_at, unlisted_at)
    select key, code, ${columnsOf()}, ${at}, null from listed_dealers
    on conflict (key) do update set
      (${columnsOf()}, listed_at, unlisted_at) = (${columnsOf('excluded')}, excluded.listed_at, null)
    where (${columnsOf('d')}, d.unlisted_at) is distinct from (${columnsOf('excluded')}, null)`)
  await tx.execute(
    sql`update ${dealers} set unlisted_at = ${at}
      where unlisted_at is null and not exists (select 1 from listed_dealers l where l.key = ${dealers.key})`,
  )
}

type TakenList = typeof dealerLists.$inferSelect

export async function noteList(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  list: Pick<TakenList, 'name' | 'takenBy' | 'difference'>,
): Promise<void> {
  await tx.insert(dealerLists).values({ ...list, takenAt: now })
}

/** The latest that were taken, newest first. */
export function listLists(db: Db, max: number): Promise<TakenList[]> {
  return db.select().from(dealerLists).orderBy(desc(dealerLists.takenAt), desc(dealerLists.id)).limit(max)
}
