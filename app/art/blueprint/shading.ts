import { inches, radians, repeat, segment } from './path.ts'
import { clipTo, detail, hatch, type Shape } from './shape.ts'

const LIT_ANGLES = [-58, -68, -78]

/** A turned (round) form lying along x, shown from the side; all lengths in inches. */
export interface Turned {
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

export function columns(x0: number, x1: number, y0: number, y1: number, count: number): string {
  return repeat(count, (i) => {
    const x = x0 + ((x1 - x0) * (i + 1)) / (count + 1)
    return segment(x, y0, x, y1)
  })
}

/** Slanted lines over a box, `step` inches apart; `slope` is the run per rise. */
export function slants(x0: number, y0: number, x1: number, y1: number, step: number, slope = 1): string {
  const height = y1 - y0
  const count = Math.ceil((x1 - x0 + 2 * height) / step)
  return repeat(count, (i) => {
    const x = x0 - height + i * step
    return segment(x, y1, x + height * slope, y0)
  })
}

export function spokes(x: number, y: number, inner: number, outer: number, count: number): string {
  return repeat(count, (i) => {
    const angle = radians((360 / count) * i)
    const cos = Math.cos(angle)
    const sin = Math.sin(angle)
    return segment(x + inner * cos, y + inner * sin, x + outer * cos, y + outer * sin)
  })
}

export function stipple(
  clip: string,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  pitch: number,
): Shape[] {
  let d = ''
  for (let y = y0, row = 0; y < y1; y += pitch * 0.87, row++) {
    for (let x = x0 + (row % 2 ? pitch / 2 : 0); x < x1; x += pitch) d += `M${inches(x)} ${inches(y)}h.001`
  }
  return detail(...clipTo(clip, { className: 'bp-stipple', d }))
}
