import { corners, outline, segment } from './path.ts'
import { stipple } from './shading.ts'
import { detail, edge, fine, line, panel, type Shape, shade } from './shape.ts'

/** Pistol grip of the AR pattern, with a stippled panel. */
export function arGrip(): Shape[] {
  const body =
    '-6.06,1.9,.05 -6.36,2.4,.5 -6.46,2.9,.5 -7.08,4.84,.1 -7.05,5.04,.1 -8.58,5.4,.18 -8.8,5.12,.2 -8.04,2.7,1.2 -8,1.96,.4 -7.88,1.34,.12 -7.56,1.6,.4 -6.5,2.04,.1'
  const grip = outline(corners('-6.84,2.86,.22 -7.34,4.5,.18 -8.22,4.72,.18 -7.66,2.7,.3'))
  return [
    edge(outline(corners(body))),
    shade(outline(corners('-7.08,4.84 -7.05,5.04,.1 -8.58,5.4,.18 -8.8,5.12,.1 -8.7,5.02'))),
    line(segment(-7.09, 4.82, -8.7, 5.18)),
    panel(grip),
    ...stipple(grip, -8.7, 2.6, -6.6, 5.2, 0.135),
    ...detail(
      fine(
        'M-7.92 2.1C-7.86 2.6 -8.06 2.9 -8.64 4.96M-6.52 2.3C-6.54 2.9 -6.72 3.2 -7.2 4.7M-6.7 2.2L-7.7 1.84',
      ),
    ),
  ]
}
