import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, vi } from 'vitest'
import { test } from '#test/db.ts'
import { migrateDb } from './migrate.server.ts'

const patience = { lockMs: 50, pauseMs: 5, limitMs: 10_000 }

/** A folder with one migration beyond those that ran already, as the migrator finds it. */
function migration(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'paco-migrations-'))
  mkdirSync(join(folder, 'meta'))
  writeFileSync(join(folder, '0000_next.sql'), text)
  const entries = [{ idx: 0, version: '7', when: Date.UTC(2100, 0), tag: '0000_next', breakpoints: true }]
  writeFileSync(
    join(folder, 'meta/_journal.json'),
    JSON.stringify({ version: '7', dialect: 'postgresql', entries }),
  )
  return folder
}

/** The address of this worker's own database. */
async function addressOf(pool: { query: (text: string) => Promise<{ rows: { name: string }[] }> }) {
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${(await pool.query('select current_database() as name')).rows[0]?.name}`
  return url.href
}

test('a table in use is waited for in short turns, between which others get to it', async ({ pool }) => {
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
      const { rowCount } = await pool.query("select from pg_stat_activity where wait_event_type = 'Lock'")
      expect(rowCount).toBe(1)
    },
    { timeout: 5_000, interval: 1 },
  )
  // Behind a migration that waits without end this would wait as well.
  await pool.query('select from in_use')
  await user.query('commit')
  user.release()
  await migrating
  await expect(pool.query('select more from in_use')).resolves.toBeDefined()
  await pool.query('drop table in_use')
  await pool.query('delete from drizzle.__drizzle_migrations where created_at > $1', [Date.UTC(2099, 0)])
})

test('a table that stays in use ends in a sentence, and nothing is changed', async ({ pool }) => {
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

test('a process that migrates is waited for, not without end', async ({ pool }) => {
  const other = await pool.connect()
  await other.query('select pg_advisory_lock(7226000)')
  const url = await addressOf(pool)
  const nothing = migration('select 1')
  await expect(migrateDb(url, nothing, { ...patience, limitMs: 50 })).rejects.toThrow('another process')
  await other.query('select pg_advisory_unlock(7226000)')
  other.release()
})

test('a migration that is wrong fails at once', async ({ pool }) => {
  const url = await addressOf(pool)
  await expect(migrateDb(url, migration('alter table nowhere add column more int'))).rejects.toThrow(
    'nowhere',
  )
})
