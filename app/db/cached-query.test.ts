import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { after, second } from '#app/kit/clock.ts'
import { test } from '#test/db.ts'
import { cachedQuery } from './cached-query.server.ts'

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
