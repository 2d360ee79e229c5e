import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/**
 * Milliseconds a client may take to send the headers, a form, and a whole request (a file of 5 MB over a slow phone).
 */
export const requestDeadlines = { headersMs: 10_000, formMs: 30_000, uploadMs: 180_000 } as const

/** Settings of Node's server. It checks its connections twice a second instead of twice a minute. */
export const deadlineOptions = {
  headersTimeout: requestDeadlines.headersMs,
  requestTimeout: requestDeadlines.uploadMs,
  connectionsCheckingInterval: 500,
}

/**
 * Ends requests whose form takes longer than `formMs` to arrive with a 408. `isUpload` says which paths take files;
 * these have until `uploadMs`, which the server itself enforces.
 */
export function limitFormTime(server: Server, isUpload: (path: string) => boolean, formMs: number) {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const hasBody =
      'transfer-encoding' in request.headers || Number(request.headers['content-length'] ?? 0) > 0
    if (!hasBody || isUpload(request.url ?? '')) return
    const timer = setTimeout(() => {
      if (!response.headersSent) response.writeHead(408, { Connection: 'close', 'Cache-Control': 'no-store' })
      response.end()
      request.destroy()
    }, formMs)
    for (const over of ['end', 'close'] as const) request.once(over, () => clearTimeout(timer))
  })
}
