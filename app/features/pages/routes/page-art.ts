import { type PageArt, pageArt, pageArtEdition } from '../rules.ts'
import type { Route } from './+types/page-art'
import { drawPageArt } from './page-drawings.server.ts'

/** Nothing in a drawing may load or run anything, should its file ever be opened as a page. */
const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'"

/** A drawing that a page shows as a picture. */
export function loader({ params, request }: Route.LoaderArgs) {
  const [, file = ''] = /^([a-z-]+)\.svg$/.exec(params.file) ?? []
  if (!Object.hasOwn(pageArt, file)) return new Response('There is no such picture.', { status: 404 })
  const isNamed = new URL(request.url).searchParams.get('v') === pageArtEdition
  return new Response(drawPageArt(file as PageArt), {
    headers: {
      'Content-Type': 'image/svg+xml',
      'Cache-Control': isNamed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      'Content-Security-Policy': drawingPolicy,
    },
  })
}
