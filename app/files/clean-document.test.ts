import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { cleanDocument } from './papers.server.ts'

const limits = { maxBytes: 1_000_000, maxPages: 10 }

async function scan(): Promise<Uint8Array> {
  const doc = await PDFDocument.create()
  doc.addPage([300, 200])
  return doc.save()
}

const outcome = async (reading: ReturnType<typeof cleanDocument>) => {
  const done = await reading
  return done.ok ? done.type : done.why
}

test('of one sender one file is read and one waits, and others are read between them', async () => {
  const file = await scan()
  const read = (sender: string) => outcome(cleanDocument(file, limits, { sender }))
  const senders = ['one', 'one', 'one', 'other']
  expect(await Promise.all(senders.map(read))).toEqual([
    'application/pdf',
    'application/pdf',
    'busy',
    'application/pdf',
  ])
  expect(await read('one')).toBe('application/pdf')
})

test('a few files wait at a time, whoever sent them', async () => {
  const file = await scan()
  const outcomes = await Promise.all(
    ['a', 'b', 'c', 'd', 'e', 'f'].map((sender) => outcome(cleanDocument(file, limits, { sender }))),
  )
  expect(outcomes.filter((each) => each === 'busy')).toHaveLength(2)
  expect(await outcome(cleanDocument(file, limits))).toBe('application/pdf')
})

test('a file whose sender left while it waited is not read', async () => {
  const file = await scan()
  const gone = new AbortController()
  const first = outcome(cleanDocument(file, limits))
  const second = outcome(cleanDocument(file, limits, { signal: gone.signal }))
  gone.abort()
  expect([await first, await second]).toEqual(['application/pdf', 'busy'])
})
