import type { FilePart } from '#app/files/file-store.ts'
import { shopContext } from '#app/http/context.server.ts'
import { imageNotFound } from '#app/http/art.server.ts'
import { isNotModified } from '#app/http/json-response.server.ts'
import { storedFile } from '../rules.ts'
import { findPhoto } from '../store/library.server.ts'
import type { Route } from './+types/file'

/** The hash in its address is that of its content, so it is kept for a year. Opened as a page it may load and run nothing. */
export async function loader({ context, params: { hash, file }, request }: Route.LoaderArgs) {
  const { db, files } = context.get(shopContext)
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
  const isFilm = file.startsWith('film.')
  const bytes = isFilm ? (await findPhoto(db, hash))?.filmBytes : undefined
  const part = bytes ? partOf(request.headers.get('Range'), bytes) : undefined
  if (part === 'none')
    return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${bytes}` } })
  const found = await files.public.open(stored.key, part)
  if (!found) return imageNotFound()
  headers.set('Content-Length', String(found.bytes))
  if (isFilm) headers.set('Accept-Ranges', 'bytes')
  if (part) headers.set('Content-Range', `bytes ${part.start}-${part.end}/${bytes}`)
  return new Response(found.stream, { status: part ? 206 : 200, headers })
}

/** The one range that players ask for (RFC 9110, 14.1.2). Anything else is answered with the whole, as the standard allows. */
function partOf(range: string | null, bytes: number): FilePart | 'none' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (!first && !last) return undefined
  const start = first ? Number(first) : Math.max(0, bytes - Number(last))
  const end = first && last ? Math.min(Number(last), bytes - 1) : bytes - 1
  return start <= end && start < bytes ? { start, end } : 'none'
}
