import { brand } from '#app/kit/brand.ts'
import { engraving } from './lettering.ts'
import { box, corners, outline, repeat, segment } from './path.ts'
import { clipTo, detail, edge, fine, hatch, line, opening, panel, type Shape } from './shape.ts'

/** Ejection-port frame with its closed, engraved dust cover and hinge. */
export function arPort(from: number, to: number): Shape[] {
  const middle = (from + to) / 2
  return [
    line(box(from - 0.09, -0.55, to + 0.09, 0.37, 0.16)),
    opening(box(from, -0.47, to, 0.3, 0.12)),
    panel(box(from + 0.06, -0.43, to - 0.06, 0.27, 0.09)),
    fine(box(from + 0.24, -0.31, to - 0.24, 0.14, 0.1)),
    fine(box(middle - 0.16, -0.43, middle + 0.16, -0.34, 0.03)),
    engraving(brand, { x: middle, y: 0.02, height: 0.2, tracking: 0.1, anchor: 'middle' }),
    panel(box(from - 0.18, 0.35, to + 0.2, 0.47, 0.06)),
    line(box(from + 0.32, 0.33, from + 0.62, 0.5, 0.05) + box(to - 0.62, 0.33, to - 0.32, 0.5, 0.05)),
  ]
}

/** Case deflector: the wedge behind the port; `x` is its front face. */
export function caseDeflector(x: number): Shape[] {
  const wedge = outline(corners('0,-.5,.08 0,.42,.06 -.5,.42,.2 -.62,.12,.2 -.16,-.54,.1', x))
  const strokes = repeat(9, (i) => segment(x - 0.62 + i * 0.07, 0.5, x - 0.28 + i * 0.07, -0.6))
  return [edge(wedge), ...detail(...clipTo(wedge, hatch(strokes)))]
}
