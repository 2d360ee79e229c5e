import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { after, second } from '#app/kit/clock.ts'
import { test } from '#test/db.ts'
import { cachedQuery, coalesceReads } from './cached-query.server.ts'
import type { Db } from './db.server.ts'

const now = new Date('2026-11-20T12:00:00Z')

test('a result is cached for half a minute, or until it is cleared', async ({ db }) => {
  let reads = 0
  const read = cachedQuery(async () => (reads += 1))
  expect([await read(db, now), await read(db, after(now, 29 * second))]).toEqual([1, 1])
  expect(await read(db, after(now, 30 * second))).toBe(2)
  read.forget(db)
  expect(await read(db, after(now, 31 * second))).toBe(3)
})

test('a failed query is run again', async ({ db }) => {
  let reads = 0
  const read = cachedQuery(async () => {
    reads += 1
    if (reads === 1) throw new Error('The database is away')
    return reads
  })
  await expect(read(db, now)).rejects.toThrow('away')
  expect(await read(db, now)).toBe(2)
})

test('a query runs once, however often its result is awaited', async ({ db }) => {
  await db.execute(sql`create sequence runs`)
  // The query builder runs its queries each time they are awaited.
  const read = cachedQuery((from) =>
    from.select({ value: sql<string>`nextval('runs')` }).from(sql`(select) nothing`),
  )
  const once = [{ value: '1' }]
  expect([await read(db, now), await read(db, now), await read(db, now)]).toEqual([once, once, once])
})

const db = {} as Db

function byHand() {
  const reads: { key: string; end: (answer: string) => void; fail: () => void }[] = []
  const read = coalesceReads(
    (_: Db, key: string) =>
      new Promise<string>((resolve, reject) => {
        reads.push({ key, end: resolve, fail: () => reject(new Error('The database is away')) })
      }),
    (key) => key.split(' ')[0] ?? '',
  )
  return { reads, read: (key: string) => read(db, key) }
}

test('concurrent calls cost two reads, and none returns one that began before its call', async () => {
  const { reads, read } = byHand()
  const first = read('drop 1')
  const crowd = Promise.all([read('drop 2'), read('drop 3'), read('drop 4')])
  expect(reads.map(({ key }) => key)).toEqual(['drop 1'])
  reads[0]?.end('early')
  expect(await first).toBe('early')
  await expect.poll(() => reads.map(({ key }) => key)).toEqual(['drop 1', 'drop 4'])
  const late = read('drop 5')
  reads[1]?.end('late')
  expect(await crowd).toEqual(['late', 'late', 'late'])
  await expect.poll(() => reads.length).toBe(3)
  reads[2]?.end('latest')
  expect(await late).toBe('latest')
})

test('different keys are read separately', async () => {
  const { reads, read } = byHand()
  const both = Promise.all([read('drop'), read('other')])
  expect(reads).toHaveLength(2)
  for (const { key, end } of reads) end(key)
  expect(await both).toEqual(['drop', 'other'])
})

test('a failed read fails for its callers only, and the next one is made', async () => {
  const { reads, read } = byHand()
  const first = read('drop')
  const second = read('drop')
  reads[0]?.fail()
  await expect(first).rejects.toThrow('away')
  await expect.poll(() => reads.length).toBe(2)
  reads[1]?.end('again')
  expect(await second).toBe('again')
})
