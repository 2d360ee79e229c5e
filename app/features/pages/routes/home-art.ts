import { composeHeroSvg, drawGeometry } from '#app/art/drop-art.ts'
import { shopContext } from '#app/http/context.server.ts'
import { lineStates, packUnits } from '../../drops/rules.ts'
import { findDrop } from '../../drops/store.server.ts'
import { homeArtFiles, homeArtVersion } from '../rules.ts'
import type { Route } from './+types/home-art'

/** Nothing in a drawing may load or run anything, should its file ever be opened as a page. */
const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'"

/** The light of the home page's first screen: a drop as noir, whatever its own theme, with what is left of it engraved. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const [, name = ''] = /^([a-z]+)\.svg$/.exec(params.file) ?? []
  const drop = name in homeArtFiles ? await findDrop(shop.db, params.slug, shop.now()) : undefined
  if (!drop) return new Response('There is no such picture.', { status: 404 })

  const { slug, dropNumber, totalUnits: total, status, units, counts } = drop
  const version = homeArtVersion({ status, units: packUnits(units) })
  const isNamed = new URL(request.url).searchParams.get('v') === version
  const lettering = status === 'coming_soon' ? String(total) : `${counts.remaining}/${total}`
  const frame = homeArtFiles[name as keyof typeof homeArtFiles]
  const geometry = drawGeometry({ slug, theme: 'noir', dropNumber, total, lettering }, frame)
  return new Response(composeHeroSvg(geometry, lineStates(status, units)), {
    headers: {
      'Content-Type': 'image/svg+xml',
      // Named by the state it shows it never changes; under another name it is the present one, asked for again soon.
      'Cache-Control': isNamed ? 'public, max-age=31536000, immutable' : 'public, max-age=10',
      'Content-Security-Policy': drawingPolicy,
    },
  })
}
