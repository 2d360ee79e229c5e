import type { ArtFrame } from '../art-frames.ts'
import { type Contour, traceContours } from '../contours.ts'
import type { ArtSubject, Drawing } from '../drawing.ts'
import { type Point, polylineLength, resamplePolyline, distance } from '../polyline.ts'
import { seededRandom } from '../noise.ts'
import { curvePath, formatNumber } from '../svg-path.ts'
import { createTerrain, heightRange, type Peak, sampleHeights } from '../terrain.ts'
import { letteringPath, letteringWidth } from '../pantograph/lettering.ts'

/** Every view is cut from one sheet, so that a drop has one hill. */
const sheet = { width: 1440, height: 760 }

const peaks: readonly Peak[] = [
  [0.7, 0.4, 0.24, 1],
  [0.5, 0.74, 0.2, 0.55],
  [0.93, 0.78, 0.22, 0.62],
  [0.3, 0.3, 0.2, 0.14],
  [0.9, 0.12, 0.16, 0.4],
]

export function drawSurvey(subject: ArtSubject, frame: ArtFrame): Drawing {
  const { window, focus, labelHeight } = frame.survey
  const scale = frame.width / window.width
  const heightAt = createTerrain(subject.slug, sheet, shiftedPeaks(subject.slug))
  const grid = sampleHeights(heightAt, window, gridStep(subject.total))
  const { low, high, summit } = heightRange(grid, focus)
  const toFrame = ([x, y]: Point): Point => [(x - window.x) * scale, (y - window.y) * scale]
  const contours = Array.from({ length: subject.total }, (_, i) => {
    const level = low + (high - low) * (0.07 + (0.915 * (i + 0.5)) / subject.total)
    const parts = traceContours(grid, level).map(({ points, closed }) => ({
      points: points.map(toFrame),
      closed,
    }))
    return dropSmallParts(parts, 40 * scale)
  })
  const spacing = gridStep(subject.total) * scale * 1.15
  return {
    strokes: contours.map((parts) => parts.map((part) => smoothPath(part, spacing)).join('')),
    before: '',
    after: labelHeight > 0 ? surveyMarks(contours, toFrame(summit), frame) : '',
  }
}

/** Crowded sheets take a coarser grid: their lines are too close together to show its detail. */
function gridStep(total: number): number {
  return total > 120 ? 12 : total > 70 ? 10 : 8
}

function shiftedPeaks(slug: string): Peak[] {
  const random = seededRandom(`${slug}:peaks`)
  const shift = () => (random() - 0.5) * 0.07
  return peaks.map(([x, y, reach, height]) => [x + shift(), y + shift(), reach, height])
}

/** Drops tiny islands, but never a unit's last piece: every number has a line. */
function dropSmallParts(parts: Contour[], minLength: number): Contour[] {
  const visible = parts.filter((part) => polylineLength(part.points) >= minLength)
  return visible.length > 0 ? visible : parts.slice(0, 1)
}

function smoothPath({ points, closed }: Contour, spacing: number): string {
  const closedPoints = closed ? [...points, points[0] as Point] : points
  const step = Math.min(spacing, polylineLength(closedPoints) / 8)
  const even = resamplePolyline(closedPoints, step)
  return curvePath(closed ? even.slice(0, -1) : even, closed)
}

type Label = { text: string; at: Point; turn: number }

function surveyMarks(contours: readonly Contour[][], summit: Point, frame: ArtFrame): string {
  const size = frame.survey.labelHeight
  return (
    bestLadder(contours, summit, frame)
      .map((label) => labelMarkup(label, size))
      .join('') + summitMarkup(summit, contours.length, size)
  )
}

function bestLadder(contours: readonly Contour[][], summit: Point, frame: ArtFrame): Label[] {
  let best: Label[] = []
  for (let direction = 0; direction < 36; direction += 1) {
    const labels = ladder(contours, summit, (direction / 36) * Math.PI * 2, frame)
    if (labels.length > best.length) best = labels
  }
  return best
}

function ladder(contours: readonly Contour[][], summit: Point, direction: number, frame: ArtFrame): Label[] {
  const size = frame.survey.labelHeight
  const every = contours.length <= 12 ? 1 : contours.length <= 100 ? 5 : 10
  const labels: Label[] = []
  // From the top down: the crowded lines near the summit get their room first.
  for (let number = contours.length - (contours.length % every); number > 0; number -= every) {
    const at = nearestToRay(contours[number - 1] ?? [], summit, direction)
    if (!at || !insideFocus(at.point, frame, size)) continue
    const taken = [summit, ...labels.map((label) => label.at)]
    const room = size * (number === contours.length ? 4.5 : 3.2)
    if (taken.some((other, i) => distance(other, at.point) < (i === 0 ? size * 6 : room))) continue
    const label = { text: String(number), at: at.point, turn: at.turn }
    if (touchesSummit(label, summit, contours.length, size)) continue
    labels.push(label)
  }
  return labels
}

function touchesSummit({ text, at: [x, y] }: Label, summit: Point, total: number, size: number): boolean {
  // Numbers are turned: half their width is the most they take up in any direction.
  const reach = summitGround(size) / 2 + halfWidth(text, size)
  const ahead = x - summit[0]
  return ahead > -reach && ahead < summitText(total, size).end + reach && Math.abs(y - summit[1]) < reach
}

function nearestToRay(contour: readonly Contour[], [x0, y0]: Point, direction: number) {
  const cos = Math.cos(direction)
  const sin = Math.sin(direction)
  let found: { point: Point; turn: number } | undefined
  let nearest = Infinity
  for (const { points } of contour) {
    for (let i = 3; i < points.length - 3; i += 1) {
      const [x, y] = points[i] as Point
      const ahead = (x - x0) * cos + (y - y0) * sin
      const aside = Math.abs((y - y0) * cos - (x - x0) * sin)
      if (ahead < 0 || aside > 6 || ahead > nearest) continue
      nearest = ahead
      found = { point: [x, y], turn: uprightAngle(points[i - 3] as Point, points[i + 3] as Point) }
    }
  }
  return found
}

function uprightAngle([ax, ay]: Point, [bx, by]: Point): number {
  const degrees = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI
  return degrees > 90 ? degrees - 180 : degrees < -90 ? degrees + 180 : degrees
}

function insideFocus([x, y]: Point, frame: ArtFrame, margin: number): boolean {
  const { window, focus } = frame.survey
  const scale = frame.width / window.width
  const left = (focus.x - window.x) * scale + margin * 2
  const top = (focus.y - window.y) * scale + margin * 3
  const right = Math.min(frame.width, left + focus.width * scale) - margin * 4
  return x > left && x < right && y > top && y < top + focus.height * scale - margin * 4
}

function labelMarkup({ text, at: [x, y], turn }: Label, size: number): string {
  const half = halfWidth(text, size)
  const path = letteringPath(text, { height: size, anchor: 'middle', y: size / 2, tracking: 0.1 })
  return (
    `<g transform="translate(${formatNumber(x)} ${formatNumber(y)}) rotate(${formatNumber(turn)})">` +
    `<path class="knock" stroke-width="${formatNumber(size * 1.5)}" d="M${formatNumber(-half)} 0H${formatNumber(half)}"/>` +
    `<path class="lab" d="${path}"/></g>`
  )
}

function halfWidth(text: string, size: number): number {
  return letteringWidth(text, { height: size, tracking: 0.1 }) / 2 + size * 0.3
}

function summitGround(size: number): number {
  return size * 1.9
}

function summitText(total: number, size: number) {
  const text = `№ ${total}`
  const height = size * 1.2
  const start = size * 1.75
  return { text, height, start, end: start + letteringWidth(text, { height, tracking: 0.08 }) }
}

function summitMarkup([x, y]: Point, total: number, size: number): string {
  const { text, height, start, end } = summitText(total, size)
  const lettering = letteringPath(text, { x: start, y: height / 2, height, tracking: 0.08 })
  const side = formatNumber(size * 0.72)
  return (
    `<g transform="translate(${formatNumber(x)} ${formatNumber(y)})">` +
    `<path class="knock" stroke-width="${formatNumber(summitGround(size))}" d="M0 0H${formatNumber(end)}"/>` +
    `<path class="lab" d="M0-${formatNumber(size * 0.78)}L${side} ${formatNumber(size * 0.5)}H-${side}Z${lettering}"/></g>`
  )
}
