import { expect, test } from 'vitest'
import { createField } from './field.ts'
import type { LitSurface } from './shade.ts'
import { turned } from './turned.ts'

const ground = -0.95
const pxPerInch = 40
const [width, height] = [400, 20]

/** A bar, half an inch thick on each side of the middle plane, from one column to another. */
function bar(from: number, to: number): LitSurface {
  const surface = {
    frame: { x: 0, y: 0, width: width / pxPerInch, height: height / pxPerInch },
    pxPerInch,
    height: createField(width, height, ground),
    material: new Uint8Array(width * height),
    fill: createField(width, height),
  }
  for (let y = 5; y < 15; y += 1)
    for (let x = from; x < to; x += 1) {
      surface.height.values[y * width + x] = 0.5
      surface.material[y * width + x] = 1
      surface.fill.values[y * width + x] = 1
    }
  return surface
}

function extent({ material }: LitSurface, y = 10): [number, number] {
  const row = [...material.subarray(y * width, (y + 1) * width)]
  return [row.indexOf(1), row.lastIndexOf(1)]
}

test('from the side nothing changes', async () => {
  const surface = bar(100, 300)
  expect(turned(surface, 0, ground)).toBe(surface)
})

test('a bar is as wide as its length and its thickness together, both ways', async () => {
  for (const degrees of [-56, -28, 14, 42]) {
    const angle = (Math.abs(degrees) * Math.PI) / 180
    const [first, last] = extent(turned(bar(100, 300), degrees, ground))
    const expected = 200 * Math.cos(angle) + pxPerInch * Math.sin(angle)
    expect(Math.abs(last - first + 1 - expected)).toBeLessThan(4)
  }
})

test('its near side goes to the right, with what is cut into it', async () => {
  const right = turned(bar(100, 300), 42, ground)
  const at = (x: number) => 10 * width + x
  const [first, last] = extent(right)
  // On the left its end comes into view, which has no cuts on its far half.
  expect(right.fill?.values[at(first + 4)]).toBe(0)
  expect(right.fill?.values[at(last - 4)]).toBe(1)
  const middle = right.height.values[at(200)] ?? 0
  expect(middle).toBeCloseTo(0.5 / Math.cos((42 * Math.PI) / 180), 1)
})

test('the two ways are mirror images', async () => {
  const [first, last] = extent(turned(bar(100, 300), 28, ground))
  const [left, right] = extent(turned(bar(100, 300), -28, ground))
  expect(Math.abs(first + right - width)).toBeLessThan(3)
  expect(Math.abs(last + left - width)).toBeLessThan(3)
})
