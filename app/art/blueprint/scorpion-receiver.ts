import { brand } from '#app/kit/brand.ts'
import { grooves, pin, rail, screw } from './fittings.ts'
import { engraving } from './lettering.ts'
import { box, circle, corners, outline, polyline, repeat, segment } from './path.ts'
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

export function scorpionReceiver(): Shape[] {
  const body = outline(corners('2,-1.38 2,.76,.05 -.9,.88,.2 -9.9,.88 -9.9,-.8,.2 -9.36,-1.38,.14'))
  return [
    ...rail(-9.4, 1.97, -1.62),
    edge(body),
    light(outline(corners('2,-1.38 2,-1.04 -9.62,-1.04 -9.9,-.8 -9.36,-1.38'))),
    shade(outline(corners('2,.5 2,.76 -.9,.88 -9.9,.88 -9.9,.6 -1.1,.6'))),
    line(polyline(corners('2,-1.04 -9.62,-1.04,.1 -9.86,-.72'))),
    hatch(rows(-9.3, 1.95, -1.36, -1.06, 3)),
    ...detail(
      ...clipTo(
        body,
        turned({ from: -8.3, to: -5.5, axis: -0.1, radius: 0.66, ragged: 0.4 }),
        turned({ from: -2.1, to: 1.96, axis: -0.06, radius: 0.6, ragged: 0.3, lines: 6 }),
      ),
    ),
    ...flank(),
    ...rearCap(),
    ...port(),
    ...chargingSlot(),
    engraving('9 MM', { x: -6.62, y: -0.02, height: 0.17, tracking: 0.16, anchor: 'middle' }),
    ...pin(-7.05, 0.6, 0.12),
    ...pin(0.92, 0.34, 0.16),
  ]
}

function flank(): Shape[] {
  return [
    line(polyline(corners('2,-.86 -1.96,-.86,.12 -2.14,-.7,.1 -5.26,-.7,.1 -5.44,-.86,.12 -8.5,-.86'))),
    line(polyline(corners('-9.86,.44 -5.7,.44,.24 -5.34,.68,.2 -.96,.68,.2 -.6,.5,.2 1.98,.5'))),
    fine(polyline(corners('-9.86,.52 -5.72,.52,.24 -5.36,.76,.2 -.92,.76,.2 -.56,.58,.2 1.98,.58'))),
  ]
}

function rearCap(): Shape[] {
  return [
    line(segment(-8.72, -1.03, -8.72, 0.44)),
    fine(segment(-8.65, -1.03, -8.65, 0.44)),
    panel(box(-9.74, -0.56, -8.86, 0.28, 0.1)),
    opening(repeat(4, (i) => box(-9.64 + i * 0.2, -0.46, -9.56 + i * 0.2, 0.18, 0.04))),
    line(circle(-8.36, -0.1, 0.21)),
    opening(circle(-8.36, -0.1, 0.13)),
  ]
}

function port(): Shape[] {
  const bolt = box(-4.56, -0.4, -2.44, 0.16, 0.06)
  return [
    raisedEdge(
      outline(corners('-2.16,-.6,.1 -5.06,-.6,.1 -5.24,-.42,.08 -5.24,.2,.08 -5.02,.42,.1 -2.16,.42,.14')),
    ),
    opening(box(-4.66, -0.48, -2.34, 0.26, 0.12)),
    panel(bolt),
    fine(segment(-4.52, 0.06, -2.46, 0.06) + segment(-4.66, 0.2, -2.34, 0.2)),
    ...detail(hatch(grooves(-5.14, 4, 0.1, -0.36, 0.3)), hatch(grooves(-2.72, 4, 0.07, -0.36, 0.02))),
    engraving(brand, { x: -3.64, y: -0.06, height: 0.21, tracking: 0.1, anchor: 'middle' }),
  ]
}

function chargingSlot(): Shape[] {
  const flutes = outline(corners('-1.62,.02,.08 1.78,.02,.08 1.78,.34,.08 -1.3,.34,.1'))
  return [
    opening(box(-1.72, -0.72, 1.66, -0.52, 0.1)),
    fine(segment(-1.6, -0.44, 1.86, -0.44)),
    edge(outline(corners('.86,-.84,.08 1.42,-.84,.12 1.5,-.66,.08 1.5,-.42,.1 .86,-.42,.08'))),
    fine(grooves(0.96, 5, 0.1, -0.76, -0.5)),
    panel(flutes),
    ...detail(...clipTo(flutes, hatch(slants(-1.7, 0, 0.6, 0.36, 0.1, 0.5)))),
    ...screw(1.52, -0.16, 0.1),
  ]
}
