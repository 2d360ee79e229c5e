import type { Logger } from 'pino'
import { minute, second } from '#app/kit/clock.ts'
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

/**
 * Streams one state to one reader, as the events of `/events` but behind whatever guards the route: again after each change
 * of its topic, and from time to time. An unchanged state is not sent again; a comment keeps the connection open.
 */
export function streamState({
  live,
  log,
  topic,
  read,
  signal,
  everyMs = 2 * second,
  restMs = 250,
}: Deps): Response {
  let stop = () => {}
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const encoder = new TextEncoder()
      const now = { isReading: false, isDue: false, isOver: false, sent: '' }
      const send = (text: string) => {
        if ((controller.desiredSize ?? 0) <= -64) return stop() // a reader who does not read
        controller.enqueue(encoder.encode(text))
      }
      const refresh = async () => {
        now.isDue = true
        if (now.isReading) return
        now.isReading = true
        while (now.isDue && !now.isOver) {
          now.isDue = false
          try {
            const state = await read()
            if (now.isOver) break
            const text = JSON.stringify(state ?? null)
            send(text === now.sent ? ': still here\n\n' : `event: state\ndata: ${text}\n\n`)
            now.sent = text
          } catch (error) {
            log.error({ err: error, topic }, 'A state could not be streamed')
            return stop() // the browser comes back
          }
          await new Promise((resolve) => setTimeout(resolve, restMs))
        }
        now.isReading = false
      }
      const timer = setInterval(() => void refresh(), everyMs)
      const end = setTimeout(() => stop(), lifeMs)
      let unsubscribe = () => {}
      stop = () => {
        if (now.isOver) return
        now.isOver = true
        clearInterval(timer)
        clearTimeout(end)
        signal.removeEventListener('abort', stop)
        unsubscribe()
        try {
          controller.close()
        } catch {
          // closed by the reader
        }
      }
      signal.addEventListener('abort', stop)
      if (signal.aborted) return stop()
      send('retry: 2000\n\n')
      void refresh()
      live
        .subscribe(topic, () => void refresh())
        .then(
          (unwatch) => {
            unsubscribe = unwatch
            if (now.isOver) unwatch()
          },
          (error: unknown) => {
            log.error({ err: error, topic }, 'A live topic could not be watched')
            stop()
          },
        )
    },
    cancel: () => stop(),
  })
  return new Response(body, {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'private, no-store, no-transform',
      'X-Accel-Buffering': 'no',
    },
  })
}
