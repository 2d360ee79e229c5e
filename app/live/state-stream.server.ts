import type { Logger } from 'pino'
import { minute, second } from '#app/kit/clock.ts'
import { encode, openStream } from './event-stream.server.ts'
import type { LiveHub } from './hub.server.ts'

type Deps = {
  live: LiveHub
  log: Logger
  topic: string
  read: () => Promise<object | undefined>
  signal: AbortSignal
  /** How often it is read without a change, for what only time changes, in milliseconds. */
  everyMs?: number
  restMs?: number
}

/** A browser reconnects by itself, and is identified anew. */
const lifeMs = 4 * minute

/** Behind whatever guards the route. An unchanged state is not sent again; a comment keeps the connection open. */
export function streamState({
  live,
  log,
  topic,
  read,
  signal,
  everyMs = 2 * second,
  restMs = 250,
}: Deps): Response {
  return openStream(signal, lifeMs, (stream) => {
    const now = { isReading: false, isDue: false, isOver: false, sent: '' }
    const refresh = async () => {
      now.isDue = true
      if (now.isReading) return
      now.isReading = true
      while (now.isDue && !now.isOver) {
        now.isDue = false
        try {
          const text = JSON.stringify((await read()) ?? null)
          stream.write(encode(text === now.sent ? ': still here\n\n' : `event: state\ndata: ${text}\n\n`))
          now.sent = text
        } catch (error) {
          log.error({ err: error, topic }, 'A state could not be streamed')
          return stream.end() // the browser comes back
        }
        await new Promise((resolve) => setTimeout(resolve, restMs))
      }
      now.isReading = false
    }
    const timer = setInterval(() => void refresh(), everyMs)
    stream.onEnd(() => {
      now.isOver = true
      clearInterval(timer)
    })
    void refresh()
    live
      .subscribe(topic, () => void refresh())
      .then(stream.onEnd, (error: unknown) => {
        log.error({ err: error, topic }, 'A live topic could not be watched')
        stream.end()
      })
  })
}
