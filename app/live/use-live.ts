import { useCallback, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { createLiveFeed, type LiveFeed } from './live-feed.ts'

/**
 * What `topic` shows right now: `initial`, as the page was loaded with it, until the live feed knows better. When the
 * page is loaded again, the newer of the two is shown. All uses on a page share one connection. The topic's snapshot
 * must have the shape of `initial`: that is a promise between a feature and its topic, which no compiler checks.
 */
export function useLive<T extends object>(topic: string, initial: T): T {
  const subscribe = useCallback((changed: () => void) => feedOfPage().watch(topic, changed), [topic])
  const heard = useSyncExternalStore(
    subscribe,
    () => feedOfPage().latest(topic),
    () => undefined,
  )
  useReloadKey(topic, initial)
  return heard ? (heard as T) : initial
}

/** Compares by content, so that callers may build `initial` anew for each rendering. */
function useReloadKey(topic: string, initial: object) {
  const content = `${topic} ${JSON.stringify(initial)}`
  const loaded = useRef(content)
  useLayoutEffect(() => {
    if (loaded.current === content) return
    loaded.current = content
    feedOfPage().loadedAnew(topic)
  }, [topic, content])
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
