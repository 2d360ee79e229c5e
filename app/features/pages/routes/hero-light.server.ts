import type { ArtCache } from '#app/art/art-cache.server.ts'
import { composeHeroSvg, drawGeometry } from '#app/art/drop-art.ts'
import type { RasterSize } from '#app/art/raster.server.ts'
import { strokeStates, packUnits } from '#app/features/drops/rules.ts'
import { artSubject } from '#app/features/drops/rules/art.ts'
import { type Drop, findDrop } from '#app/features/drops/store/drops.server.ts'
import { type FindArt, isNamed } from '#app/http/art.server.ts'
import { type HomeArtFile, homeArtFiles, homeArtPath, homeArtVersion, isHomeArtFile } from '../rules/home.ts'

/** Rendered at twice the phone width and once the desktop width; soft light needs no more. */
const sizes = {
  wide: { width: 1440, format: 'avif', light: true },
  phone: { width: 780, format: 'avif', light: true },
} as const satisfies Record<HomeArtFile, RasterSize>

/**
 * How long a drop must be unchanged before its light is rendered as pixels, in milliseconds. Rendering takes seconds of
 * CPU; in a rush the next sale would waste it, and buyers need the CPU more.
 */
const defaultIdleMs = 15_000

/** Per process: the state that is rendered as pixels, and the one scheduled for rendering. */
type RenderState = { ready?: string; waiting?: string; timer?: NodeJS.Timeout }

const renderStates = new WeakMap<ArtCache, RenderState>()

/**
 * The addresses of a drop's hero light. Browsers take about a second to draw the SVG, so it is rendered here once the drop
 * is idle; until then, and while units are being sold, the address is the SVG's.
 */
export function heroLightPaths(
  artwork: ArtCache,
  drop: Drop,
  idleMs = defaultIdleMs,
): Record<HomeArtFile, string> {
  const renderState = renderStateOf(artwork)
  const live = { status: drop.status, units: packUnits(drop.units) }
  const key = `${drop.slug} ${homeArtVersion(live)}`
  if (renderState.ready !== key && renderState.waiting !== key) {
    clearTimeout(renderState.timer)
    renderState.waiting = key
    renderState.timer = setTimeout(() => void renderImages(artwork, drop, key), idleMs).unref()
  }
  const ending = renderState.ready === key ? 'avif' : 'svg'
  return {
    wide: homeArtPath(drop.slug, 'wide', live, ending),
    phone: homeArtPath(drop.slug, 'phone', live, ending),
  }
}

export function heroLightSvg(drop: Drop, file: HomeArtFile): string {
  const { totalUnits, status, units, counts } = drop
  const lettering = status === 'coming_soon' ? String(totalUnits) : `${counts.remaining}/${totalUnits}`
  const geometry = drawGeometry({ ...artSubject(drop), theme: 'noir', lettering }, homeArtFiles[file])
  return composeHeroSvg(geometry, strokeStates(status, units))
}

export function heroLightImage(artwork: ArtCache, drop: Drop, file: HomeArtFile): Promise<Buffer> {
  return artwork.image(heroLightSvg(drop, file), sizes[file])
}

async function renderImages(artwork: ArtCache, drop: Drop, key: string) {
  const renderState = renderStateOf(artwork)
  try {
    for (const file of ['phone', 'wide'] as const) await artwork.image(heroLightSvg(drop, file), sizes[file])
    renderState.ready = key
  } catch {
    // The SVG is used instead, and the next visit tries again.
    if (renderState.waiting === key) delete renderState.waiting
  }
}

function renderStateOf(artwork: ArtCache): RenderState {
  const renderState = renderStates.get(artwork) ?? {}
  renderStates.set(artwork, renderState)
  return renderState
}

export const homeArt: FindArt = async ({ db, now, artwork }, [slug = '', name = ''], address) => {
  const [, file = '', ending] = /^([a-z]+)\.(svg|avif)$/.exec(name) ?? []
  if (!isHomeArtFile(file)) return undefined
  const drop = await findDrop(db, slug, now())
  if (!drop) return undefined
  const version = homeArtVersion({ status: drop.status, units: packUnits(drop.units) })
  // Rendering pixels takes seconds: requests for any other state get the SVG, whatever their extension.
  return ending === 'avif' && isNamed(address, version)
    ? { version, contentType: 'image/avif', draw: () => heroLightImage(artwork, drop, file) }
    : { version, draw: () => heroLightSvg(drop, file) }
}
