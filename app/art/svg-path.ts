import type { Point } from './polyline.ts'

export function formatNumber(value: number, decimals = 1): string {
  const text = String(Number(value.toFixed(decimals)))
  // Asked a hundred thousand times for a patch: an expression would take as long as the rest.
  return text.startsWith('0.') ? text.slice(1) : text.startsWith('-0.') ? `-${text.slice(2)}` : text
}

export function polylinePath(points: readonly Point[]): string {
  const start = points[0]
  if (!start) return ''
  let x = tenths(start[0])
  let y = tenths(start[1])
  const pen = createPen(`M`, [x, y])
  let letter = 'l'
  for (const point of points.slice(1)) {
    const nextX = tenths(point[0])
    const nextY = tenths(point[1])
    if (nextX === x && nextY === y) continue
    pen.put(letter, [nextX - x, nextY - y])
    letter = ''
    x = nextX
    y = nextY
  }
  return pen.path()
}

/** A quadratic B-spline in the `t` shorthand, where the viewer mirrors the control point: about half of a plain quadratic path. */
export function curvePath(points: readonly Point[], closed = false): string {
  if (points.length < 3) return polylinePath(points)
  const controls = closed ? points : points.slice(1, -1)
  const first = controls[0] as Point
  const start = closed ? midpoint(controls.at(-1) as Point, first) : (points[0] as Point)
  let x = tenths(start[0])
  let y = tenths(start[1])
  let controlX = tenths(first[0])
  let controlY = tenths(first[1])
  const pen = createPen('M', [x, y])
  controls.forEach((_, i) => {
    const isLast = i === controls.length - 1
    const ahead = isLast ? undefined : (controls[i + 1] as Point)
    const end = closed ? start : (points.at(-1) as Point)
    // Aim from the control point the viewer really has, so that rounding never adds up along the curve.
    const onX = ahead ? Math.round((controlX + ahead[0] * 10) / 2) : tenths(end[0])
    const onY = ahead ? Math.round((controlY + ahead[1] * 10) / 2) : tenths(end[1])
    if (i === 0) pen.put('q', [controlX - x, controlY - y, onX - x, onY - y])
    else pen.put(i === 1 ? 't' : '', [onX - x, onY - y])
    controlX = 2 * onX - controlX
    controlY = 2 * onY - controlY
    x = onX
    y = onY
  })
  return pen.path() + (closed ? 'z' : '')
}

function tenths(value: number): number {
  return Math.round(value * 10)
}

function midpoint(a: Point, b: Point): Point {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
}

function createPen(letter: string, numbers: number[]) {
  const pieces: string[] = []
  let previous = ''
  function put(command: string, values: number[]): void {
    if (command) {
      pieces.push(command)
      previous = ''
    }
    for (const value of values) {
      const text = tenthsText(value)
      const touches = text.startsWith('-') || (text.startsWith('.') && previous.includes('.'))
      pieces.push(previous === '' || touches ? text : ` ${text}`)
      previous = text
    }
  }
  put(letter, numbers)
  return { put, path: () => pieces.join('') }
}

function tenthsText(value: number): string {
  const sign = value < 0 ? '-' : ''
  const size = Math.abs(value)
  const whole = Math.floor(size / 10)
  const rest = size % 10
  if (rest === 0) return sign + whole
  return `${sign}${whole || ''}.${rest}`
}
