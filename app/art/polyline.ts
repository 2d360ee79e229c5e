/** In the units of its frame; y runs down. */
export type Point = readonly [x: number, y: number]

/** Points at even distances along a line. The end point is kept; a line shorter than the step keeps its ends. */
export function resamplePolyline(points: readonly Point[], step: number): Point[] {
  const length = polylineLength(points)
  const parts = Math.max(1, Math.round(length / step))
  return walkPolyline(points, length / parts, parts)
}

export function polylineLength(points: readonly Point[]): number {
  let length = 0
  for (let i = 1; i < points.length; i += 1) length += distance(points[i - 1] as Point, points[i] as Point)
  return length
}

export function simplifyPolyline(points: readonly Point[], tolerance: number): Point[] {
  if (points.length < 3) return [...points]
  const keep = new Uint8Array(points.length)
  keep[0] = 1
  keep[points.length - 1] = 1
  const open: [number, number][] = [[0, points.length - 1]]
  for (let span = open.pop(); span; span = open.pop()) {
    const [from, to] = span
    const [index, far] = farthestFromChord(points, from, to)
    if (far <= tolerance) continue
    keep[index] = 1
    open.push([from, index], [index, to])
  }
  return points.filter((_, i) => keep[i] === 1)
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(b[0] - a[0], b[1] - a[1])
}

function walkPolyline(points: readonly Point[], step: number, parts: number): Point[] {
  const first = points[0] as Point
  const last = points.at(-1) as Point
  const walked: Point[] = [first]
  let ahead = step
  for (let i = 1; i < points.length && walked.length < parts; i += 1) {
    const from = points[i - 1] as Point
    const to = points[i] as Point
    const length = distance(from, to)
    while (ahead <= length && walked.length < parts) {
      const share = ahead / length
      walked.push([from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share])
      ahead += step
    }
    ahead -= length
  }
  walked.push(last)
  return walked
}

function farthestFromChord(points: readonly Point[], from: number, to: number): [index: number, far: number] {
  const a = points[from] as Point
  const b = points[to] as Point
  const length = distance(a, b) || 1
  let index = from
  let far = 0
  for (let i = from + 1; i < to; i += 1) {
    const p = points[i] as Point
    const off = Math.abs((b[0] - a[0]) * (a[1] - p[1]) - (a[0] - p[0]) * (b[1] - a[1])) / length
    if (off > far) {
      index = i
      far = off
    }
  }
  return [index, far]
}
