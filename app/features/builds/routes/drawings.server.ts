import { artPalette } from '#app/art/art-theme.ts'
import { type BlueprintOptions, renderBlueprint } from '#app/art/blueprint/blueprint.ts'
import { blueprintSvg } from '#app/art/blueprint/blueprint-svg.ts'
import { type Build, STARTING_BUILDS } from '#app/art/blueprint/build.ts'
import { type Frame, wholeFrame } from '#app/art/blueprint/frame.ts'
import { finishOf } from '#app/art/relief/finish.ts'
import { memoize } from '#app/kit/memoize.ts'
import { type FinishColors, finishes } from '../rules/finishes.ts'
import { sheetOf } from '../rules/build-class.ts'
import type { Part } from '../rules.ts'
import type { Drawing } from '../store.server.ts'

export const landingImages = ['hero', 'hero-phone', 'suppressor', 'share', 'card'] as const
export type LandingImage = (typeof landingImages)[number]

/** Raise it when one of them changes, so that browsers fetch the new image. */
export const landingImageVersion = '1'

export function landingImagePath(name: LandingImage): string {
  return `/art/builds/${name}.${name === 'share' ? 'png' : 'svg'}?v=${landingImageVersion}`
}

/** The colors of the finishes, for the page that offers them: a browser needs no more of how they look. */
export const finishColors = Object.fromEntries(
  finishes.map(({ id, coat }) => [id, finishOf(coat, 'noir').color]),
) as FinishColors

const cardWidthPx = 640

export const drawCard = memoize(40, ({ platform, inked, outline }: Drawing): string =>
  draw({ ...STARTING_BUILDS[platform], ...outline }, wholeFrame, cardWidthPx, {
    dimensions: false,
    ...(inked && { chosen: inked }),
  }),
)

export function drawPart(part: Part): string | undefined {
  const sheet = sheetOf(part, STARTING_BUILDS[part.platformId ?? 'ar15'])
  return sheet && blueprintSvg(sheet, { palette: artPalette('noir'), widthPx: partWidthPx, title: part.name })
}

const partWidthPx = 536

export const drawLandingImage = memoize(landingImages.length, (name: LandingImage): string => {
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
