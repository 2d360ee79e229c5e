import type pg from 'pg'
import pino from 'pino'
import { expect, onTestFinished, vi } from 'vitest'
import type { Db } from '#app/db/db.server.ts'
import { test } from '#test/db.ts'
import { createLiveHub, type LiveHub, type Snapshot } from './hub.server.ts'

const log = pino({ level: 'silent' })
const retryPolicy = { timeout: 20_000, interval: 5 }
const poolOf = (db: Db) => (db as unknown as { $client: pg.Pool }).$client

function openHub(db: Db, snapshot: Snapshot, coalesceMs = 20): LiveHub {
  const hub = createLiveHub({ pool: poolOf(db), snapshot, log, coalesceMs })
  onTestFinished(() => hub.close())
  return hub
}

function counting() {
  const requested: string[] = []
  const snapshot: Snapshot = async (topic) => ({ topic, requested: requested.push(topic) })
  return { requested, snapshot }
}

async function listening(db: Db) {
  const { rows } = await poolOf(db).query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and query like '%listen "paco_live"%' and state = 'idle' and pid <> pg_backend_pid()`,
  )
  return rows.map((row) => row.pid)
}

async function untilListening(db: Db, count: number) {
  await vi.waitFor(async () => expect(await listening(db)).toHaveLength(count), retryPolicy)
  await turnRound(db)
}

/** Everything the server sent before has arrived once this query is answered. */
async function turnRound(db: Db) {
  await poolOf(db).query('select 1')
}

test('a subscriber gets the current state at once', async ({ db }) => {
  const hub = openHub(db, async (topic) => ({ topic, remaining: 23 }))
  const notify = vi.fn()
  await hub.subscribe('drop:noir', notify)
  expect(notify).toHaveBeenCalledWith({ topic: 'drop:noir', remaining: 23 })
})

test('an announcement of one process reaches another', async ({ db }) => {
  let remaining = 23
  const snapshot: Snapshot = async () => ({ remaining })
  const [here, there] = [openHub(db, snapshot), openHub(db, snapshot)]
  await untilListening(db, 2)
  const [notifyHere, notifyThere] = [vi.fn(), vi.fn()]
  await here.subscribe('drop:noir', notifyHere)
  await there.subscribe('drop:noir', notifyThere)
  remaining = 22
  here.announce(['drop:noir'])
  await vi.waitFor(() => {
    expect(notifyThere).toHaveBeenLastCalledWith({ remaining: 22 })
    expect(notifyHere).toHaveBeenLastCalledWith({ remaining: 22 })
  }, retryPolicy)
})

test('a state is read once per change, however many watch', async ({ db }) => {
  const { requested, snapshot } = counting()
  const hub = openHub(db, snapshot)
  await untilListening(db, 1)
  const first = vi.fn()
  await hub.subscribe('drop:noir', first)
  const before = requested.length
  const others = Array.from({ length: 200 }, () => vi.fn())
  await Promise.all(others.map((notify) => hub.subscribe('drop:noir', notify)))
  expect(requested).toHaveLength(before)
  hub.announce(['drop:noir'])
  await vi.waitFor(() => expect(requested).toHaveLength(before + 1), retryPolicy)
  for (const notify of [first, ...others])
    expect(notify).toHaveBeenLastCalledWith({ topic: 'drop:noir', requested: before + 1 })
})

test('unwatched topics are neither read nor sent', async ({ db }) => {
  const { requested, snapshot } = counting()
  const hub = openHub(db, snapshot)
  await untilListening(db, 1)
  const notify = vi.fn()
  await hub.subscribe('drop:noir', notify)
  notify.mockClear()
  hub.announce(['drop:cyber', 'drop:outlaw', 'drop:noir'])
  await vi.waitFor(() => expect(notify).toHaveBeenCalledOnce(), retryPolicy)
  expect(new Set(requested)).toEqual(new Set(['drop:noir']))
})

test('a burst of announcements is sent once at its start and once at the end of the window', async ({
  db,
}) => {
  const notified = vi.spyOn(poolOf(db), 'query')
  onTestFinished(() => notified.mockRestore())
  const hub = openHub(db, async () => ({}), 60)
  for (let times = 0; times < 50; times++) hub.announce(['drop:noir'])
  await hub.close() // sends the pending announcements
  const sent = notified.mock.calls.filter(([text]) => text.includes('pg_notify'))
  expect(sent).toHaveLength(2)
})

test('many topics at once are one statement', async ({ db }) => {
  const notified = vi.spyOn(poolOf(db), 'query')
  onTestFinished(() => notified.mockRestore())
  const hub = openHub(db, async () => ({}))
  hub.announce(['drop:a', 'drop:b', 'drop:a', 'drops'])
  await hub.close()
  const sent = notified.mock.calls.filter(([text]) => text.includes('pg_notify'))
  expect(sent.map(([, values]) => values)).toEqual([['paco_live', ['drop:a', 'drop:b', 'drops']]])
})

test('changes during a read cause one more read, never two at a time', async ({ db }) => {
  let running = 0
  let peak = 0
  let requested = 0
  let letGo = () => {}
  const hub = openHub(
    db,
    async () => {
      peak = Math.max(peak, ++running)
      requested++
      await new Promise<void>((resolve) => (letGo = resolve))
      running--
      return { requested }
    },
    1,
  )
  await untilListening(db, 1)
  const notify = vi.fn()
  const subscribed = hub.subscribe('drop:noir', notify)
  await vi.waitFor(() => expect(running).toBe(1), retryPolicy)
  const other = openHub(db, async () => ({}), 1)
  const heardByOther = vi.fn()
  await untilListening(db, 2)
  await other.subscribe('drop:noir', heardByOther)
  for (const round of [1, 2, 3]) {
    heardByOther.mockClear()
    hub.announce(['drop:noir'])
    await vi.waitFor(() => expect(heardByOther, `round ${round}`).toHaveBeenCalled(), retryPolicy)
  }
  await turnRound(db)
  letGo()
  await vi.waitFor(() => expect(requested).toBe(2), retryPolicy)
  letGo()
  await subscribed
  expect(peak).toBe(1)
  expect(requested).toBe(2)
  expect(notify).toHaveBeenLastCalledWith({ requested: 2 })
})

test('after its connection was lost, the hub listens again and sends everything again', async ({ db }) => {
  let remaining = 23
  const hub = openHub(db, async () => ({ remaining }))
  await untilListening(db, 1)
  const notify = vi.fn()
  await hub.subscribe('drop:noir', notify)
  remaining = 20 // changed while nobody was listening
  const [pid] = await listening(db)
  await poolOf(db).query('select pg_terminate_backend($1)', [pid])
  await vi.waitFor(() => expect(notify).toHaveBeenLastCalledWith({ remaining: 20 }), retryPolicy)
  remaining = 19
  hub.announce(['drop:noir'])
  await vi.waitFor(() => expect(notify).toHaveBeenLastCalledWith({ remaining: 19 }), retryPolicy)
})

test('an unsubscribed page gets nothing more', async ({ db }) => {
  const hub = openHub(db, async () => ({}))
  await untilListening(db, 1)
  const [leaving, staying] = [vi.fn(), vi.fn()]
  const leave = await hub.subscribe('drop:noir', leaving)
  await hub.subscribe('drop:noir', staying)
  leave()
  leaving.mockClear()
  staying.mockClear()
  hub.announce(['drop:noir'])
  await vi.waitFor(() => expect(staying).toHaveBeenCalled(), retryPolicy)
  expect(leaving).not.toHaveBeenCalled()
})

test('a topic that cannot be read, or a page that cannot be notified, affects no other', async ({ db }) => {
  let isBroken = true
  const hub = openHub(db, async () => {
    if (isBroken) throw new Error('broken')
    return { fine: true }
  })
  await untilListening(db, 1)
  const notify = vi.fn()
  await hub.subscribe('drop:noir', () => {
    throw new Error('gone')
  })
  await hub.subscribe('drop:noir', notify)
  expect(notify).not.toHaveBeenCalled()
  isBroken = false
  hub.announce(['drop:noir'])
  await vi.waitFor(() => expect(notify).toHaveBeenCalledWith({ fine: true }), retryPolicy)
})

test('a topic without a state sends nothing', async ({ db }) => {
  const hub = openHub(db, async () => undefined)
  const notify = vi.fn()
  await hub.subscribe('drop:unknown', notify)
  expect(notify).not.toHaveBeenCalled()
})
