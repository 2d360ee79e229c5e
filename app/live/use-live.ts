import { useCallback, useState, useSyncExternalStore } from 'react'
import { createLiveFeed, type LiveFeed } from './live-feed.ts'

/**
 * What `topic` shows right now: `initial`, as the page was loaded with it, until the live feed knows better. All uses
 * on a page share one connection. The server's snapshot of the topic must have the shape of `initial`; that is a
 * promise between the room and its topic which no compiler checks.
 *
 * When the page is loaded again, the newer of the two wins. A state heard within the last two seconds counts as newer:
 * it may have changed while the page was on its way, and if it is the older one, word of the change follows at once.
 */
export function useLive<T extends object>(topic: string, initial: T): T {
  const subscribe = useCallback((changed: () => void) => feedOfPage().watch(topic, changed), [topic])
  const heard = useSyncExternalStore(
    subscribe,
    () => feedOfPage().latest(topic),
    () => undefined,
  )
  const since = useLoadedAt(topic, initial)
  return heard && heard.at >= since - 2_000 ? (heard.state as T) : initial
}

/** When `initial` last changed. Compared by content, so that callers may build it anew for each rendering. */
function useLoadedAt(topic: string, initial: object): number {
  const content = `${topic} ${JSON.stringify(initial)}`
  const [loaded, setLoaded] = useState({ content, at: 0 })
  if (loaded.content === content) return loaded.at
  const now = performance.now()
  setLoaded({ content, at: now })
  return now
}

let feed: LiveFeed | undefined

/** The one feed of this page, opened when it is first needed. Never on the server, where there is no page. */
function feedOfPage(): LiveFeed {
  feed ??= createLiveFeed({
    open: (url) => new EventSource(url),
    document,
    now: () => performance.now(),
  })
  return feed
}
