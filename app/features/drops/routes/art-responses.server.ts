import { imageHeaders } from '#app/http/image-headers.server.ts'
import { drawPatchSvg } from '#app/art/patch/patch.ts'
import type { Shop } from '#app/http/context.server.ts'
import { patchWidths } from '../rules.ts'
import type { PatchSubject } from '../store.server.ts'

type File = {
  /** What the content depends on, in a few letters. */
  version: string
  contentType: string
  draw: () => Promise<string | Buffer> | string
}

/**
 * Answers with a drawn file. A reader who has it already gets a 304.
 */
export async function fileResponse(
  request: Request,
  { version, contentType, draw }: File,
): Promise<Response> {
  const etag = `"${version}"`
  const { 'Content-Type': type, ...cacheHeaders } = imageHeaders(request, { version, contentType })
  const headers = { ETag: etag, ...cacheHeaders }
  const etags = request.headers.get('If-None-Match')?.split(',') ?? []
  if (etags.some((candidate) => candidate.trim().replace(/^W\//, '') === etag))
    return new Response(null, { status: 304, headers })
  const body = await draw()
  const bytes = typeof body === 'string' ? body : new Uint8Array(body)
  return new Response(bytes, { headers: { ...headers, 'Content-Type': type } })
}

/** Answers with a patch at one of its widths (`480.webp`), or undefined for a name that no patch has. */
export async function patchImageResponse(request: Request, shop: Shop, file: string, patch: PatchSubject) {
  const width = patchWidths.find((allowed) => file === `${allowed}.webp`)
  if (width === undefined) return undefined
  return fileResponse(request, {
    version: patch.version,
    contentType: 'image/webp',
    draw: () => shop.artwork.image(drawPatchSvg(patch), { width, format: 'webp' }),
  })
}
