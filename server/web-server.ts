import { getRequestListener } from '@hono/node-server'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { limitFormTime, type RequestDeadlines, requestDeadlines } from './request-deadlines.ts'

type Fetch = Parameters<typeof getRequestListener>[0]

type Listener<Returned> = (request: IncomingMessage, response: ServerResponse) => Returned

/** Longer than balancers keep an unused connection (60 seconds): the side that sends must close first, or a request meets a closing connection. */
const keepAliveMs = 75_000

/** A client's next request may arrive before this process has noticed that the response is out, so two can be open for a moment. */
const maxOpenRequests = 2

/** The host of a request that names none, as health checks of HTTP/1.0 do. A public shop answers nothing else under it. */
const namedNoHost = 'localhost'

/** How many others begin between two looks at the connections: a few milliseconds of work. */
const othersPerLook = 12

type Paths = {
  /** Those that take files. */
  isUpload: (path: string) => boolean
  /** Those whose requests go ahead of all others. */
  isAhead: (path: string) => boolean
}

/** Ends connections that stall, whose requests arrive too slowly, or that do not read responses. */
export function createWebServer(
  fetch: Fetch,
  { isUpload, isAhead }: Paths,
  deadlines: RequestDeadlines = requestDeadlines,
): Server {
  const server = createServer(
    {
      headersTimeout: deadlines.headersMs,
      requestTimeout: deadlines.uploadMs,
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: 500, // Node's own is half a minute
    },
    limitPipelining(letAhead(isAhead, getRequestListener(fetch, { hostname: namedNoHost }))),
  )
  server.timeout = deadlines.stalledMs
  limitFormTime(server, isUpload, deadlines.formMs)
  return server
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
function letAhead(
  isAhead: (path: string) => boolean,
  listener: Listener<Promise<void>>,
): Listener<Promise<void> | void> {
  const others: (() => void)[] = []
  const beginSome = () => {
    for (const begin of others.splice(0, othersPerLook)) begin()
    if (others.length > 0) setImmediate(beginSome)
  }
  return (request, response) => {
    if (isAhead(request.url ?? '')) return listener(request, response)
    // Who left while they waited gets no work done.
    others.push(() => response.destroyed || void listener(request, response))
    if (others.length === 1) setImmediate(beginSome)
  }
}
