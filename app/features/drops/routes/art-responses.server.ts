import { isNotModified } from '#app/http/json-response.server.ts'
import { imageHeaders } from '#app/http/image-headers.server.ts'
import { drawPatchSvg } from '#app/art/patch/patch.ts'
import type { Shop } from '#app/http/context.server.ts'
import { patchWidths } from '../rules.ts'
import type { PatchSubject } from '../store.server.ts'

type File = {
  /** A fingerprint of what the content depends on. */
  version: string
  contentType: string
  draw: () => Promise<string | Buffer> | string
}

/** Responds with a generated file, or 304 if the client has it. */
export async function fileResponse(
  request: Request,
  { version, contentType, draw }: File,
): Promise<Response> {
  // A drawing is sent in several encodings, a picture in one.
  const etag = `${contentType.startsWith('image/svg') ? 'W/' : ''}"${version}"`
  const { 'Content-Type': type, ...cacheHeaders } = imageHeaders(request, { version, contentType })
  const headers = { ETag: etag, ...cacheHeaders }
  if (isNotModified(request.headers.get('If-None-Match'), etag))
    return new Response(null, { status: 304, headers })
  const body = await draw()
  const bytes = typeof body === 'string' ? body : new Uint8Array(body)
  return new Response(bytes, { headers: { ...headers, 'Content-Type': type } })
}

/** Responds with a patch image of one width (`480.webp`); undefined for an unknown file name. */
export async function patchImageResponse(request: Request, shop: Shop, file: string, patch: PatchSubject) {
  const width = patchWidths.find((allowed) => file === `${allowed}.webp`)
  if (width === undefined) return undefined
  return fileResponse(request, {
    version: patch.version,
    contentType: 'image/webp',
    draw: () => shop.artwork.image(drawPatchSvg(patch), { width, format: 'webp' }),
  })
}
