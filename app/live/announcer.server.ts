import type { Pool } from 'pg'
import type { Logger } from 'pino'

type Deps = { pool: Pool; channel: string; coalesceMs: number; log: Logger }

export type Announcer = { announce: (topics: Iterable<string>) => void; close: () => Promise<void> }

/** Each topic at most once per `coalesceMs`. To notify, PostgreSQL takes a lock across all databases, which a hold must never wait for: hence outside. */
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
    // One statement at a time: a slow database collects topics instead of queueing up connections.
    sending = sending.then(() => notify(topics))
  }

  async function notify(topics: string[]) {
    try {
      await pool.query('select pg_notify($1, topic) from unnest($2::text[]) as topic', [channel, topics])
    } catch (error) {
      // Not retried: a failure means that the database was lost, and the listeners send everything once it is back.
      log.error({ err: error, topics }, 'Changes could not be announced')
    }
  }
}
