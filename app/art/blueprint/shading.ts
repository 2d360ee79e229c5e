import { radians, repeat, segment } from './path.ts'
import { hatch, type Shape } from './shape.ts'

const LIT_ANGLES = [-58, -68, -78]

/** A turned (round) form lying along x, shown from the side; all lengths in inches. */
interface Turned {
  readonly from: number
  readonly to: number
  readonly axis: number
  readonly radius: number
  readonly endRadius?: number
  readonly lines?: number
  readonly ragged?: number
}

export function turned(form: Turned): Shape {
  const { from, to, axis, radius, endRadius = radius, lines = 8, ragged = 0.04 } = form
  if (to - from < 0.05) return hatch('')
  const count = Math.round(lines * 1.35)
  const shaded = Array.from({ length: count }, (_, i) => 6 + (77 * i) / (count - 1))
  const d = [...shaded, ...LIT_ANGLES].map((angle, i) => {
    const sin = Math.sin(radians(angle))
    // The line ends step in and out by a fixed pattern, so that the same build always draws the same.
    const start = (((i * 7) % 5) / 4) * ragged * 1.6
    const end = (((i * 3) % 4) / 3) * ragged * 1.6
    return segment(from + start, axis + radius * sin, to - end, axis + endRadius * sin)
  })
  return hatch(d.join(''))
}

export function rows(x0: number, x1: number, y0: number, y1: number, count: number): string {
  return repeat(count, (i) => {
    const y = y0 + ((y1 - y0) * (i + 1)) / (count + 1)
    return segment(x0, y, x1, y)
  })
}
