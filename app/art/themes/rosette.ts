import type { ArtFrame } from '../art-frames.ts'
import type { ArtSubject, Drawing } from '../drawing.ts'
import type { Point } from '../polyline.ts'
import { seededRandom } from '../random.ts'
import { curvePath } from '../svg-path.ts'

/** One ring of the rosette: its place (shares of the radius), how often it waves, how far it bends. */
type Ring = { inner: number; outer: number; waves: number; bend: number; shifted: boolean }

/** Outlaw: an engine-turned rosette. Every unit is one strand that runs through all three rings. */
export function drawRosette(subject: ArtSubject, frame: ArtFrame): Drawing {
  const rings = seededRings(subject.slug)
  const strokes = Array.from({ length: subject.total }, (_, i) => {
    const phase = (i / subject.total) * Math.PI * 2
    return rings
      .map((ring) => curvePath(strand(ring, phase, frame, pointsPerWave(subject.total, frame)), true))
      .join('')
  })
  return { strokes, before: '', after: '' }
}

/** Each drop has its own count of waves, as each banknote plate has its own rosette. */
function seededRings(slug: string): Ring[] {
  const random = seededRandom(`${slug}:rosette`)
  const pick = (from: number, count: number) => from + Math.floor(random() * count)
  return [
    { inner: 0.7, outer: 1, waves: pick(13, 3), bend: 0.018, shifted: false },
    { inner: 0.4, outer: 0.73, waves: pick(8, 3), bend: 0, shifted: true },
    { inner: 0.125, outer: 0.425, waves: pick(5, 3), bend: 0.05, shifted: false },
  ]
}

/** Dense and small rosettes may be drawn from fewer points: the eye sees the weave, not the strand. */
function pointsPerWave(total: number, frame: ArtFrame): number {
  return total > 100 || frame.rosette.radius < 200 ? 9 : 12
}

function strand(ring: Ring, phase: number, frame: ArtFrame, perWave: number): Point[] {
  const { x, y, radius } = frame.rosette
  const middle = (ring.inner + ring.outer) / 2
  // The curve runs inside its control points; this brings its crests back out to where they belong.
  const reach = ((ring.outer - ring.inner) / 2) * (1 + 2.2 / perWave ** 2) * 1.03
  const count = ring.waves * perWave
  return Array.from({ length: count }, (_, i) => {
    const angle = (i / count) * Math.PI * 2
    const lobe = Math.cos(2 * ring.waves * angle + (ring.shifted ? Math.PI : 0))
    const wave = Math.sin(ring.waves * angle + phase)
    const r = radius * (middle * (1 + ring.bend * lobe) + reach * (0.86 + 0.14 * lobe) * wave)
    return [x + r * Math.cos(angle), y + r * Math.sin(angle)]
  })
}
