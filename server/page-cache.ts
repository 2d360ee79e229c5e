import { isWhole, keep, type Kept, send } from './document.ts'

/** Pages that are the same for everyone, rendered once and served to many. */
export type PageCache = {
  /** Answers from what is kept, or renders; requests for a page that is being rendered wait for that one rendering. */
  answer: (request: Request, render: () => Promise<Response>) => Promise<Response>
}

type Entry = { kept: Kept; until: number }

/**
 * How long a page is as good as new. What changes meanwhile reaches an open page through its live topics, which begin with
 * the present state; so in a rush a page is rendered once a second, however many changes and visitors there are.
 */
const lifeMs = 1_000
/** After this a page is not shown any more while it is being rendered anew. */
const staleMs = 5_000
/** Addresses may carry any query; those seen longest ago are let go. */
const mostPages = 200

/**
 * Keeps pages whose route marked them as shared. A page becomes known as shared when it is first rendered; every other
 * page is rendered for its own visitor and never kept.
 */
export function createPageCache(mode: 'production' | 'development'): PageCache {
  const entries = new Map<string, Entry>()
  const rendering = new Map<string, Promise<Kept | undefined>>()

  /** Renders a page, and keeps it if its route says that it is shared; otherwise it was for this visitor only. */
  async function renderAndKeep(key: string, render: () => Promise<Response>): Promise<Response | Kept> {
    const answer = await render()
    if (!isWhole(answer)) return answer
    const kept = await keep(answer, mode)
    remember(key, kept)
    return kept
  }

  function remember(key: string, kept: Kept) {
    entries.delete(key)
    if (!kept.isShared || kept.status !== 200) return
    entries.set(key, { kept, until: Date.now() + lifeMs })
    const [oldest] = entries.keys()
    if (entries.size > mostPages && oldest !== undefined) entries.delete(oldest)
  }

  return {
    async answer(request, render) {
      const { pathname, search } = new URL(request.url)
      const key = pathname + search
      const entry = entries.get(key)
      const now = Date.now()
      if (entry && entry.until > now) return send(entry.kept, request)
      const underWay = rendering.get(key)
      if (entry && underWay && entry.until + staleMs > now) return send(entry.kept, request)
      // A crowd that comes for the same page waits for the first one's rendering. If that was not to be shared,
      // everybody gets their own.
      const shared = await underWay
      if (shared) return send(shared, request)

      const rendered = renderAndKeep(key, render)
      const forOthers = rendered.then(
        (page) => (page instanceof Response || !entries.has(key) ? undefined : page),
        () => undefined,
      )
      if (!underWay) rendering.set(key, forOthers)
      try {
        const page = await rendered
        return page instanceof Response ? page : await send(page, request)
      } finally {
        if (rendering.get(key) === forOthers) rendering.delete(key)
      }
    },
  }
}
