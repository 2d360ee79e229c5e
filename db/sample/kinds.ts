// What the sample catalog is made of, and how an item of it tells that somebody changed or bought it.
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { formatStamp } from '#app/kit/dates.ts'

/** What the sample adds, in the order in which it can be taken out: what others point to comes last. */
export const sampleKinds: readonly {
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

export type SampleKind = (typeof sampleKinds)[number]

/** A hash of the item with its parts, but for what changes by itself. */
export function hashOf({ key, parts = [] }: SampleKind): SQL {
  const ofParts = parts.map(
    ([part, column]) => sql`coalesce((
      select string_agg((to_jsonb(part) - ${ownChanges})::text, '' order by to_jsonb(part)::text)
      from ${sql.identifier(part)} part where part.${sql.identifier(column)} = item.${sql.identifier(key)}), '')`,
  )
  return sql`md5(concat(${sql.join([sql`(to_jsonb(item) - ${ownChanges})::text`, ...ofParts], sql`, `)}))`
}

/** Whether any order names the item, by its key, its address or the key of one of its parts. */
export function isOrdered({ key, parts = [] }: SampleKind): SQL {
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
export async function findItems(db: Db, kind: SampleKind, { now, timeZone }: SampleClock) {
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
