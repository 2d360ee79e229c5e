import { brand } from '#app/kit/brand.ts'
import { grooves, pin } from './fittings.ts'
import { engraving } from './lettering.ts'
import { circle, corners, outline, polyline, repeat, rotate, segment } from './path.ts'
import { stipple, turned } from './shading.ts'
import {
  clipTo,
  detail,
  edge,
  fine,
  hatch,
  light,
  line,
  panel,
  raisedEdge,
  type Shape,
  shade,
} from './shape.ts'

const FRAME =
  '1.62,.8 1.34,1.06,.2 -.9,1.2,.24 -1.34,2.66,.1 -1.24,2.94,.06 -3.64,3.06,.08 -3.66,2.84,.06 -3.57,2.7,.06 -3.6,1.94,.34 -5.66,1.82,.2 -6.06,2.02,.1 -7.5,1.66,.5 -8.1,1.26,.4 -9.7,1.16,.1 -9.9,.98,.06 -9.9,.84'

export function scorpionLower(engravedNumber: string | undefined): Shape[] {
  const frame = outline(corners(FRAME))
  return [
    ...triggerAndGuard(),
    edge(frame),
    light(outline(corners('1.58,.84 -9.86,.88 -9.86,.98 1.5,.96'))),
    shade(
      outline(
        corners(
          '-3.6,1.7 -5.7,1.6,.2 -7.3,1.44,.4 -8,1.1,.3 -9.7,1.06 -9.7,1.16 -8.1,1.26,.4 -7.5,1.66,.5 -6.06,2.02,.1 -5.66,1.82,.2 -3.6,1.94',
        ),
      ),
    ),
    fine(segment(1.5, 0.97, -9.84, 1)),
    ...detail(
      ...clipTo(frame, turned({ from: -9.8, to: -8.1, axis: 0.4, radius: 0.76, lines: 5, ragged: 0.3 })),
    ),
    ...well(engravedNumber),
    ...controls(),
    ...pin(-9.1, 1, 0.09),
    ...pin(-4.86, 1.16, 0.11),
    ...pin(-7.2, 1.2, 0.11),
  ]
}

export function scorpionGrip(): Shape[] {
  const body =
    '-6.02,1.86,.05 -6.26,2.3,.4 -6.3,2.72,.4 -6.62,3.5,.8 -6.6,3.86,.5 -6.98,5.02,.14 -6.94,5.2,.1 -8.46,5.56,.18 -8.7,5.22,.2 -7.98,2.84,1.1 -8.12,2.06,.3 -8.34,1.62,.12 -8.04,1.28,.1 -7.4,1.66,.4'
  const texture = outline(corners('-6.72,2.82,.22 -6.98,3.6,.8 -7.16,4.74,.18 -8.06,4.92,.18 -7.5,2.7,.3'))
  return [
    edge(outline(corners(body))),
    shade(outline(corners('-6.98,5.02 -6.94,5.2,.1 -8.46,5.56,.18 -8.7,5.22,.1 -8.62,5.08'))),
    line(segment(-7, 5, -8.62, 5.36)),
    panel(texture),
    ...stipple(texture, -8.5, 2.6, -6.5, 5, 0.14),
    ...detail(
      fine(
        'M-8.02 1.66C-7.78 2.2 -7.86 2.86 -8.5 5.12M-6.4 2.3C-6.44 2.8 -6.7 3.3 -6.78 3.8L-7.1 4.9M-6.5 2.1L-7.9 1.66',
      ),
    ),
  ]
}

function triggerAndGuard(): Shape[] {
  return [
    edge(
      'M-4.98 1.6C-5.08 1.98 -4.98 2.26 -4.66 2.58C-4.6 2.63 -4.52 2.56 -4.56 2.49C-4.76 2.22 -4.76 1.96 -4.6 1.6Z',
    ),
    fine('M-4.84 1.86C-4.86 2.1 -4.8 2.28 -4.66 2.46'),
    edge(
      outline(
        corners(
          '-3.44,2.6 -3.66,3.06,.1 -3.92,3.12,.1 -5.5,3.1,.5 -6.24,2.52,.22 -6.36,1.82 -6.12,1.82 -6.02,2.44,.2 -5.44,2.94,.44 -3.98,2.95,.08 -3.76,2.84,.06 -3.6,2.4',
        ),
      ),
    ),
    raisedEdge(outline(corners('-3.5,2.08 -3.76,2.2,.06 -3.9,2.62,.08 -3.74,2.72,.06 -3.5,2.6'))),
  ]
}

function well(engravedNumber: string | undefined): Shape[] {
  const recess = outline(corners('-1.34,1.36,.14 -1.66,2.46,.1 -3.3,2.54,.12 -3.3,1.36,.16'))
  const second = engravedNumber === undefined ? 'MIAMI FL' : `№ ${engravedNumber}`
  const third = engravedNumber === undefined ? '9×19' : 'MIAMI FL'
  return [
    panel(recess),
    fine(outline(corners('-1.46,1.44,.1 -1.74,2.39,.08 -3.22,2.46,.1 -3.22,1.44,.12'))),
    line(segment(-1.36, 2.7, -3.58, 2.8)),
    fine(segment(-1.34, 2.76, -3.64, 2.87)),
    ...detail(
      hatch(grooves(-3.52, 23, 0.092, 2.84, 2.99)),
      hatch(repeat(7, (i) => segment(-1 - i * 0.048, 1.36 + i * 0.17, -1.2 - i * 0.048, 1.34 + i * 0.17))),
    ),
    engraving(brand, { x: -2.42, y: 1.84, height: 0.28, tracking: 0.08, anchor: 'middle' }),
    engraving(second, { x: -2.44, y: 2.12, height: 0.15, tracking: 0.14, anchor: 'middle' }),
    engraving(third, { x: -2.46, y: 2.33, height: 0.12, tracking: 0.2, anchor: 'middle' }),
  ]
}

function controls(): Shape[] {
  const lever = rotate(
    corners('-6.32,1.16,.13 -6.32,1.42,.13 -5.52,1.36,.07 -5.52,1.22,.07'),
    -6.18,
    1.29,
    -6,
  )
  return [
    line(polyline(corners('-3.6,1.12 -4.3,1.12,.16 -4.4,1.66,.16 -3.62,1.72'))),
    edge(circle(-3.98, 1.42, 0.17)),
    ...detail(fine(grooves(-4.07, 4, 0.06, 1.32, 1.52))),
    edge(outline(lever)),
    line(circle(-6.18, 1.29, 0.19)),
    fine(segment(-6.26, 1.37, -6.1, 1.21)),
    ...detail(fine(circle(-5.36, 1.5, 0.03) + circle(-5.48, 1.06, 0.03))),
  ]
}
