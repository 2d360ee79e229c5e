import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { createAnnouncer } from './announcer.server.ts'
import { listenTo } from './listener.server.ts'

/** The current state of a topic, as the browser receives it. `undefined` for a topic without a state. */
export type Snapshot = (topic: string) => Promise<object | undefined>

/** Sends changes to open pages. One per process; processes notify each other through the database. */
export interface LiveHub {
  /**
   * Calls `notify` with the topic's current state at once and after each change. Returns a function that unsubscribes.
   */
  subscribe(topic: string, notify: (state: object) => void): Promise<() => void>
  /** Announces a committed change of these topics. */
  announce(topics: Iterable<string>): void
  close(): Promise<void>
}

const channel = 'paco_live'

type Notify = (state: object) => void
type Topic = { subscribers: Set<Notify>; state?: object; reading?: Promise<void>; readAgain: boolean }
type Deps = { pool: Pool; snapshot: Snapshot; log: Logger; coalesceMs?: number }

/**
 * Opens the hub. A topic's state is read once per change, however many watch it, and never concurrently: changes during
 * a read cause one more read. Whenever listening begins again, every state is sent again, because announcements may
 * have been missed. `coalesceMs` limits how often a busy topic is announced.
 */
export function createLiveHub({ pool, snapshot, log, coalesceMs = 200 }: Deps): LiveHub {
  const topics = new Map<string, Topic>()
  const announcer = createAnnouncer({ pool, channel, coalesceMs, log })
  const listener = listenTo(channel, {
    pool,
    log,
    onListening: () => topics.forEach((_, name) => void refresh(name)),
    onMessage: (name) => void refresh(name),
  })
  return {
    announce: announcer.announce,
    async subscribe(name, notify) {
      const topic = topics.get(name) ?? { subscribers: new Set(), readAgain: false }
      topics.set(name, topic)
      const subscriber: Notify = (state) => notify(state) // a new identity, because one function may subscribe twice
      topic.subscribers.add(subscriber)
      if (topic.state) notifyOne(subscriber, topic.state)
      // The current read may miss the newest change, but the announcement of that change is still to come.
      if (!topic.state || !listener.isListening()) await (topic.reading ?? refresh(name))
      return () => {
        topic.subscribers.delete(subscriber)
        if (topic.subscribers.size === 0 && topics.get(name) === topic) topics.delete(name)
      }
    },
    async close() {
      topics.clear()
      await announcer.close()
      await listener.close()
    },
  }

  function refresh(name: string): Promise<void> {
    const topic = topics.get(name)
    if (!topic) return Promise.resolve() // no subscribers here
    topic.readAgain = topic.reading !== undefined
    topic.reading ??= read(name, topic).finally(() => delete topic.reading)
    return topic.reading
  }

  async function read(name: string, topic: Topic) {
    do {
      topic.readAgain = false
      try {
        const state = await snapshot(name)
        delete topic.state
        if (!state) continue
        topic.state = state
        for (const notify of topic.subscribers) notifyOne(notify, state)
      } catch (error) {
        delete topic.state // the next subscriber reads it again
        log.error({ err: error, topic: name }, 'A live topic could not be read')
      }
    } while (topic.readAgain)
  }

  function notifyOne(notify: Notify, state: object) {
    try {
      notify(state)
    } catch (error) {
      log.error({ err: error }, 'A page could not be notified of a change')
    }
  }
}
