import { shopContext } from '#app/http/context.server.ts'
import { packUnits } from '../../drops/rules.ts'
import { findDrop } from '../../drops/store.server.ts'
import { homeArtVersion, isHomeArtFile } from '../rules.ts'
import type { Route } from './+types/home-art'
import { drawLight, paintLight } from './home-light.server.ts'

/** Nothing in a drawing may load or run anything, should its file ever be opened as a page. */
const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'"

/** The light of the home page's first screen, as a drawing (`wide.svg`) or as pixels (`wide.avif`). */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, now, dataDir } = context.get(shopContext)
  const [, file = '', ending] = /^([a-z]+)\.(svg|avif)$/.exec(params.file) ?? []
  const drop = isHomeArtFile(file) ? await findDrop(db, params.slug, now()) : undefined
  if (!drop || !isHomeArtFile(file)) return new Response('There is no such picture.', { status: 404 })

  const version = homeArtVersion({ status: drop.status, units: packUnits(drop.units) })
  const isNamed = new URL(request.url).searchParams.get('v') === version
  // Pixels take seconds to draw: a state that nobody named is answered with the drawing, whatever its ending says.
  const isPixels = ending === 'avif' && isNamed
  const body = isPixels ? new Uint8Array(await paintLight(dataDir, drop, file)) : drawLight(drop, file)
  return new Response(body, {
    headers: {
      'Content-Type': isPixels ? 'image/avif' : 'image/svg+xml',
      // Named by the state it shows it never changes; under another name it is the present one, asked for again soon.
      'Cache-Control': isNamed ? 'public, max-age=31536000, immutable' : 'public, max-age=10',
      'Content-Security-Policy': drawingPolicy,
    },
  })
}
