import { createField, type Field } from './field.ts'
import type { LitSurface } from './shade.ts'

/** How many inches a part may reach from the middle plane, to either side. */
const reach = 1.05

/**
 * The surface as it is seen when the rifle is turned about its upright axis by so many degrees; to the right where they are positive.
 * Its far side is taken to be like its near side. Heights are above the turned middle plane, along the line of sight.
 */
export function turned(surface: LitSurface, degrees: number, ground: number): LitSurface {
  if (degrees === 0) return surface
  const { pxPerInch, material, fill } = surface
  const { width, height, values } = surface.height
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
  const tilt = sin / cos
  const depth = createField(width, height, ground)
  const seen = new Uint8Array(width * height)
  const filled = createField(width, height)
  const walls = new Uint8Array(width * height)
  const axis = width / 2
  // No step passes more than one place of the surface.
  const steps = Math.ceil(2 * reach * pxPerInch * Math.max(Math.abs(tilt), 0.2))
  for (let y = 0; y < height; y += 1) {
    const row = y * width
    const [first, last] = extentOf(material, row, width)
    if (last < first) continue
    const margin = reach * pxPerInch * Math.abs(sin)
    const from = Math.max(0, Math.floor(axis + (first - axis) * cos - margin))
    const to = Math.min(width - 1, Math.ceil(axis + (last - axis) * cos + margin))
    for (let x = from; x <= to; x += 1) {
      const middle = axis + (x - axis) / cos
      for (let step = 0; step <= steps; step += 1) {
        const z = reach - (2 * reach * step) / steps
        const at = Math.round(middle - z * tilt * pxPerInch)
        if (at < 0 || at >= width) continue
        const i = row + at
        const kind = material[i] ?? 0
        const top = values[i] ?? 0
        if (kind === 0 || z > top || z < -top) continue
        const previous = reach - (2 * reach * (step - 1)) / steps
        depth.values[row + x] = Math.min(top, previous) / cos
        if (previous < top - 0.02) walls[row + x] = 1
        seen[row + x] = kind
        // What is cut and filled is on the near face only.
        if (fill && z > 0) filled.values[row + x] = fill.values[i] ?? 0
        break
      }
    }
  }
  smoothWalls(depth, walls, seen)
  return { ...surface, height: depth, material: seen, fill: filled, tilt }
}

/** The upright sides of parts are only as exact as the grid, so neighboring places are smoothed. */
function smoothWalls({ width, height, values }: Field, walls: Uint8Array, seen: Uint8Array) {
  for (const [step, pass] of [
    [width, 1],
    [1, 2],
    [width, 3],
    [1, 4],
  ] as const) {
    const before = values.slice()
    const radius = pass < 3 ? 4 : 2
    for (let i = radius * step; i < width * height - radius * step; i += 1) {
      if (walls[i] === 0) continue
      const own = before[i] ?? 0
      let [sum, count] = [0, 0]
      for (let k = -radius; k <= radius; k += 1) {
        const at = i + k * step
        const other = before[at] ?? 0
        if (seen[at] === 0 || Math.abs(other - own) > 0.03 + 0.06 * Math.abs(k)) continue
        sum += other
        count += 1
      }
      values[i] = sum / count
    }
  }
}

/** The first and the last place of a row with a part. */
function extentOf(material: Uint8Array, row: number, width: number): [first: number, last: number] {
  let first = 0
  while (first < width && material[row + first] === 0) first += 1
  let last = width - 1
  while (last >= first && material[row + last] === 0) last -= 1
  return [first, last]
}
