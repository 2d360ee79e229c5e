// What taking out the sample catalog would do, found without taking anything out.
import { sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { SampleItem, SampleRemoval } from '#app/features/setup/store.server.ts'
import { findItems, type SampleClock, sampleKinds, type SampleKind } from './kinds.ts'

/** What `removeSample` would take out now, and what would stay. Locks nothing. */
export async function previewRemoval(db: Db, clock: SampleClock): Promise<SampleRemoval> {
  const references = await listReferences(db)
  const going = new Map<string, string[]>()
  const removal: SampleRemoval = []
  for (const kind of sampleKinds) {
    const items = await findItems(db, kind, clock)
    const used = await listUsed(db, kind, references, going)
    const stays = items.flatMap(({ key, name, isSold, isChanged }): SampleItem[] => {
      const why = isSold ? 'sold' : isChanged ? 'changed' : used.has(key) ? 'used' : undefined
      return why ? [{ name, why }] : []
    })
    going.set(
      kind.table,
      items
        .filter(({ key, isSold, isChanged }) => !isSold && !isChanged && !used.has(key))
        .map(({ key }) => key),
    )
    if (items.length > 0) removal.push({ title: kind.title, goes: items.length - stays.length, stays })
  }
  return removal
}

type Reference = { from: string; column: string; to: string; toColumn: string }

async function listReferences(db: Db): Promise<Reference[]> {
  const { rows } = await db.execute<Reference>(sql`
    select con.conrelid::regclass::text as "from", source.attname as "column",
      con.confrelid::regclass::text as "to", target.attname as "toColumn"
    from pg_constraint con
    join pg_attribute source on source.attrelid = con.conrelid and source.attnum = con.conkey[1]
    join pg_attribute target on target.attrelid = con.confrelid and target.attnum = con.confkey[1]
    where con.contype = 'f' and con.confdeltype in ('a', 'r') and array_length(con.conkey, 1) = 1`)
  return rows
}

/** The keys of a kind's items to which a row points that stays. Earlier kinds have said what goes of theirs. */
async function listUsed(
  db: Db,
  { table, key, parts = [], notes = [] }: SampleKind,
  references: readonly Reference[],
  going: ReadonlyMap<string, string[]>,
): Promise<Set<string>> {
  const own = new Set([...parts, ...notes].map(([name]) => name))
  const used = new Set<string>()
  const note = async (pointed: ReturnType<typeof sql>) => {
    const { rows } = await db.execute<{ key: string }>(pointed)
    for (const row of rows) used.add(row.key)
  }
  for (const { from, column, to, toColumn } of references) {
    if (own.has(from)) continue
    const points = sql`from ${sql.identifier(from)} source`
    const stays = staysOf(from, going)
    if (to === table)
      await note(sql`select distinct item.${sql.identifier(key)}::text as key ${points}
        join ${sql.identifier(table)} item on item.${sql.identifier(toColumn)} = source.${sql.identifier(column)} where ${stays}`)
    const part = parts.find(([name]) => name === to)
    if (part)
      await note(sql`select distinct part.${sql.identifier(part[1])}::text as key ${points}
        join ${sql.identifier(to)} part on part.${sql.identifier(toColumn)} = source.${sql.identifier(column)} where ${stays}`)
  }
  return used
}

function staysOf(table: string, going: ReadonlyMap<string, string[]>) {
  const kind = sampleKinds.find((each) => each.table === table)
  const keys = going.get(table)
  if (!kind || !keys || keys.length === 0) return sql`true`
  return sql`source.${sql.identifier(kind.key)}::text <> all (${sql.param(keys)}::text[])`
}
