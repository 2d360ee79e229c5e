import { rasterize } from '#app/art/raster.server.ts'
import type { ArtFile, FindArt } from '#app/http/art.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { memoize } from '#app/kit/memoize.ts'
import { normalizeCode } from '#app/kit/text.ts'
import { removeMissingParts, type FinishColors, finishes, type Part, completedSteps } from '../rules.ts'
import {
  findSavedBuild,
  type Drawing,
  drawingRevision,
  drawingVersion,
  platformDrawing,
  readCatalog,
  readOffers,
  selectionDrawing,
  toBuildView,
} from '../store.server.ts'
import { artPalette } from '#app/art/art-theme.ts'
import { type BlueprintOptions, renderBlueprint } from '#app/art/blueprint/blueprint.ts'
import { blueprintSvg } from '#app/art/blueprint/blueprint-svg.ts'
import { type Build, type PartStep, STARTING_BUILDS } from '#app/art/blueprint/build.ts'
import { type Frame, wholeFrame, sheetFrame } from '#app/art/blueprint/frame.ts'
import { finishOf } from '#app/art/relief/finish.ts'
import type { PartDrawing } from '../components/builder-steps.tsx'
import { sheetOf } from '../rules/checks.ts'
import { measure } from '#app/art/blueprint/measure.ts'

const card = { width: 1200, height: 630 }

async function savedBuildArt({ db, now }: Shop, code: string): Promise<ArtFile | undefined> {
  const saved = await findSavedBuild(db, normalizeCode(code))
  if (!saved) return undefined
  const { drawn, selection, label } = toBuildView(saved, await readCatalog(db, now()))
  const chosen = completedSteps(selection)
  return {
    version: fingerprint(JSON.stringify([drawn, chosen, label])).slice(0, 10),
    contentType: 'image/png',
    soonSeconds: 3600,
    draw: () => drawBuildCard(drawn, chosen, label),
  }
}

const drawBuildCard = memoize(40, async (build: Build, chosen: PartStep[], title: string) => {
  const own = sheetFrame(measure(build), build.suppressor)
  // The sheet is wider than the image's aspect ratio: add space above and below.
  const height = (own.width * card.height) / card.width
  const frame = { ...own, y: own.y - (height - own.height) / 2, height }
  const sheet = renderBlueprint(build, {
    frame,
    pxPerInch: card.width / frame.width,
    chosen,
    letteringPx: 14,
  })
  const svg = blueprintSvg(sheet, {
    palette: artPalette('noir'),
    widthPx: card.width,
    title,
    opaque: true,
  })
  // Without width and height attributes, one drawing unit is one pixel.
  const sized = svg.replace(/ width="[\d.]+" height="[\d.]+"/, '')
  return new Uint8Array(await rasterize(sized, { width: card.width, format: 'png' }))
})

const landingImages = ['hero', 'hero-phone', 'suppressor', 'share', 'card'] as const
type LandingImage = (typeof landingImages)[number]

/** Raise it when one of them changes, so that browsers fetch the new image. */
const landingImageVersion = '1'

export function landingImagePath(name: LandingImage): string {
  return `/art/builds/${name}.${name === 'share' ? 'png' : 'svg'}?v=${landingImageVersion}`
}

/** The colors of the finishes, for the page that offers them: a browser needs no more of how they look. */
export const finishColors = Object.fromEntries(
  finishes.map(({ id, coat }) => [id, finishOf(coat, 'noir').color]),
) as FinishColors

const cardWidthPx = 640

const drawCard = memoize(40, ({ platform, inked, outline }: Drawing): string =>
  draw({ ...STARTING_BUILDS[platform], ...outline }, wholeFrame, cardWidthPx, {
    dimensions: false,
    ...(inked && { chosen: inked }),
  }),
)

const partSheet = (part: Part) => sheetOf(part, STARTING_BUILDS[part.platformId ?? 'ar15'])

function drawPart(part: Part): string | undefined {
  const sheet = partSheet(part)
  return sheet && blueprintSvg(sheet, { palette: artPalette('noir'), widthPx: partWidthPx, title: part.name })
}

const partWidthPx = 536

function partVersion({ outline, step, platformId }: Part): string {
  return fingerprint(drawingRevision + JSON.stringify([outline, step, platformId])).slice(0, 10)
}

export function partDrawing(part: Part): PartDrawing | undefined {
  const sheet = partSheet(part)
  return (
    sheet && {
      src: `/art/builds/part-${encodeURIComponent(part.id)}.svg?v=${partVersion(part)}`,
      width: partWidthPx,
      height: Math.round((partWidthPx * sheet.frame.height) / sheet.frame.width),
    }
  )
}

async function findPartDrawing({ db, now }: Shop, file: string): Promise<ArtFile | undefined> {
  const [, id] = /^part-([\w.-]{1,60})\.svg$/.exec(file) ?? []
  const part =
    id === undefined ? undefined : (await readCatalog(db, now())).parts.find((each) => each.id === id)
  const svg = part && drawPart(part)
  return svg ? { version: partVersion(part), soonSeconds, draw: () => svg } : undefined
}

const drawLandingImage = memoize(landingImages.length, (name: LandingImage): string => {
  const { build, frame, widthPx, opaque = false, ...options } = landingImageOptions[name]
  return draw(build, frame, widthPx, options, opaque)
})

type LandingImageOptions = BlueprintOptions & {
  build: Build
  frame: Frame
  widthPx: number
  opaque?: boolean
}

const halfChosen: Build = { ...STARTING_BUILDS.ar15, suppressor: true, engravedNumber: '017' }
const inked = ['lower', 'upper', 'barrel', 'handguard'] as const

const landingImageOptions: Record<LandingImage, LandingImageOptions> = {
  // For other pages, whatever the catalog has.
  card: { build: STARTING_BUILDS.ar15, frame: wholeFrame, widthPx: cardWidthPx, dimensions: false },
  hero: {
    build: halfChosen,
    frame: { x: -13.6, y: -5, width: 30.4, height: 13.8 },
    widthPx: 1520,
    chosen: inked,
    limits: true,
    letteringPx: 13,
  },
  'hero-phone': {
    build: halfChosen,
    frame: { x: -9.4, y: -4.6, width: 15.6, height: 11.7 },
    widthPx: 480,
    chosen: inked,
    dimensions: false,
  },
  suppressor: {
    build: { ...STARTING_BUILDS.ar15, muzzle: 'prong', suppressor: true },
    frame: { x: -7, y: -2.3, width: 26.6, height: 4.6 },
    widthPx: 1312,
    chosen: ['barrel', 'handguard', 'muzzle', 'upper'],
    dimensions: false,
  },
  share: {
    build: halfChosen,
    frame: { x: -19.4, y: -8.3, width: 37.4, height: 19.635 },
    widthPx: 1200,
    chosen: inked,
    limits: false,
    opaque: true,
  },
}

function draw(
  build: Build,
  frame: Frame,
  widthPx: number,
  options: BlueprintOptions,
  opaque = false,
): string {
  const sheet = renderBlueprint(build, { pxPerInch: widthPx / frame.width, ...options, frame })
  return blueprintSvg(sheet, { palette: artPalette('noir'), widthPx, opaque, title: 'Rifle, illustration' })
}

export const buildArt: FindArt = async (shop, [file = '', saved]) => {
  if (saved !== undefined) return saved === 'share.png' ? savedBuildArt(shop, file) : undefined
  if (file === 'share.png') return { ...landing, contentType: 'image/png', draw: share }
  const [, name = ''] = /^([a-z0-9-]+)\.svg$/.exec(file) ?? []
  const image = landingImages.find((known) => known === name)
  if (image) return { ...landing, draw: () => drawLandingImage(image) }
  const part = await findPartDrawing(shop, file)
  if (part) return part
  const drawing = await findDrawing(shop, name)
  return drawing && { version: drawingVersion(drawing), soonSeconds, draw: () => drawCard(drawing) }
}

const soonSeconds = 3600
const landing = { version: landingImageVersion, soonSeconds }

/** `package-pcc-8`, `conversion-ar15-300-blk`, `platform-ar9` and `build-k2q7x9ab` are the names of drawings. */
async function findDrawing({ db, now }: Shop, name: string): Promise<Drawing | undefined> {
  const [, kind, id = ''] = /^(platform|package|conversion|build)-(.+)$/.exec(name) ?? []
  const catalog = await readCatalog(db, now())
  if (kind === 'platform')
    return catalog.platforms.map(platformDrawing).find((drawing) => drawing?.platform === id)
  if (kind === 'build') {
    const saved = await findSavedBuild(db, normalizeCode(id))
    return saved && selectionDrawing(removeMissingParts(saved.selection, catalog).selection, catalog)
  }
  const { packages, conversions } = await readOffers(db, now())
  return (kind === 'package' ? packages : conversions).find((offer) => offer.id === id)?.drawing
}

const share = memoize(1, async () => {
  const sheet = drawLandingImage('share').replace(/ width="[\d.]+" height="[\d.]+"/, '')
  return new Uint8Array(await rasterize(sheet, { width: 1200, format: 'png' }))
})
