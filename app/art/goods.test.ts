import { expect, test } from 'vitest'
import { pictures } from '#app/features/accessories/rules.ts'
import { drawGood } from './goods.ts'
import { rasterize } from './raster.server.ts'

const goods = pictures.filter((picture) => !picture.startsWith('patch-'))

test('every accessory of the catalog has a drawing whose fills are all defined', () => {
  for (const good of goods) {
    const svg = drawGood(good) ?? ''
    expect([good, svg]).toEqual([good, expect.not.stringMatching(/NaN|undefined/)])
    const ids = new Set(Array.from(svg.matchAll(/ id="(\w+)"/g), ([, id]) => id))
    for (const [, id] of svg.matchAll(/url\(#(\w+)\)/g))
      expect([good, id, ids.has(id)]).toEqual([good, id, true])
  }
})

test('a drawing is filled as pixels, and leaves its ground clear', async () => {
  const { default: sharp } = await import('sharp')
  const pixels = await rasterize(drawGood('light') ?? '', { width: 160, format: 'png' })
  const { channels } = await sharp(pixels).stats()
  expect(channels).toHaveLength(4)
  expect(channels[3]?.min).toBe(0)
  expect(channels[3]?.mean).toBeGreaterThan(40)
})

test('an unknown accessory has no drawing', () => {
  expect(drawGood('toString')).toBeUndefined()
  expect(drawGood('patch-noir')).toBeUndefined()
})
