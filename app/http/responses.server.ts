import { createHash } from 'node:crypto'

/** Required, because forgetting it could leak data. */
export type JsonCacheOptions = { cacheControl: string }

/** `code` is for programs and stays the same; `message` is for people. */
type JsonError = { error: { code: string; message: string } }

/** Responds with JSON and a weak ETag of the body, which is sent in several encodings. A client that already has that body gets a 304. */
export function jsonResponse(request: Request, body: unknown, { cacheControl }: JsonCacheOptions): Response {
  const text = JSON.stringify(body)
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
  const cacheHeaders = { ETag: etag, 'Cache-Control': cacheControl }
  if (isReading(request) && isNotModified(request.headers.get('If-None-Match'), etag))
    return new Response(null, { status: 304, headers: cacheHeaders })
  return new Response(text, {
    headers: { ...cacheHeaders, 'Content-Type': 'application/json; charset=utf-8' },
  })
}

export function jsonError(
  status: 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 422 | 429 | 500 | 503,
  code: string,
  message: string,
  headers?: Record<string, string>,
): Response {
  const body: JsonError = { error: { code, message } }
  return Response.json(body, { status, headers: { ...headers, 'Cache-Control': 'no-store' } })
}

function isReading({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Does the client have what this tag names? `If-None-Match` compares weakly (RFC 9110, 13.1.2): the mark `W/` does not count. */
export function isNotModified(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  return ifNoneMatch.split(',').some((entry) => {
    const given = entry.trim()
    return given === '*' || given.replace(/^W\//, '') === etag.replace(/^W\//, '')
  })
}

/** Saved and never shown in the browser, where it would be a page of ours. No cache stores it. */
export function attachment(
  content: Uint8Array<ArrayBuffer>,
  { type, name }: { type: string; name: string },
): Response {
  return new Response(content, {
    headers: {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="${name}"`,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
    },
  })
}

export function csvResponse(filename: string, parts: AsyncGenerator<string, void>): Response {
  return new Response(textStream(parts), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${filename}"`,
    },
  })
}

function textStream(parts: AsyncGenerator<string, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const part = await parts.next()
      if (part.done) controller.close()
      else controller.enqueue(encoder.encode(part.value))
    },
    async cancel() {
      await parts.return(undefined)
    },
  })
}
