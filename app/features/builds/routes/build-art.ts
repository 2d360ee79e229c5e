import { artPalette } from '#app/art/art-theme.ts'
import { renderBlueprint } from '#app/art/blueprint/blueprint.ts'
import { blueprintSvg } from '#app/art/blueprint/blueprint-svg.ts'
import { sheetFrame } from '#app/art/blueprint/frame.ts'
import { measure } from '#app/art/blueprint/measure.ts'
import { rasterContentTypes, rasterize } from '#app/art/raster.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { imageNotFound } from '#app/http/image-headers.server.ts'
import { normalizeCode } from '#app/kit/typed-text.ts'
import { memoize } from '#app/kit/memoize.ts'
import { drawingLabel, buildForDrawing, classifyBuild } from '../rules/build-class.ts'
import { type Catalog, chosenParts, completedSteps, type Selection } from '../rules.ts'
import { readCatalog } from '../store.server.ts'
import { findSavedBuild } from '../store/saved-builds.server.ts'
import type { Route } from './+types/build-art'
import { toSelectionView } from './build-view.server.ts'

/** Size of link previews in pixels. */
const share = { width: 1200, height: 630 }

/** The share image of a saved build: its drawing with dimensions. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, now } = context.get(shopContext)
  const saved = await findSavedBuild(db, normalizeCode(params.code))
  if (!saved) return imageNotFound()
  const { selection, catalog, platformName } = toSelectionView(saved.selection, await readCatalog(db, now()))
  const picture = await draw(selection, catalog, platformName)
  return new Response(picture, {
    headers: { 'Content-Type': rasterContentTypes.png, 'Cache-Control': 'public, max-age=3600' },
  })
}

const draw = memoize(40, async (selection: Selection, catalog: Catalog, name: string) => {
  const build = buildForDrawing(selection, catalog)
  const chosen = chosenParts(selection, catalog)
  const own = sheetFrame(measure(build), build.suppressor)
  // The sheet is wider than the image's aspect ratio: add space above and below.
  const height = (own.width * share.height) / share.width
  const frame = { ...own, y: own.y - (height - own.height) / 2, height }
  const sheet = renderBlueprint(build, {
    frame,
    pxPerInch: share.width / frame.width,
    chosen: completedSteps(selection),
    letteringPx: 14,
  })
  const svg = blueprintSvg(sheet, {
    palette: artPalette('noir'),
    widthPx: share.width,
    title: drawingLabel(name, classifyBuild(build, chosen), chosen),
    opaque: true,
  })
  // Without width and height attributes, one drawing unit is one pixel.
  const sized = svg.replace(/ width="[\d.]+" height="[\d.]+"/, '')
  return new Uint8Array(await rasterize(sized, { width: share.width, format: 'png' }))
})
