import { grooves, screw } from './fittings.ts'
import { box, corners, outline, segment } from './path.ts'
import { rows, slants, turned } from './shading.ts'
import {
  clipTo,
  detail,
  edge,
  fine,
  hatch,
  light,
  line,
  opening,
  panel,
  raisedEdge,
  type Shape,
  shade,
} from './shape.ts'

const BLADE =
  '0,-.7,.4 .8,-.86,.4 5.2,-.78,.2 5.5,-.6,.1 5.5,.72,.14 4.6,.8,.3 4.1,1.4,.4 2.5,3.7,.5 .5,4.15,.5 .05,3.6,.4'
const WINDOW = '.6,.9,.22 3.4,.9,.2 2.2,2.9,.4 .66,3.2,.3'

export function stabilizingBrace(butt: number): Shape[] {
  const place = (points: string) => outline(corners(points, butt))
  const body = place(BLADE)
  const strap = place('0,2.2,.04 3.74,1.94,.04 3.32,2.54,.04 .02,2.78,.04')
  return [
    edge(body + place(WINDOW)),
    light(place('.04,-.6 .8,-.86,.4 5.2,-.78,.2 5.46,-.6 5.46,-.5 .3,-.5')),
    line(segment(butt + 0.24, -0.5, butt + 5.44, -0.5)),
    ...clipTo(body, hatch(rows(butt + 0.3, butt + 5.4, -0.8, -0.5, 2))),
    turned({ from: butt + 0.5, to: butt + 4.2, axis: -0.02, radius: 0.6, ragged: 0.3 }),
    line(place('.42,.74,.3 3.72,.74,.3 2.42,3.14,.4 .46,3.46,.4')),
    fine(place('.51,.82,.26 3.56,.82,.24 2.31,3.02,.4 .56,3.33,.34')),
    ...clipTo(body, shade(place('4.4,1 4.4,4.4 0,4.4 .2,3.56 .5,3.6,.3 2.5,3.28,.5 3.96,1'))),
    ...detail(...clipTo(body, hatch(slants(butt + 0.1, 3.4, butt + 4.4, 4.1, 0.11, 0.4)))),
    ...collar(butt),
    ...strapAround(butt, strap),
  ]
}

function collar(butt: number): Shape[] {
  const x = butt + 4.42
  return [
    line(segment(x, -0.8, x, 0.86)),
    fine(segment(x + 0.07, -0.8, x + 0.07, 0.82)),
    panel(box(x + 0.2, -0.2, butt + 5.3, 0.5, 0.12)),
    ...screw(butt + 4.86, 0.15, 0.16),
    ...detail(fine(grooves(butt + 5.36, 2, 0.06, -0.5, 0.66))),
  ]
}

function strapAround(butt: number, strap: string): Shape[] {
  const x = (dx: number) => butt + dx
  const buckle = outline(corners('.9,2.06,.06 1.62,2.01,.06 1.6,2.72,.06 .92,2.76,.06', butt))
  return [
    raisedEdge(strap),
    ...detail(...clipTo(strap, hatch(slants(x(-0.1), 1.9, x(3.8), 2.8, 0.1, 0.6)))),
    fine(segment(x(0.02), 2.29, x(3.66), 2.03) + segment(x(0.04), 2.69, x(3.38), 2.45)),
    edge(buckle),
    opening(outline(corners('1.06,2.2,.04 1.46,2.17,.04 1.45,2.58,.04 1.07,2.61,.04', butt))),
    fine(segment(x(1.25), 2.19, x(1.25), 2.59)),
  ]
}
