import type { ArtFrame } from '../art-frames.ts'
import { type Contour, traceContours } from '../contours.ts'
import type { ArtSubject, Drawing } from '../drawing.ts'
import { type Point, polylineLength, resamplePolyline } from '../polyline.ts'
import { seededRandom } from '../random.ts'
import { curvePath } from '../svg-path.ts'
import { createTerrain, heightRange, type Peak, sampleHeights } from '../terrain.ts'
import { surveyMarks } from './survey-marks.ts'

/** Every view is cut from one sheet, so that a drop has one hill. */
const sheet = { width: 1440, height: 760 }

const peaks: readonly Peak[] = [
  [0.7, 0.4, 0.24, 1],
  [0.5, 0.74, 0.2, 0.55],
  [0.93, 0.78, 0.22, 0.62],
  [0.3, 0.3, 0.2, 0.14],
  [0.9, 0.12, 0.16, 0.4],
]

/** Guerrilla: a survey sheet of one hill, one contour line per unit, number 1 at its foot and the last at its summit. */
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
