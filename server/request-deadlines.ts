import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** Milliseconds for headers, form, whole request (5 MB over a slow phone), and without movement: longer than a payment takes to be answered. */
export type RequestDeadlines = { headersMs: number; formMs: number; uploadMs: number; stalledMs: number }

export const requestDeadlines: RequestDeadlines = {
  headersMs: 10_000,
  formMs: 30_000,
  uploadMs: 180_000,
  stalledMs: 120_000,
}

/** With a 408. Uploads (`isUpload`) have until `uploadMs`, which the server itself enforces. */
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
