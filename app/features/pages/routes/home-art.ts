import { isNamed, imageNotFound, imageHeaders } from '#app/http/image-headers.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { packUnits } from '../../drops/rules.ts'
import { findDrop } from '../../drops/store.server.ts'
import { homeArtVersion, isHomeArtFile } from '../rules/home.ts'
import type { Route } from './+types/home-art'
import { heroLightSvg, heroLightImage } from './hero-light.server.ts'

/** The hero light as a drawing (`wide.svg`) or as pixels (`wide.avif`). */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, now, artwork } = context.get(shopContext)
  const [, file = '', ending] = /^([a-z]+)\.(svg|avif)$/.exec(params.file) ?? []
  const drop = isHomeArtFile(file) ? await findDrop(db, params.slug, now()) : undefined
  if (!drop || !isHomeArtFile(file)) return imageNotFound()

  const version = homeArtVersion({ status: drop.status, units: packUnits(drop.units) })
  // Rendering pixels takes seconds: requests for any other state get the SVG, whatever their extension.
  const isPixels = ending === 'avif' && isNamed(request, version)
  const body = isPixels ? new Uint8Array(await heroLightImage(artwork, drop, file)) : heroLightSvg(drop, file)
  const contentType = isPixels ? 'image/avif' : 'image/svg+xml'
  return new Response(body, { headers: imageHeaders(request, { version, contentType }) })
}
