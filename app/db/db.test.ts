import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { expect, inject, onTestFinished, vi } from 'vitest'
import { minute } from '#app/kit/clock.ts'
import { test } from '#test/db.ts'
import { type OpenDb, openDb, sqlState, transact, webLimits } from './db.server.ts'

function open(connections = 1, limits: Partial<typeof webLimits> = {}): OpenDb {
  const opened = openDb(inject('postgresUrl'), connections, { ...webLimits, ...limits })
  onTestFinished(() => opened.pool.end())
  return opened
}

const backendOf = async (db: OpenDb['db']) =>
  (await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)).rows[0]?.pid ?? 0

const failure = /Failed query|timeout exceeded/

const stateOf = (failing: Promise<unknown>) => failing.then(() => 'no error', sqlState)

test('a connection lost inside a transaction fails it, and nothing else', async ({ pool, ctx }) => {
  const own = open()
  const work = transact({ ...ctx, db: own.db }, async ({ tx }) => {
    const pid = await backendOf(tx)
    const ended = connectionEnded(own.pool)
    await pool.query('select pg_terminate_backend($1)', [pid])
    await ended
    await tx.execute(sql`select 1`)
  })
  await expect(work).rejects.toThrow(failure)
  await expect(own.db.execute(sql`select 1`)).resolves.toMatchObject({ rowCount: 1 })
})

test('connections of a rush are still open when the next one comes minutes later', async () => {
  const { db, pool } = open(3)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const rush = () => Promise.all([1, 2, 3].map(() => backendOf(db)))
  const first = await rush()
  await vi.advanceTimersByTimeAsync(10 * minute)
  expect(pool.totalCount).toBe(3)
  expect(new Set(await rush())).toEqual(new Set(first))
})

test('a connection lost during a statement fails it, and nothing else', async ({ pool }) => {
  const own = open()
  const pid = await backendOf(own.db)
  const slow = own.db.transaction((tx) => tx.execute(sql`select pg_sleep(30)`))
  const refused = slow.catch((error: unknown) => error)
  await vi.waitFor(async () => {
    const { rowCount } = await pool.query(
      "select from pg_stat_activity where pid = $1 and query like 'select pg_sleep%'",
      [pid],
    )
    expect(rowCount).toBe(1)
  }, 10_000)
  await pool.query('select pg_terminate_backend($1)', [pid])
  expect(await refused).toBeInstanceOf(Error)
  await expect(own.db.execute(sql`select 1`)).resolves.toMatchObject({ rowCount: 1 })
})

test('a statement that takes too long is canceled', async () => {
  const { db } = open(1, { statementMs: 50 })
  expect(await stateOf(db.execute(sql`select pg_sleep(30)`))).toBe('57014')
})

test('waiting for a lock times out', async () => {
  const { db } = open(2, { lockMs: 50 })
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(4712)`)
    expect(await stateOf(db.execute(sql`select pg_advisory_xact_lock(4712)`))).toBe('55P03')
  })
})

test('an idle transaction is ended', async () => {
  const { db, pool } = open(1, { idleInTransactionMs: 500 })
  const forgotten = db.transaction(async (tx) => {
    await tx.execute(sql`select 1`)
    await connectionEnded(pool)
    await tx.execute(sql`select 1`)
  })
  await expect(forgotten).rejects.toThrow(failure)
  await expect(db.execute(sql`select 1`)).resolves.toMatchObject({ rowCount: 1 })
})

test('waiting for a free connection times out', async () => {
  const { db } = open(1, { connectMs: 2_000 })
  await db.transaction(async () => {
    await expect(db.execute(sql`select 1`)).rejects.toThrow(failure)
  })
})

test('a server that times out is abandoned, and its connection is not reused', async ({ pool }) => {
  const own = open(1, { silenceMs: 1_500 })
  const pid = await backendOf(own.db)
  process.kill(pid, 'SIGSTOP')
  onTestFinished(async () => {
    process.kill(pid, 'SIGCONT')
    await pool.query('select pg_terminate_backend($1)', [pid])
  })
  await expect(own.db.transaction((tx) => tx.execute(sql`select 1`))).rejects.toThrow(failure)
  expect(await backendOf(own.db)).not.toBe(pid)
})

test('a server that times out inside a transaction is abandoned', async ({ pool }) => {
  const own = open(1, { silenceMs: 1_500 })
  let pid = 0
  const work = own.db.transaction(async (tx) => {
    pid = await backendOf(tx)
    process.kill(pid, 'SIGSTOP')
    await tx.execute(sql`select 1`)
  })
  onTestFinished(async () => {
    process.kill(pid, 'SIGCONT')
    await pool.query('select pg_terminate_backend($1)', [pid])
  })
  await expect(work).rejects.toThrow(failure)
  expect(await backendOf(own.db)).not.toBe(pid)
})

test('a transaction that cannot begin frees its connection', async ({ pool }) => {
  const own = open()
  const client = await own.pool.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  client.release()
  process.kill(rows[0]?.pid ?? 0, 'SIGSTOP') // it must not learn of its end before the transaction begins
  await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  const work = own.db.transaction((tx) => tx.execute(sql`select 1`))
  process.kill(rows[0]?.pid ?? 0, 'SIGCONT')
  await expect(work).rejects.toThrow(failure)
  await expect(own.db.transaction((tx) => tx.execute(sql`select 1`))).resolves.toMatchObject({ rowCount: 1 })
})

function connectionEnded(pool: pg.Pool): Promise<void> {
  const { _clients: clients } = pool as unknown as { _clients: pg.Client[] }
  return new Promise((resolve) => clients[0]?.once('end', () => resolve()))
}
