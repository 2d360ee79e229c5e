import { expect, test } from 'vitest'
import type { Db } from './db.server.ts'
import { coalesceReads } from './cached-query.server.ts'

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
