// What the sample catalog is made of, and how an item of it tells that somebody changed or bought it.
import { type SQL, sql, eq, TransactionRollbackError } from 'drizzle-orm'
import { type Db, sqlState } from '#app/db/db.server.ts'
import { formatStamp } from '#app/kit/dates.ts'
import { shopFacts } from '#app/facts/tables.ts'
import type { SampleItem, SampleRemoval } from '#app/features/setup/store.server.ts'

/** What the sample adds, in the order in which it can be taken out: what others point to comes last. */
const sampleKinds: readonly {
  table: string
  /** What staff call it. */
  title: string
  key: string
  /** The column of its name; of an item without one, that of its moment, and the table and column by which a row names it. */
  label: string
  momentOf?: readonly [string, string]
  /** What belongs to an item and was loaded with it. */
  parts?: readonly [string, string][]
  /** Columns that the shop's jobs write: they are deleted with the item, and are no sign of a change by staff. */
  notes?: readonly [string, string][]
}[] = [
  {
    table: 'drops',
    title: 'Drops',
    key: 'id',
    label: 'name',
    parts: [
      ['drop_units', 'drop_id'],
      ['drop_variants', 'drop_id'],
      ['patches', 'drop_id'],
    ],
    notes: [['drop_waitlists', 'drop_id']],
  },
  {
    table: 'course_sessions',
    title: 'Class dates',
    key: 'id',
    label: 'starts_at',
    momentOf: ['courses', 'course_id'],
    parts: [['session_seats', 'session_id']],
  },
  { table: 'courses', title: 'Courses', key: 'id', label: 'name' },
  { table: 'build_parts', title: 'Parts', key: 'id', label: 'name' },
  { table: 'factory_packages', title: 'Packages', key: 'id', label: 'name' },
  { table: 'conversions', title: 'Conversions', key: 'id', label: 'name' },
  { table: 'platforms', title: 'Platforms', key: 'id', label: 'name' },
  { table: 'accessories', title: 'Accessories', key: 'id', label: 'name' },
  { table: 'trust_packages', title: 'Trust editions', key: 'slug', label: 'name' },
  { table: 'dealers', title: 'Dealers', key: 'key', label: 'name' },
]

/** What time and abandoned carts change by themselves: nobody touched an item for it. */
const ownChanges = sql`array['status', 'sold_out_at', 'hold_version', 'held_until']`

/** By which clock moments are named. */
export type SampleClock = { now: Date; timeZone: string }

type SampleKind = (typeof sampleKinds)[number]

/** A hash of the item with its parts, but for what changes by itself. */
function hashOf({ key, parts = [] }: SampleKind): SQL {
  const ofParts = parts.map(
    ([part, column]) => sql`coalesce((
      select string_agg((to_jsonb(part) - ${ownChanges})::text, '' order by to_jsonb(part)::text)
      from ${sql.identifier(part)} part where part.${sql.identifier(column)} = item.${sql.identifier(key)}), '')`,
  )
  return sql`md5(concat(${sql.join([sql`(to_jsonb(item) - ${ownChanges})::text`, ...ofParts], sql`, `)}))`
}

/** Whether any order names the item, by its key, its address or the key of one of its parts. */
function isOrdered({ key, parts = [] }: SampleKind): SQL {
  const names = [sql`to_jsonb(item)->>${key}`, sql`to_jsonb(item)->>'slug'`, sql`to_jsonb(item)->>'line'`]
  const ofParts = parts.map(
    ([part, column]) => sql`union all select to_jsonb(part)->>'id' from ${sql.identifier(part)} part
      where part.${sql.identifier(column)} = item.${sql.identifier(key)}`,
  )
  return sql`exists (
    select from order_lines line, (
      select unnest(array[${sql.join(names, sql`, `)}]) as name ${sql.join(ofParts, sql` `)}) named
    where named.name is not null and exists (
      select from jsonb_each_text(line.ref) as field where field.value = named.name))`
}

type FoundItem = { key: string; label: string; owner: string; isSold: boolean; isChanged: boolean }

/** Moments are named by the shop's clock, as of `now`. */
async function findItems(db: Db, kind: SampleKind, { now, timeZone }: SampleClock) {
  const { momentOf } = kind
  const owner = momentOf
    ? sql`(select owner.name from ${sql.identifier(momentOf[0])} owner where owner.id = item.${sql.identifier(momentOf[1])})`
    : sql`''`
  const { rows } = await db.execute<FoundItem>(sql`
    select noted.key, to_jsonb(item)->>${kind.label} as label, ${owner} as owner,
      ${isOrdered(kind)} as "isSold", noted.hash <> ${hashOf(kind)} as "isChanged"
    from sample_items noted
    join ${sql.identifier(kind.table)} item on item.${sql.identifier(kind.key)}::text = noted.key
    where noted.kind = ${kind.table}
    order by label, owner`)
  return rows.map(({ label, owner: named, ...item }) => ({
    ...item,
    name: momentOf ? `${named}, ${formatStamp(new Date(label), timeZone, now)}` : label,
  }))
}

/** Called right after it was loaded into an empty shop. */
export async function noteSample(tx: Db): Promise<void> {
  for (const kind of sampleKinds)
    await tx.execute(sql`
      insert into sample_items (kind, key, hash)
      select ${kind.table}, item.${sql.identifier(kind.key)}::text, ${hashOf(kind)}
      from ${sql.identifier(kind.table)} item
      on conflict do nothing`)
}

export async function countSample(db: Db): Promise<number> {
  const counts = await Promise.all(
    sampleKinds.map(async ({ table, key }) => {
      const { rows } = await db.execute<{ count: string }>(sql`
        select count(*) as count from sample_items noted
        join ${sql.identifier(table)} item on item.${sql.identifier(key)}::text = noted.key
        where noted.kind = ${table}`)
      return Number(rows[0]?.count ?? 0)
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Stays: what differs from what was loaded, is named by an order, or is pointed to by anything else. */
export async function removeSample(db: Db, clock: SampleClock): Promise<SampleRemoval> {
  const removal: SampleRemoval = []
  for (const kind of sampleKinds) {
    const items = await findItems(db, kind, clock)
    const stays: SampleItem[] = []
    for (const { key, name, isSold, isChanged } of items) {
      if (!isSold && !isChanged && (await removeItem(db, kind, key))) continue
      stays.push({ name, why: isSold ? 'sold' : isChanged ? 'changed' : 'used' })
    }
    if (items.length > 0) removal.push({ title: kind.title, goes: items.length - stays.length, stays })
  }
  await db
    .update(shopFacts)
    .set({ legalName: '', licenseLine: '' })
    .where(eq(shopFacts.legalName, sampleLicensee.legalName))
  return removal
}

/** What `removeSample` would take out now, and what would stay: it is taken out, and brought back. */
export async function previewRemoval(db: Db, clock: SampleClock): Promise<SampleRemoval> {
  let removal: SampleRemoval = []
  await db
    .transaction(async (tx) => {
      removal = await removeSample(tx, clock)
      tx.rollback()
    })
    .catch((error: unknown) => {
      if (!(error instanceof TransactionRollbackError)) throw error
    })
  return removal
}

/** True when it is gone; false when a row elsewhere points to it, or somebody bought it meanwhile. */
async function removeItem(db: Db, kind: SampleKind, key: string): Promise<boolean> {
  const { table, parts = [], notes = [] } = kind
  const own = sql`item.${sql.identifier(kind.key)}::text = ${key}`
  try {
    return await db.transaction(async (tx) => {
      // A purchase locks the parts: after this nobody can buy them, and an earlier purchase is found by the next query.
      await tx.execute(sql`select 1 from ${sql.identifier(table)} item where ${own} for update`)
      for (const [part, column] of parts)
        await tx.execute(
          sql`select 1 from ${sql.identifier(part)} where ${sql.identifier(column)}::text = ${key} for update`,
        )
      const { rows } = await tx.execute<{ untouched: boolean }>(sql`
        select noted.hash = ${hashOf(kind)} and not ${isOrdered(kind)} as untouched
        from sample_items noted, ${sql.identifier(table)} item
        where noted.kind = ${table} and noted.key = ${key} and ${own}`)
      if (!rows[0]?.untouched) return false
      for (const [part, column] of [...notes, ...parts])
        await tx.execute(
          sql`delete from ${sql.identifier(part)} where ${sql.identifier(column)}::text = ${key}`,
        )
      await tx.execute(sql`delete from ${sql.identifier(table)} item where ${own}`)
      await tx.execute(sql`delete from sample_items where kind = ${table} and key = ${key}`)
      return true
    })
  } catch (error) {
    if (sqlState(error) === foreignKey) return false
    throw error
  }
}

const foreignKey = '23503'

/** Who makes and sells the sample. Its name says what it is. */
export const sampleLicensee = {
  legalName: 'Sample Licensee LLC',
  licenseLine: 'Sample of a license line',
} as const
