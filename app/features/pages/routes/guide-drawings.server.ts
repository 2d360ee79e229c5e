import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Sheet } from '#app/art/blueprint/blueprint.ts'
import { renderBlueprint } from '#app/art/blueprint/blueprint.ts'
import { type Build, type PartStep, STARTING_BUILDS } from '#app/art/blueprint/build.ts'
import { printedPaths } from '#app/art/blueprint/printed-paths.ts'
import type { Drawing, PaintedPath } from '#app/pdf/drawing.server.ts'
import type { Inks } from '#app/pdf/page-styles.server.ts'
import { FormsSketch } from '../components/sketches.tsx'
import { ReviewScale } from '../components/review-scale.tsx'

const build: Build = { ...STARTING_BUILDS.ar15, accessories: ['light'] }
const frame = { x: -18.6, y: -4.2, width: 32.4, height: 12.6 }

/** The rifle on its sheet. */
export function rifleDrawing(
  inks: Inks,
  alt: string,
  options: { chosen?: readonly PartStep[]; engraved?: boolean; dimensions?: boolean } = {},
): Drawing {
  const { chosen, engraved, dimensions = false } = options
  const sheetFrame = dimensions ? { x: -19, y: -4.4, width: 33.4, height: 15 } : frame
  const sheet = renderBlueprint(engraved ? { ...build, engravedNumber: '017' } : build, {
    pxPerInch: 24,
    dimensions,
    limits: false,
    frame: sheetFrame,
    letteringPx: 11,
    ...(chosen && { chosen }),
  })
  return sheetDrawing(sheet, inks, alt)
}

/** The end of the barrel with a suppressor in phantom line. */
export function suppressorDrawing(inks: Inks, alt: string): Drawing {
  const sheet = renderBlueprint(
    { ...STARTING_BUILDS.ar15, suppressor: true },
    { pxPerInch: 40, dimensions: false, frame: { x: -0.2, y: -2, width: 18, height: 4 } },
  )
  const isMuzzleEnd = ({ step }: { step: PartStep }) => ['handguard', 'barrel', 'muzzle'].includes(step)
  const cropped = {
    ...sheet,
    layers: sheet.layers.filter(isMuzzleEnd),
    contours: sheet.contours.filter(isMuzzleEnd),
  }
  return sheetDrawing(cropped, inks, alt)
}

/** The three forms in order. */
export function formsDrawing(inks: Inks, alt: string): Drawing {
  return draftDrawing(createElement(FormsSketch), { width: 400, height: 210, inks, alt })
}

/** The review duration on a scale of days. */
export function reviewDrawing(inks: Inks, alt: string, figure: string | undefined): Drawing {
  return draftDrawing(createElement(ReviewScale, { figure }), { width: 600, height: 175, inks, alt })
}

function sheetDrawing(sheet: Sheet, inks: Inks, alt: string): Drawing {
  return { alt, frame: sheet.frame, paths: (scale) => printedPaths(sheet, inks, scale) }
}

/** A sketch of the site: paths and styles are taken from its markup and class names. */
function draftDrawing(
  drawing: ReactElement,
  { width, height, inks, alt }: { width: number; height: number; inks: Inks; alt: string },
): Drawing {
  const markup = renderToStaticMarkup(drawing)
  const paths = [...markup.matchAll(/<path class="([a-z-]+)" d="([^"]+)"/g)]
  return {
    alt,
    frame: { x: 0, y: 0, width, height },
    paths(scale) {
      const styles: Record<string, Omit<PaintedPath, 'd'>> = {
        'draft-line': { stroke: inks.ink, width: 0.8 / scale },
        'draft-fine': { stroke: inks.ink, width: 0.5 / scale, opacity: 0.5 },
        'draft-accent': { stroke: inks.accent, width: 1.4 / scale },
        'draft-arrow': { fill: inks.ink },
        'draft-text': { stroke: inks.ink, width: 0.8 / scale },
      }
      return paths.map(([, className = '', d = '']) => ({ d, ...styles[className] }))
    },
  }
}
