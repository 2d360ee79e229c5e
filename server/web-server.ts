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

/** Ends connections that stall, whose requests arrive too slowly, or that do not read responses. `isUpload`: paths that take files. */
export function createWebServer(
  fetch: Fetch,
  isUpload: (path: string) => boolean,
  deadlines: RequestDeadlines = requestDeadlines,
): Server {
  const server = createServer(
    {
      headersTimeout: deadlines.headersMs,
      requestTimeout: deadlines.uploadMs,
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: 500, // Node's own is half a minute
    },
    limitPipelining(getRequestListener(fetch, { hostname: namedNoHost })),
  )
  server.timeout = deadlines.stalledMs
  limitFormTime(server, isUpload, deadlines.formMs)
  return server
}

/** Each response takes memory and an open file until it is read: a thousand connections with twenty requests each took gigabytes. */
function limitPipelining(listener: Listener<Promise<void>>): Listener<void> {
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
