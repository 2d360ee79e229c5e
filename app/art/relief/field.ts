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
  const between = borrowed(values.length)
  for (let pass = 0; pass < 2; pass += 1) {
    blurLines(blurred, between, { lines: height, length: width, step: 1, stride: width, radius })
    blurLines(between, blurred, { lines: width, length: height, step: width, stride: 1, radius })
  }
  return { width, height, values: blurred }
}

let lastBorrowed = new WeakRef(new Float32Array())

/** Memory for at least so many numbers, with whatever the last user left in it: new memory of this size starts a garbage collection. */
function borrowed(length: number): Float32Array {
  const known = lastBorrowed.deref()
  if (known && known.length >= length) return known
  const fresh = new Float32Array(length)
  lastBorrowed = new WeakRef(fresh)
  return fresh
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

/** Places of a wide blur that are computed for each `sigma`: what is between them is interpolated, and nobody can tell. */
const perSigma = 5

/** Of its many pixels a few are computed. Returns a function that writes one row of the result into an array. */
export function blurWidely(field: Field, sigma: number): (y: number, row: Float32Array) => void {
  const step = Math.max(1, Math.floor(sigma / perSigma))
  const { width, height, values } = blur(shrink(field, step), sigma / step)
  const line = new Float32Array(width + 1)
  const across = coarsePlaces(field.width, step, width)
  const down = coarsePlaces(field.height, step, height)
  return (y, row) => {
    const above = down.first[y] as number
    const [from, to] = [above * width, Math.min(above + 1, height - 1) * width]
    const share = down.share[y] as number
    for (let x = 0; x < width; x += 1) {
      const value = values[from + x] as number
      line[x] = value + ((values[to + x] as number) - value) * share
    }
    line[width] = line[width - 1] as number
    for (let x = 0; x < field.width; x += 1) {
      const first = across.first[x] as number
      const value = line[first] as number
      row[x] = value + ((line[first + 1] as number) - value) * (across.share[x] as number)
    }
  }
}

function coarsePlaces(fine: number, step: number, coarse: number) {
  const places = Float64Array.from({ length: fine }, (_, at) =>
    Math.min(coarse - 1, Math.max(0, (at + 0.5) / step - 0.5)),
  )
  const first = Int32Array.from(places, Math.floor)
  return { first, share: Float32Array.from(places, (place, at) => place - (first[at] as number)) }
}

function shrink(field: Field, step: number): Field {
  if (step === 1) return field
  const small = createField(Math.ceil(field.width / step), Math.ceil(field.height / step))
  for (let y = 0; y < field.height; y += 1) {
    const row = Math.floor(y / step) * small.width
    for (let x = 0; x < field.width; x += 1) {
      const at = row + Math.floor(x / step)
      small.values[at] = (small.values[at] as number) + (field.values[y * field.width + x] as number)
    }
  }
  for (let y = 0; y < small.height; y += 1)
    for (let x = 0; x < small.width; x += 1) {
      const count =
        (Math.min(field.width, (x + 1) * step) - x * step) *
        (Math.min(field.height, (y + 1) * step) - y * step)
      const at = y * small.width + x
      small.values[at] = (small.values[at] as number) / count
    }
  return small
}
