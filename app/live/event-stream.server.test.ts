import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createEventStreams } from './event-stream.server.ts'
import type { LiveHub } from './hub.server.ts'

const log = pino({ level: 'silent' })
const home = '192.0.2.1'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function fakeHub() {
  const subscribers = new Map<string, Set<(state: object) => void>>()
  const live: LiveHub = {
    async subscribe(topic, notify) {
      const all = subscribers.get(topic) ?? new Set()
      subscribers.set(topic, all.add(notify))
      notify({ remaining: 23 })
      return () => void all.delete(notify)
    },
    announce() {},
    async close() {},
  }
  return {
    live,
    publish: (topic: string, state: object) => subscribers.get(topic)?.forEach((notify) => notify(state)),
    watching: (topic: string) => subscribers.get(topic)?.size ?? 0,
  }
}

function ask(topics: string, signal?: AbortSignal) {
  return new Request(`http://shop.test/events?topics=${topics}`, signal ? { signal } : {})
}

async function read(reader: ReadableStreamDefaultReader<Uint8Array> | undefined) {
  const { value, done } = (await reader?.read()) ?? {}
  return done ? 'end' : new TextDecoder().decode(value)
}

test('a stream begins with the retry time and current states, then sends each change', async () => {
  const hub = fakeHub()
  const response = createEventStreams({ live: hub.live, log }).answer(ask('drop:noir'), home)
  expect(response.headers.get('Content-Type')).toBe('text/event-stream; charset=utf-8')
  expect(response.headers.get('Cache-Control')).toContain('no-store')
  const reader = response.body?.getReader()
  expect(await read(reader)).toBe('retry: 2000\n\n')
  expect(await read(reader)).toBe('event: state\ndata: {"topic":"drop:noir","state":{"remaining":23}}\n\n')
  hub.publish('drop:noir', { remaining: 22 })
  expect(await read(reader)).toBe('event: state\ndata: {"topic":"drop:noir","state":{"remaining":22}}\n\n')
})

test.each([
  ['no topic', ''],
  ['more than five', 'a:1,a:2,a:3,a:4,a:5,a:6'],
  ['a name with a space', 'drop:a%20b'],
  ['a line break', 'drop:a%0Aevent:x'],
  ['capitals in the kind', 'Drop:a'],
  ['an empty one among others', 'drop:a,,drop:b'],
  ['an overlong one', `drop:${'a'.repeat(81)}`],
])('%s is refused', (_, topics) => {
  const response = createEventStreams({ live: fakeHub().live, log }).answer(ask(topics), home)
  expect(response.status).toBe(400)
})

test('a topic requested twice is watched once', async () => {
  const hub = fakeHub()
  createEventStreams({ live: hub.live, log }).answer(ask('drop:a,drop:a,drop:b'), home)
  expect(hub.watching('drop:a')).toBe(1)
  expect(hub.watching('drop:b')).toBe(1)
})

test('a silent stream is kept alive every fifteen seconds', async () => {
  const reader = createEventStreams({ live: fakeHub().live, log })
    .answer(ask('drop:noir'), home)
    .body?.getReader()
  await read(reader)
  await read(reader)
  vi.advanceTimersByTime(15_000)
  expect(await read(reader)).toBe(': still here\n\n')
})

test('a stream ends within five minutes and leaves nothing behind', async () => {
  const hub = fakeHub()
  const streams = createEventStreams({ live: hub.live, log })
  const reader = streams.answer(ask('drop:noir'), home).body?.getReader()
  await vi.advanceTimersByTimeAsync(269_000)
  expect(streams.openStreams()).toBe(1)
  await vi.advanceTimersByTimeAsync(31_001)
  expect(streams.openStreams()).toBe(0)
  expect(hub.watching('drop:noir')).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
  let last = ''
  while (last !== 'end') last = await read(reader)
})

test('a disconnected reader is unsubscribed, however the server learns of it', async () => {
  const hub = fakeHub()
  const streams = createEventStreams({ live: hub.live, log })
  const gone = new AbortController()
  streams.answer(ask('drop:noir', gone.signal), home)
  const canceling = streams.answer(ask('drop:noir'), home)
  await vi.advanceTimersByTimeAsync(0)
  expect(hub.watching('drop:noir')).toBe(2)
  gone.abort()
  await canceling.body?.cancel()
  expect(hub.watching('drop:noir')).toBe(0)
  expect(streams.openStreams()).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
})

test('a reader who disconnects before the stream begins is not subscribed', async () => {
  const hub = fakeHub()
  const streams = createEventStreams({ live: hub.live, log })
  streams.answer(ask('drop:noir', AbortSignal.abort()), home)
  await vi.advanceTimersByTimeAsync(0)
  expect([hub.watching('drop:noir'), streams.openStreams(), vi.getTimerCount()]).toEqual([0, 0, 0])
})

test('a reader who does not read is disconnected, instead of filling the memory', async () => {
  const hub = fakeHub()
  const streams = createEventStreams({ live: hub.live, log })
  streams.answer(ask('drop:noir'), home)
  await vi.advanceTimersByTimeAsync(0)
  for (let count = 0; count < 100; count++) hub.publish('drop:noir', { filler: 'x'.repeat(1_000), count })
  expect(streams.openStreams()).toBe(0)
  expect(hub.watching('drop:noir')).toBe(0)
})

test('beyond the limit browsers get a Retry-After', async () => {
  const streams = createEventStreams({ live: fakeHub().live, log, maxStreams: 2 })
  const first = streams.answer(ask('drop:noir'), home)
  streams.answer(ask('drop:noir'), home)
  const refused = streams.answer(ask('drop:noir'), home)
  expect(refused.status).toBe(503)
  expect(refused.headers.get('Retry-After')).toBe('15')
  await first.body?.cancel()
  expect(streams.answer(ask('drop:noir'), home).status).toBe(200)
})

test('before the process stops all streams end, and no new one begins', async () => {
  const hub = fakeHub()
  const streams = createEventStreams({ live: hub.live, log })
  streams.answer(ask('drop:noir'), home)
  await vi.advanceTimersByTimeAsync(0)
  streams.closeAll()
  expect(hub.watching('drop:noir')).toBe(0)
  expect(streams.answer(ask('drop:noir'), home).status).toBe(503)
})

test('a topic that cannot be watched ends the stream, and the browser comes back', async () => {
  const live: LiveHub = { ...fakeHub().live, subscribe: () => Promise.reject(new Error('broken')) }
  const streams = createEventStreams({ live, log })
  streams.answer(ask('drop:noir'), home)
  await vi.advanceTimersByTimeAsync(0)
  expect(streams.openStreams()).toBe(0)
})

test('one address has its share of the streams, and can reopen one that ended', () => {
  const streams = createEventStreams({ live: fakeHub().live, log, maxPerAddress: 2 })
  const gone = new AbortController()
  streams.answer(ask('drop:noir', gone.signal), home)
  streams.answer(ask('drop:noir'), home)
  const refused = streams.answer(ask('drop:noir'), home)
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '15'])
  expect(streams.answer(ask('drop:noir'), '192.0.2.2').status).toBe(200)
  gone.abort()
  expect(streams.answer(ask('drop:noir'), home).status).toBe(200)
  expect(streams.answer(ask('drop:noir'), home).status).toBe(429)
})

test('two hundred people behind one address have two pages each', () => {
  const streams = createEventStreams({ live: fakeHub().live, log })
  const statuses = Array.from({ length: 401 }, () => streams.answer(ask('drop:noir'), home).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(400)
  expect(statuses.at(-1)).toBe(429)
})
