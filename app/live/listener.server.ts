import pg from 'pg'
import type { Logger } from 'pino'
import { second } from '#app/kit/clock.ts'

type Subscription = {
  pool: pg.Pool
  log: Logger
  onListening: () => void
  onMessage: (payload: string) => void
}

/** A dedicated connection that listens until it is closed. */
export type Listener = { isListening: () => boolean; close: () => Promise<void> }

const firstDelayMs = 100
const maxDelayMs = 5 * second
/** A connection that died silently (a moved database, a pulled cable) is detected by a ping. */
const pingMs = 20 * second
const retryPolicy = { connectionTimeoutMillis: 10 * second, query_timeout: 10 * second, keepAlive: true }

/**
 * Listens to a channel on a dedicated connection to the database of `pool`. A lost connection is reopened, at once and
 * then with growing delays. `onListening` is called each time listening begins.
 */
export function listenTo(channel: string, { pool, log, onListening, onMessage }: Subscription): Listener {
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
