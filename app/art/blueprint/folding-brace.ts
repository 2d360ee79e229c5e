import { grooves, screw } from './fittings.ts'
import { box, corners, outline, repeat, segment } from './path.ts'
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

const FRAME =
  '0,-.44,.3 .44,-.94,.22 2.4,-1,.5 6.5,-.66,.1 6.88,-.66,.06 6.88,.62,.08 5.6,.7,.3 4.9,.94,.5 2.5,3.58,.5 .56,4.1,.4 .06,3.66,.34'
const WINDOW = '.74,.86,.2 4.16,.86,.3 2.16,2.96,.4 .8,3.26,.24'

export function foldingBrace(butt: number): Shape[] {
  const place = (points: string) => outline(corners(points, butt))
  const frame = place(FRAME)
  return [
    edge(frame + place(WINDOW)),
    light(place('.1,-.58 .44,-.94,.22 2.4,-1,.5 6.5,-.66 6.84,-.66 6.84,-.44 .3,-.44')),
    ...clipTo(frame, shade(place('5.2,.5 5.2,4.4 0,4.4 .2,3.6 .56,3.68,.3 2.4,3.2,.4 4.7,.6'))),
    line(segment(butt + 0.22, -0.46, butt + 6.86, -0.42)),
    ...clipTo(frame, hatch(rows(butt + 0.3, butt + 6.8, -0.98, -0.46, 3))),
    line(place('.56,.7,.28 4.5,.7,.34 2.3,3.16,.4 .6,3.5,.3')),
    fine(place('.65,.78,.24 4.33,.78,.32 2.23,3.06,.4 .7,3.38,.27')),
    ...cheek(butt),
    ...strut(butt, frame),
    ...strap(butt),
    ...hinge(),
  ]
}

function cheek(butt: number): Shape[] {
  const rest = outline(corners('.66,-.3,.14 3.36,-.3,.1 3.16,.44,.14 .66,.44,.14', butt))
  return [
    panel(rest),
    ...detail(
      ...clipTo(
        rest,
        hatch(repeat(9, (i) => segment(butt + 0.7, -0.22 + i * 0.075, butt + 3.4, -0.22 + i * 0.075))),
      ),
    ),
    opening(
      repeat(2, (i) => outline(corners('3.78,-.16,.1 4.7,-.16,.1 4.62,.12,.1 3.7,.12,.1', butt + i * 1.16))),
    ),
    turned({ from: butt + 3.5, to: butt + 6.2, axis: 0.02, radius: 0.58, lines: 5, ragged: 0.2 }),
    line(segment(butt + 6.3, -0.66, butt + 6.3, 0.66)),
    fine(segment(butt + 6.38, -0.66, butt + 6.38, 0.66)),
  ]
}

function strut(butt: number, frame: string): Shape[] {
  const foot = slants(butt, 3.46, butt + 3.2, 4.1, 0.11, 0.4)
  return [
    ...detail(...clipTo(frame, hatch(foot))),
    line(segment(butt + 0.1, 3.46, butt + 2.56, 3.46)),
    ...detail(fine(repeat(12, (i) => segment(butt + 0.05, -0.2 + i * 0.16, butt + 0.28, -0.24 + i * 0.16)))),
    line(segment(butt + 0.36, -0.4, butt + 0.36, 3.42)),
  ]
}

function strap(butt: number): Shape[] {
  const webbing = outline(corners('0,2.06,.04 4.04,1.8,.04 3.54,2.4,.04 .02,2.64,.04', butt))
  return [
    raisedEdge(webbing),
    ...detail(...clipTo(webbing, hatch(slants(butt - 0.1, 1.8, butt + 4.1, 2.7, 0.1, 0.6)))),
    fine(segment(butt + 0.02, 2.15, butt + 3.96, 1.89) + segment(butt + 0.04, 2.55, butt + 3.62, 2.31)),
    edge(outline(corners('1.5,1.88,.06 2.2,1.83,.06 2.18,2.6,.06 1.52,2.64,.06', butt))),
    opening(outline(corners('1.66,2.02,.04 2.06,1.99,.04 2.05,2.45,.04 1.67,2.48,.04', butt))),
    fine(segment(butt + 1.86, 2.01, butt + 1.86, 2.46)),
  ]
}

function hinge(): Shape[] {
  return [
    edge(outline(corners('-10.52,-.8,.1 -10.1,-.94,.08 -9.9,-.94 -9.9,1.06 -10.1,1.06,.08 -10.52,.9,.1'))),
    light(box(-10.5, -0.78, -9.9, -0.52)),
    edge(box(-10.44, -0.46, -10.08, 0.52, 0.14)),
    ...detail(turned({ from: -10.43, to: -10.09, axis: 0.03, radius: 0.46, lines: 6, ragged: 0 })),
    fine(segment(-10.44, -0.14, -10.08, -0.14) + segment(-10.44, 0.2, -10.08, 0.2)),
    ...screw(-10.26, -0.66, 0.09),
    ...screw(-10.26, 0.74, 0.09),
    line(segment(-10, -0.92, -10, 1.04)),
    ...detail(hatch(grooves(-9.97, 2, 0.03, -0.9, 1.02))),
  ]
}
