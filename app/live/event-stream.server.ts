import type { Logger } from 'pino'
import { jsonError } from '#app/http/responses.server.ts'
import { minute, second } from '#app/kit/clock.ts'
import type { LiveHub } from './hub.server.ts'
import { isTopic, type LiveEvent, maxTopics } from './topic.ts'

export type EventStreams = {
  /** `/events?topics=drop:a,drop:b`. Topics are public: anybody may request any topic. */
  answer: (request: Request, address: string) => Response
  closeAll: () => void
  openStreams: () => number
}

type Deps = { live: LiveHub; log: Logger; maxStreams?: number; maxPerAddress?: number }

const retryMs = 2 * second
/** Shorter than the 30 s and 60 s after which proxies close a silent connection. */
const heartbeatMs = 15 * second
/** Streams end regularly, so that a stopping process gets rid of them and a new one behind the balancer gets its share. */
const lifeMs = 5 * minute
const maxUnreadBytes = 64 * 1024

type Stream = {
  write: (bytes: Uint8Array) => void
  end: () => void
  /** Does this when the stream ends, for whatever reason; at once where it has ended. */
  onEnd: (task: () => void) => void
}

/** A stream of events that ends after `lifeMs`, and when its reader goes or does not read. `begin` writes to it. */
function openStream(signal: AbortSignal, lifeMs: number, begin: (stream: Stream) => void): Response {
  const tasks: (() => void)[] = []
  let isOver = false
  let end = () => {}
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        end = () => {
          if (isOver) return
          isOver = true
          clearTimeout(timer)
          signal.removeEventListener('abort', end)
          for (const task of tasks) task()
          try {
            controller.close()
          } catch {
            // closed by the reader
          }
        }
        const timer = setTimeout(end, lifeMs)
        signal.addEventListener('abort', end)
        const stream: Stream = {
          write(bytes) {
            if (isOver) return
            if ((controller.desiredSize ?? 0) <= 0) return end()
            controller.enqueue(bytes)
          },
          end,
          onEnd: (task) => void (isOver ? task() : tasks.push(task)),
        }
        stream.write(encode(`retry: ${retryMs}\n\n`))
        if (signal.aborted) return end()
        begin(stream)
      },
      cancel: () => end(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: maxUnreadBytes }),
  )
  return new Response(body, {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'private, no-store, no-transform', // transforming proxies would hold events back to compress them
      'X-Accel-Buffering': 'no', // the same for nginx
    },
  })
}

/** Per process and per address, so that nobody uses up the streams of others: 200 people with two pages stay below. Beyond, pages try again within 20 seconds. */
export function createEventStreams({
  live,
  log,
  maxStreams = 2_000,
  maxPerAddress = 400,
}: Deps): EventStreams {
  const open = new Set<Stream>()
  const openFrom = new Map<string, number>()
  const frames = new WeakMap<object, Uint8Array>()
  let isClosed = false

  return {
    openStreams: () => open.size,
    closeAll() {
      isClosed = true
      for (const stream of open) stream.end()
    },
    answer(request, address) {
      const topics = topicsOf(request)
      if (!topics) return jsonError(400, 'bad_topics', `Ask for one to ${maxTopics} topics.`)
      if (isClosed || open.size >= maxStreams)
        return jsonError(503, 'busy', 'Too many pages are open right now.', { 'Retry-After': '15' })
      if ((openFrom.get(address) ?? 0) >= maxPerAddress)
        return jsonError(429, 'too_many_streams', 'Too many pages are open at your address.', {
          'Retry-After': '15',
        })
      // Slightly earlier for some than for others, so that a thousand pages do not reconnect within one second.
      const endsIn = lifeMs - Math.random() * 30 * second
      return openStream(request.signal, endsIn, (stream) => begin(stream, topics, address))
    },
  }

  function count(address: string, change: 1 | -1) {
    const streams = (openFrom.get(address) ?? 0) + change
    if (streams > 0) openFrom.set(address, streams)
    else openFrom.delete(address)
  }

  function begin(stream: Stream, topics: string[], address: string) {
    const heartbeats = setInterval(() => stream.write(heartbeat), heartbeatMs)
    open.add(stream)
    count(address, 1)
    stream.onEnd(() => {
      clearInterval(heartbeats)
      open.delete(stream)
      count(address, -1)
    })
    for (const topic of topics) void watch(topic, stream)
  }

  async function watch(topic: string, stream: Stream) {
    try {
      stream.onEnd(await live.subscribe(topic, (state) => stream.write(frameOf(topic, state))))
    } catch (error) {
      log.error({ err: error, topic }, 'A live topic could not be watched')
      stream.end()
    }
  }

  /** The hub passes all subscribers of a topic the same object: it is encoded once for all of them. */
  function frameOf(topic: string, state: object): Uint8Array {
    const known = frames.get(state)
    if (known) return known
    const event: LiveEvent = { topic, state }
    const frame = encode(`event: state\ndata: ${JSON.stringify(event)}\n\n`)
    frames.set(state, frame)
    return frame
  }
}

function topicsOf(request: Request): string[] | undefined {
  const requested = new URL(request.url).searchParams.get('topics')?.split(',') ?? []
  const topics = [...new Set(requested)]
  const isFine = topics.length > 0 && topics.length <= maxTopics && topics.every(isTopic)
  return isFine ? topics : undefined
}

const encoder = new TextEncoder()
const heartbeat = encode(': still here\n\n')

function encode(text: string): Uint8Array {
  return encoder.encode(text)
}

type StateDeps = {
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
const stateLifeMs = 4 * minute

/** Behind whatever guards the route. An unchanged state is not sent again; a comment keeps the connection open. */
export function streamState({
  live,
  log,
  topic,
  read,
  signal,
  everyMs = 2 * second,
  restMs = 250,
}: StateDeps): Response {
  return openStream(signal, stateLifeMs, (stream) => {
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
