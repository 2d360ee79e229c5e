import type { Pool } from 'pg'
import type { Logger } from 'pino'

type Deps = { pool: Pool; channel: string; coalesceMs: number; log: Logger }

/** Collects what changed and notifies every process of it. */
export type Announcer = { announce: (topics: Iterable<string>) => void; close: () => Promise<void> }

/**
 * The first announcement goes out at once; it opens a window of `coalesceMs`, and what is announced in the window
 * goes out when it ends. So each topic is notified at most once per window, all topics in one statement. PostgreSQL
 * takes a lock over all databases to notify, which a hold must never wait for: hence outside its transaction.
 */
export function createAnnouncer({ pool, channel, coalesceMs, log }: Deps): Announcer {
  const waiting = new Set<string>()
  let window: NodeJS.Timeout | undefined
  let sending = Promise.resolve()
  let isClosed = false

  return {
    announce(topics) {
      if (isClosed) return
      for (const topic of topics) waiting.add(topic)
      if (waiting.size && !window) openWindow()
    },
    async close() {
      isClosed = true
      clearTimeout(window)
      send()
      await sending
    },
  }

  function openWindow() {
    send()
    window = setTimeout(() => {
      window = undefined
      if (waiting.size) openWindow()
    }, coalesceMs)
  }

  function send() {
    if (waiting.size === 0) return
    const topics = [...waiting]
    waiting.clear()
    // One after the other: a slow database collects instead of queueing up connections.
    sending = sending.then(() => notify(topics))
  }

  async function notify(topics: string[]) {
    try {
      await pool.query('select pg_notify($1, topic) from unnest($2::text[]) as topic', [channel, topics])
    } catch (error) {
      // Not tried again: who cannot notify has lost the database, and the listeners tell everything once it is back.
      log.error({ err: error, topics }, 'Changes could not be announced')
    }
  }
}
