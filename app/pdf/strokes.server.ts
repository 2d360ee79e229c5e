import { drawSvgPath, grayscale } from '@cantoo/pdf-lib'

/** How a path is drawn. Colours are sRGB hex, lengths are in the units of the path. */
export type PathLook = {
  stroke?: string
  width?: number
  fill?: string
  dash?: readonly number[]
  /** The resource name of an opacity. */
  opacity?: string
  /** Outline (path data) the path is clipped to. */
  clip?: string
}

/** Where a drawing stands: its left and upper edge on the page in points, its origin in its own units, points per unit. */
export type DrawingPlace = { x: number; top: number; originX: number; originY: number; scale: number }

/** A drawing of several paths. Those of an SVG point down, those of a page up: the place turns them. */
export function drawingOperators(place: DrawingPlace, paths: readonly string[]): string {
  const { x, top, originX, originY, scale } = place
  const matrix = [scale, 0, 0, -scale, x - originX * scale, top + originY * scale].map(short).join(' ')
  return `q ${matrix} cm 1 J 1 j\n${paths.join('\n')}\nQ`
}

/** One path, filled and stroked. Overlapping parts of it leave holes, as in our drawings. */
export function pathOperators(d: string, { stroke, width = 1, fill, dash, opacity, clip }: PathLook): string {
  if (!stroke && !fill) return ''
  const paint = fill && stroke ? 'B*' : fill ? 'f*' : 'S'
  return [
    'q',
    clip ? `${outline(clip)} W* n` : '',
    opacity ? `/${opacity} gs` : '',
    fill ? `${rgb(fill)} rg` : '',
    stroke ? `${rgb(stroke)} RG ${short(width)} w` : '',
    dash ? `[${dash.map(short).join(' ')}] 0 d` : '',
    outline(d),
    paint,
    'Q',
  ]
    .filter(Boolean)
    .join(' ')
}

/** A colour as three numbers, for `rg` and `RG`. */
export function rgb(hex: string): string {
  return [1, 3, 5].map((at) => short(Number.parseInt(hex.slice(at, at + 2), 16) / 255)).join(' ')
}

/** The library turns arcs and shorthands into curves; of what it writes only the outline itself is kept. */
function outline(d: string): string {
  return drawSvgPath(d, {
    x: 0,
    y: 0,
    scale: undefined,
    color: undefined,
    borderColor: grayscale(0),
    borderWidth: 1,
  })
    .map(String)
    .filter((operator) => /(^|\s)(m|l|c|v|y|h|re)$/.test(operator))
    .map((operator) => operator.replaceAll(/-?\d*\.?\d+(?:e-?\d+)?/g, (number) => short(Number(number))))
    .join(' ')
}

function short(value: number): string {
  return String(Number(value.toFixed(4)))
}
