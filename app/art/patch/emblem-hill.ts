import { type Contour, traceContours } from '../contours.ts'
import type { Point } from '../polyline.ts'
import type { RandomSource } from '../random.ts'
import { createTerrain, type HeightGrid, interpolateHeight, type Peak, sampleHeights } from '../terrain.ts'
import { fillStitch, satinStitch } from './stitches.ts'
import { createThread, type Thread, threadMarkup } from './thread.ts'

const side = 260
const half = side / 2
const bandCount = 8
const bandAngles = [0.35, 1.1, -0.5, 0.8, -0.15, 0.55, -0.9, 0.2]

const peaks: readonly Peak[] = [
  [0.52, 0.46, 0.42, 1],
  [0.22, 0.78, 0.24, 0.34],
  [0.84, 0.84, 0.22, 0.3],
  [0.82, 0.2, 0.2, 0.26],
]

/** Guerrilla emblem: a hill in eight thread values, with its index lines in satin. */
export function sewHill(slug: string, radius: number, random: RandomSource, id: string): string {
  const heightAt = createTerrain(`${slug}emblem`, { width: side, height: side }, peaks)
  const grid = sampleHeights(heightAt, { x: 0, y: 0, width: side, height: side }, 4)
  const levels = bandLevels(grid, radius)
  const isIn = (x: number, y: number) => x * x + y * y < radius * radius
  const bands = levels.map((low, i) => {
    const thread = createThread(bandColor(i), 1.7, 0.06)
    const high = levels[i + 1] ?? Infinity
    const inBand = (x: number, y: number) => {
      if (!isIn(x, y)) return false
      const height = interpolateHeight(grid, x + half, y + half)
      return height >= low && height < high
    }
    fillStitch(thread, random, inBand, [[0, 0], radius * 1.42], {
      angle: bandAngles[i] ?? 0,
      gap: 1.9,
      length: 15,
    })
    return threadMarkup(thread, `${id}-b${i}`, 0.8)
  })
  const lines = createThread([0.19, 0.03, 140], 1.2, 0.03)
  levels.slice(1).forEach((level, i) => {
    const width = (i + 1) % 4 === 0 ? 3 : 1.9
    for (const contour of traceContours(grid, level)) sewInside(lines, random, contour, radius - 3, width)
  })
  return bands.join('') + threadMarkup(lines, `${id}-l`, 0.5)
}

/** Where each value begins: the first takes everything below, the rest share the range seen inside the emblem. */
function bandLevels(grid: HeightGrid, radius: number): number[] {
  let low = Infinity
  let high = -Infinity
  for (let y = -radius; y < radius; y += 4) {
    for (let x = -radius; x < radius; x += 4) {
      if (x * x + y * y >= radius * radius) continue
      const height = interpolateHeight(grid, x + half, y + half)
      low = Math.min(low, height)
      high = Math.max(high, height)
    }
  }
  return Array.from({ length: bandCount }, (_, i) =>
    i === 0 ? -Infinity : low + (high - low) * (i / bandCount) ** 0.92,
  )
}

function bandColor(band: number): [number, number, number] {
  const t = band / (bandCount - 1)
  return [0.3 + 0.58 * t ** 1.15, 0.04 + 0.09 * Math.sin(Math.PI * Math.min(1, t * 1.1)), 146 - 28 * t]
}

/** Sews the stretches of a line that lie inside the emblem. */
function sewInside(
  thread: Thread,
  random: RandomSource,
  contour: Contour,
  radius: number,
  width: number,
): void {
  const points = contour.closed ? [...contour.points, contour.points[0] as Point] : contour.points
  let run: Point[] = []
  const finishRun = () => {
    if (run.length > 3) satinStitch(thread, random, run, { width, gap: 1.3, skew: 0.25 })
    run = []
  }
  for (const [x, y] of points) {
    if (Math.hypot(x - half, y - half) < radius) run.push([x - half, y - half])
    else finishRun()
  }
  finishRun()
}
