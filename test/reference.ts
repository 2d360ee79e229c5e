import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { type Db, queriesOver } from '#app/db/db.server.ts'
import { loadReference, loadSample } from '#db/sample/load.ts'

/** When the tests of a worker begin. */
export const testStart = new Date('2026-11-20T12:00:00Z')

/**
 * Loads the reference data and the sample as a start of a shop does, and stores what each wrote beside the tables of a worker's
 * database: writing it anew for each test takes longer than many of them.
 */
export async function storeReference(pool: pg.Pool): Promise<void> {
  const db = queriesOver(pool)
  await loadReference(db)
  await storeRows(pool, 'reference')
  await loadSample(db, testStart)
  await storeRows(pool, 'sample')
}

/** Copies all rows into a schema, with a function `restore` that adds those that are not there. */
async function storeRows(pool: pg.Pool, schema: string): Promise<void> {
  const { rows: tables } = await pool.query<{ name: string; columns: string }>(`
    select relname as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname`)
  const { rows: sequences } = await pool.query<{ name: string; last: string }>(
    `select sequencename as name, last_value as last from pg_sequences where schemaname = 'public' and last_value is not null`,
  )
  const restored: string[] = []
  await pool.query(`create schema ${schema}`)
  for (const { name, columns } of tables) {
    const { rowCount } = await pool.query(`select from public.${name} limit 1`)
    if (!rowCount) continue
    await pool.query(`create table ${schema}.${name} as select ${columns} from public.${name}`)
    restored.push(
      `insert into public.${name} (${columns}) overriding system value select * from ${schema}.${name} on conflict do nothing;`,
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

/** The sample catalog with the reference data, as `loadSample` writes it into an empty shop. */
export async function givenSample(db: Db, now: Date): Promise<void> {
  if (now.getTime() === testStart.getTime()) await db.execute(sql`select sample.restore()`)
  else await loadSample(db, now)
}
