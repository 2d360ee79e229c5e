import { shopContext } from '#app/http/context.server.ts'
import { imageNotFound } from '#app/http/art.server.ts'
import { isNotModified } from '#app/http/responses.server.ts'
import { storedFile } from '../rules.ts'
import type { Route } from './+types/file'

/** The hash in its address is that of its content, so it is kept for a year. Opened as a page it may load and run nothing. */
export async function loader({ context, params: { hash, file }, request }: Route.LoaderArgs) {
  const stored = storedFile(hash, file)
  if (!stored) return imageNotFound()
  const etag = `"${hash.slice(0, 16)}-${file}"`
  const headers = new Headers({
    'Content-Type': stored.mediaType,
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    ETag: etag,
  })
  if (isNotModified(request.headers.get('If-None-Match'), etag))
    return new Response(null, { status: 304, headers })
  const found = await context.get(shopContext).files.public.open(stored.key)
  if (!found) return imageNotFound()
  headers.set('Content-Length', String(found.bytes))
  return new Response(found.stream, { headers })
}
