import type { ArtFrame } from '../art-frames.ts'
import { type ArtSubject, type Drawing, dropNumberText } from '../drawing.ts'
import { createNoise, type Noise } from '../noise.ts'
import { letteringPath } from '../pantograph/lettering.ts'
import { letteringPolylines } from '../pantograph/polylines.ts'
import { type Point, simplifyPolyline } from '../polyline.ts'
import { formatNumber, polylinePath } from '../svg-path.ts'

type Segment = readonly [ax: number, ay: number, bx: number, by: number]

/** Places a point of the scanned plate (u along a pass, v across, height above it) in the picture. */
type Projection = (u: number, v: number, height: number) => Point

const yaw = (-13 * Math.PI) / 180
const pitch = (60 * Math.PI) / 180
/** Height of the raised number, and how far its shoulder reaches, in digit heights. */
const relief = { height: 0.115, top: 0.05, foot: 0.088 }

/** Cyber: a relief scan of the drop number. One pass of the scanner per unit, number 1 at the far edge. */
export function drawScan(subject: ArtSubject, frame: ArtFrame): Drawing {
  const text = subject.lettering ?? dropNumberText(subject.dropNumber).slice(subject.dropNumber < 100 ? 1 : 0)
  const lettering = letteringPolylines(text, { width: 0.95, tracking: 0.06 })
  const { reach, depth } = frame.scan
  // A longer text is scanned from farther away, so that it stays within the length of a pass.
  const digit = Math.min(frame.scan.digit, reach / (lettering.width / 2 + 0.13))
  const half = reach / digit
  const segments = lettering.strokes.flatMap((stroke) => toSegments(stroke, lettering.width))
  const project = createProjection(frame, digit)
  const noise = createNoise(`${subject.slug}:scan`)
  const row = (i: number) => (subject.total === 1 ? 0 : (i / (subject.total - 1) - 0.5) * depth)
  const strokes = Array.from({ length: subject.total }, (_, i) =>
    polylinePath(simplifyPolyline(scanPass(row(i), half, digit, segments, noise, project), 0.14)),
  )
  const marks = passMarks(subject.total, (i) => project(half, row(i), 0), frame)
  return { strokes, before: '', after: marks }
}

function createProjection(frame: ArtFrame, digit: number): Projection {
  return (u, v, height) => [
    frame.scan.x + (u * Math.cos(yaw) - v * Math.sin(yaw)) * digit,
    frame.scan.y +
      ((u * Math.sin(yaw) + v * Math.cos(yaw)) * Math.sin(pitch) - height * Math.cos(pitch)) * digit,
  ]
}

/** The center-lines as segments around the middle of the text, one digit height being 1. */
function toSegments(stroke: readonly Point[], width: number): Segment[] {
  return stroke.slice(1).map(([bx, by], i) => {
    const [ax, ay] = stroke[i] as Point
    return [ax - width / 2, ay - 0.5, bx - width / 2, by - 0.5]
  })
}

function scanPass(
  v: number,
  half: number,
  digit: number,
  segments: Segment[],
  noise: Noise,
  project: Projection,
): Point[] {
  const near = segments.filter(
    ([, ay, , by]) => v > Math.min(ay, by) - relief.foot && v < Math.max(ay, by) + relief.foot,
  )
  const samples = Math.round(half * digit)
  return Array.from({ length: samples + 1 }, (_, i) => {
    const u = -half + (2 * half * i) / samples
    const raised = 1 - smoothStep(relief.top, relief.foot, distanceToSegments(near, u, v))
    const grain = 0.018 * (noise(u * 3 + 5, v * 3, 3) - 0.5)
    return project(u, v, relief.height * raised + grain)
  })
}

function distanceToSegments(segments: readonly Segment[], x: number, y: number): number {
  let nearest = 9
  for (const [ax, ay, bx, by] of segments) {
    const dx = bx - ax
    const dy = by - ay
    const along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1e-9)
    const t = along < 0 ? 0 : along > 1 ? 1 : along
    const far = (x - ax - dx * t) ** 2 + (y - ay - dy * t) ** 2
    if (far < nearest * nearest) nearest = Math.sqrt(far)
  }
  return nearest
}

function smoothStep(from: number, to: number, value: number): number {
  const t = Math.max(0, Math.min(1, (value - from) / (to - from)))
  return t * t * (3 - 2 * t)
}

/** A tick at the end of every fifth pass and its number at every tenth. None at all where the frame has no room. */
function passMarks(total: number, endOfPass: (i: number) => Point, frame: ArtFrame): string {
  const size = 8.5 * frame.weight
  if (endOfPass(total - 1)[0] + size * 7.5 > frame.width) return ''
  const every = total <= 12 ? 1 : total <= 100 ? 5 : 20
  const labeled = total <= 12 ? 1 : every * 2
  let markup = ''
  for (let number = every; number <= total; number += every) {
    const [x, y] = endOfPass(number - 1)
    const start = x + size * 1.4
    const end = start + size * 2
    markup += `<path class="tick" d="M${formatNumber(start)} ${formatNumber(y)}H${formatNumber(end)}"/>`
    if (number % labeled !== 0) continue
    const label = { x: end + size, y: y + size / 2, height: size, tracking: 0.12 }
    markup += `<path class="lab" d="${letteringPath(String(number), label)}"/>`
  }
  return markup
}
