import { createNoise } from './noise.ts'

export type Rectangle = { x: number; y: number; width: number; height: number }

/** Center and reach as shares of the sheet, height relative to the main summit. */
export type Peak = readonly [x: number, y: number, reach: number, height: number]

/** Heights at the crossings of a regular grid, row by row. */
export type HeightGrid = {
  heights: Float32Array
  columns: number
  rows: number
  step: number
  x: number
  y: number
}

/** Seeded: the same seed is the same hill, whatever the view. */
export function createTerrain(
  seed: string,
  sheet: { width: number; height: number },
  peaks: readonly Peak[],
) {
  const noise = createNoise(seed)
  const span = Math.max(sheet.width, sheet.height)
  return (x: number, y: number): number => {
    const u = x / span
    const v = y / span
    // Bending the ground before raising the peaks gives spurs and valleys instead of round heaps.
    const bentX = x + (noise(u * 4 + 9, v * 4, 3) - 0.5) * span * 0.16
    const bentY = y + (noise(u * 4, v * 4 + 40, 3) - 0.5) * span * 0.16
    let height = noise(u * 5, v * 5, 4) * 0.34
    for (const [peakX, peakY, reach, rise] of peaks) {
      const dx = (bentX - peakX * sheet.width) / (reach * span)
      const dy = (bentY - peakY * sheet.height) / (reach * span * 0.82)
      height += rise * Math.exp(-(dx * dx + dy * dy) * 1.5)
    }
    return height
  }
}

export function sampleHeights(
  heightAt: (x: number, y: number) => number,
  window: Rectangle,
  step: number,
): HeightGrid {
  const columns = Math.ceil(window.width / step) + 1
  const rows = Math.ceil(window.height / step) + 1
  const heights = new Float32Array(columns * rows)
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      heights[row * columns + column] = heightAt(window.x + column * step, window.y + row * step)
    }
  }
  return { heights, columns, rows, step, x: window.x, y: window.y }
}

export function heightRange(grid: HeightGrid, within?: Rectangle) {
  const range = { low: Infinity, high: -Infinity, summit: [grid.x, grid.y] as [x: number, y: number] }
  grid.heights.forEach((height, i) => {
    const x = grid.x + (i % grid.columns) * grid.step
    const y = grid.y + Math.floor(i / grid.columns) * grid.step
    if (within && !contains(within, x, y)) return
    if (height < range.low) range.low = height
    if (height > range.high) {
      range.high = height
      range.summit = [x, y]
    }
  })
  return range
}

export function interpolateHeight(grid: HeightGrid, x: number, y: number): number {
  const column = clamp((x - grid.x) / grid.step, 0, grid.columns - 2)
  const row = clamp((y - grid.y) / grid.step, 0, grid.rows - 2)
  const at = Math.floor(row) * grid.columns + Math.floor(column)
  const u = column - Math.floor(column)
  const v = row - Math.floor(row)
  const { heights, columns } = grid
  const top = (heights[at] ?? 0) * (1 - u) + (heights[at + 1] ?? 0) * u
  const bottom = (heights[at + columns] ?? 0) * (1 - u) + (heights[at + columns + 1] ?? 0) * u
  return top * (1 - v) + bottom * v
}

function contains(area: Rectangle, x: number, y: number): boolean {
  return x >= area.x && y >= area.y && x <= area.x + area.width && y <= area.y + area.height
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value))
}
