import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** What stops besides the server itself. */
export type Draining = {
  /** From now on `/readyz` says that nothing new should come. */
  announce: () => void
  /** Ends the streams that open pages listen to: they would never end by themselves. */
  endStreams: () => void
  /** How long a balancer has to notice, while everything is still answered, in milliseconds. */
  noticeMs: number
}

/** Connections that finish their last request while the server closes are looked for this often. */
const sweepMs = 100

/**
 * Ends a server without turning anybody away: first it only says that it is going to, while it answers new connections
 * too, and asks each client to come back on a new one. Then it accepts nothing more, finishes what is under way, and
 * closes connections as soon as nothing is.
 */
export async function drainServer(
  server: Server,
  { announce, endStreams, noticeMs }: Draining,
): Promise<void> {
  announce()
  // Kept alive, a connection would be used again right when we close it, and that request would be lost.
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    response.shouldKeepAlive = false
  })
  if (noticeMs > 0) await sleep(noticeMs)
  endStreams()
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeIdleConnections()
  const sweeping = setInterval(() => server.closeIdleConnections(), sweepMs)
  await closed
  clearInterval(sweeping)
}
