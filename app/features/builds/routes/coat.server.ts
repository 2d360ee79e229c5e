import { drawLit } from '#app/art/relief/draw-lit.server.ts'
import { rasterContentTypes } from '#app/art/raster.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { imageHeaders } from '#app/http/image-headers.server.ts'
import { coatViewOf } from '../rules/finishes.ts'

/** The receiver of a build, lit in a finish: there are as many as there are receivers and finishes. Undefined for any other name. */
export async function coatResponse(request: Request, { artwork }: Shop, file: string) {
  const view = coatViewOf(file)
  if (!view) return undefined
  const { build, finish, version } = view
  const subject = { build, finish: finish.coat, isMetalOnly: finish.isMetalOnly }
  const picture = await artwork.file(`${file.replace(/\.webp$/, '')}-${version}.webp`, () =>
    drawLit({ view: 'coat', subject }),
  )
  return new Response(new Uint8Array(picture), {
    headers: imageHeaders(request, { version, contentType: rasterContentTypes.webp, soonSeconds: 3600 }),
  })
}
