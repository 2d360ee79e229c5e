import { brand } from '#app/kit/brand.ts'
import type { LowerStyle } from './build.ts'
import { grooves, pin } from './fittings.ts'
import { engraving } from './lettering.ts'
import { circle, corners, outline, polyline, repeat, rotate, segment } from './path.ts'
import { rows, slants, stipple, turned } from './shading.ts'
import { clipTo, detail, edge, fine, hatch, light, line, panel, type Shape, shade } from './shape.ts'

/** A forging is round everywhere; billet is cut in straight facets, with a flared well; a mold is between them. */
const RIFLE_WELLS = {
  forged: '-1.04,1.42,.24 -1.15,2.8,.1 -1.08,3.08,.14 -4,3.08,.2 -4,1.86,.5',
  billet: '-1.04,1.42 -1.22,2.44 -.9,2.8 -.9,3.12 -4.2,3.12 -4.2,2.8 -4,2.6 -4,1.96 -4.26,1.72',
  polymer: '-1.04,1.42,.1 -1.15,2.86,.05 -1.08,3.08,.06 -4,3.08,.09 -4,1.86,.34',
} as const satisfies Record<LowerStyle, string>
const PISTOL_WELL =
  '-1.04,1.42,.1 -1.62,2.66,.05 -1.62,2.86,.05 -1.9,3.1,.07 -4.06,3.12,.08 -4.1,2.84,.06 -3.98,2.6,.08 -3.98,1.9,.34'

const FRONTS = {
  forged: '-.1,.62,.1 -.1,.98,.4 -.46,1.38,.3',
  billet: '-.1,.62 -.1,.96 -.54,1.42',
  polymer: '-.1,.62 -.1,.98,.34 -.46,1.38,.22',
} as const satisfies Record<LowerStyle, string>
const REARS = {
  forged:
    '-5.86,1.72,.34 -6.08,2.02,.18 -6.5,2.06 -7.72,1.6,.6 -7.98,1.16,.42 -8.34,.92,.24 -8.34,-.6,.26 -7.66,-.62,.1 -7.62,.62',
  billet:
    '-5.86,1.72 -6.08,2.04 -6.5,2.06 -7.4,1.76 -7.9,1.2 -8.2,1.04 -8.34,.86 -8.34,-.46 -8.16,-.62 -7.66,-.62 -7.62,.62',
  polymer:
    '-5.86,1.72,.2 -6.08,2.02,.12 -6.5,2.06 -7.72,1.6,.5 -7.98,1.16,.3 -8.34,.92,.14 -8.34,-.6,.16 -7.66,-.62,.06 -7.62,.62',
} as const satisfies Record<LowerStyle, string>

const RIFLE_PANELS = {
  forged: '-1.4,1.6,.5 -1.46,2.7,.44 -3.7,2.7,.44 -3.7,1.14,.5 -2.3,1.14,.6',
  billet: '-1.36,1.08 -1.36,1.5 -1.58,2.5 -1.9,2.66 -3.3,2.66 -3.74,2.22 -3.74,1.08',
  polymer: '-1.36,1.5,.14 -1.42,2.76,.12 -3.74,2.76,.12 -3.74,1.1,.2 -2.2,1.1,.3',
} as const satisfies Record<LowerStyle, string>
const PISTOL_PANEL = '-1.46,1.34,.12 -1.94,2.5,.1 -3.72,2.5,.1 -3.72,1.34,.16'

export function arLower(style: LowerStyle, nineMil: boolean, engravedNumber: string | undefined): Shape[] {
  const well = nineMil ? PISTOL_WELL : RIFLE_WELLS[style]
  const body = outline(corners(`${FRONTS[style]} ${well} ${REARS[style]}`))
  return [
    ...triggerAndGuard(),
    edge(body),
    shade(
      outline(
        corners('-4.2,1.5 -5.9,1.46,.2 -7.4,1.4 -7.72,1.6,.4 -6.5,2.06 -6.08,2.02 -5.86,1.72,.2 -4,1.86,.3'),
      ),
    ),
    light(outline(corners('-.1,.62 -.1,.78 -7.62,.78 -7.62,.62'))),
    ...(nineMil ? pistolWell() : rifleWell(style)),
    ...markings(nineMil, engravedNumber),
    ...magazineRelease(),
    ...receiverEdges(),
    ...pin(-0.52, 0.96, 0.17),
    ...pin(-6.98, 1.02, 0.16),
    ...selector(),
  ]
}

function triggerAndGuard(): Shape[] {
  return [
    edge(
      'M-5.16 1.5C-5.26 1.9 -5.16 2.22 -4.8 2.58C-4.74 2.63 -4.66 2.56 -4.7 2.49C-4.92 2.2 -4.92 1.9 -4.76 1.5Z',
    ),
    fine('M-5.02 1.8C-5.04 2.06 -4.96 2.26 -4.8 2.46'),
    edge(
      outline(
        corners(
          '-3.9,2.72 -4.05,3.05,.1 -5.8,3.03,.42 -6.34,2.5,.2 -6.5,1.9 -6.26,1.9 -6.14,2.45,.2 -5.7,2.89,.36 -4.14,2.91,.06 -3.96,2.62',
        ),
      ),
    ),
  ]
}

function rifleWell(style: LowerStyle): Shape[] {
  const recess = outline(corners(RIFLE_PANELS[style]))
  return [
    panel(recess),
    fine(segment(-1.1, 2.92, -3.98, 2.92)),
    ...detail(hatch(rows(-3.96, -1.12, 2.92, 3.06, 2))),
    ...surfaceOf(style, recess),
  ]
}

/** What tells how it was made: the grain of a forging, the facets and the cutter's lines of billet. */
function surfaceOf(style: LowerStyle, recess: string): Shape[] {
  if (style === 'forged')
    return [
      line(outline(corners('-4.86,.98,.2 -7,.98,.3 -7.2,1.3,.3 -5.9,1.5,.3 -4.86,1.46,.2'))),
      ...stipple(recess, -3.7, 1.14, -1.4, 2.7, 0.11),
    ]
  if (style === 'billet')
    return [
      line(
        'M-.9 2.8H-4.2M-1.22 2.44H-4M-4 1.96L-3.74 2.22M-1.22 2.44L-1.36 1.5M-4.26 1.72L-7.4 1.76M-4.5 1.02H-6.4L-7.2 1.44',
      ),
      panel(outline(corners('-4.76,1.1 -5.3,1.1 -5.5,1.56 -4.96,1.56'))),
      ...clipTo(recess, fine(slants(-3.74, 1.08, -1.36, 2.66, 0.2, 0.45))),
    ]
  return []
}

function pistolWell(): Shape[] {
  return [
    panel(outline(corners(PISTOL_PANEL))),
    line(segment(-1.62, 2.7, -3.96, 2.7)),
    fine(segment(-1.66, 2.76, -3.99, 2.76) + segment(-1.84, 3.02, -4.04, 3.04)),
    ...detail(hatch(grooves(-3.9, 24, 0.088, 2.8, 3, 0.02))),
  ]
}

function markings(nineMil: boolean, engravedNumber: string | undefined): Shape[] {
  const x = nineMil ? -2.72 : -2.56
  const y = nineMil ? 1.86 : 1.78
  const second = engravedNumber === undefined ? 'MIAMI FL' : `№ ${engravedNumber}`
  const third = engravedNumber === undefined ? 'USA' : 'MIAMI FL'
  return [
    engraving(brand, { x, y, height: 0.34, tracking: 0.08, anchor: 'middle' }),
    engraving(second, { x, y: y + (nineMil ? 0.28 : 0.36), height: 0.17, tracking: 0.14, anchor: 'middle' }),
    engraving(third, { x, y: y + (nineMil ? 0.5 : 0.66), height: 0.13, tracking: 0.2, anchor: 'middle' }),
  ]
}

function magazineRelease(): Shape[] {
  const serrations = repeat(5, (i) => {
    const x = (i - 2) * 0.06
    const half = Math.sqrt(0.17 ** 2 - x ** 2)
    return segment(-4.3 + x, 1.16 - half, -4.3 + x, 1.16 + half)
  })
  return [
    line(polyline(corners('-3.98,.84 -4.62,.84,.18 -4.72,1.44,.2 -3.98,1.5'))),
    edge(circle(-4.3, 1.16, 0.19)),
    ...detail(fine(serrations)),
  ]
}

function receiverEdges(): Shape[] {
  return [
    line(polyline(corners('-1.04,1.42 -1.04,.98,.18 -1.24,.8,.12 -7.3,.8'))),
    fine('M-7.66 .62L-7.66 -.4M-8.18 .86L-8.18 -.6M-8.24 .88L-8.24 -.6'),
    line(polyline(corners('-7.98,1.16 -7.5,.98,.3 -7.3,.8'))),
    ...detail(turned({ from: -8.16, to: -7.7, axis: 0, radius: 0.6, lines: 7 })),
  ]
}

function selector(): Shape[] {
  const lever = rotate(corners('-6.3,1.14,.13 -6.3,1.4,.13 -5.52,1.34,.07 -5.52,1.2,.07'), -6.17, 1.27, -4)
  return [edge(outline(lever)), line(circle(-6.16, 1.27, 0.19)), fine(segment(-6.24, 1.35, -6.08, 1.19))]
}
