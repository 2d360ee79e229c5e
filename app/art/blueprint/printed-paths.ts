import type { Sheet } from './blueprint.ts'
import { CONTOUR_WIDTH_PX, type PenStyle, penStyle } from './pen-style.ts'

/** As sRGB hex. */
export type PrintColors = { ground: string; ink: string; metal: string; accent: string }

/** Lengths in inches of the drawing. */
export type PrintedPath = {
  d: string
  stroke?: string
  width?: number
  fill?: string
  dash?: readonly number[]
  opacity?: number
  clip?: string
}

/** Pens are given in pixels of a screen; on paper this many points are as fine. */
const pointsPerPixel = 0.62

/** An inch of the drawing is `scale` points. */
export function printedPaths(sheet: Sheet, colors: PrintColors, scale: number): PrintedPath[] {
  const inches = (pixels: number) => (pixels * pointsPerPixel) / scale
  const contours = sheet.contours.map(({ d }) => ({ d, stroke: colors.ink, width: inches(CONTOUR_WIDTH_PX) }))
  const shapes = [
    ...sheet.layers.flatMap((layer) => layer.shapes.map((shape) => ({ ...shape, ink: layer.ink }))),
    ...sheet.drafting.map((shape) => ({ ...shape, ink: 'ink' as const })),
  ]
  const drawn = shapes.flatMap(({ d, clip, className, ink }): PrintedPath[] => {
    const style: PenStyle | undefined = penStyle(className, ink)
    if (!style) return []
    const fill = fillOf(style, colors)
    return [
      {
        d,
        ...(style.stroke !== 'none' && {
          stroke: style.stroke === 'accent' ? colors.accent : colors.ink,
          width: inches(style.width),
        }),
        ...(fill && { fill }),
        ...(style.dash && { dash: style.dash.map(inches) }),
        ...(style.opacity !== undefined && { opacity: style.opacity }),
        ...(clip !== undefined && { clip }),
      },
    ]
  })
  return [...contours, ...drawn]
}

/** Washes of light and shade are left to the screen. */
function fillOf({ fill }: PenStyle, { ground, ink, metal }: PrintColors): string | undefined {
  if (fill === 'ink') return ink
  if (fill === 'sheet') return ground
  return fill === 'metal' || fill === 'raised' || fill === 'void' ? metal : undefined
}
