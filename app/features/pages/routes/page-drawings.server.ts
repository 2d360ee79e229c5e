import { createElement, type ReactElement, type ReactNode } from 'react'
import { artPalette } from '#app/art/art-theme.ts'
import { type BlueprintOptions, renderBlueprint, type Sheet } from '#app/art/blueprint/blueprint.ts'
import { BlueprintDrawing } from '#app/art/blueprint/blueprint-drawing.tsx'
import { blueprintSvg } from '#app/art/blueprint/blueprint-svg.ts'
import { type Build, type PartStep, STARTING_BUILDS } from '#app/art/blueprint/build.ts'
import { BARREL_LIMIT_IN, classify, OVERALL_LIMIT_IN, measure } from '#app/art/blueprint/measure.ts'
import { renderPart } from '#app/art/blueprint/part-sheet.ts'
import { CaseDrawing } from '#app/art/case-drawing.tsx'
import { letteringPath } from '#app/art/pantograph/lettering.ts'
import { standaloneDrawing } from '#app/art/standalone.server.ts'
import type { FindArt } from '#app/http/art.server.ts'
import { memoize } from '#app/kit/memoize.ts'
import { type PageArt, pageArt, pageArtVersion } from '../rules.ts'

const ar15: Build = STARTING_BUILDS.ar15
const lit: Build = { ...ar15, accessories: ['light'] }

/** Three rifles that differ in what the law looks at, on one sheet, so that one scale holds for all. */
const rifles: readonly { name: string; art: PageArt; build: Build }[] = [
  { name: 'Short barrel', art: 'learn-short', build: ar15 },
  {
    name: 'Short barrel, short overall',
    art: 'learn-shorter',
    build: { ...STARTING_BUILDS.ar9, stock: 'skeleton', muzzle: null },
  },
  {
    name: 'Neither',
    art: 'learn-neither',
    build: { ...ar15, barrelIn: 16, handguard: { style: 'slotted', lengthIn: 12.6 }, muzzle: null },
  },
]

const rifleFrame = { x: -18.6, y: -4.2, width: 32.4, height: 12.6 }
const lengthOptions: BlueprintOptions = {
  pxPerInch: 16,
  letteringPx: 12,
  terse: true,
  frame: {
    x: -18.6,
    y: -4,
    width: 37.6,
    height: 14.6,
  },
}

/** With their legal lengths in inches. */
export function measuredRifles() {
  const limits = { barrelIn: BARREL_LIMIT_IN, overallIn: OVERALL_LIMIT_IN }
  return rifles.map(({ name, art, build }) => {
    const { barrelIn, overallIn } = measure(build)
    return { name, art, barrelIn, overallIn, limits, ...classify({ barrelIn, overallIn }) }
  })
}

export const drawPageArt = memoize(12, (file: PageArt): string => {
  const measured = rifles.find(({ art }) => art === file)
  if (measured) return sheetFile(measured.build, lengthOptions)
  switch (file) {
    case 'process-design':
      return sheetFile(lit, {
        pxPerInch: 16,
        dimensions: false,
        frame: rifleFrame,
        chosen: ['upper', 'handguard'],
      })
    case 'process-register':
      return sheetFile(
        { ...lit, engravedNumber: '017' },
        { pxPerInch: 20, dimensions: false, frame: rifleFrame },
      )
    case 'process-case':
      return standalone(
        createElement(CaseDrawing, { build: lit, unitNumber: 17, total: 50, patchText: 'Vol. 1' }),
      )
    case 'service-bench':
      return standalone(drawn(renderPart(ar15, { step: 'handguard' })))
    case 'service-barrel':
      return barrelFile()
    case 'process-suppressor':
      return suppressorFile()
    default:
      return buildCall(file)
  }
})

export const pageArtFile: FindArt = async (_shop, [file = '']) => {
  const [, name = ''] = /^([a-z-]+)\.svg$/.exec(file) ?? []
  if (!Object.hasOwn(pageArt, name)) return undefined
  return { version: pageArtVersion, soonSeconds: 3600, draw: () => drawPageArt(name as PageArt) }
}

function sheetFile(build: Build, options: BlueprintOptions): string {
  return standalone(drawn(renderBlueprint(build, options)))
}

function drawn(sheet: Sheet, ...more: ReactNode[]): ReactElement {
  return createElement(BlueprintDrawing, { sheet, small: true, label: '' }, ...more)
}

function barrelFile(): string {
  const build = { ...ar15, barrelIn: 14.5 }
  const { breechX } = measure(build)
  const limitX = breechX + BARREL_LIMIT_IN
  const figure = { x: limitX, y: -1.95, height: 0.55, anchor: 'end' } as const
  const line = (className: string, d: string) => createElement('path', { key: d, className, d })
  return standalone(
    drawn(
      {
        ...renderPart(build, { step: 'barrel' }),
        frame: { x: -1.6, y: -3.4, width: 18, height: 7.4 },
      },
      line('bp-dimension', `M${breechX} 0.8V2.4M${breechX} 2.1H${limitX}`),
      line('bp-limit', `M${limitX} -1.6V2.5`),
      line('bp-limit-text', letteringPath(`${BARREL_LIMIT_IN} in`, { tracking: 0.08, ...figure })),
    ),
    '', // its one label is large enough at every width
  )
}

function suppressorFile(): string {
  const sheet = renderBlueprint(
    { ...ar15, suppressor: true },
    { pxPerInch: 40, dimensions: false, frame: { x: 3.4, y: -3.2, width: 14.4, height: 6.2 } },
  )
  const isNear = ({ step }: { step: PartStep }) => ['handguard', 'barrel', 'muzzle'].includes(step)
  const near = { ...sheet, layers: sheet.layers.filter(isNear), contours: sheet.contours.filter(isNear) }
  return standalone(createElement(BlueprintDrawing, { sheet: near, label: '' }))
}

function buildCall(file: PageArt): string {
  const { width, height } = pageArt[file]
  const isPhone = file === 'build-call-phone'
  const across = isPhone ? 33.4 : 36.4
  const sheet = renderBlueprint(
    { ...lit, optic: 'scope', suppressor: true },
    {
      chosen: ['lower', 'upper', 'barrel', 'stock', 'handguard'],
      limits: false,
      pxPerInch: width / across,
      terse: isPhone,
      frame: {
        x: isPhone ? -18.5 : -18.9,
        y: -5.2,
        width: across,
        height: (across * height) / width,
      },
    },
  )
  return blueprintSvg(sheet, {
    palette: artPalette('noir'),
    widthPx: width,
    title: 'Rifle, illustration',
  })
}

/** On a phone the limits are too small to read; the words below the drawing name both. The width is the picture's own. */
const smallStyle =
  '@media (width < 420px) { .bp-dimension-text { stroke-width: .85 } .bp-limit-text { display: none } }'

function standalone(drawing: ReactElement, whenSmall = smallStyle): string {
  return standaloneDrawing(drawing, 'noir', whenSmall)
}
