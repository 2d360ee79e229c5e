import { useCallback, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { createLiveFeed, type LiveFeed } from './live-feed.ts'

/**
 * The current state of `topic`: `initial` from the page's data, until the live feed has a newer one. When the page is
 * reloaded, the newer of the two is used. All uses on a page share one connection. The topic's state must have the
 * shape of `initial`: the compiler does not check this.
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

/** Compares by content, so that callers may create `initial` for each rendering. */
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

/** The one feed of this page, opened on first use. Never on the server. */
function feedOfPage(): LiveFeed {
  feed ??= createLiveFeed({
    open: (url) => new EventSource(url),
    document,
    now: () => performance.now(),
  })
  return feed
}
