import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { describe, expect, inject, vi } from 'vitest'
import { test } from '#test/db.ts'
import { ForeignSchemaError, migrateDb } from './migrate.server.ts'

const patience = { lockMs: 50, pauseMs: 5, limitMs: 10_000 }

function migration(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'paco-migrations-'))
  cpSync('db/migrations', folder, { recursive: true })
  writeFileSync(join(folder, '9999_next.sql'), text)
  const file = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: object[] }
  journal.entries.push({
    idx: 9999,
    version: '7',
    when: Date.UTC(2100, 0),
    tag: '9999_next',
    breakpoints: true,
  })
  writeFileSync(file, JSON.stringify(journal))
  return folder
}

async function addressOf(pool: { query: (text: string) => Promise<{ rows: { name: string }[] }> }) {
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${(await pool.query('select current_database() as name')).rows[0]?.name}`
  return url.href
}

test('a lock on a table in use is waited for briefly, and others get the table in between', async ({
  pool,
}) => {
  await pool.query('create table in_use (id int)')
  const user = await pool.connect()
  await user.query('begin; select from in_use')
  const migrating = migrateDb(
    await addressOf(pool),
    migration('alter table in_use add column more int'),
    patience,
  )
  await vi.waitFor(
    async () => {
      const { rowCount } = await pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      expect(rowCount).toBe(1)
    },
    { timeout: 20_000, interval: 1 },
  )
  // An endless lock wait would block this as well.
  await pool.query('select from in_use')
  await user.query('commit')
  user.release()
  await migrating
  await expect(pool.query('select more from in_use')).resolves.toBeDefined()
  await pool.query('drop table in_use')
  await pool.query('delete from drizzle.__drizzle_migrations where created_at > $1', [Date.UTC(2099, 0)])
})

test('a table that stays in use ends in an error sentence, and nothing is changed', async ({ pool }) => {
  await pool.query('create table in_use (id int); create table other (id int)')
  const user = await pool.connect()
  await user.query('begin; select from in_use')
  const text =
    'alter table other add column more int;--> statement-breakpoint\nalter table in_use add column more int'
  await expect(
    migrateDb(await addressOf(pool), migration(text), { ...patience, limitMs: 100 }),
  ).rejects.toThrow('a table was in use')
  await user.query('commit')
  user.release()
  await expect(pool.query('select more from other')).rejects.toThrow('does not exist')
  await pool.query('drop table in_use; drop table other')
})

test('waiting for another process that migrates has a limit', async ({ pool }) => {
  const other = await pool.connect()
  await other.query('select pg_advisory_lock(7226000)')
  const url = await addressOf(pool)
  const nothing = migration('select 1')
  await expect(migrateDb(url, nothing, { ...patience, limitMs: 50 })).rejects.toThrow('another process')
  await other.query('select pg_advisory_unlock(7226000)')
  other.release()
})

test('a wrong migration fails at once', async ({ pool }) => {
  const url = await addressOf(pool)
  await expect(migrateDb(url, migration('alter table nowhere add column more int'))).rejects.toThrow(
    'nowhere',
  )
})

describe('a schema that other migrations made', () => {
  const tamper = async (pool: pg.Pool, statement: string, folder?: string) => {
    const { rows: before } = await pool.query('select * from drizzle.__drizzle_migrations order by id')
    await pool.query(statement)
    try {
      await migrateDb(await addressOf(pool), folder ?? migration('create table never_made ()'))
    } finally {
      await pool.query('delete from drizzle.__drizzle_migrations')
      for (const { id, hash, created_at } of before)
        await pool.query('insert into drizzle.__drizzle_migrations values ($1, $2, $3)', [
          id,
          hash,
          created_at,
        ])
    }
  }
  const isUntouched = async (pool: pg.Pool) =>
    expect(pool.query('select from never_made')).rejects.toThrow('does not exist')

  test('is refused when its migrations are unknown, and nothing is changed', async ({ pool }) => {
    const others = 'update drizzle.__drizzle_migrations set hash = md5(hash), created_at = created_at - 1000'
    await expect(tamper(pool, others)).rejects.toThrow(ForeignSchemaError)
    await isUntouched(pool)
  })

  test('is refused when one of its migrations was edited since', async ({ pool }) => {
    const edited =
      'update drizzle.__drizzle_migrations set hash = md5(hash) where id = (select max(id) from drizzle.__drizzle_migrations)'
    await expect(tamper(pool, edited)).rejects.toThrow('by other migrations')
    await isUntouched(pool)
  })

  test('is refused when it lacks a migration that is older than its newest', async ({ pool }) => {
    const lacking =
      'delete from drizzle.__drizzle_migrations where id = (select min(id) from drizzle.__drizzle_migrations)'
    await expect(tamper(pool, lacking)).rejects.toThrow(ForeignSchemaError)
    await isUntouched(pool)
  })

  test('is accepted when it is only newer: a process of the previous version may start again', async ({
    pool,
  }) => {
    const newer = `insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', ${Date.UTC(2101, 0)})`
    await tamper(pool, newer, 'db/migrations')
  })
})
