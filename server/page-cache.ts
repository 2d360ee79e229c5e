import { LRUCache } from 'lru-cache'
import {
  type BufferedResponse,
  buffer,
  type PageSettings,
  isBufferable,
  markPrivate,
  send,
} from './document.ts'

/** `path` is its address whatever its parameters. */
type Page = { path: string; key: string }

type Entry = {
  path: string
  page: BufferedResponse
  renderedAt: number
  failedAt?: number
}

/** In milliseconds. Later changes reach an open page through its live topics; so even in a rush a page is rendered once a second. */
export const freshMs = 1_000
/** Until this age others are served the stale page while one request renders it again. */
const busyMs = 6_000
/** Until this age a page may replace one that cannot be rendered while the database is unreachable. */
const maxStaleMs = 60 * 60 * 1_000
/** For this long after a failure the stale page is served at once and refreshed in the background. */
const outageMs = 5_000
/** The limit of a path keeps whoever requests one in many ways from evicting other pages. */
const usualLimits = { maxPages: 200, maxPerPath: 20, maxBytes: 32 * 1024 * 1024 }

/** Response header that marks a stale page (RFC 9211) and its age. */
const staleMark = 'Cache-Status'

/** Only what its route marked as shared, status 200, no cookie: everything else belongs to its own visitor. `now` is in milliseconds. */
export function createPageCache(
  settings: PageSettings,
  now: () => number,
  { maxPages, maxPerPath, maxBytes } = usualLimits,
) {
  const entries = new LRUCache<string, Entry>({
    max: maxPages,
    maxSize: maxBytes,
    sizeCalculation: ({ page }) => Math.max(page.size, 1),
  })
  const rendering = new Map<string, Promise<BufferedResponse | undefined>>()

  return { answer }

  async function answer(target: Page, request: Request, render: () => Promise<Response>): Promise<Response> {
    const { key } = target
    const entry = entries.get(key)
    if (entry && isYounger(entry, freshMs)) return send(entry.page, request)
    const underWay = rendering.get(key)
    if (entry && underWay && isYounger(entry, busyMs)) return send(entry.page, request)
    const inOutage = sendInOutage(key, request)
    if (inOutage) {
      if (!underWay) void start(target, render).catch(() => {})
      return inOutage
    }
    // Concurrent requests wait for the first one's rendering. If that turns out not to be shared, each gets its own.
    if (underWay) {
      const shared = await underWay
      const known = shared ? send(shared, request) : sendInOutage(key, request)
      if (known) return known
    }
    const page = await start(target, render)
    const stale = page.status === 503 ? sendInOutage(key, request) : undefined
    return stale ?? (page instanceof Response ? page : send(page, request))
  }

  function isYounger({ renderedAt }: Entry, ms: number): boolean {
    return now() < renderedAt + ms
  }

  function start({ path, key }: Page, render: () => Promise<Response>) {
    const rendered = renderAndStore(path, key, render)
    if (rendering.has(key)) return rendered
    const forOthers = rendered
      .then(
        (page) => (page instanceof Response || entries.peek(key)?.page !== page ? undefined : page),
        () => undefined,
      )
      .finally(() => rendering.delete(key))
    rendering.set(key, forOthers)
    return rendered
  }

  async function renderAndStore(path: string, key: string, render: () => Promise<Response>) {
    const answer = await render()
    const page = isBufferable(answer) ? await buffer(answer, settings) : answer
    if (page instanceof Response) markPrivate(page.headers, page.status)
    const entry = entries.peek(key)
    if (page.status !== 503) entries.delete(key)
    else if (entry) entry.failedAt = now()
    if (!(page instanceof Response) && isCacheable(page)) store(path, key, page)
    return page
  }

  function store(path: string, key: string, page: BufferedResponse) {
    entries.set(key, { path, page, renderedAt: now() })
    const ofPath = [...entries.rkeys()].filter((other) => entries.peek(other)?.path === path)
    if (ofPath[0] !== undefined && ofPath.length > maxPerPath) entries.delete(ofPath[0])
  }

  /** The stale page, where it is known and could not be rendered a moment ago. */
  function sendInOutage(key: string, request: Request): Promise<Response> | undefined {
    const entry = entries.peek(key)
    const isSent =
      entry?.failedAt !== undefined && now() < entry.failedAt + outageMs && isYounger(entry, maxStaleMs)
    return isSent ? sendStale(entry, request) : undefined
  }

  async function sendStale(entry: Entry, request: Request): Promise<Response> {
    const answer = await send(entry.page, request)
    const ageSeconds = Math.round((now() - entry.renderedAt) / 1_000)
    answer.headers.set(staleMark, `shop; hit; ttl=-${ageSeconds}; detail=unavailable`)
    return answer
  }
}

function isCacheable({ isShared, status, headers }: BufferedResponse): boolean {
  return isShared && status === 200 && !headers.has('Set-Cookie')
}
