import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { sqlState } from '#app/db/work.server.ts'
import type { SampleRemoval } from '#app/features/setup/store.server.ts'

/** What the sample adds, in the order in which it can be taken out: what others point to comes last. */
const kinds: readonly {
  table: string
  key: string
  label: string
  /** What belongs to an item and was loaded with it. */
  parts?: readonly [string, string][]
  /** Columns that the shop's jobs write: they are deleted with the item, and are no sign of a change by staff. */
  notes?: readonly [string, string][]
}[] = [
  {
    table: 'drops',
    key: 'id',
    label: 'name',
    parts: [
      ['drop_units', 'drop_id'],
      ['drop_variants', 'drop_id'],
      ['patches', 'drop_id'],
    ],
    notes: [['drop_waitlists', 'drop_id']],
  },
  { table: 'small_batch_releases', key: 'id', label: 'name', parts: [['small_batch_slots', 'release_id']] },
  { table: 'course_sessions', key: 'id', label: 'starts_at', parts: [['session_seats', 'session_id']] },
  { table: 'courses', key: 'id', label: 'name' },
  { table: 'instructor_roles', key: 'slug', label: 'role' },
  { table: 'build_parts', key: 'id', label: 'name' },
  { table: 'factory_packages', key: 'id', label: 'name' },
  { table: 'conversions', key: 'id', label: 'name' },
  { table: 'platforms', key: 'id', label: 'name' },
  { table: 'accessories', key: 'id', label: 'name' },
  { table: 'trust_packages', key: 'slug', label: 'name' },
  { table: 'dealers', key: 'key', label: 'name' },
]

/** What time and abandoned carts change by themselves: nobody touched an item for it. */
const ownChanges = sql`array['status', 'sold_out_at', 'hold_version', 'held_until']`

/** Notes every item that is there now as one of the sample. Called right after it was loaded into an empty shop. */
export async function noteSample(tx: Db): Promise<void> {
  for (const kind of kinds)
    await tx.execute(sql`
      insert into sample_items (kind, key, hash)
      select ${kind.table}, item.${sql.identifier(kind.key)}::text, ${hashOf(kind)}
      from ${sql.identifier(kind.table)} item
      on conflict do nothing`)
}

/** How many items of the sample are still there. */
export async function countSample(db: Db): Promise<number> {
  const counts = await Promise.all(
    kinds.map(async ({ table, key }) => {
      const { rows } = await db.execute<{ count: string }>(sql`
        select count(*) as count from sample_items noted
        join ${sql.identifier(table)} item on item.${sql.identifier(key)}::text = noted.key
        where noted.kind = ${table}`)
      return Number(rows[0]?.count ?? 0)
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

/**
 * Removes sample items that nobody has changed or bought. An item stays when it differs from what was loaded, when an
 * order names it or one of its parts, and when anything else points to it.
 */
export async function removeSample(db: Db): Promise<SampleRemoval> {
  let removed = 0
  const stayed: string[] = []
  for (const kind of kinds) {
    const { rows } = await db.execute<{ key: string; label: string; untouched: boolean }>(sql`
      select noted.key, item.${sql.identifier(kind.label)}::text as label,
        noted.hash = ${hashOf(kind)} and not ${isOrdered(kind)} as untouched
      from sample_items noted
      join ${sql.identifier(kind.table)} item on item.${sql.identifier(kind.key)}::text = noted.key
      where noted.kind = ${kind.table}
      order by label`)
    for (const { key, label, untouched } of rows)
      if (untouched && (await removeItem(db, kind, key))) removed++
      else stayed.push(label)
  }
  return { removed, stayed }
}

type Kind = (typeof kinds)[number]

/** True when it is gone; false when a row elsewhere points to it, or somebody bought it meanwhile. */
async function removeItem(db: Db, kind: Kind, key: string): Promise<boolean> {
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

/** A hash of the item with its parts, but for what changes by itself. */
function hashOf({ key, parts = [] }: Kind): SQL {
  const ofParts = parts.map(
    ([part, column]) => sql`coalesce((
      select string_agg((to_jsonb(part) - ${ownChanges})::text, '' order by to_jsonb(part)::text)
      from ${sql.identifier(part)} part where part.${sql.identifier(column)} = item.${sql.identifier(key)}), '')`,
  )
  return sql`md5(concat(${sql.join([sql`(to_jsonb(item) - ${ownChanges})::text`, ...ofParts], sql`, `)}))`
}

/** Whether any order names the item, by its key, its address or the key of one of its parts. */
function isOrdered({ key, parts = [] }: Kind): SQL {
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
