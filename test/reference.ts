import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { type Db, queriesOver } from '#app/db/db.server.ts'
import { loadReference, loadSample } from '#db/sample/load.ts'
import { shopZone, testStart } from './moment.ts'

/**
 * Loads the reference data as every start of a shop does, and the sample catalog as of the test clock's start, and stores what was
 * written beside the tables of a worker's empty database: writing it anew for each test takes longer than many of them.
 */
export async function storeReference(pool: pg.Pool): Promise<void> {
  await loadReference(queriesOver(pool))
  await storeRows(pool, 'reference')
  await loadSample(queriesOver(pool), testStart, shopZone)
  await storeRows(pool, 'sample')
}

async function storeRows(pool: pg.Pool, schema: 'reference' | 'sample'): Promise<void> {
  const { rows: names } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const { rows: columns } = await pool.query<{ of: string; name: string }>(
    `select table_name as of, format('%I', column_name) as name from information_schema.columns
     where table_schema = 'public' and is_generated = 'NEVER' order by ordinal_position`,
  )
  const { rows: sequences } = await pool.query<{ name: string; last: string }>(
    `select sequencename as name, last_value as last from pg_sequences where schemaname = 'public' and last_value is not null`,
  )
  const restored: string[] = []
  await pool.query(`create schema ${schema}`)
  for (const { name } of names) {
    const { rowCount } = await pool.query(`select from public.${name} limit 1`)
    if (!rowCount) continue
    await pool.query(`create table ${schema}.${name} as table public.${name}`)
    const own = columns.filter((column) => column.of === name).map((column) => column.name)
    restored.push(
      `insert into public.${name} (${own.join()}) overriding system value
       select ${own.join()} from ${schema}.${name} on conflict do nothing;`,
    )
  }
  for (const { name, last } of sequences)
    restored.push(
      `perform setval('public.${name}', greatest(${last}, (select last_value from public.${name})));`,
    )
  // Rows that refer to one another come in any order: nothing is checked that was checked before.
  await pool.query(`create function ${schema}.restore() returns void language plpgsql
    set session_replication_role = replica as $$ begin ${restored.join('\n')} end $$`)
}

/** The reference data, as `loadReference` adds it: what is there stays. */
export async function givenReference(db: Pick<Db, 'execute'>): Promise<void> {
  await db.execute(sql`select reference.restore()`)
}

/** The sample catalog in a shop without one, as `loadSample` adds it. */
export async function givenSample(db: Db, now: Date): Promise<void> {
  if (now.getTime() === testStart.getTime()) await db.execute(sql`select sample.restore()`)
  else await loadSample(db, now, shopZone)
}
