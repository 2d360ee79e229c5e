import { RAIL_PITCH_IN, RAIL_SLOT_IN, rail, screw, slots } from './fittings.ts'
import { box, circle, corners, outline, polyline, repeat, segment } from './path.ts'
import { rows, turned } from './shading.ts'
import {
  clipTo,
  detail,
  edge,
  fine,
  hatch,
  light,
  line,
  opening,
  raisedEdge,
  type Shape,
  shade,
} from './shape.ts'

const AR_RAIL_Y = -1.27
const TOP = -1.02

export function slottedHandguard(end: number, slim: boolean): Shape[] {
  const floor = slim ? 0.82 : 0.94
  const upper = -0.5
  const lower = 0.46
  // A short handguard has no room for whole pitches beside the clamp band: its rows start earlier and stand closer.
  const short = end < 6
  const row = { from: short ? 1.36 : 1.5, pitch: short ? 1.47 : 1.575 }
  const place = (points: string) => outline(corners(points))
  return [
    ...rail(0.02, end - 0.06, AR_RAIL_Y),
    edge(
      place(
        `0,-1.02 ${end},-1.02,.05 ${end - 0.06},-.6 ${end - 0.36},${floor - 0.06},.12 ${end - 0.5},${floor},.1 .14,${floor},.06 0,${floor - 0.14}`,
      ),
    ),
    light(place(`0,${TOP} ${end},${TOP} ${end - 0.08},${upper} 0,${upper}`)),
    shade(
      place(`0,${lower} ${end - 0.26},${lower} ${end - 0.5},${floor},.1 .14,${floor},.06 0,${floor - 0.14}`),
    ),
    line(segment(0.02, upper, end - 0.1, upper) + segment(0.02, lower, end - 0.26, lower)),
    hatch(rows(0.05, end - 0.06, TOP, upper, 1) + rows(0.05, end - 0.3, lower, floor, 1)),
    ...detail(hatch(rows(0.05, end - 0.06, TOP, upper, 4) + rows(0.05, end - 0.3, lower, floor, 5))),
    ...slots({ ...row, to: end - 0.42, y: -0.02, height: 0.31 }),
    ...slots({ ...row, to: end - (short ? 0.36 : 0.5), y: (TOP + upper) / 2, height: 0.17, deep: false }),
    ...slots({ ...row, to: end - (short ? 0.46 : 0.5), y: (lower + floor) / 2, height: 0.15, deep: false }),
    ...clampBand(floor),
    line(polyline(corners(`${end - 0.1},-1 ${end - 0.16},-.55 ${end - 0.46},${floor - 0.1}`))),
  ]
}

export function quadHandguard(end: number): Shape[] {
  const upper = -0.41
  const lower = 0.41
  const sideSlots = Math.max(0, Math.floor((end - 0.1 - RAIL_SLOT_IN - 1.2) / RAIL_PITCH_IN) + 1)
  const vents = Math.max(0, Math.ceil((end - 0.6 - 1.5) / 1.18))
  return [
    ...rail(0.02, end - 0.02, AR_RAIL_Y),
    ...rail(1.2, end - 0.02, 1.27, -1),
    edge(outline(corners(`0,-1.02 ${end},-1.02 ${end},1.02 1.2,1.02 1,.86,.1 0,.86`))),
    light(box(1, TOP, end, upper)),
    shade(box(1.2, lower, end, 1.02)),
    raisedEdge(box(1.02, upper, end - 0.02, lower, 0.03)),
    opening(
      repeat(sideSlots, (i) => {
        const x = 1.2 + i * RAIL_PITCH_IN
        return box(x, upper, x + RAIL_SLOT_IN, lower)
      }),
    ),
    fine(
      segment(1.02, upper + 0.12, end - 0.02, upper + 0.12) +
        segment(1.02, lower - 0.12, end - 0.02, lower - 0.12),
    ),
    hatch(rows(0.05, end - 0.04, -1, upper, 4) + rows(1.05, end - 0.04, lower, 1, 4)),
    opening(
      repeat(vents, (i) => {
        const x = 1.44 + i * 1.18
        return box(x, -0.81, x + 0.58, -0.63, 0.09) + box(x, 0.62, x + 0.58, 0.8, 0.09)
      }),
    ),
    ...quadClamp(),
  ]
}

function clampBand(floor: number): Shape[] {
  return [
    line(segment(1.28, TOP, 1.28, floor)),
    fine(segment(1.34, TOP, 1.34, floor)),
    ...screw(0.5, 0.7, 0.12),
    ...screw(1, 0.7, 0.12),
    line(circle(0.72, -0.02, 0.3)),
    opening(circle(0.72, -0.02, 0.2)),
    fine(circle(0.72, -0.02, 0.1)),
  ]
}

function quadClamp(): Shape[] {
  return [
    edge(box(0.02, -0.98, 0.98, 0.84, 0.06)),
    ...[0.3, 0.72].flatMap((x) => [...screw(x, -0.62), ...screw(x, 0.5)]),
    ...detail(turned({ from: 0.06, to: 0.94, axis: -0.06, radius: 0.5, lines: 6 })),
    fine(segment(0.98, -1, 0.98, 0.86)),
  ]
}

export const SCORPION_HANDGUARD_START_X = 2

export function scorpionHandguard(end: number): Shape[] {
  const start = SCORPION_HANDGUARD_START_X
  const place = (points: string) => outline(corners(points))
  const body = place(
    `${start},-1.38 ${end},-1.38,.06 ${end - 0.08},-.76 ${end - 0.34},.5,.1 ${end - 0.62},.88,.12 ${start + 0.2},.88,.08 ${start},.76`,
  )
  return [
    ...rail(start + 0.03, end - 0.05, -1.62),
    edge(body),
    light(place(`${start},-1.38 ${end},-1.38 ${end - 0.08},-.78 ${start},-.78`)),
    shade(place(`${start},.42 ${end - 0.3},.42 ${end - 0.62},.88 ${start + 0.2},.88 ${start},.76`)),
    line(segment(start, -0.78, end - 0.08, -0.78) + segment(start, 0.42, end - 0.32, 0.42)),
    ...clipTo(body, hatch(rows(start + 0.05, end, -1.36, -0.78, 5) + rows(start + 0.05, end, 0.42, 0.88, 5))),
    ...detail(
      ...clipTo(
        body,
        turned({ from: start + 0.62, to: end - 0.2, axis: -0.16, radius: 0.6, ragged: 0.1, lines: 5 }),
      ),
    ),
    ...slots({ from: start + 0.6, to: end - 0.34, y: -0.18, height: 0.31, length: 1.27, pitch: 1.5 }),
    ...slots({ from: start + 0.6, to: end - 0.3, y: -1.08, height: 0.17, pitch: 1.5, deep: false }),
    ...slots({ from: start + 0.6, to: end - 0.6, y: 0.65, height: 0.15, pitch: 1.5, deep: false }),
    ...collar(start),
    line(polyline(corners(`${end - 0.14},-1.36 ${end - 0.22},-.78 ${end - 0.46},.46 ${end - 0.7},.84`))),
  ]
}

function collar(start: number): Shape[] {
  return [
    raisedEdge(box(start, -0.72, start + 0.46, 0.36, 0.04)),
    ...screw(start + 0.23, -0.5, 0.11),
    ...screw(start + 0.23, 0.16, 0.11),
    opening(circle(start + 0.23, -0.17, 0.11)),
    fine(segment(start + 0.54, -1.36, start + 0.54, 0.88)),
  ]
}
