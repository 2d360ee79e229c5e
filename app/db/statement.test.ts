import { sql, desc } from 'drizzle-orm'
import { expect, inject, onTestFinished, vi } from 'vitest'
import { test } from '#test/db.ts'
import { openDb, sqlState, transact } from './db.server.ts'
import { runAlone, runTogether, statement } from './statement.server.ts'
import { shopKeys } from './tables.ts'
import { orderEvents } from '#app/features/orders/tables.ts'
import { listEvents } from '#app/features/orders/store/read.server.ts'
import { givenReservation } from '#test/world.ts'
import { rowsBy } from './row.server.ts'

const insert = statement<{ name: string }>(
  () => sql`
    insert into ${shopKeys} (name, value, created_at) values (${sql.placeholder('name')}, 'of a test', now())
    returning name`,
)
const list = statement<{ name: string }>(() => sql`select name from ${shopKeys} order by name`)
const divide = statement<{ result: number }>(() => sql`select 1 / ${sql.placeholder('by')}::int as result`)
const lock = statement(() => sql`select pg_advisory_xact_lock(${sql.placeholder('key')}::int)`)

test('each statement returns its own rows, in order', async ({ db }) => {
  const together = [insert.bind({ name: 'b' }), insert.bind({ name: 'a' }), list.bind({})] as const
  expect(await runTogether(db, together)).toEqual([
    [{ name: 'b' }],
    [{ name: 'a' }],
    [{ name: 'a' }, { name: 'b' }],
  ])
})

test('timestamps stay text, as in a single statement', async ({ db }) => {
  const moment = statement<{ at: string }>(() => sql`select '2026-11-20T12:00:00Z'::timestamptz as at`)
  expect(await runTogether(db, [moment.bind({})])).toEqual([await moment(db, {})])
})

test('a commit in the message of a failed statement takes everything back', async ({ db, ctx }) => {
  const failing = transact(ctx, async ({ tx }) => {
    await insert(tx, { name: 'a' })
    await runTogether(tx, [insert.bind({ name: 'b' }), divide.bind({ by: 0 }), insert.bind({ name: 'c' })], {
      commits: true,
    })
  })
  expect(await failing.catch(sqlState)).toBe('22012')
  expect(await list(db, {})).toEqual([])
})

test('a commit after a failure that was passed over is not taken for one', async ({ db, ctx }) => {
  const failing = transact(ctx, async ({ tx }) => {
    await insert(tx, { name: 'a' })
    await divide(tx, { by: 0 }).catch(() => {})
    await runTogether(tx, [], { commits: true })
  })
  await expect(failing).rejects.toThrow('had failed before')
  expect(await list(db, {})).toEqual([])
})

test('inside a transaction a failure rolls back what came before', async ({ db, ctx }) => {
  const failing = transact(ctx, async ({ tx }) => {
    await insert(tx, { name: 'a' })
    await runTogether(tx, [insert.bind({ name: 'b' }), divide.bind({ by: 0 })])
  })
  expect(await failing.catch(sqlState)).toBe('22012')
  expect(await list(db, {})).toEqual([])
})

test('statements skipped by a failure can run later on the same connection', async () => {
  const { db, pool } = openDb(inject('postgresUrl'), 1)
  onTestFinished(() => pool.end())
  const skipped = statement<{ two: number }>(
    () => sql`select 2 as two, ${sql.placeholder('any')}::text as any`,
  )
  const together = (by: number) => runTogether(db, [divide.bind({ by }), skipped.bind({ any: 'x' })])
  await expect(together(0)).rejects.toThrow(/Failed query: select 1/)
  expect(await together(1)).toEqual([[{ result: 1 }], [{ two: 2, any: 'x' }]])
})

test('a statement sees what was committed while the previous one waited for a lock', async ({ db, ctx }) => {
  let waiting: Promise<unknown> | undefined
  await transact(ctx, async ({ tx }) => {
    await lock(tx, { key: 4713 })
    waiting = transact(ctx, (work) => runTogether(work.tx, [lock.bind({ key: 4713 }), list.bind({})]))
    await vi.waitFor(async () => {
      const { rows } = await db.execute(sql`select from pg_locks where locktype = 'advisory' and not granted`)
      expect(rows).toHaveLength(1)
    }, 4_000) // the wait for a lock ends after five seconds
    await insert(tx, { name: 'written meanwhile' })
  })
  expect(await waiting).toEqual([[{ pg_advisory_xact_lock: '' }], [{ name: 'written meanwhile' }]])
})

test('the last statements may commit, and nothing may follow them', async ({ db, ctx }) => {
  const following = transact(ctx, async ({ tx }) => {
    await runTogether(tx, [insert.bind({ name: 'a' })], { commits: true })
    expect(await list(db, {})).toEqual([{ name: 'a' }])
    await insert(tx, { name: 'b' })
  })
  await expect(following).rejects.toThrow('committed already')
  expect(await list(db, {})).toEqual([{ name: 'a' }])
})

test('a transaction begins with its first statement and ends as one', async ({ db, ctx }) => {
  await transact(ctx, async () => {})
  const failing = transact(ctx, async ({ tx }) => {
    await insert(tx, { name: 'a' })
    throw new Error('Changed my mind')
  })
  await expect(failing).rejects.toThrow('Changed my mind')
  await transact(ctx, ({ tx }) => insert(tx, { name: 'b' }))
  expect(await list(db, {})).toEqual([{ name: 'b' }])
})

test('a transaction may begin with a command that cannot be prepared', async ({ ctx }) => {
  const shown = await transact(ctx, async ({ tx }) => {
    await tx.execute(sql`set local application_name = 'paco test'; set local work_mem = '5MB'`)
    return (await tx.execute(sql`select current_setting('application_name') as name`)).rows
  })
  expect(shown).toEqual([{ name: 'paco test' }])
})

test('what is asked in one turn shares a connection and a round trip, and fails by itself', async () => {
  const { db, pool } = openDb(inject('postgresUrl'), 3)
  onTestFinished(() => pool.end())
  const taken = vi.spyOn(pool, 'connect')
  const pid = statement<{ pid: number }>(() => sql`select pg_backend_pid() as pid`)
  const later = async () => {
    await Promise.resolve()
    return pid(db, {})
  }
  const [one, failed, other, third] = await Promise.all([
    pid(db, {}),
    divide(db, { by: 0 }).catch(sqlState),
    runTogether(db, [pid.bind({})]).then(([rows]) => rows),
    later(),
  ])
  expect(failed).toBe('22012')
  expect([other, third]).toEqual([one, one])
  expect(taken).toHaveBeenCalledTimes(1)
})

test('a transaction that is sent whole is committed apart from what goes before it', async ({ db }) => {
  const failing = runAlone(db, insert.bind({ name: 'before' }), [
    insert.bind({ name: 'within' }),
    divide.bind({ by: 0 }),
  ])
  expect(await failing.catch(sqlState)).toBe('22012')
  expect(await list(db, {})).toEqual([{ name: 'before' }])
})

test('a connection that did not answer in time is used by nobody again', async () => {
  const limits = { connectMs: 5_000, statementMs: 30_000, lockMs: 30_000, idleInTransactionMs: 30_000 }
  const { db, pool } = openDb(inject('postgresUrl'), 1, { ...limits, silenceMs: 200 })
  onTestFinished(() => pool.end())
  const wait = statement(() => sql`select pg_sleep(${sql.placeholder('seconds')}::float8)`)
  await expect(runAlone(db, wait.bind({ seconds: 1 }), [divide.bind({ by: 1 })])).rejects.toThrow(
    'Failed query',
  )
  expect(pool.totalCount).toBe(0)
})

const newestEvents = rowsBy(orderEvents, 'orderId', [desc(orderEvents.id)])

test('lists are read in their order, as the query builder reads them', async ({ ctx }) => {
  const { orderId } = await givenReservation(ctx)
  const events = await listEvents(ctx.db, orderId)
  expect(events.length).toBeGreaterThan(1)
  expect(await newestEvents(ctx.db, orderId)).toEqual(events.toReversed())
  expect(await newestEvents(ctx.db, 'nobody')).toEqual([])
})
