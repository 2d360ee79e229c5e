import { arPort, caseDeflector } from './ar-port.ts'
import type { UpperStyle } from './build.ts'
import { rail } from './fittings.ts'
import { box, circle, corners, outline, polyline, repeat, rotate, segment } from './path.ts'
import { rows, turned } from './shading.ts'
import { clipTo, detail, edge, fine, hatch, light, line, opening, type Shape, shade } from './shape.ts'

const REAR_X = -7.62
const BODY = corners('0,-1.02 0,.62 -7.62,.62 -7.62,-.98,.05 -7.2,-1.02')

/** Flat-top upper receiver of the AR pattern; `nineMil` has the short port of a pistol cartridge. */
export function arUpper(style: UpperStyle, nineMil: boolean): Shape[] {
  const port = nineMil ? { from: -3.5, to: -1.75 } : { from: -4.3, to: -1.55 }
  const body = outline(BODY)
  const assisted = style === 'forward-assist' && !nineMil
  const shadedTo = port.from - (assisted ? 2 : 0.95)
  return [
    ...chargingHandle(),
    ...rail(-7.2, -0.03, -1.27),
    edge(body),
    light(outline(corners('0,-1.02 0,-.78 -7.62,-.78 -7.62,-.98 -7.2,-1.02'))),
    shade(box(REAR_X, 0.4, 0, 0.62)),
    line(segment(0, -0.78, REAR_X, -0.78)),
    hatch(rows(REAR_X + 0.04, -0.03, -1, -0.8, 2)),
    fine(segment(-0.32, -0.78, -0.32, 0.62) + segment(-0.26, -0.78, -0.26, 0.62)),
    ...detail(
      ...clipTo(
        body,
        turned({ from: -1.5, to: -0.36, axis: 0, radius: 0.62, lines: 9, ragged: 0.32 }),
        turned({ from: REAR_X + 0.04, to: shadedTo, axis: 0, radius: 0.62, lines: 9, ragged: 0.42 }),
      ),
    ),
    ...arPort(port.from, port.to),
    ...caseDeflector(port.from - 0.16),
    ...(assisted ? forwardAssist(port.from - 0.16) : nineMil ? nineMilFlank() : slickFlank(port.from - 0.16)),
  ]
}

function chargingHandle(): Shape[] {
  return [
    edge(outline(corners('-7.3,-1.02 -8.12,-1.02,.1 -8.26,-.9,.08 -8.2,-.64,.07 -7.3,-.6'))),
    fine(repeat(3, (i) => segment(-7.98 - i * 0.07, -1 + i * 0.01, -7.94 - i * 0.07, -0.64 - i * 0.01))),
    line(polyline(corners('-7.62,-.86 -7.94,-.86,.06 -7.96,-.66'))),
  ]
}

function forwardAssist(x: number): Shape[] {
  const tilted = (points: string) => rotate(corners(points), -5.8, 0.02, -6)
  const boss = outline(
    tilted(`${x - 0.46},-.3,.12 -5.98,-.34,.1 -6.12,-.24,.05 -6.12,.3,.05 -5.98,.4,.1 ${x - 0.56},.4,.2`),
  )
  const button = tilted('-6.12,-.2,.03 -6.4,-.22,.06 -6.5,-.12,.1 -6.5,.18,.1 -6.4,.28,.06 -6.12,.26,.03')
  const knurl = repeat(5, (i) => polyline(tilted(`${-6.18 - i * 0.055},-.2 ${-6.18 - i * 0.055},.25`)))
  return [
    edge(boss),
    ...detail(...clipTo(boss, turned({ from: -6.1, to: x - 0.4, axis: 0.03, radius: 0.36 }))),
    line(polyline(tilted('-5.86,-.33 -5.86,.4'))),
    edge(outline(button)),
    fine(knurl),
    line(circle(-5.5, 0.5, 0.06)),
  ]
}

/** Without the forward assist a long shallow flat takes its place. */
function slickFlank(x: number): Shape[] {
  const front = x - 0.75
  return [fine(outline(corners(`${front},-.3,.12 -7.27,-.3,.12 -7.27,.3,.12 ${front},.3,.12`)))]
}

/** Flank of the 9 mm upper: a stepped relief with three slanted cuts. */
function nineMilFlank(): Shape[] {
  const cuts = repeat(3, (i) =>
    outline(corners('-5.3,-.2,.06 -5.66,-.2,.06 -5.86,.06,.06 -5.5,.06,.06', -0.62 * i)),
  )
  return [
    line(outline(corners('-4.62,-.5,.1 -7.2,-.5,.1 -7.2,.34,.1 -5,.34,.1 -4.62,-.04,.06'))),
    fine(outline(corners('-4.7,-.42,.06 -7.12,-.42,.06 -7.12,.26,.06 -5.03,.26,.08 -4.7,-.07,.05'))),
    opening(cuts),
    line(circle(-5.4, 0.49, 0.06)),
  ]
}
