import type { ArtCache } from '#app/art/art-cache.server.ts'
import { composeHeroSvg, drawGeometry } from '#app/art/drop-art.ts'
import type { RasterSize } from '#app/art/raster.server.ts'
import { strokeStates, packUnits } from '#app/features/drops/rules.ts'
import type { Drop } from '#app/features/drops/store.server.ts'
import { type HomeArtFile, homeArtFiles, homeArtPath, homeArtVersion } from '../rules/home.ts'

/** Pixels are drawn for twice the phone's width and once the desktop's: between them lies what the light can show. */
const sizes = {
  wide: { width: 1440, format: 'avif', light: true },
  phone: { width: 780, format: 'avif', light: true },
} as const satisfies Record<HomeArtFile, RasterSize>

/**
 * How long a drop has to rest before its light is drawn as pixels, in milliseconds. That takes seconds of a processor:
 * in a rush the next sale would undo the work, and buyers need the processor more.
 */
const defaultIdleMs = 15_000

/** What one process knows of the light: which state it has as pixels, and which one it waits to draw. */
type RenderState = { ready?: string; waiting?: string; timer?: NodeJS.Timeout }

const renderStates = new WeakMap<ArtCache, RenderState>()

/**
 * The addresses of a drop's light. Browsers take about a second to draw it from its SVG, so as soon as the drop rests it
 * is drawn here, once; until then, and while units are being sold, the address is the SVG's.
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

/** The light of a drop as a drawing: noir, whatever its own theme, with what is left of it engraved. */
export function heroLightSvg(drop: Drop, file: HomeArtFile): string {
  const { slug, dropNumber, totalUnits: total, status, units, counts } = drop
  const lettering = status === 'coming_soon' ? String(total) : `${counts.remaining}/${total}`
  const geometry = drawGeometry({ slug, theme: 'noir', dropNumber, total, lettering }, homeArtFiles[file])
  return composeHeroSvg(geometry, strokeStates(status, units))
}

/** The same as pixels, drawn when nobody has before. */
export function heroLightImage(artwork: ArtCache, drop: Drop, file: HomeArtFile): Promise<Buffer> {
  return artwork.image(heroLightSvg(drop, file), sizes[file])
}

async function renderImages(artwork: ArtCache, drop: Drop, key: string) {
  const renderState = renderStateOf(artwork)
  try {
    for (const file of ['phone', 'wide'] as const) await artwork.image(heroLightSvg(drop, file), sizes[file])
    renderState.ready = key
  } catch {
    // The drawing is shown from its SVG then, and the next visit tries again.
    if (renderState.waiting === key) delete renderState.waiting
  }
}

function renderStateOf(artwork: ArtCache): RenderState {
  const existing = renderStates.get(artwork)
  if (existing) return existing
  const renderState = {}
  renderStates.set(artwork, renderState)
  return renderState
}
