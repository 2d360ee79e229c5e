import { type Oklch, oklchToHex } from '../color.ts'
import { type Point, polylineLength, resamplePolyline } from '../polyline.ts'
import type { RandomSource } from '../noise.ts'
import { formatNumber } from '../svg-path.ts'

/** Six tones, because thread catches the light by its direction. */
export type Thread = { tones: readonly string[]; width: number; stitches: string[][] }

const toneCount = 6

export function createThread([lightness, chroma, hue]: Oklch, width: number, spread = 0.09): Thread {
  const middle = (toneCount - 1) / 2
  const tones = Array.from({ length: toneCount }, (_, i) =>
    oklchToHex([lightness + ((i - middle) / middle) * spread, chroma, hue]),
  )
  return { tones, width, stitches: tones.map(() => []) }
}

/** `light` runs from 0 (in shade) to 1 (in full light). */
export function sew(thread: Thread, ax: number, ay: number, bx: number, by: number, light: number): void {
  const tone = Math.max(0, Math.min(toneCount - 1, Math.floor(light * toneCount)))
  const dx = formatNumber(bx - ax)
  const dy = formatNumber(by - ay)
  const gap = dy.startsWith('-') ? '' : ' '
  thread.stitches[tone]?.push(`M${formatNumber(ax)} ${formatNumber(ay)}l${dx}${gap}${dy}`)
}

export function threadMarkup(thread: Thread, id: string, lift: number): string {
  const used = thread.stitches.flatMap((stitches, tone) => (stitches.length > 0 ? [{ stitches, tone }] : []))
  // The shadow carries the paths and the tones reuse them: stitches are written only once.
  const shadow = used
    .map(({ stitches, tone }) => `<path id="${id}-${tone}" d="${stitches.join('')}"/>`)
    .join('')
  const lit = used.map(({ tone }) => `<use href="#${id}-${tone}" stroke="${thread.tones[tone]}"/>`).join('')
  const offset = `translate(${formatNumber(lift * 0.7, 2)} ${formatNumber(lift, 2)})`
  return (
    `<g transform="${offset}" stroke="#000" stroke-opacity=".55" stroke-width="${formatNumber(thread.width + 1.2, 2)}">${shadow}</g>` +
    `<g stroke-width="${thread.width}">${lit}</g>`
  )
}

/** Direction of the rows in radians. */
export type FillPattern = { angle: number; gap: number; length: number }

export function fillStitch(
  thread: Thread,
  random: RandomSource,
  inside: (x: number, y: number) => boolean,
  [center, radius]: readonly [center: Point, radius: number],
  { angle, gap, length }: FillPattern,
): void {
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  const [cx, cy] = center
  const light = 0.5 + 0.34 * Math.cos(angle * 2 - 0.9)
  const pointAt = (along: number, across: number): Point => [
    cx + along * cos - across * sin,
    cy + along * sin + across * cos,
  ]
  for (let across = -radius, row = 0; across <= radius; across += gap, row += 1) {
    const offset = ((row % 3) / 3) * length
    for (const [from, to] of runsInside((along) => inside(...pointAt(along, across)), radius)) {
      for (let start = from; start < to; ) {
        const left = length - ((((start - offset) % length) + length) % length)
        const end = Math.min(to, start + (left || length))
        if (end - start > 0.5) {
          const a = pointAt(start, across)
          const b = pointAt(end - 0.35, across)
          sew(thread, a[0], a[1], b[0], b[1], light + (random() - 0.5) * 0.55)
        }
        start = end
      }
    }
  }
}

export function satinStitch(
  thread: Thread,
  random: RandomSource,
  line: readonly Point[],
  { width, gap, skew }: { width: number; gap: number; skew: number },
): void {
  const points = resamplePolyline(lengthenDot(line, width * 0.8), gap)
  points.forEach(([x, y], i) => {
    const from = points[Math.max(0, i - 1)] as Point
    const to = points[Math.min(points.length - 1, i + 1)] as Point
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1
    const dx = (to[0] - from[0]) / length
    const dy = (to[1] - from[1]) / length
    const nx = -dy + dx * skew
    const ny = dx + dy * skew
    const half = (width / 2) * (0.94 + random() * 0.12)
    const light = 0.5 + 0.3 * (nx * -0.6 + ny * -0.5) + (random() - 0.5) * 0.4
    sew(thread, x - nx * half, y - ny * half, x + nx * half, y + ny * half, light)
  })
}

/** A full stop is a line of almost no length: sewn as it is, it would be one thread. */
function lengthenDot(line: readonly Point[], minLength: number): readonly Point[] {
  const length = polylineLength(line)
  const [[x0, y0], [x1, y1]] = [line[0] as Point, line.at(-1) as Point]
  if (length >= minLength || length === 0) return line
  const dx = (((x1 - x0) / length) * minLength) / 2
  const dy = (((y1 - y0) / length) * minLength) / 2
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2]
  return [
    [x - dx, y - dy],
    [x + dx, y + dy],
  ]
}

function runsInside(inside: (along: number) => boolean, radius: number): [from: number, to: number][] {
  const runs: [number, number][] = []
  let start: number | undefined
  for (let along = -radius; along <= radius; along += 1.1) {
    const isInside = inside(along)
    if (isInside) start ??= along
    else if (start !== undefined) {
      runs.push([start, along])
      start = undefined
    }
  }
  if (start !== undefined) runs.push([start, radius])
  return runs
}
