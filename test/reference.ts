import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { type Db, queriesOver } from '#app/db/db.server.ts'
import { loadReference } from '#db/sample/load.ts'

/**
 * Loads the reference data as every start of a shop does, and stores what it wrote beside the tables of a worker's database: writing
 * it anew for each test takes longer than many of them.
 */
export async function storeReference(pool: pg.Pool): Promise<void> {
  await loadReference(queriesOver(pool))
  const { rows: names } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const { rows: sequences } = await pool.query<{ name: string; last: string }>(
    `select sequencename as name, last_value as last from pg_sequences where schemaname = 'public' and last_value is not null`,
  )
  const restored: string[] = []
  await pool.query('create schema reference')
  for (const { name } of names) {
    const { rowCount } = await pool.query(`select from public.${name} limit 1`)
    if (!rowCount) continue
    await pool.query(`create table reference.${name} as table public.${name}`)
    restored.push(
      `insert into public.${name} overriding system value select * from reference.${name} on conflict do nothing;`,
    )
  }
  for (const { name, last } of sequences)
    restored.push(
      `perform setval('public.${name}', greatest(${last}, (select last_value from public.${name})));`,
    )
  // Rows that refer to one another come in any order: nothing is checked that was checked before.
  await pool.query(`create function reference.restore() returns void language plpgsql
    set session_replication_role = replica as $$ begin ${restored.join('\n')} end $$`)
}

/** The reference data, as `loadReference` adds it: what is there stays. */
export async function givenReference(db: Pick<Db, 'execute'>): Promise<void> {
  await db.execute(sql`select reference.restore()`)
}
