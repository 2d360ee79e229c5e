import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { type SQL, sql, desc } from 'drizzle-orm'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { isState } from '#app/features/compliance/rules/states.ts'
import { type ListDifference, type ListRefusal, parseLicenseNumber, receivingTypes } from '../rules.ts'
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

export type ReadRow =
  | { is: 'dealer'; licensee: Licensee }
  | { is: 'other'; why: 'type' | 'state' }
  | { is: 'bad'; why: string }

const columns = {
  region: ['LIC_REGN'],
  district: ['LIC_DIST'],
  county: ['LIC_CNTY'],
  type: ['LIC_TYPE'],
  expiry: ['LIC_XPRDTE'],
  sequence: ['LIC_SEQN'],
  name: ['LICENSE_NAME', 'LICENSEE_NAME'],
  tradeName: ['BUSINESS_NAME'],
  street: ['PREMISE_STREET'],
  city: ['PREMISE_CITY'],
  state: ['PREMISE_STATE'],
  zip: ['PREMISE_ZIP_CODE'],
  phone: ['VOICE_PHONE'],
} as const
type Column = keyof typeof columns

/** Older lists lack these; nothing depends on them. */
const mayLack: readonly Column[] = ['expiry', 'tradeName', 'phone']

export type Layout = Record<Column, number>

export function readHeader(
  header: readonly string[],
): { ok: true; layout: Layout } | { ok: false; lacks: string[] } {
  const names = header.map((name) =>
    name
      .replace(/^\uFEFF/, '')
      .trim()
      .toUpperCase()
      .replaceAll(/\s+/g, '_'),
  )
  const found = Object.entries(columns).map(
    ([column, known]) => [column, names.findIndex((name) => known.some((each) => each === name))] as const,
  )
  const lacks = found
    .filter(([column, index]) => index < 0 && !mayLack.includes(column as Column))
    .map(([column]) => columns[column as Column][0])
  return lacks.length ? { ok: false, lacks } : { ok: true, layout: Object.fromEntries(found) as Layout }
}

export function sniffDelimiter(firstLine: string): ',' | '\t' | '|' {
  const times = (mark: string) => firstLine.split(mark).length
  return (['\t', '|', ','] as const).reduce((best, mark) => (times(mark) > times(best) ? mark : best), ',')
}

export function readRow(row: readonly string[], layout: Layout): ReadRow {
  const text = (column: Column) => {
    const value = (row[layout[column]] ?? '').trim().replaceAll(/\s+/g, ' ')
    return value.toUpperCase() === 'NULL' ? '' : value
  }
  const digits = (column: Column, length: number) => text(column).padStart(length, '0')
  const region = text('region')
  if (!/^\d$/.test(region)) return { is: 'bad', why: 'the region is not one digit' }
  const type = receivingTypes.find((each) => each === digits('type', 2))
  if (!type)
    return /^\d{2}$/.test(digits('type', 2)) ? { is: 'other', why: 'type' } : bad('the license type is none')
  const parts = [region, digits('district', 2), digits('county', 3), type, digits('sequence', 5)]
  const key = parseLicenseNumber(parts.join('-'))
  if (!key) return bad('the license number is not one')
  const state = text('state').toUpperCase()
  if (!isState(state))
    return /^[A-Z]{2}$/.test(state) ? { is: 'other', why: 'state' } : bad('the state is none')
  const zip = readZip(text('zip'))
  if (!zip) return bad('the ZIP code is none')
  const name = text('name')
  const tradeName = text('tradeName')
  if (!name && !tradeName) return bad('there is no name')
  if (!text('city')) return bad('there is no city')
  return {
    is: 'dealer',
    licensee: {
      key,
      type,
      expiry: readExpiry(text('expiry')),
      name: name || tradeName,
      tradeName: name && tradeName && tradeName !== name ? tradeName : null,
      street: text('street'),
      city: text('city'),
      state,
      zip,
      phone: readPhone(text('phone')),
    },
  }
}

const bad = (why: string): ReadRow => ({ is: 'bad', why })

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

type ReadList = Pick<ListDifference, 'read' | 'otherTypes' | 'otherStates' | 'bad'>

const batchSize = 4_000
/** The file goes to the parser piece by piece, so that other requests are answered meanwhile. */
const pieceBytes = 64 * 1024

/** All of it or nothing. Comma, tab or pipe separated. `openTransfers` counts those of each dealer, who are named first. */
export async function importList(
  work: Pick<UnitOfWork, 'tx' | 'now'>,
  content: string,
  openTransfers: ReadonlyMap<string, number> = new Map(),
): Promise<({ ok: true } & ListDifference) | Refusal<ListRefusal>> {
  const found = await readList(work, content)
  if (!found.ok) return found
  const compared = await compareList(work, openTransfers)
  if (!compared.ok) return compared
  await takeListOver(work)
  return { ...found, ...compared }
}

async function readList(
  work: Pick<UnitOfWork, 'tx' | 'now'>,
  content: string,
): Promise<({ ok: true } & ReadList) | Refusal<'list_unknown'>> {
  const found = { ok: true as const, read: 0, otherTypes: 0, otherStates: 0, bad: [] as ReadList['bad'] }
  let layout: Layout | undefined
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
    if (!layout) {
      const header = readHeader(record)
      if (!header.ok) return refuse('list_unknown')
      layout = header.layout
      continue
    }
    found.read += 1
    const row = readRow(record, layout)
    if (row.is === 'bad') found.bad.push({ line: info.lines, why: row.why })
    else if (row.is === 'other') found[row.why === 'type' ? 'otherTypes' : 'otherStates'] += 1
    else if (batch.push(row.licensee) === batchSize) {
      await addToList(work, batch)
      batch = []
    }
  }
  if (batch.length) await addToList(work, batch)
  return layout ? found : refuse('list_unknown')
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

async function compareList(
  { tx }: Pick<UnitOfWork, 'tx'>,
  openTransfers: ReadonlyMap<string, number>,
): Promise<({ ok: true } & Compared) | Refusal<'list_empty' | 'list_too_short'>> {
  const size = await checkSize(tx)
  if (!size.ok) return size
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
  const of = (kind: Kind) => rows.filter((row) => row.kind === kind)
  const named = (kind: Kind) =>
    of(kind).map(({ key, says, was }) => ({ key, says, was, openTransfers: openTransfers.get(key) ?? 0 }))
  const countOf = (kind: Kind) => of(kind)[0]?.count ?? 0
  return {
    ok: true,
    listed: size.listed,
    added: countOf('added'),
    changed: countOf('changed'),
    unlisted: countOf('unlisted'),
    first: { added: named('added'), changed: named('changed'), unlisted: named('unlisted') },
  }
}

type Compared = Pick<ListDifference, 'listed' | 'added' | 'changed' | 'unlisted' | 'first'>
type Kind = keyof ListDifference['first']

function inWords(of: 'd' | 'l'): SQL {
  return sql.raw(
    `concat_ws(', ', ${of}.name, ${of}.trade_name, ${of}.street, ${of}.city, ${of}.state || ' ' || ${of}.zip, ${of}.phone, nullif(${of}.expiry, ''))`,
  )
}

async function checkSize(
  tx: UnitOfWork['tx'],
): Promise<{ ok: true; listed: number } | Refusal<'list_empty' | 'list_too_short'>> {
  await tx.execute(sql`analyze listed_dealers`)
  const {
    rows: [known],
  } = await tx.execute<{ listed: number; known: number }>(
    sql`select (select count(*) from listed_dealers)::int as listed,
      (select count(*) from ${dealers} where unlisted_at is null)::int as known`,
  )
  const { listed = 0, known: knownBefore = 0 } = known ?? {}
  if (listed === 0) return refuse('list_empty')
  return listed < knownBefore * minShare ? refuse('list_too_short') : { ok: true, listed }
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
