import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { createAnnouncer } from './announcer.server.ts'
import { listenTo } from './listener.server.ts'

/** The current state of a topic, as the browser receives it. `undefined` for a topic without a state. */
export type Snapshot = (topic: string) => Promise<object | undefined>

/** Sends changes to open pages. One per process; processes notify each other through the database. */
export interface LiveHub {
  /**
   * Calls `tell` with the topic's current state at once and after each change. Returns a function that unsubscribes.
   */
  subscribe(topic: string, tell: (state: object) => void): Promise<() => void>
  /** Announces a committed change of these topics. */
  announce(topics: Iterable<string>): void
  close(): Promise<void>
}

const channel = 'paco_live'

type Notify = (state: object) => void
type Topic = { subscribers: Set<Notify>; state?: object; asking?: Promise<void>; askAgain: boolean }
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
    async subscribe(name, tell) {
      const topic = topics.get(name) ?? { subscribers: new Set(), askAgain: false }
      topics.set(name, topic)
      const subscriber: Notify = (state) => tell(state) // its own identity, also when one function subscribes twice
      topic.subscribers.add(subscriber)
      if (topic.state) tellOne(subscriber, topic.state)
      // The current read may miss the newest change, but the announcement of that change is still to come.
      if (!topic.state || !listener.isListening()) await (topic.asking ?? refresh(name))
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
    if (!topic) return Promise.resolve() // nobody here watches it
    topic.askAgain = topic.asking !== undefined
    topic.asking ??= ask(name, topic).finally(() => delete topic.asking)
    return topic.asking
  }

  async function ask(name: string, topic: Topic) {
    do {
      topic.askAgain = false
      try {
        const state = await snapshot(name)
        delete topic.state
        if (!state) continue
        topic.state = state
        for (const tell of topic.subscribers) tellOne(tell, state)
      } catch (error) {
        delete topic.state // the next subscriber reads it again
        log.error({ err: error, topic: name }, 'A live topic could not be read')
      }
    } while (topic.askAgain)
  }

  function tellOne(tell: Notify, state: object) {
    try {
      tell(state)
    } catch (error) {
      log.error({ err: error }, 'A page could not be told of a change')
    }
  }
}
