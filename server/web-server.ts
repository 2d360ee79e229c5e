import { getRequestListener } from '@hono/node-server'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAhead, isUpload } from './paths.ts'

type Fetch = Parameters<typeof getRequestListener>[0]

type Listener<Returned> = (request: IncomingMessage, response: ServerResponse) => Returned

/** Longer than balancers keep an unused connection (60 seconds): the side that sends must close first, or a request meets a closing connection. */
const keepAliveMs = 75_000

/** Milliseconds for headers, form, whole request (5 MB over a slow phone), and without movement: longer than a payment takes to be answered. */
const usualDeadlines = { headersMs: 10_000, formMs: 30_000, uploadMs: 180_000, stalledMs: 120_000 }

/** A client's next request may arrive before this process has noticed that the response is out, so two can be open for a moment. */
const maxOpenRequests = 2

/** The host of a request that names none, as health checks of HTTP/1.0 do. A public shop answers nothing else under it. */
const namedNoHost = 'localhost'

/** How many others begin between two looks at the connections: a few milliseconds of work. */
const othersPerLook = 12

/** Ends connections that stall, whose requests arrive too slowly, or that do not read responses. */
export function createWebServer(fetch: Fetch, deadlines: Partial<typeof usualDeadlines> = {}): Server {
  const { headersMs, formMs, uploadMs, stalledMs } = { ...usualDeadlines, ...deadlines }
  const server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: uploadMs,
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: 500, // Node's own is half a minute
    },
    limitPipelining(letAhead(limitFormTime(formMs, getRequestListener(fetch, { hostname: namedNoHost })))),
  )
  server.timeout = stalledMs
  return server
}

function pathOf({ url = '' }: IncomingMessage): string {
  return url.replace(/\?.*/s, '')
}

/** Each response takes memory and an open file until it is read: a thousand connections with twenty requests each took gigabytes. */
function limitPipelining(listener: Listener<Promise<void> | void>): Listener<void> {
  const openRequests = new WeakMap<Socket, number>()
  return (request, response) => {
    const { socket } = request
    const open = (openRequests.get(socket) ?? 0) + 1
    if (open > maxOpenRequests) return void socket.destroy()
    openRequests.set(socket, open)
    response.once('close', () => openRequests.set(socket, (openRequests.get(socket) ?? 1) - 1))
    void listener(request, response)
  }
}

/**
 * In a crowd, thousands of requests arrive at the same look at the connections, and all would begin before the next one. So others
 * begin a few at a time, and whoever goes ahead waits for no more than these.
 */
function letAhead(listener: Listener<Promise<void>>): Listener<Promise<void> | void> {
  const others: (() => void)[] = []
  const beginSome = () => {
    for (const begin of others.splice(0, othersPerLook)) begin()
    if (others.length > 0) setImmediate(beginSome)
  }
  return (request, response) => {
    if (isAhead(pathOf(request))) return listener(request, response)
    // Who left while they waited gets no work done.
    others.push(() => request.socket.destroyed || void listener(request, response))
    if (others.length === 1) setImmediate(beginSome)
  }
}

/** With a 408, from its turn on: until then nobody reads it. Uploads have as long as a whole request, which Node sees to. */
function limitFormTime(formMs: number, listener: Listener<Promise<void>>): Listener<Promise<void>> {
  return (request, response) => {
    const { headers } = request
    const hasBody = 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0
    if (!hasBody || isUpload(pathOf(request))) return listener(request, response)
    const timer = setTimeout(() => {
      if (!response.headersSent) response.writeHead(408, { Connection: 'close', 'Cache-Control': 'no-store' })
      response.end()
      request.destroy()
    }, formMs)
    for (const over of ['end', 'close'] as const) request.once(over, () => clearTimeout(timer))
    return listener(request, response)
  }
}

const sweepMs = 100

type Draining = {
  announce: () => void
  /** Ends the event streams of open pages: they would never end by themselves. */
  endStreams: () => void
  /** How long a balancer has to notice, in milliseconds. Meanwhile everything is still answered. */
  noticeMs: number
}

/** Without dropping a request: first it asks each client to reconnect, then accepts nothing more, finishes what is in progress and closes idle connections. */
export async function drainServer(
  server: Server,
  { announce, endStreams, noticeMs }: Draining,
): Promise<void> {
  announce()
  // A keep-alive connection could be used again just as we close it, and that request would be lost.
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    response.shouldKeepAlive = false
  })
  if (noticeMs > 0) await sleep(noticeMs)
  endStreams()
  const closed = new Promise((resolve) => server.close(resolve))
  // `close` ends those that are idle now, and not those that are once their request is answered.
  const sweeping = setInterval(() => server.closeIdleConnections(), sweepMs)
  await closed
  clearInterval(sweeping)
}
