import type { Shop } from './context.server.ts'
import { isNotModified } from './responses.server.ts'

/** A drawing may load and run nothing, even if its file is opened as a page. */
const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'"

export type ArtFile = {
  version: string
  contentType?: string
  /** How long it may be cached under another version, in seconds: as long as it may be out of date. */
  soonSeconds?: number
  /** It stands in for a picture that is being drawn: nobody may cache it. */
  isPassing?: boolean
  draw: () => Promise<string | Uint8Array> | string
}

export type FindArt = (shop: Shop, path: string[], address: URL) => Promise<ArtFile | undefined>

export function imageNotFound(): Response {
  return new Response('There is no such picture.', {
    status: 404,
    headers: { 'Cache-Control': 'public, max-age=60' },
  })
}

function isNamed(address: URL, version: string): boolean {
  return address.searchParams.get('v') === version
}

/** Or 304. Under its current version it never changes; any other address gets the current picture, to be revalidated soon. */
export async function artResponse(request: Request, file: ArtFile | undefined): Promise<Response> {
  if (!file) return imageNotFound()
  const { version, contentType = 'image/svg+xml', soonSeconds = 10, isPassing = false, draw } = file
  // A drawing is sent in several encodings, a picture in one.
  const etag = `${contentType.startsWith('image/svg') ? 'W/' : ''}"${version}"`
  const headers = {
    ...(!isPassing && { ETag: etag }),
    'Cache-Control': isPassing
      ? 'no-store'
      : isNamed(new URL(request.url), version)
        ? 'public, max-age=31536000, immutable'
        : `public, max-age=${soonSeconds}`,
    'Content-Security-Policy': drawingPolicy,
  }
  if (!isPassing && isNotModified(request.headers.get('If-None-Match'), etag))
    return new Response(null, { status: 304, headers })
  const body = await draw()
  const bytes = typeof body === 'string' ? body : new Uint8Array(body)
  return new Response(bytes, { headers: { ...headers, 'Content-Type': contentType } })
}
