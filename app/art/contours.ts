import type { Point } from './polyline.ts'
import type { HeightGrid } from './terrain.ts'

/** A closed piece does not repeat its first point. */
export type Contour = { points: Point[]; closed: boolean }

/** The lines at one height: marching squares, chained along the edges of the grid. Longest piece first. */
export function traceContours(grid: HeightGrid, level: number): Contour[] {
  const links = linkCrossings(grid, level)
  const visited = new Set<number>()
  const contours: Contour[] = []
  // Open pieces first: started from the middle, they would come out in two halves.
  for (const [edge, neighbors] of links) {
    if (neighbors.length === 1 && !visited.has(edge)) {
      contours.push({ points: follow(edge), closed: false })
    }
  }
  for (const edge of links.keys()) {
    if (!visited.has(edge)) contours.push({ points: follow(edge), closed: true })
  }
  return contours.toSorted((a, b) => b.points.length - a.points.length)

  function follow(start: number): Point[] {
    const points: Point[] = []
    for (let edge: number | undefined = start; edge !== undefined; ) {
      visited.add(edge)
      points.push(crossingPoint(grid, level, edge))
      edge = links.get(edge)?.find((next) => !visited.has(next))
    }
    return points
  }
}

/** Edges are numbered: horizontal ones first, then vertical ones. */
function linkCrossings(grid: HeightGrid, level: number): Map<number, number[]> {
  const { heights, columns, rows } = grid
  const vertical = columns * rows
  const links = new Map<number, number[]>()
  function join(a: number, b: number): void {
    const fromA = links.get(a)
    if (fromA) fromA.push(b)
    else links.set(a, [b])
    const fromB = links.get(b)
    if (fromB) fromB.push(a)
    else links.set(b, [a])
  }
  for (let row = 0; row < rows - 1; row += 1) {
    for (let column = 0; column < columns - 1; column += 1) {
      const at = row * columns + column
      const corners =
        ((heights[at] ?? 0) > level ? 1 : 0) +
        ((heights[at + 1] ?? 0) > level ? 2 : 0) +
        ((heights[at + columns + 1] ?? 0) > level ? 4 : 0) +
        ((heights[at + columns] ?? 0) > level ? 8 : 0)
      if (corners === 0 || corners === 15) continue
      const sides = [at, vertical + at + 1, at + columns, vertical + at] as const
      for (const [a, b] of sideJoins[corners] ?? []) join(sides[a], sides[b])
    }
  }
  return links
}

type Side = 0 | 1 | 2 | 3

/** For each pattern of raised corners, the sides (0 top, 1 right, 2 bottom, 3 left) a line runs between. */
const sideJoins: Readonly<Record<number, readonly (readonly [Side, Side])[]>> = {
  1: [[3, 0]],
  2: [[0, 1]],
  3: [[3, 1]],
  4: [[1, 2]],
  5: [
    [3, 0],
    [1, 2],
  ],
  6: [[0, 2]],
  7: [[3, 2]],
  8: [[3, 2]],
  9: [[0, 2]],
  10: [
    [0, 1],
    [3, 2],
  ],
  11: [[1, 2]],
  12: [[3, 1]],
  13: [[0, 1]],
  14: [[3, 0]],
}

function crossingPoint(grid: HeightGrid, level: number, edge: number): Point {
  const { heights, columns, rows, step } = grid
  const isVertical = edge >= columns * rows
  const at = isVertical ? edge - columns * rows : edge
  const from = heights[at] ?? 0
  const to = heights[isVertical ? at + columns : at + 1] ?? 0
  const along = ((level - from) / (to - from)) * step
  const x = grid.x + (at % columns) * step
  const y = grid.y + Math.floor(at / columns) * step
  return isVertical ? [x, y + along] : [x + along, y]
}
