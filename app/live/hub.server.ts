import pg, { type Pool } from 'pg'
import type { Logger } from 'pino'
import { second } from '#app/kit/clock.ts'

/** `undefined` for a topic without a state. */
export type Snapshot = (topic: string) => Promise<object | undefined>

export interface LiveHub {
  /** At once and after each change. Returns a function that unsubscribes. */
  subscribe(topic: string, notify: (state: object) => void): Promise<() => void>
  announce(topics: Iterable<string>): void
  close(): Promise<void>
}

const channel = 'paco_live'

type Notify = (state: object) => void
type Topic = { subscribers: Set<Notify>; state?: object; reading?: Promise<void>; readAgain: boolean }
type Deps = { pool: Pool; snapshot: Snapshot; log: Logger; coalesceMs?: number }

/** One read per change, never concurrent. When listening begins again all is sent again, as announcements may have been missed. `coalesceMs` limits a busy topic. */
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

type Subscription = {
  pool: pg.Pool
  log: Logger
  onListening: () => void
  onMessage: (payload: string) => void
}

type Listener = { isListening: () => boolean; close: () => Promise<void> }

const firstDelayMs = 100
const maxDelayMs = 5 * second
/** A connection that died silently (a moved database, a pulled cable) is detected by a ping. */
const pingMs = 20 * second
const retryPolicy = { connectionTimeoutMillis: 10 * second, query_timeout: 10 * second, keepAlive: true }

function listenTo(channel: string, { pool, log, onListening, onMessage }: Subscription): Listener {
  let current: pg.Client | undefined
  let listening = false
  let delayMs = firstDelayMs
  let retry: NodeJS.Timeout | undefined
  let isClosed = false
  const asking = setInterval(() => void stillThere(), pingMs)
  asking.unref()
  let opening = open()

  return {
    isListening: () => listening,
    async close() {
      isClosed = true
      clearInterval(asking)
      clearTimeout(retry)
      await opening
      await current?.end()
    },
  }

  async function open() {
    const client = new pg.Client({ ...connectionOf(pool), ...retryPolicy })
    client.on('error', (error) => lost(client, error))
    client.on('end', () => lost(client))
    client.on('notification', ({ payload }) => {
      if (client === current && payload) onMessage(payload)
    })
    current = client
    try {
      await client.connect()
      await client.query(`set application_name = 'paco live'; listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      return lost(client, error)
    }
    if (isClosed || client !== current) return
    listening = true
    delayMs = firstDelayMs
    onListening()
  }

  function lost(client: pg.Client, error?: unknown) {
    if (client !== current) return
    current = undefined
    listening = false
    client.end().catch(() => {}) // it is lost already
    if (isClosed) return
    log.warn({ err: error, retryInMs: delayMs }, 'The connection for live updates was lost')
    retry = setTimeout(() => {
      opening = open()
    }, delayMs)
    delayMs = Math.min(delayMs * 2, maxDelayMs)
  }

  async function stillThere() {
    const client = current
    if (client && listening) await client.query('select 1').catch((error: unknown) => lost(client, error))
  }
}

/** The pool hides its password from enumeration, so it is named here. */
function connectionOf({ options }: pg.Pool): pg.ClientConfig {
  const { connectionString, host, port, database, user, password, ssl } = options
  const given = { connectionString, host, port, database, user, password, ssl }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

type AnnouncerDeps = { pool: Pool; channel: string; coalesceMs: number; log: Logger }

type Announcer = { announce: (topics: Iterable<string>) => void; close: () => Promise<void> }

/** Each topic at most once per `coalesceMs`. To notify, PostgreSQL takes a lock across all databases, which a hold must never wait for: hence outside. */
function createAnnouncer({ pool, channel, coalesceMs, log }: AnnouncerDeps): Announcer {
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
