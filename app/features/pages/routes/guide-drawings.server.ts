import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Sheet } from '#app/art/blueprint/blueprint.ts'
import { renderBlueprint } from '#app/art/blueprint/blueprint.ts'
import { type Build, type PartStep, STARTING_BUILDS } from '#app/art/blueprint/build.ts'
import { CONTOUR_WIDTH_PX, penStyle } from '#app/art/blueprint/pen-style.ts'
import type { Shape } from '#app/art/blueprint/shape.ts'
import { drawingOperators, type PathLook, pathOperators } from '#app/pdf/strokes.server.ts'
import type { TaggedDocument } from '#app/pdf/tagged-document.server.ts'
import { FormsDraft } from '../components/drafts.tsx'
import { ReviewScale } from '../components/review-scale.tsx'

/** A drawing that can be put on a page: how high it is at a width, its operators there, and what it shows. */
export type GuideDrawing = {
  alt: string
  height: (width: number) => number
  draw: (document: TaggedDocument, place: { x: number; top: number; width: number }) => string
}

/** The colours of the paper a drawing stands on, as sRGB hex. */
export type Paper = { ground: string; ink: string; metal: string; accent: string }

const build: Build = { ...STARTING_BUILDS.ar15, accessories: ['light'] }
const frame = { x: -18.6, y: -4.2, width: 32.4, height: 12.6 }

/** The rifle on its sheet. */
export function rifleDrawing(
  paper: Paper,
  alt: string,
  options: { chosen?: readonly PartStep[]; engraved?: boolean; dimensions?: boolean } = {},
): GuideDrawing {
  const { chosen, engraved, dimensions = false } = options
  const tall = dimensions ? { x: -19, y: -4.4, width: 33.4, height: 15 } : frame
  const sheet = renderBlueprint(engraved ? { ...build, edition: '017' } : build, {
    pxPerInch: 24,
    dimensions,
    limits: false,
    frame: tall,
    letteringPx: 11,
    ...(chosen && { chosen }),
  })
  return sheetDrawing(sheet, paper, alt)
}

/** The end of the barrel with a suppressor in phantom line. */
export function suppressorDrawing(paper: Paper, alt: string): GuideDrawing {
  const sheet = renderBlueprint(
    { ...STARTING_BUILDS.ar15, suppressor: true },
    { pxPerInch: 40, dimensions: false, frame: { x: -0.2, y: -2, width: 18, height: 4 } },
  )
  const isNear = ({ step }: { step: PartStep }) => ['handguard', 'barrel', 'muzzle'].includes(step)
  const near = { ...sheet, layers: sheet.layers.filter(isNear), contours: sheet.contours.filter(isNear) }
  return sheetDrawing(near, paper, alt)
}

/** The three forms in the order a rifle meets them. */
export function formsDrawing(paper: Paper, alt: string): GuideDrawing {
  return draftDrawing(createElement(FormsDraft), { width: 400, height: 210, paper, alt })
}

/** The days of a review on a scale. */
export function reviewDrawing(paper: Paper, alt: string, figure: string | undefined): GuideDrawing {
  return draftDrawing(createElement(ReviewScale, { figure }), { width: 600, height: 175, paper, alt })
}

function sheetDrawing(sheet: Sheet, paper: Paper, alt: string): GuideDrawing {
  const { x: originX, y: originY, width: across, height: down } = sheet.frame
  return {
    alt,
    height: (width) => (width * down) / across,
    draw(document, { x, top, width }) {
      const scale = width / across
      // Pen widths are pixels of a screen; three quarters of a point print as fine.
      const inches = (pixels: number) => (pixels * 0.62) / scale
      const contours = sheet.contours.map(({ d }) =>
        pathOperators(d, { stroke: paper.ink, width: inches(CONTOUR_WIDTH_PX) }),
      )
      const shapes = (list: readonly Shape[], kind: 'ink' | 'phantom') =>
        list.map((shape) => pathOperators(shape.d, lookOf(shape, kind)))
      function lookOf({ className, clip }: Shape, kind: 'ink' | 'phantom'): PathLook {
        const style = penStyle(className, kind)
        if (!style) return {}
        const fill = fillOf(style.fill, paper)
        return {
          ...(style.stroke !== 'none' && {
            stroke: style.stroke === 'accent' ? paper.accent : paper.ink,
            width: inches(style.width),
          }),
          ...(fill && { fill }),
          ...(style.dash && { dash: style.dash.map(inches) }),
          ...(style.opacity !== undefined && { opacity: document.opacity(style.opacity) }),
          ...(clip !== undefined && { clip }),
        }
      }
      const paths = [
        ...contours,
        ...sheet.layers.flatMap((layer) => shapes(layer.shapes, layer.ink)),
        ...shapes(sheet.drafting, 'ink'),
      ]
      return drawingOperators({ x, top, originX, originY, scale }, paths.filter(Boolean))
    },
  }
}

function fillOf(fill: string | undefined, { ground, ink, metal }: Paper): string | undefined {
  if (fill === 'ink') return ink
  if (fill === 'sheet') return ground
  return fill === 'metal' || fill === 'raised' || fill === 'void' ? metal : undefined
}

/** A small drawing of the site: its paths are read from the markup, their looks from their classes. */
function draftDrawing(
  drawing: ReactElement,
  { width: across, height: down, paper, alt }: { width: number; height: number; paper: Paper; alt: string },
): GuideDrawing {
  const markup = renderToStaticMarkup(drawing)
  const paths = [...markup.matchAll(/<path class="([a-z-]+)" d="([^"]+)"/g)]
  return {
    alt,
    height: (width) => (width * down) / across,
    draw(document, { x, top, width }) {
      const scale = width / across
      const looks: Record<string, PathLook> = {
        'draft-line': { stroke: paper.ink, width: 0.8 / scale },
        'draft-fine': { stroke: paper.ink, width: 0.5 / scale, opacity: document.opacity(0.5) },
        'draft-accent': { stroke: paper.accent, width: 1.4 / scale },
        'draft-arrow': { fill: paper.ink },
        'draft-text': { stroke: paper.ink, width: 0.8 / scale },
      }
      const drawn = paths.map(([, look = '', d = '']) => pathOperators(d, looks[look] ?? {}))
      return drawingOperators({ x, top, originX: 0, originY: 0, scale }, drawn.filter(Boolean))
    },
  }
}
