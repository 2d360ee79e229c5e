import { pin } from './fittings.ts'
import { box, circle, corners, outline, repeat, segment } from './path.ts'
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

/** Receiver extension with its end plate and castle nut; `plain` has no adjustment rail beneath. */
export function receiverExtension(lengthIn: number, plain: boolean): Shape[] {
  const rear = -8.24 - lengthIn
  const adjustment = plain
    ? []
    : [
        edge(outline(corners(`-9.1,.56 ${rear + 0.2},.56 ${rear + 0.2},.84,.08 -9.1,.84,.08`))),
        fine(repeat(5, (i) => circle(-9.7 - i * 0.75, 0.7, 0.085))),
      ]
  return [
    edge(outline(corners(`-8.4,-.575 ${rear},-.575,.12 ${rear},.575,.12 -8.4,.575`))),
    turned({ from: rear + 0.1, to: -8.8, axis: 0, radius: 0.575 }),
    ...adjustment,
    edge(box(-8.46, -0.82, -8.34, 0.96, 0.05)),
    edge(box(-8.8, -0.7, -8.46, 0.7, 0.05)),
    fine([-0.42, -0.1, 0.26, 0.52].map((y) => segment(-8.8, y, -8.46, y)).join('')),
  ]
}

/** Full stock with cheek tubes; `butt` is its rearmost x. */
export function sopmodStock(butt: number): Shape[] {
  const body = place(
    butt,
    '.5,-1.02,.12 1.5,-1.06,.4 5.6,-.86,.6 6.9,-.74,.14 7,-.6,.1 7,.98,.14 5.7,1.04,.2 4.9,1.2,.5 2.1,2.55,.8 1.35,3.9,.22 .5,3.96,.1',
  )
  const tube = box(butt + 0.95, -0.52, butt + 6.3, 0.5, 0.24)
  const web = place(butt, '1.1,.8,.14 4.6,.8,.14 4.1,1.1,.3 2.3,1.98,.6 1.1,2.3,.16')
  return [
    edge(body),
    light(place(butt, '.5,-1.02 1.5,-1.06,.4 5.6,-.86,.6 6.9,-.74 6.95,-.54 .5,-.72')),
    line(segment(butt + 0.5, -0.72, butt + 6.9, -0.54)),
    ...clipTo(body, hatch(rows(butt + 0.56, butt + 6.8, -1, -0.66, 3))),
    shade(place(butt, '2.1,2.55,.8 1.35,3.9,.22 .5,3.96 .5,3.5 1.1,3.4 1.8,2.3,.6 4.8,.98 4.9,1.2,.5')),
    raisedEdge(tube),
    ...clipTo(tube, turned({ from: butt + 1.3, to: butt + 6.25, axis: -0.01, radius: 0.5, lines: 9 })),
    line(segment(butt + 1.3, -0.5, butt + 1.3, 0.48)),
    fine(segment(butt + 1.38, -0.5, butt + 1.38, 0.48) + circle(butt + 1.12, 0, 0.1)),
    panel(web),
    ...detail(...clipTo(web, hatch(slants(butt + 1, 0.7, butt + 4.8, 2.4, 0.17, 0.9)))),
    opening(box(butt + 0.86, 2.72, butt + 1.42, 2.96, 0.12)),
    fine(segment(butt + 0.72, 2.5, butt + 0.72, 3.7)),
    edge(place(butt, '4.9,.98,.06 6.2,.98,.06 6.05,1.28,.12 5.1,1.36,.16')),
    fine(segment(butt + 5.2, 1.1, butt + 6, 1.1) + segment(butt + 5.2, 1.2, butt + 5.98, 1.18)),
    ...pin(butt + 5.95, 0.8, 0.09),
    line(segment(butt + 6.5, -0.66, butt + 6.5, 0.98)),
    fine(segment(butt + 6.57, -0.66, butt + 6.57, 0.98)),
    edge(place(butt, '0,-.78,.3 .5,-1.08,.05 .5,4.02,.05 .06,3.86,.25')),
    ...detail(fine(repeat(21, (i) => segment(butt + 0.02, -0.6 + i * 0.21, butt + 0.3, -0.66 + i * 0.21)))),
  ]
}

/** Open-frame stock; `butt` is its rearmost x. */
export function skeletonStock(butt: number): Shape[] {
  const body = place(
    butt,
    '.42,-.86,.12 2,-.92,.5 5.7,-.74,.4 6.1,-.6,.12 6.1,.9,.16 5.2,1,.3 1.5,3.5,.5 .42,3.66,.12',
  )
  const hole = place(butt, '1.15,1.16,.2 4,1.16,.16 1.5,2.86,.3 1.15,2.9,.12')
  return [
    edge(body + hole),
    line(place(butt, '.9,.98,.2 4.9,.98,.2 .95,3.36,.3')),
    line(segment(butt + 0.42, 0.72, butt + 5.6, 0.72) + segment(butt + 0.42, -0.5, butt + 5.9, -0.44)),
    turned({ from: butt + 0.7, to: butt + 5.9, axis: 0.02, radius: 0.56, endRadius: 0.54, lines: 7 }),
    opening(box(butt + 4.1, -0.16, butt + 5.2, 0.1, 0.13) + box(butt + 2.6, -0.16, butt + 3.7, 0.1, 0.13)),
    ...pin(butt + 1.1, 0.1, 0.2),
    edge(place(butt, '4.7,.9,.06 5.8,.9,.06 5.6,1.16,.1 4.8,1.22,.1')),
    fine(segment(butt + 4.95, 1.02, butt + 5.66, 1)),
    edge(place(butt, '0,-.6,.24 .42,-.92,.05 .42,3.72,.05 .04,3.56,.22')),
    ...detail(fine(repeat(17, (i) => segment(butt + 0.02, -0.4 + i * 0.23, butt + 0.26, -0.46 + i * 0.23)))),
  ]
}

function place(butt: number, points: string): string {
  return outline(corners(points, butt))
}
