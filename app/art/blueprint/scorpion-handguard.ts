import { rail, screw, slots } from './fittings.ts'
import { box, circle, corners, outline, polyline, segment } from './path.ts'
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

/** Where the Scorpion's handguard meets its receiver. */
export const SCORPION_HANDGUARD_START_X = 2

/** Slotted handguard of the Scorpion, from its receiver to `end`. */
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
