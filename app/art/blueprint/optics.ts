import type { OpticStyle } from './build.ts'
import { screw } from './fittings.ts'
import { box, circle, corners, outline, segment } from './path.ts'
import { columns, spokes, turned } from './shading.ts'
import { clipTo, edge, fine, light, line, opening, raisedEdge, type Shape } from './shape.ts'

export function optic(style: OpticStyle, x: number, railY: number): Shape[] {
  return style === 'red-dot' ? redDot(x, railY) : scope(x, railY)
}

function redDot(x: number, railY: number): Shape[] {
  const axis = railY - 1.34
  const hood = outline(
    corners(
      '-1.22,-.52,.1 -.6,-.56,.06 .62,-.56,.06 1.3,-.56,.1 1.24,.54,.14 .62,.56,.05 -.6,.56,.05 -1.22,.5,.14',
      x,
      axis,
    ),
  )
  const housing =
    '-.7,-.5,.12 -.52,-.66,.1 .52,-.66,.1 .7,-.5,.12 .7,.52,.1 .56,.7,.06 -.56,.7,.06 -.7,.52,.1'
  return [
    ...riser(x, railY),
    edge(hood),
    ...clipTo(hood, turned({ from: x - 1.2, to: x + 1.26, axis, radius: 0.55, endRadius: 0.56, lines: 9 })),
    line(
      segment(x - 1.06, axis - 0.53, x - 1.06, axis + 0.52) +
        segment(x + 1.1, axis - 0.56, x + 1.08, axis + 0.55),
    ),
    edge(outline(corners(housing, x, axis))),
    light(outline(corners('-.68,-.48 -.5,-.66 .5,-.66 .68,-.48', x, axis))),
    edge(outline(corners('-.3,-.64 -.3,-.84,.06 .3,-.84,.06 .3,-.64', x, axis))),
    fine(columns(x - 0.321, x + 0.318, axis - 0.8, axis - 0.67, 8)),
    raisedEdge(circle(x, axis, 0.36)),
    line(circle(x, axis, 0.27)),
    fine(spokes(x, axis, 0.3, 0.345, 24)),
    line(segment(x - 0.17, axis, x + 0.17, axis)),
    fine(
      [-0.53, 0.53]
        .map((dx) => circle(x + dx, axis + 0.5, 0.06) + circle(x + dx, axis - 0.42, 0.06))
        .join(''),
    ),
  ]
}

function riser(x: number, railY: number): Shape[] {
  const foot = '-.92,-.02,.04 -.74,-.3,.1 -.6,-.68 .6,-.68 .74,-.3,.1 .92,-.02,.04 .92,.2,.05 -.92,.2,.05'
  return [
    edge(outline(corners(foot, x, railY))),
    opening(outline(corners('-.44,-.2,.07 -.34,-.46,.07 .34,-.46,.07 .44,-.2,.07', x, railY))),
    ...screw(x - 0.62, railY + 0.03, 0.12),
    ...screw(x + 0.62, railY + 0.03, 0.12),
    fine(
      segment(x - 0.92, railY - 0.1, x - 0.5, railY - 0.1) +
        segment(x + 0.5, railY - 0.1, x + 0.92, railY - 0.1),
    ),
  ]
}

function scope(x: number, railY: number): Shape[] {
  const axis = railY - 1.44
  const tube =
    '-5.4,-.84,.12 -3.7,-.84,.1 -3.5,-.74,.1 -2.8,-.74,.08 -2.6,-.59 3.6,-.59,.3 4.2,-.62,.2 5.2,-.62,.06 5.2,.62,.06 4.2,.62,.2 3.6,.59,.3 -2.6,.59 -2.8,.74,.08 -3.5,.74,.1 -3.7,.84,.1 -5.4,.84,.12'
  const across = (dx: number, half: number) => segment(x + dx, axis - half, x + dx, axis + half)
  return [
    ...cantilever(x, railY, axis),
    edge(outline(corners(tube, x, axis))),
    turned({ from: x - 5.2, to: x - 3.75, axis, radius: 0.82, lines: 11 }),
    turned({ from: x - 2.55, to: x + 5.1, axis, radius: 0.59, endRadius: 0.61, lines: 9 }),
    line(across(-5.15, 0.84) + across(-3.7, 0.84) + across(-2.8, 0.74) + across(4.9, 0.62)),
    fine(columns(x - 3.49, x - 2.79, axis - 0.72, axis + 0.72, 13)),
    edge(outline(corners('-3.3,-.72 -3.24,-1.16,.08 -3.06,-1.16,.08 -3,-.72', x, axis))),
    ...[-1.9, 1.84].flatMap((dx) => ring(x + dx, axis)),
    ...turrets(x, axis),
  ]
}

function cantilever(x: number, railY: number, axis: number): Shape[] {
  const foot = axis + 0.66
  const place = (points: string) => outline(corners(points, x))
  return [
    edge(outline(corners('-1.5,-.05,.05 2.2,-.05,.05 2.3,.2,.05 -1.6,.2,.05', x, railY))),
    edge(place(`-1.2,${railY - 0.04} -1.9,${foot},.06 -1.06,${foot},.06 -.5,${railY - 0.04}`)),
    edge(place(`1.3,${railY - 0.04} 1.84,${foot},.06 2.7,${foot},.06 2.1,${railY - 0.04}`)),
    opening(outline(corners('-.3,-.12,.1 .1,-.5,.1 1.1,-.5,.1 1.2,-.12,.1', x, railY))),
    ...screw(x - 1.15, railY + 0.06, 0.12),
    ...screw(x + 1.8, railY + 0.06, 0.12),
  ]
}

function ring(x: number, axis: number): Shape[] {
  return [
    edge(box(x, axis - 0.7, x + 0.86, axis + 0.68, 0.07)),
    fine(segment(x, axis, x + 0.86, axis)),
    ...screw(x + 0.22, axis + 0.42, 0.1),
    ...screw(x + 0.64, axis + 0.42, 0.1),
  ]
}

function turrets(x: number, axis: number): Shape[] {
  return [
    edge(box(x - 0.55, axis - 0.66, x + 1.25, axis + 0.66, 0.16)),
    edge(outline(corners('-.1,-.66 -.1,-1.24,.06 .8,-1.24,.06 .8,-.66', x, axis))),
    raisedEdge(circle(x + 0.35, axis, 0.46)),
    line(circle(x + 0.35, axis, 0.36)),
    fine(columns(x - 0.118, x + 0.818, axis - 1.2, axis - 0.92, 11) + spokes(x + 0.35, axis, 0.38, 0.45, 30)),
    line(segment(x - 0.1, axis - 0.84, x + 0.8, axis - 0.84)),
  ]
}
