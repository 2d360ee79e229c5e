import { box, circle, type Corner, corners, outline, polyline, radians, repeat, segment } from './path.ts'
import { clipTo, detail, edge, fine, hatch, line, opening, type Shape } from './shape.ts'

/** Accessory rail, MIL-STD-1913: slots 0.206 in wide, 0.394 in apart. */
export const RAIL_PITCH_IN = 0.394
export const RAIL_SLOT_IN = 0.206

const TOOTH_IN = 0.115
const BASE_IN = 0.25

/** Accessory rail in profile between two x; `side` -1 hangs it under a fore-end. */
export function rail(x0: number, x1: number, top: number, side: 1 | -1 = 1): Shape[] {
  const floor = top + side * TOOTH_IN
  const ledge = floor + side * 0.07
  const starts: number[] = []
  for (let x = x0 + 0.16; x + RAIL_SLOT_IN < x1 - 0.1; x += RAIL_PITCH_IN) starts.push(x)
  const teeth = starts.flatMap((x): Corner[] => [
    [x, top],
    [x, floor],
    [x + RAIL_SLOT_IN, floor],
    [x + RAIL_SLOT_IN, top],
  ])
  const profile = outline([
    [x0, top + side * BASE_IN],
    [x0, top + side * 0.05],
    [x0 + 0.04, top],
    ...teeth,
    [x1 - 0.04, top],
    [x1, top + side * 0.05],
    [x1, top + side * BASE_IN],
  ])
  const roots = starts.map(
    (x) => segment(x, floor, x, ledge) + segment(x + RAIL_SLOT_IN, floor, x + RAIL_SLOT_IN, ledge),
  )
  return [edge(profile), fine(roots.join('') + segment(x0, ledge, x1, ledge))]
}

interface SlotRow {
  readonly from: number
  readonly to: number
  readonly y: number
  readonly height: number
  readonly length?: number
  readonly pitch?: number
  readonly deep?: boolean
}

export function slots(row: SlotRow): Shape[] {
  const { from, to, y, height, length = 1.27, pitch = 1.575, deep = true } = row
  const count = Math.max(0, Math.floor((to - from + pitch - length) / pitch))
  const first = from + (to - from - (count * pitch - (pitch - length))) / 2
  return Array.from({ length: count }, (_, i) => slot(first + i * pitch, y, height, length, deep)).flat()
}

export function screw(x: number, y: number, radius = 0.13): Shape[] {
  const socket = Array.from({ length: 6 }, (_, i): Corner => {
    const angle = radians(i * 60 + 12)
    return [x + radius * 0.5 * Math.cos(angle), y + radius * 0.5 * Math.sin(angle)]
  })
  return [line(circle(x, y, radius)), ...detail(fine(outline(socket)))]
}

function grooves(x: number, count: number, step: number, y0: number, y1: number, lean = 0): string {
  return repeat(count, (i) => segment(x + i * step, y0, x + i * step + lean, y1))
}

function slot(x: number, y: number, height: number, length: number, deep: boolean): Shape[] {
  const half = height / 2
  const mouth = box(x, y - half, x + length, y + half, half)
  if (!deep) return [opening(mouth)]
  const behind = turned({ from: x - 0.1, to: x + length + 0.1, axis: 0, radius: 0.36, ragged: 0 })
  const wall = polyline([
    [x + 0.07, y + half - 0.05, 0.06],
    [x + 0.07, y - half + 0.06, 0.1],
    [x + length - 0.06, y - half + 0.06, 0.1],
  ])
  return [opening(mouth), ...detail(...clipTo(mouth, behind), fine(wall))]
}

const THREAD_IN = 0.6

export function barrel(muzzle: number, handguardEnd: number, radius: number): Shape[] {
  const shoulder = muzzle - THREAD_IN
  const start = Math.max(-0.2, Math.min(handguardEnd - 0.6, shoulder - 0.5))
  const stepX = handguardEnd + 0.3
  const thick = radius + 0.04
  const step = stepX < shoulder - 0.1
  const top = step
    ? `${start},${-thick} ${stepX},${-thick} ${stepX + 0.08},${-radius}`
    : `${start},${-radius}`
  const bottom = step ? `${stepX + 0.08},${radius} ${stepX},${thick} ${start},${thick}` : `${start},${radius}`
  const threads = Math.floor((THREAD_IN - 0.08) / 0.055) + 1
  return [
    edge(
      outline(
        corners(
          `${top} ${shoulder},${-radius},.03 ${shoulder},-.25 ${muzzle - 0.03},-.25 ${muzzle},-.2 ${muzzle},.2 ${muzzle - 0.03},.25 ${shoulder},.25 ${shoulder},${radius},.03 ${bottom}`,
        ),
      ),
    ),
    turned({ from: Math.max(handguardEnd, start), to: shoulder - 0.02, axis: 0, radius }),
    ...detail(fine(grooves(shoulder + 0.05, threads, 0.055, -0.25, 0.25, 0.02))),
    ...(muzzle - handguardEnd > 3.6
      ? [line(segment(handguardEnd + 0.9, -radius, handguardEnd + 0.9, radius))]
      : []),
  ]
}

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
