import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveHub } from './hub.server.ts'
import { streamState } from './event-stream.server.ts'

const log = pino({ level: 'silent' })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function given(read: () => Promise<object | undefined>) {
  let notify = () => {}
  const gone = new AbortController()
  const unsubscribe = vi.fn()
  const live = {
    subscribe: async (_topic: string, on: () => void) => {
      notify = on
      return unsubscribe
    },
  } as unknown as LiveHub
  const response = streamState({ live, log, topic: 'drop:noir', read, signal: gone.signal })
  const reader = response.body?.getReader()
  const next = async () => {
    const { value, done } = (await reader?.read()) ?? {}
    return done ? 'end' : new TextDecoder().decode(value)
  }
  return { next, change: () => notify(), gone, unsubscribe, response, reader }
}

test('a state is sent at once, after a change, and from time to time where it differs', async () => {
  let sold = 0
  const { next, change, response } = given(async () => ({ sold }))
  expect(response.headers.get('Cache-Control')).toContain('no-store')
  expect(await next()).toBe('retry: 2000\n\n')
  expect(await next()).toBe('event: state\ndata: {"sold":0}\n\n')
  await vi.advanceTimersByTimeAsync(300)
  sold = 1
  change()
  expect(await next()).toBe('event: state\ndata: {"sold":1}\n\n')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await next()).toBe(': still here\n\n')
  sold = 2
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await next()).toBe('event: state\ndata: {"sold":2}\n\n')
})

test('many changes at once are read once more, never at the same time', async () => {
  let [reading, peak, reads] = [0, 0, 0]
  const { change } = given(async () => {
    peak = Math.max(peak, ++reading)
    await Promise.resolve()
    reading--
    return { reads: ++reads }
  })
  await vi.advanceTimersByTimeAsync(0)
  for (let count = 0; count < 50; count++) change()
  await vi.advanceTimersByTimeAsync(600)
  expect([peak, reads]).toEqual([1, 2])
})

test('whoever leaves is not read for', async () => {
  const read = vi.fn(async () => ({}))
  const { gone, unsubscribe } = given(read)
  await vi.advanceTimersByTimeAsync(300)
  gone.abort()
  const before = read.mock.calls.length
  await vi.advanceTimersByTimeAsync(10_000)
  expect(read).toHaveBeenCalledTimes(before)
  expect(unsubscribe).toHaveBeenCalledOnce()
  expect(vi.getTimerCount()).toBe(0)
})

test('it ends after four minutes, so that the next one is identified anew', async () => {
  const { next, unsubscribe } = given(async () => ({}))
  await vi.advanceTimersByTimeAsync(4 * 60_000)
  let last = ''
  while (last !== 'end') last = await next()
  expect(unsubscribe).toHaveBeenCalledOnce()
})

test('a state that cannot be read ends the stream', async () => {
  const { next } = given(() => Promise.reject(new Error('broken')))
  expect(await next()).toBe('retry: 2000\n\n')
  expect(await next()).toBe('end')
})
