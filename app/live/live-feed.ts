import { eventsPath, isTopic, type LiveEvent, maxTopics } from './topic.ts'

/** A state as received, and when (milliseconds on the page's own clock). */
type ReceivedEvent = { state: object; at: number }

/** Receives the topics of this page, over one connection for all of them. */
export type LiveFeed = {
  /** Subscribes to a topic; `changed` is called for each new state. Returns a function that unsubscribes. */
  watch: (topic: string, changed: () => void) => () => void
  latest: (topic: string) => object | undefined
  /** The page was reloaded, and with it this topic: an earlier state is older. */
  loadedAnew: (topic: string) => void
}

/** The browser functions the feed needs, so that tests can replace them. */
export type LiveFeedDeps = {
  open: (url: string) => EventSource
  document: Pick<Document, 'visibilityState' | 'addEventListener'>
  now: () => number
}

/**
 * `EventSource` gives up for good on an error status; then we reconnect ourselves, with random delays so that not all
 * pages come at once.
 */
const reconnectMs = () => 10_000 + Math.random() * 10_000

/**
 * A state received shortly before the page data arrived may be newer than that data, so it is used. If it is older
 * after all, the change is announced right afterwards.
 */
const connectGraceMs = 2_000

/**
 * Opens the feed of a page. It connects when the first topic is watched and disconnects after the last; while the page
 * is hidden it is disconnected. Each new connection receives every topic's current state first, so nothing is missed.
 */
export function createLiveFeed({ open, document, now }: LiveFeedDeps): LiveFeed {
  const watched = new Map<string, Set<() => void>>()
  const heard = new Map<string, ReceivedEvent>()
  let source: EventSource | undefined
  let connectedTo = ''
  let settling: ReturnType<typeof setTimeout> | undefined
  document.addEventListener('visibilitychange', () => settle(0))

  return {
    latest: (topic) => heard.get(topic)?.state,
    loadedAnew(topic) {
      const last = heard.get(topic)
      if (!last || now() - last.at < connectGraceMs) return
      heard.delete(topic)
      for (const changed of watched.get(topic) ?? []) changed()
    },
    watch(topic, changed) {
      const listeners = watched.get(topic) ?? new Set()
      watched.set(topic, listeners.add(changed))
      settle(0)
      return () => {
        listeners.delete(changed)
        if (listeners.size || watched.get(topic) !== listeners) return
        watched.delete(topic)
        heard.delete(topic)
        settle(0)
      }
    },
  }

  /** Deferred within the same turn, so that ten components that appear at once share one connection. */
  function settle(delayMs: number) {
    clearTimeout(settling)
    settling = setTimeout(reconcile, delayMs)
  }

  function reconcile() {
    const topics = [...watched.keys()].filter(isTopic).toSorted().slice(0, maxTopics)
    const wanted = topics.length && document.visibilityState === 'visible' ? eventsPath(topics) : ''
    if (wanted === connectedTo) return
    disconnect()
    if (wanted) connect(wanted)
  }

  function connect(url: string) {
    const opened = open(url)
    source = opened
    connectedTo = url
    opened.addEventListener('state', ({ data }: MessageEvent<string>) => hear(JSON.parse(data) as LiveEvent))
    opened.addEventListener('error', () => {
      if (opened !== source || opened.readyState !== 2) return // 2 is closed; otherwise the browser reconnects itself
      disconnect()
      settle(reconnectMs())
    })
  }

  function disconnect() {
    source?.close()
    source = undefined
    connectedTo = ''
  }

  function hear({ topic, state }: LiveEvent) {
    const listeners = watched.get(topic)
    if (!listeners) return
    heard.set(topic, { state, at: now() })
    for (const changed of listeners) changed()
  }
}
