import { noPicture, pictureHeaders } from '#app/http/picture-headers.server.ts'
import { type PageArt, pageArt, pageArtEdition } from '../rules.ts'
import type { Route } from './+types/page-art'
import { drawPageArt } from './page-drawings.server.ts'

/** A drawing that a page shows as a picture. */
export function loader({ params, request }: Route.LoaderArgs) {
  const [, file = ''] = /^([a-z-]+)\.svg$/.exec(params.file) ?? []
  if (!Object.hasOwn(pageArt, file)) return noPicture()
  return new Response(drawPageArt(file as PageArt), {
    headers: pictureHeaders(request, { version: pageArtEdition, soonSeconds: 3600 }),
  })
}
