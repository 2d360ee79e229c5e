import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export type Draining = {
  announce: () => void
  /** Ends the event streams of open pages: they would never end by themselves. */
  endStreams: () => void
  /** How long a balancer has to notice, in milliseconds. Meanwhile everything is still answered. */
  noticeMs: number
}

const sweepMs = 100

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
  server.closeIdleConnections()
  const sweeping = setInterval(() => server.closeIdleConnections(), sweepMs)
  await closed
  clearInterval(sweeping)
}
