import type { Point } from '../polyline.ts'
import { type Lettering, layOutLettering, splitStrokes } from './lettering.ts'

/** A line of lettering as plain points, one list per stroke: top of the capitals at y 0, baseline at the height. */
export function letteringPolylines(
  text: string,
  setting: Lettering = {},
): { strokes: Point[][]; width: number } {
  const { glyphs, width, scale, stretch } = layOutLettering(text, setting)
  const strokes = glyphs.flatMap(({ strokes: path, x: glyphX }) =>
    splitStrokes(path).map((stroke) =>
      flattenStroke(stroke).map(([x, y]): Point => [glyphX + x * scale * stretch, y * scale]),
    ),
  )
  return { strokes, width }
}

const piecesPerCurve = 10

function flattenStroke(path: string): Point[] {
  const points: Point[] = []
  for (const [, letter, digits] of path.matchAll(/([MLCZ])([^MLCZ]*)/g)) {
    const numbers = (digits ?? '').match(/-?\d+(?:\.\d+)?/g)?.map(Number) ?? []
    const from = points.at(-1)
    if (letter === 'Z') points.push(points[0] as Point)
    else if (letter === 'C' && from) points.push(...flattenCurve(from, numbers))
    else points.push([numbers[0] ?? 0, numbers[1] ?? 0])
  }
  return points
}

function flattenCurve([x0, y0]: Point, numbers: number[]): Point[] {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = numbers
  return Array.from({ length: piecesPerCurve }, (_, i) => {
    const t = (i + 1) / piecesPerCurve
    return [cubic(x0, x1, x2, x3, t), cubic(y0, y1, y2, y3, t)]
  })
}

function cubic(a: number, b: number, c: number, d: number, t: number): number {
  const rest = 1 - t
  return rest * rest * rest * a + 3 * rest * rest * t * b + 3 * rest * t * t * c + t * t * t * d
}
