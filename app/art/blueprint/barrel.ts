import { grooves } from './fittings.ts'
import { corners, outline, segment } from './path.ts'
import { turned } from './shading.ts'
import { detail, edge, fine, line, type Shape } from './shape.ts'

const THREAD_IN = 0.6

export function barrel(muzzle: number, handguardEnd: number, radius: number): Shape[] {
  const shoulder = muzzle - THREAD_IN
  const start = Math.max(-0.2, Math.min(handguardEnd - 0.6, shoulder - 0.5))
  const stepX = handguardEnd + 0.3
  const thick = radius + 0.04
  const step = stepX < shoulder - 0.1
  const top = step
    ? `${start},${-thick} ${stepX},${-thick} ${stepX + 0.08},${-radius}`
    : `${start},${-radius}`
  const bottom = step ? `${stepX + 0.08},${radius} ${stepX},${thick} ${start},${thick}` : `${start},${radius}`
  const threads = Math.floor((THREAD_IN - 0.08) / 0.055) + 1
  return [
    edge(
      outline(
        corners(
          `${top} ${shoulder},${-radius},.03 ${shoulder},-.25 ${muzzle - 0.03},-.25 ${muzzle},-.2 ${muzzle},.2 ${muzzle - 0.03},.25 ${shoulder},.25 ${shoulder},${radius},.03 ${bottom}`,
        ),
      ),
    ),
    turned({ from: Math.max(handguardEnd, start), to: shoulder - 0.02, axis: 0, radius }),
    ...detail(fine(grooves(shoulder + 0.05, threads, 0.055, -0.25, 0.25, 0.02))),
    ...(muzzle - handguardEnd > 3.6
      ? [line(segment(handguardEnd + 0.9, -radius, handguardEnd + 0.9, radius))]
      : []),
  ]
}
