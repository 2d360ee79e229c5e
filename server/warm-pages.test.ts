import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { minute } from '#app/kit/clock.ts'
import { keepPagesWarm, warmPages } from './warm-pages.ts'

const now = () => new Date('2026-11-20T12:00:00Z')
const siteMap = (paths: string[]) =>
  new Response(paths.map((path) => `<url><loc>https://shop.example${path}</loc></url>`).join(''))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function givenPages(paths: string[]) {
  const requests: string[] = []
  const ask = async (request: Request) => {
    const { pathname } = new URL(request.url)
    requests.push(`${pathname} ${request.headers.get('Cookie') ?? 'before the gate'}`)
    return pathname === '/sitemap.xml' ? siteMap(paths) : new Response('page')
  }
  const log = pino({ level: 'silent' })
  return { requests, parts: { ask, publicUrl: 'https://shop.example', now, log, drawsPictures: true } }
}

const verified = '__Host-paco-age=2026-11-20T12%3A00%3A00.000Z'

test('every page of the site map is requested, behind and before the gate', async () => {
  const { requests, parts } = givenPages(['/', '/drops/noir'])
  await warmPages(parts)
  expect(requests).toEqual([
    '/sitemap.xml before the gate',
    `/ ${verified}`,
    '/ before the gate',
    `/drops/noir ${verified}`,
    '/drops/noir before the gate',
  ])
})

function givenPicture() {
  const { requests, parts } = givenPages(['/drops/noir'])
  const page =
    '<source srcset="/art/drops/noir/receiver-0-640.avif?v=1a 640w"><img src="/art/drops/noir/hero.svg">'
  const ask: typeof parts.ask = async (request) => {
    const answer = await parts.ask(request)
    return new URL(request.url).pathname === '/drops/noir' ? new Response(page) : answer
  }
  return { requests, parts, ask }
}

test('the lit pictures of a page are drawn before anybody opens it, each once', async () => {
  const { requests, parts, ask } = givenPicture()
  const drawn = new Set<string>()
  await warmPages({ ...parts, ask }, { drawn })
  await warmPages({ ...parts, ask }, { drawn })
  expect(requests.filter((each) => each.startsWith('/art/'))).toEqual([
    `/art/drops/noir/receiver-0-640.avif ${verified}`,
  ])
})

test('a process beside the one that draws renders its pages only', async () => {
  const { requests, parts, ask } = givenPicture()
  await warmPages({ ...parts, ask, drawsPictures: false })
  expect(requests).toEqual([
    '/sitemap.xml before the gate',
    `/drops/noir ${verified}`,
    '/drops/noir before the gate',
  ])
})

test('an endless site map does not fill the cache', async () => {
  const { requests, parts } = givenPages(Array.from({ length: 5_000 }, (_, n) => `/drops/d${n}`))
  await warmPages(parts)
  expect(requests).toHaveLength(1 + 2 * 80)
})

test('warming runs at once and every ten minutes, until it is stopped', async () => {
  const { requests, parts } = givenPages(['/faq'])
  const stop = keepPagesWarm(parts)
  await vi.advanceTimersByTimeAsync(0)
  expect(requests).toHaveLength(3)
  await vi.advanceTimersByTimeAsync(10 * minute)
  expect(requests).toHaveLength(6)
  stop()
  await vi.advanceTimersByTimeAsync(20 * minute)
  expect(requests).toHaveLength(6)
})

test('warming is retried while the database is unreachable', async () => {
  const { requests, parts } = givenPages(['/faq'])
  let isAway = true
  const ask: typeof parts.ask = (request) => (isAway ? Promise.reject(new Error('away')) : parts.ask(request))
  const stop = keepPagesWarm({ ...parts, ask })
  await vi.advanceTimersByTimeAsync(0)
  isAway = false
  await vi.advanceTimersByTimeAsync(10 * minute)
  expect(requests).toHaveLength(3)
  stop()
})
