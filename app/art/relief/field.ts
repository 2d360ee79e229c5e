/** Row by row: heights in inches, masks from 0 to 1. */
export type Field = { width: number; height: number; values: Float32Array }

export function createField(width: number, height: number, value = 0): Field {
  const values = new Float32Array(width * height)
  if (value !== 0) values.fill(value)
  return { width, height, values }
}

/** Blurs by about a Gaussian of `sigma` pixels: two passes of a running mean in each direction. The edges repeat. */
export function blur({ width, height, values }: Field, sigma: number): Field {
  const radius = Math.max(1, Math.round(sigma * 1.2))
  const blurred = Float32Array.from(values)
  const between = new Float32Array(values.length)
  for (let pass = 0; pass < 2; pass += 1) {
    blurLines(blurred, between, { lines: height, length: width, step: 1, stride: width, radius })
    blurLines(between, blurred, { lines: width, length: height, step: width, stride: 1, radius })
  }
  return { width, height, values: blurred }
}

type Lines = { lines: number; length: number; step: number; stride: number; radius: number }

/** Columns are taken sixteen at a time: side by side in memory, they are read together. */
const together = 16

function blurLines(from: Float32Array, to: Float32Array, { lines, length, step, stride, radius }: Lines) {
  const share = 1 / (2 * radius + 1)
  const sums = new Float64Array(together)
  for (let first = 0; first < lines; first += together) {
    const count = Math.min(together, lines - first)
    for (let k = 0; k < count; k += 1) {
      const start = (first + k) * stride
      let sum = (from[start] as number) * radius
      for (let i = 0; i <= radius; i += 1) sum += from[start + Math.min(i, length - 1) * step] as number
      sums[k] = sum
    }
    for (let i = 0; i < length; i += 1) {
      const at = i * step
      const next = Math.min(i + radius + 1, length - 1) * step
      const gone = Math.max(i - radius, 0) * step
      for (let k = 0; k < count; k += 1) {
        const start = (first + k) * stride
        const sum = sums[k] as number
        to[start + at] = sum * share
        sums[k] = sum + (from[start + next] as number) - (from[start + gone] as number)
      }
    }
  }
}
