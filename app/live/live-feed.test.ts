import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLiveFeed } from './live-feed.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Replaces the browser's connection. */
class FakeSource extends EventTarget {
  readyState = 1
  url: string
  constructor(url: string) {
    super()
    this.url = url
  }
  close() {
    this.readyState = 2
  }
  say(topic: string, state: object) {
    this.dispatchEvent(new MessageEvent('state', { data: JSON.stringify({ topic, state }) }))
  }
  fail(readyState: number) {
    this.readyState = readyState
    this.dispatchEvent(new Event('error'))
  }
}

function page() {
  const sources: FakeSource[] = []
  const shown: { visibilityState: DocumentVisibilityState } = { visibilityState: 'visible' }
  let clock = 1_000
  const document = Object.assign(new EventTarget(), shown)
  const feed = createLiveFeed({
    open: (url) => {
      const source = new FakeSource(url)
      sources.push(source)
      return source as unknown as EventSource
    },
    document,
    now: () => clock,
  })
  return {
    feed,
    sources,
    last: () => sources.at(-1),
    open: () => sources.filter((source) => source.readyState !== 2),
    later: (ms: number) => void (clock += ms),
    show: (state: DocumentVisibilityState) => {
      document.visibilityState = state
      document.dispatchEvent(new Event('visibilitychange'))
      vi.advanceTimersByTime(0)
    },
    settle: () => vi.advanceTimersByTime(0),
  }
}

test('components that appear together share one connection for all their topics', () => {
  const { feed, sources, settle } = page()
  for (const topic of ['drop:b', 'drop:a', 'drop:a', 'drops']) feed.watch(topic, () => {})
  settle()
  expect(sources.map((source) => source.url)).toEqual(['/events?topics=drop%3Aa,drop%3Ab,drops'])
})

test('a new state reaches the components that watch its topic', () => {
  const { feed, last, settle } = page()
  const [noir, cyber] = [vi.fn(), vi.fn()]
  feed.watch('drop:noir', noir)
  feed.watch('drop:cyber', cyber)
  settle()
  last()?.say('drop:noir', { remaining: 22 })
  expect(feed.latest('drop:noir')).toEqual({ remaining: 22 })
  expect(noir).toHaveBeenCalledOnce()
  expect(cyber).not.toHaveBeenCalled()
})

test('another topic opens a new connection, and the old one is closed', () => {
  const { feed, open, settle } = page()
  feed.watch('drop:a', () => {})
  settle()
  feed.watch('drop:b', () => {})
  settle()
  expect(open().map((source) => source.url)).toEqual(['/events?topics=drop%3Aa,drop%3Ab'])
})

test('leaving and coming back in one turn keeps the connection', () => {
  const { feed, sources, settle } = page()
  const leave = feed.watch('drop:a', () => {})
  settle()
  leave()
  feed.watch('drop:a', () => {})
  settle()
  expect(sources).toHaveLength(1)
})

test('after the last component left, the connection is closed and the state deleted', () => {
  const { feed, open, last, settle } = page()
  const leave = feed.watch('drop:a', () => {})
  settle()
  last()?.say('drop:a', {})
  leave()
  leave()
  settle()
  expect(open()).toEqual([])
  expect(feed.latest('drop:a')).toBeUndefined()
})

test('a hidden page is disconnected, and catches up when it is shown again', () => {
  const { feed, open, sources, show, settle } = page()
  feed.watch('drop:a', () => {})
  settle()
  show('hidden')
  expect(open()).toEqual([])
  show('visible')
  expect(open()).toHaveLength(1)
  expect(sources).toHaveLength(2)
})

test('nothing is done while the browser reconnects itself', () => {
  const { feed, sources, last, settle } = page()
  feed.watch('drop:a', () => {})
  settle()
  last()?.fail(0)
  vi.advanceTimersByTime(60_000)
  expect(sources).toHaveLength(1)
})

test('when the browser has given up, the feed reconnects after a while', () => {
  const { feed, sources, last, settle } = page()
  feed.watch('drop:a', () => {})
  settle()
  last()?.fail(2)
  vi.advanceTimersByTime(9_000)
  expect(sources).toHaveLength(1)
  vi.advanceTimersByTime(12_000)
  expect(sources).toHaveLength(2)
})

test('no more topics are requested than the server allows, and no invalid name', () => {
  const { feed, last, settle } = page()
  for (const topic of ['a:1', 'a:2', 'a:3', 'a:4', 'a:5', 'a:6', 'Not A Topic']) feed.watch(topic, () => {})
  settle()
  expect(last()?.url).toBe('/events?topics=a%3A1,a%3A2,a%3A3,a%3A4,a%3A5')
})

test('after the page was reloaded, earlier states are dropped', () => {
  const { feed, last, settle, later } = page()
  const changed = vi.fn()
  feed.watch('drop:a', changed)
  settle()
  last()?.say('drop:a', { remaining: 22 })
  changed.mockClear()
  later(2_001)
  feed.loadedAnew('drop:a')
  expect(feed.latest('drop:a')).toBeUndefined()
  expect(changed).toHaveBeenCalledOnce()
})

test('a state received while the page was loading is used', () => {
  const { feed, last, settle, later } = page()
  feed.watch('drop:a', () => {})
  settle()
  last()?.say('drop:a', { remaining: 22 })
  later(100)
  feed.loadedAnew('drop:a')
  expect(feed.latest('drop:a')).toEqual({ remaining: 22 })
})
