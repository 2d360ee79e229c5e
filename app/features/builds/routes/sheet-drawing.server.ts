import type { Sheet } from '#app/art/blueprint/blueprint.ts'
import { CONTOUR_WIDTH_PX, penStyle } from '#app/art/blueprint/pen-style.ts'
import type { Shape } from '#app/art/blueprint/shape.ts'
import { drawingOperators, type PathLook, pathOperators } from '#app/pdf/strokes.server.ts'
import type { TaggedDocument } from '#app/pdf/tagged-document.server.ts'

/** Colours of a drawing on paper, as sRGB hex. */
export const paper = { ground: '#ffffff', ink: '#191714', metal: '#f1efec', accent: '#8a6a2f' } as const

/** Pens are given in pixels of a screen; on paper this many points are as fine. */
const pointsPerPixel = 0.62

type Place = { x: number; top: number; width: number }

/** A drawing as vectors on the last page of a document, its paths as they are on the screen. */
export function sheetOperators(document: TaggedDocument, sheet: Sheet, { x, top, width }: Place): string {
  const { frame } = sheet
  const scale = width / frame.width
  const inches = (pixels: number) => (pixels * pointsPerPixel) / scale
  const path = (shape: Shape, ink: 'ink' | 'phantom') => pathOperators(shape.d, lookOf(shape, ink))

  function lookOf({ className, clip }: Shape, ink: 'ink' | 'phantom'): PathLook {
    const style = penStyle(className, ink)
    if (!style) return {}
    const fill = fillOf(style.fill)
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
    ...sheet.contours.map(({ d }) =>
      pathOperators(d, { stroke: paper.ink, width: inches(CONTOUR_WIDTH_PX) }),
    ),
    ...sheet.layers.flatMap(({ shapes, ink }) => shapes.map((shape) => path(shape, ink))),
    ...sheet.drafting.map((shape) => path(shape, 'ink')),
  ]
  return drawingOperators(
    { x, top, originX: frame.x, originY: frame.y, scale },
    paths.filter((drawn) => drawn !== ''),
  )
}

function fillOf(fill: string | undefined): string | undefined {
  if (fill === 'ink') return paper.ink
  if (fill === 'sheet') return paper.ground
  return fill === 'metal' || fill === 'raised' || fill === 'void' ? paper.metal : undefined
}
