import pg from 'pg'
import pino from 'pino'
import { expect } from 'vitest'
import { after, minute } from '#app/kit/clock.ts'
import { keyedHashOf } from '#app/kit/ids.ts'
import { test } from '#test/db.ts'
import { forgetCounters } from '#app/jobs.server.ts'
import { createLimits, type LimitName, limitTable, consumeAll, mailboxOf } from './limits.server.ts'

const keyedHash = keyedHashOf('test key')
const log = pino({ level: 'silent' })
const poolOf = (db: unknown) => (db as { $client: pg.Pool }).$client

async function takeTimes(
  limits: ReturnType<typeof createLimits>,
  name: LimitName,
  key: string,
  times: number,
) {
  return Promise.all(Array.from({ length: times }, () => limits.take(name, key)))
}

test('requests are allowed up to the limit, and the next gets a retry time', async ({ db }) => {
  const limits = createLimits({ pool: poolOf(db), on: true, log, keyedHash })
  const verdicts = await takeTimes(limits, 'message', '203.0.113.5', limitTable.message.times)
  expect(verdicts.every((verdict) => verdict.ok)).toBe(true)
  const refused = await limits.take('message', '203.0.113.5')
  expect(refused).toMatchObject({ ok: false })
  if (!refused.ok) expect(refused.retryAfterSeconds).toBeGreaterThan(limitTable.message.seconds - 30)
})

test('the limits against guessing, hoarding and mail bombs match the operating manual', () => {
  const tenMinutes = 600
  expect(limitTable).toMatchObject({
    holdUnproven: { per: 'address', times: 6, seconds: tenMinutes },
    privateLinkMiss: { per: 'address', times: 20, seconds: tenMinutes },
    findLink: { per: 'address', times: 10, seconds: tenMinutes },
    codeMiss: { per: 'address', times: 20, seconds: tenMinutes },
    mailTo: { per: 'mail address', times: 5, seconds: 3_600 },
    orderChange: { per: 'order', times: 20, seconds: tenMinutes },
    unreadableFile: { per: 'order', times: 3, seconds: 3_600 },
  })
})

test('each address and each limit has its own count', async ({ db }) => {
  const limits = createLimits({ pool: poolOf(db), on: true, log, keyedHash })
  await takeTimes(limits, 'message', '203.0.113.5', limitTable.message.times + 1)
  expect(await limits.take('message', '203.0.113.6')).toEqual({ ok: true })
  expect(await limits.take('subscribe', '203.0.113.5')).toEqual({ ok: true })
})

test('all processes share one count', async ({ db }) => {
  const [one, other] = [0, 1].map(() => createLimits({ pool: poolOf(db), on: true, log, keyedHash }))
  if (!one || !other) throw new Error('unreachable')
  await takeTimes(one, 'message', '203.0.113.5', limitTable.message.times)
  expect(await other.take('message', '203.0.113.5')).toMatchObject({ ok: false })
  expect(await other.mayTake('message', '203.0.113.5')).toMatchObject({ ok: false })
})

test('a process-local limit refuses without a statement', async ({ db }) => {
  const [one, other] = [0, 1].map(() => createLimits({ pool: poolOf(db), on: true, log, keyedHash }))
  if (!one || !other) throw new Error('unreachable')
  await takeTimes(one, 'document', 'an order', limitTable.document.times)
  expect(await one.take('document', 'an order')).toMatchObject({ ok: false })
  expect(await other.take('document', 'an order')).toEqual({ ok: true })
  expect((await poolOf(db).query('select * from rate_counters')).rowCount).toBe(0)
})

test('a request refused by its address limit counts against no mailbox', async ({ db }) => {
  const limits = createLimits({ pool: poolOf(db), on: true, log, keyedHash })
  const wanted = [
    ['message', '203.0.113.5'],
    ['mailTo', 'somebody@example.com'],
  ] as const
  await takeTimes(limits, 'message', '203.0.113.5', limitTable.message.times)
  for (let n = 0; n < limitTable.mailTo.times; n++)
    expect(await consumeAll(limits, wanted)).toMatchObject({ ok: false })
  expect(await limits.mayTake('mailTo', 'somebody@example.com')).toEqual({ ok: true })
  await takeTimes(limits, 'mailTo', 'somebody@example.com', limitTable.mailTo.times)
  expect(await consumeAll(limits, [['subscribe', '203.0.113.5'], wanted[1]])).toMatchObject({ ok: false })
})

test('a key over its limit costs no further statement', async ({ db }) => {
  const limits = createLimits({ pool: poolOf(db), on: true, log, keyedHash })
  await takeTimes(limits, 'message', '203.0.113.5', limitTable.message.times)
  await takeTimes(limits, 'message', '203.0.113.5', 50)
  const { rows } = await poolOf(db).query('select points from rate_counters')
  expect(rows).toEqual([{ points: limitTable.message.times }])
})

test('checking does not count', async ({ db }) => {
  const limits = createLimits({ pool: poolOf(db), on: true, log, keyedHash })
  for (let count = 0; count < 30; count++)
    expect(await limits.mayTake('privateLinkMiss', '203.0.113.5')).toEqual({ ok: true })
  await takeTimes(limits, 'privateLinkMiss', '203.0.113.5', limitTable.privateLinkMiss.times)
  expect(await limits.mayTake('privateLinkMiss', '203.0.113.5')).toMatchObject({ ok: false })
})

test('no address is stored', async ({ db }) => {
  await createLimits({ pool: poolOf(db), on: true, log, keyedHash }).take('mailTo', 'buyer@example.com')
  const { rows } = await poolOf(db).query('select * from rate_counters')
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain('buyer')
})

test('a stored key cannot be found by trying addresses', async ({ db }) => {
  await createLimits({ pool: poolOf(db), on: true, log, keyedHash }).take('message', '203.0.113.5')
  const { rows } = await poolOf(db).query('select key from rate_counters')
  expect(rows).toEqual([{ key: `message:${keyedHash('203.0.113.5')}` }])
})

test('a mailbox has one count, however its address is written', async ({ db }) => {
  const limits = createLimits({ pool: poolOf(db), on: true, log, keyedHash })
  const spellings = ['a@gmail.com', 'A@gmail.com', 'a+1@gmail.com', 'a.@googlemail.com', ' a@GMAIL.com']
  expect(spellings).toHaveLength(limitTable.mailTo.times)
  for (const spelling of spellings) expect(await limits.take('mailTo', spelling)).toEqual({ ok: true })
  expect(await limits.take('mailTo', 'a+other@gmail.com')).toMatchObject({ ok: false })
})

test('expired counters are deleted, whichever limits were counted', async ({ db }) => {
  const limits = createLimits({ pool: poolOf(db), on: true, log, keyedHash })
  await limits.take('message', '203.0.113.5')
  await limits.take('mailTo', 'buyer@example.com')
  const left = async () =>
    (await poolOf(db).query<{ key: string }>('select key from rate_counters')).rows.map(({ key }) => key)
  await forgetCounters(db, after(new Date(), 11 * minute))
  expect(await left()).toEqual([expect.stringMatching(/^mailTo:/)])
  await forgetCounters(db, after(new Date(), 61 * minute))
  expect(await left()).toEqual([])
})

test('with limits off nothing is counted', async ({ db }) => {
  const limits = createLimits({ pool: poolOf(db), on: false, log, keyedHash })
  const verdicts = await takeTimes(limits, 'message', '203.0.113.5', 100)
  expect(verdicts.every((verdict) => verdict.ok)).toBe(true)
  expect((await poolOf(db).query('select * from rate_counters')).rowCount).toBe(0)
})

test('without a database requests are allowed and the failure is logged', async () => {
  const lines: string[] = []
  const pool = new pg.Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/none' })
  const limits = createLimits({
    pool,
    on: true,
    log: pino({}, { write: (line) => void lines.push(line) }),
    keyedHash,
  })
  expect(await limits.take('message', '203.0.113.5')).toEqual({ ok: true })
  expect(await limits.mayTake('message', '203.0.113.5')).toEqual({ ok: true })
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain('"limit":"message"')
})

test('the counters are unlogged, so that counting stays cheap', async ({ db }) => {
  const { rows } = await poolOf(db).query(
    `select relpersistence from pg_class where relname = 'rate_counters'`,
  )
  expect(rows).toEqual([{ relpersistence: 'u' }])
})

test.each([
  ['Buyer@Example.COM ', 'buyer@example.com'],
  ['buyer+shop@example.com', 'buyer@example.com'],
  ['buyer+a+b@example.com', 'buyer@example.com'],
  ['b.u.yer@gmail.com', 'buyer@gmail.com'],
  ['b.uyer+1@googlemail.com', 'buyer@gmail.com'],
  ['b.u.yer@example.com', 'b.u.yer@example.com'],
  ['+1@example.com', '+1@example.com'],
  ['"a@b"@example.com', '"a@b"@example.com'],
  ['No Address', 'no address'],
])('%s is counted as %s', (typed, counted) => {
  expect(mailboxOf(typed)).toBe(counted)
})
