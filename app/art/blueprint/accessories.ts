import { grooves, screw } from './fittings.ts'
import { circle, type Corner, corners, inches, outline, segment } from './path.ts'
import { stipple, turned } from './shading.ts'
import { edge, fine, line, panel, type Shape } from './shape.ts'

const HALF_WEBBING_IN = 0.34

export interface Seat {
  readonly handguardEnd: number
  readonly handguardStart: number
  readonly floorY: number
  readonly railY: number
}

export function weaponLight({ handguardEnd, handguardStart, floorY }: Seat): Shape[] {
  const x = Math.max(handguardStart + 0.4, handguardEnd - 4.3)
  const axis = floorY + 0.72
  const at = (points: string, dy: number) => outline(corners(points, x, dy))
  const across = (dx: number, half: number) => segment(x + dx, axis - half, x + dx, axis + half)
  return [
    edge(at('.7,-.14,.05 2.1,-.14,.05 2,.3,.1 .8,.3,.1', floorY)),
    ...screw(x + 1.05, floorY + 0.08, 0.11),
    ...screw(x + 1.75, floorY + 0.08, 0.11),
    edge(at('0,-.4,.12 2.9,-.4 3.1,-.52,.05 4.05,-.56,.06 4.05,.56,.06 3.1,.52,.05 2.9,.4 0,.4,.12', axis)),
    turned({ from: x + 0.5, to: x + 2.85, axis, radius: 0.4, lines: 7 }),
    turned({ from: x + 3.14, to: x + 4, axis, radius: 0.53, endRadius: 0.55 }),
    line(across(0.42, 0.4) + across(2.9, 0.4) + across(3.9, 0.55)),
    fine(grooves(x + 0.06, 8, 0.045, axis - 0.34, axis + 0.34)),
  ]
}

export function verticalGrip({ handguardEnd, handguardStart, floorY }: Seat): Shape[] {
  const room = handguardEnd - handguardStart
  const x = handguardStart + Math.min(room - 3.2, Math.max(1.7, room * 0.36))
  const at = (points: string) => outline(corners(points, x, floorY - 0.94))
  const texture = at('.42,1.55,.1 1.2,1.55,.1 1.1,2.85,.2 .42,2.85,.2')
  const top = floorY + 0.61
  return [
    edge(at('.1,.82,.05 1.9,.82,.05 1.75,1.1,.1 1.42,1.35,.3 1.3,3,.3 .9,3.2,.2 .26,3.1,.25 .3,1.4,.3')),
    panel(texture),
    ...stipple(texture, x + 0.3, top - 0.05, x + 1.4, top + 1.35, 0.14),
    fine(segment(x + 0.2, floorY + 0.08, x + 1.8, floorY + 0.08)),
  ]
}

export function foldingSights({ handguardEnd, railY }: Seat, rearX: number): Shape[] {
  return [...foldedSight(handguardEnd - 0.95, railY), ...foldedSight(rearX, railY)]
}

export function sling(fromX: number, fromY: number, toX: number, toY: number, sagIn: number): Shape[] {
  const low = Math.max(fromY, toY) + sagIn
  // The strap hangs free, so its two edges are one curve shifted up and down.
  const controls: readonly Corner[] = [
    [fromX, fromY],
    [fromX + 2.5, low],
    [toX - 4, low + 1],
    [toX, toY],
  ]
  const edgeAt = (dy: number, points = controls) => points.map(([x, y]) => `${inches(x)} ${inches(y + dy)}`)
  const [start, ...upper] = edgeAt(-HALF_WEBBING_IN)
  const [back, ...lower] = edgeAt(HALF_WEBBING_IN, controls.toReversed())
  const above = `M${start}C${upper.join(' ')}`
  const below = `${back}C${lower.join(' ')}`
  return [
    { className: 'bp-strap', d: `${above}L${below}Z` },
    line(`${above}M${below}`),
    edge(circle(fromX, fromY, 0.2) + circle(toX, toY, 0.2)),
  ]
}

function foldedSight(x: number, railY: number): Shape[] {
  const profile = '-.5,-.02,.03 -.42,-.3,.08 .62,-.36,.1 .72,-.02,.03 .5,.18,.04 -.4,.18,.04'
  return [
    edge(outline(corners(profile, x, railY))),
    fine(segment(x - 0.36, railY - 0.14, x + 0.64, railY - 0.16)),
    ...screw(x + 0.1, railY + 0.05, 0.09),
  ]
}
