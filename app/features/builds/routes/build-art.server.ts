import { artPalette } from '#app/art/art-theme.ts'
import { renderBlueprint } from '#app/art/blueprint/blueprint.ts'
import { blueprintSvg } from '#app/art/blueprint/blueprint-svg.ts'
import { sheetFrame } from '#app/art/blueprint/frame.ts'
import { measure } from '#app/art/blueprint/measure.ts'
import { rasterContentTypes, rasterize } from '#app/art/raster.server.ts'
import type { ArtFile } from '#app/http/art.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { normalizeCode } from '#app/kit/typed-text.ts'
import { memoize } from '#app/kit/memoize.ts'
import { drawingLabel, buildForDrawing, classifyBuild } from '../rules/checks.ts'
import { type Catalog, chosenParts, completedSteps, type Selection } from '../rules.ts'
import { readCatalog, findSavedBuild } from '../store.server.ts'
import { toSelectionView } from './build-view.server.ts'

const share = { width: 1200, height: 630 }

export async function savedBuildArt({ db, now }: Shop, code: string): Promise<ArtFile | undefined> {
  const saved = await findSavedBuild(db, normalizeCode(code))
  if (!saved) return undefined
  const { selection, catalog, platformName } = toSelectionView(saved.selection, await readCatalog(db, now()))
  return {
    version: fingerprint(JSON.stringify([selection, catalog, platformName])).slice(0, 10),
    contentType: rasterContentTypes.png,
    soonSeconds: 3600,
    draw: () => draw(selection, catalog, platformName),
  }
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
