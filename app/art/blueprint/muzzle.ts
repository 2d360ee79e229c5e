import type { MuzzleStyle } from './build.ts'
import { grooves } from './fittings.ts'
import { box, circle, corners, outline, segment } from './path.ts'
import { turned } from './shading.ts'
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

export function muzzleDevice(style: MuzzleStyle, x: number): Shape[] {
  return DEVICES[style](x)
}

const DEVICES = {
  birdcage,
  prong,
  linear,
} as const satisfies Record<MuzzleStyle, (x: number) => Shape[]>

export function suppressor(tip: number): Shape[] {
  const a = tip - 1.3
  const b = a + 6.4
  return [
    edge(
      outline(
        corners(
          `${a},-.5,.1 ${a + 0.5},-.75,.1 ${b - 0.1},-.75,.12 ${b},-.66,.05 ${b},.66,.05 ${b - 0.1},.75,.12 ${a + 0.5},.75,.1 ${a},.5,.1`,
        ),
      ),
    ),
    line(segment(a + 0.9, -0.75, a + 0.9, 0.75) + segment(b - 0.5, -0.75, b - 0.5, 0.75)),
  ]
}

function birdcage(x: number): Shape[] {
  const a = x - 0.6
  const b = x + 1.15
  return [
    edge(
      outline(
        corners(
          `${a},-.4,.05 ${a + 0.5},-.4 ${a + 0.56},-.43 ${b - 0.1},-.43,.1 ${b},-.34,.05 ${b},.34,.05 ${b - 0.1},.43,.1 ${a + 0.56},.43 ${a + 0.5},.4 ${a},.4,.05`,
        ),
      ),
    ),
    turned({ from: a + 0.05, to: b - 0.06, axis: 0, radius: 0.42 }),
    line(segment(a + 0.5, -0.4, a + 0.5, 0.4) + segment(b - 0.12, -0.43, b - 0.12, 0.43)),
    panel(box(a + 0.08, -0.14, a + 0.42, 0.14, 0.04)),
    opening(
      box(a + 0.72, -0.09, b - 0.22, 0.09, 0.09) +
        box(a + 0.72, -0.37, b - 0.22, -0.25, 0.06) +
        box(a + 0.72, 0.25, b - 0.22, 0.37, 0.06),
    ),
    edge(box(a - 0.1, -0.37, a, 0.37, 0.03)),
  ]
}

function prong(x: number): Shape[] {
  const a = x - 0.6
  const b = x + 1.75
  const tines = [0.4, 0.34, 0.28, -0.4].map((y) => segment(a + 1.1, y, b, y)).join('')
  return [
    edge(
      outline(
        corners(
          `${a},-.42,.05 ${a + 0.9},-.42 ${a + 1},-.46 ${b},-.46,.06 ${b},-.2 ${a + 1.15},-.16,.12 ${a + 1.15},.16,.12 ${b},.2 ${b},.46,.06 ${a + 1},.46 ${a + 0.9},.42 ${a},.42,.05`,
        ),
      ),
    ),
    raisedEdge(
      outline(corners(`${a + 1.15},-.1,.1 ${b - 0.04},-.1,.05 ${b - 0.04},.1,.05 ${a + 1.15},.1,.1`)),
    ),
    turned({ from: a + 0.05, to: a + 1.1, axis: 0, radius: 0.42 }),
    hatch(tines),
    line([0.32, 0.4, 0.9].map((dx) => segment(a + dx, -0.42, a + dx, 0.42)).join('')),
    panel(box(a + 0.5, -0.16, a + 0.8, 0.16, 0.03)),
    edge(box(a - 0.1, -0.37, a, 0.37, 0.03)),
  ]
}

function linear(x: number): Shape[] {
  const a = x - 0.5
  const b = x + 1.5
  const body = outline(
    corners(
      `${a},-.46,.05 ${a + 0.36},-.46,.03 ${a + 0.44},-.52,.03 ${b - 0.14},-.52,.06 ${b},-.4,.05 ${b},.4,.05 ${b - 0.14},.52,.06 ${a + 0.44},.52,.03 ${a + 0.36},.46,.03 ${a},.46,.05`,
    ),
  )
  const windows = [0.66, 1.02, 1.38].map((dx) => box(a + dx, -0.27, a + dx + 0.2, 0.27, 0.1))
  return [
    edge(body),
    light(box(a + 0.44, -0.52, b - 0.14, -0.36)),
    shade(box(a + 0.4, 0.36, b - 0.1, 0.52)),
    ...clipTo(body, turned({ from: a + 0.46, to: b - 0.16, axis: 0, radius: 0.52, lines: 10 })),
    line(segment(a + 0.4, -0.49, a + 0.4, 0.49) + segment(b - 0.16, -0.52, b - 0.16, 0.52)),
    fine(segment(b - 0.22, -0.52, b - 0.22, 0.52)),
    opening(windows.join('')),
    ...detail(
      fine(grooves(a + 0.06, 6, 0.055, -0.44, 0.44)),
      fine([0.66, 1.02, 1.38].map((dx) => circle(a + dx + 0.1, 0.4, 0.035)).join('')),
    ),
  ]
}
