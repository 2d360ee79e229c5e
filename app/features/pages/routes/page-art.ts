import { imageNotFound, imageHeaders } from '#app/http/image-headers.server.ts'
import { type PageArt, pageArt, pageArtVersion } from '../rules.ts'
import type { Route } from './+types/page-art'
import { drawPageArt } from './page-drawings.server.ts'

/** A page drawing as an image. */
export function loader({ params, request }: Route.LoaderArgs) {
  const [, file = ''] = /^([a-z-]+)\.svg$/.exec(params.file) ?? []
  if (!Object.hasOwn(pageArt, file)) return imageNotFound()
  return new Response(drawPageArt(file as PageArt), {
    headers: imageHeaders(request, { version: pageArtVersion, soonSeconds: 3600 }),
  })
}
