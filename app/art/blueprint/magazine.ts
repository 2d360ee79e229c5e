import {
  circle,
  type Corner,
  corners,
  inches,
  outline,
  polyline,
  radians,
  repeat,
  rotate,
  segment,
} from './path.ts'
import { detail, edge, fine, hatch, light, line, panel, type Shape, shade } from './shape.ts'

/** A magazine swept on an arc: its two walls are concentric circles. Lengths in inches, angles in degrees. */
interface Sweep {
  readonly cx: number
  readonly cy: number
  readonly front: number
  readonly rear: number
  readonly end: number
}

const RIFLE: Sweep = { cx: 9.6, cy: 2.3, front: 11.02, rear: 13.36, end: 23 }
const COMPACT: Sweep = { cx: 13, cy: 1.6, front: 14.62, rear: 16.12, end: 19 }

export function rifleMagazine(): Shape[] {
  const { front, rear, end } = RIFLE
  const ribs = Array.from({ length: 8 }, (_, i) => 9.2 + i * 1.62)
  return [
    edge(band(RIFLE, front, rear, 0, end)),
    line(arc(RIFLE, front + 0.28, 2, end) + arc(RIFLE, rear - 0.3, 2, end)),
    fine(arc(RIFLE, front + 0.36, 2, end) + arc(RIFLE, rear - 0.38, 2, end)),
    ...ribs.map((angle) => panel(band(RIFLE, front + 0.52, rear - 0.54, angle, angle + 0.74))),
    ...detail(hatch(ribs.map((angle) => chord(RIFLE, front + 0.6, rear - 0.62, angle + 0.56)).join(''))),
    shade(band(RIFLE, rear - 0.3, rear, 0, end)),
    light(band(RIFLE, front, front + 0.28, 0, end)),
    ...detail(hatch(repeat(8, (i) => arc(RIFLE, rear - 0.04 - i * 0.032 * (1 + i * 0.1), 3.6, end)))),
    ...floorPlate(RIFLE, 1.5, 1.7),
  ]
}

export function compactMagazine(): Shape[] {
  const { front, rear, end } = COMPACT
  const ribs = Array.from({ length: 10 }, (_, i) => 5.9 + i * 1.26)
  return [
    edge(band(COMPACT, front, rear, 2, end)),
    line(arc(COMPACT, front + 0.2, 3, end) + arc(COMPACT, rear - 0.22, 3, end)),
    fine(arc(COMPACT, front + 0.27, 3, end) + arc(COMPACT, rear - 0.29, 3, end)),
    ...ribs.map((angle) => panel(band(COMPACT, front + 0.38, rear - 0.4, angle, angle + 0.6))),
    ...detail(hatch(ribs.map((angle) => chord(COMPACT, front + 0.44, rear - 0.46, angle + 0.44)).join(''))),
    shade(band(COMPACT, rear - 0.22, rear, 2, end)),
    light(band(COMPACT, front, front + 0.2, 2, end)),
    ...detail(hatch(repeat(6, (i) => arc(COMPACT, rear - 0.03 - i * 0.03 * (1 + i * 0.1), 3.6, end)))),
    ...floorPlate(COMPACT, 1.3, 1.45),
  ]
}

export function straightMagazine(): Shape[] {
  const top: Corner = [-2, 2.7]
  const raked = (points: string) => rotate(corners(points, top[0], top[1]), top[0], top[1], 13)
  const body = outline(raked('0,0 0,4.9 -1.36,4.9 -1.36,0'))
  const holes = Array.from({ length: 8 }, (_, i) => raked(`-.68,${1.02 + i * 0.46}`)).flat()
  return [
    edge(body),
    shade(outline(raked('-1.08,0 -1.08,4.9 -1.36,4.9 -1.36,0'))),
    light(outline(raked('0,0 0,4.9 -.2,4.9 -.2,0'))),
    line(polyline(raked('-.2,.3 -.2,4.9')) + polyline(raked('-1.08,.3 -1.08,4.9'))),
    fine(polyline(raked('-.26,.3 -.26,4.9')) + polyline(raked('-1.02,.3 -1.02,4.9'))),
    panel(outline(raked('-.4,.7,.1 -.4,4.62,.1 -.94,4.62,.1 -.94,.7,.1'))),
    line(holes.map(([x, y]) => circle(x, y, 0.085)).join('')),
    ...detail(
      hatch(repeat(6, (i) => polyline(raked(`${-1.33 + i * 0.036},.4 ${-1.33 + i * 0.036},4.85`)))),
      fine(holes.map(([x, y]) => circle(x, y, 0.045)).join('')),
    ),
    edge(outline(raked('.1,4.9,.05 .1,5.12,.08 .02,5.3,.1 -1.4,5.3,.1 -1.48,5.12,.08 -1.48,4.9,.05'))),
    fine(polyline(raked('.1,5.1 -1.48,5.1'))),
    ...detail(hatch(repeat(9, (i) => polyline(raked(`${-1.2 + i * 0.13},5.14 ${-1.2 + i * 0.13},5.26`))))),
  ]
}

function floorPlate(sweep: Sweep, frontDrop: number, rearDrop: number): Shape[] {
  const { front, rear, end } = sweep
  const plate = outline([
    filleted(at(sweep, front - 0.13, end), 0.06),
    filleted(at(sweep, front - 0.1, end + frontDrop), 0.12),
    filleted(at(sweep, rear + 0.13, end + rearDrop), 0.14),
    filleted(at(sweep, rear + 0.15, end - 0.05), 0.06),
  ])
  return [edge(plate), fine(chord(sweep, front - 0.1, rear + 0.12, end + frontDrop / 2))]
}

function at(sweep: Sweep, radius: number, degrees: number): Corner {
  const angle = radians(degrees)
  return [sweep.cx - radius * Math.cos(angle), sweep.cy + radius * Math.sin(angle)]
}

function filleted([x, y]: Corner, radius: number): Corner {
  return [x, y, radius]
}

function arc(sweep: Sweep, radius: number, from: number, to: number): string {
  const r = inches(radius)
  return `M${point(at(sweep, radius, from))}A${r} ${r} 0 0 0 ${point(at(sweep, radius, to))}`
}

function chord(sweep: Sweep, inner: number, outer: number, degrees: number): string {
  const [x0, y0] = at(sweep, inner, degrees)
  const [x1, y1] = at(sweep, outer, degrees)
  return segment(x0, y0, x1, y1)
}

function band(sweep: Sweep, inner: number, outer: number, from: number, to: number): string {
  const back = inches(outer)
  const turnBack = `L${point(at(sweep, outer, to))}A${back} ${back} 0 0 1 ${point(at(sweep, outer, from))}Z`
  return arc(sweep, inner, from, to) + turnBack
}

function point([x, y]: Corner): string {
  return `${inches(x)} ${inches(y)}`
}
