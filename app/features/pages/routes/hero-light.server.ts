import { composeHeroSvg, drawGeometry } from '#app/art/drop-art.ts'
import { rasterize, type RasterSize } from '#app/art/raster.server.ts'
import { strokeStates, packUnits } from '#app/features/drops/rules.ts'
import { artSubject } from '#app/features/drops/rules/art.ts'
import { type Drop, findDrop } from '#app/features/drops/store/drops.server.ts'
import type { FindArt } from '#app/http/art.server.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { type HomeArtFile, homeArtFiles, homeArtVersion, isHomeArtFile } from '../rules.ts'

/** Rendered at twice the phone width and once the desktop width; soft light needs no more. */
const sizes = {
  wide: { width: 1440, format: 'avif', light: true },
  phone: { width: 780, format: 'avif', light: true },
} as const satisfies Record<HomeArtFile, RasterSize>

/** Rendering takes seconds of a processor. In a rush the next sale would waste it, and buyers need it more. */
const restMs = 15_000
const resting = new Set<string>()

/** Browsers take about a second to draw the SVG, so it is rendered here; nobody waits for that, and gets the SVG meanwhile. */
export const homeArt: FindArt = async ({ db, now, artwork }, [slug = '', name = '']) => {
  const [, file = '', ending] = /^([a-z]+)\.(svg|avif)$/.exec(name) ?? []
  if (!isHomeArtFile(file)) return undefined
  const drop = await findDrop(db, slug, now())
  if (!drop) return undefined
  const version = homeArtVersion({ status: drop.status, units: packUnits(drop.units) })
  const svg = heroLightSvg(drop, file)
  if (ending === 'svg') return { version, draw: () => svg }
  const stored = `${fingerprint(svg)}.avif`
  const render = () => artwork.file(stored, () => rasterize(svg, sizes[file]))
  if (await artwork.has(stored)) return { version, contentType: 'image/avif', draw: render }
  const place = `${slug} ${file}`
  if (!resting.has(place)) {
    resting.add(place)
    setTimeout(() => resting.delete(place), restMs).unref()
    void render().catch(() => undefined)
  }
  return { version, isPassing: true, draw: () => svg }
}

function heroLightSvg(drop: Drop, file: HomeArtFile): string {
  const { totalUnits, status, units, counts } = drop
  const lettering = status === 'coming_soon' ? String(totalUnits) : `${counts.remaining}/${totalUnits}`
  const geometry = drawGeometry({ ...artSubject(drop), theme: 'noir', lettering }, homeArtFiles[file])
  return composeHeroSvg(geometry, strokeStates(status, units))
}
