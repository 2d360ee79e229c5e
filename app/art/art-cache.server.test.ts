import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createArtCache } from './art-cache.server.ts'
import { composeHeroSvg, drawGeometry } from './drop-art.ts'
import { drawPatchSvg } from './patch/patch.ts'
import { rasterize } from './raster.server.ts'

const dot = (size: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><circle cx="5" cy="5" r="${size}" fill="#f00"/></svg>`

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'art-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test.each(['webp', 'avif', 'png'] as const)(
  'a %s has the requested width and the aspect ratio of the drawing',
  async (format) => {
    const {
      width,
      height,
      format: written,
    } = await sharp(await rasterize(dot(4), { width: 90, format })).metadata()
    expect({ width, height }).toEqual({ width: 90, height: 45 })
    expect(written).toBe(format === 'avif' ? 'heif' : format)
  },
)

test('artwork and patches come out in their colors', async () => {
  const geometry = drawGeometry({ slug: 'x', theme: 'outlaw', dropNumber: 2, total: 8 }, 'card')
  const art = await rasterize(composeHeroSvg(geometry, Array(8).fill('open'), { ground: true }), {
    width: 210,
    format: 'png',
  })
  const { channels } = await sharp(art).stats()
  expect(channels[0]?.max).toBeGreaterThan(channels[2]?.max ?? 255)
  const patch = await rasterize(drawPatchSvg({ slug: 'x', theme: 'outlaw', top: 'A', bottom: 'B' }), {
    width: 120,
    format: 'png',
  })
  expect((await sharp(patch).metadata()).height).toBe(123)
  expect((await sharp(patch).stats()).isOpaque).toBe(false)
})

test('something without a view box is refused', async () => {
  await expect(rasterize('<svg/>', { width: 10, format: 'png' })).rejects.toThrow(TypeError)
})

test('concurrent requests for a picture render it once', async () => {
  const cache = createArtCache(folder)
  const [first, second] = await Promise.all([
    cache.image(dot(4), { width: 40, format: 'png' }),
    cache.image(dot(4), { width: 40, format: 'png' }),
  ])
  expect(first).toBe(second)
  expect(await readdir(folder)).toHaveLength(1)
})

test('a restarted server finds the picture on disk', async () => {
  await createArtCache(folder).image(dot(4), { width: 40, format: 'webp' })
  const [name = ''] = await readdir(folder)
  await writeFile(join(folder, name), 'kept')
  const image = await createArtCache(folder).image(dot(4), { width: 40, format: 'webp' })
  expect(image.toString()).toBe('kept')
})

test('other content, width or format is another picture', async () => {
  const cache = createArtCache(folder)
  await cache.image(dot(4), { width: 40, format: 'png' })
  await cache.image(dot(3), { width: 40, format: 'png' })
  await cache.image(dot(4), { width: 41, format: 'png' })
  await cache.image(dot(4), { width: 40, format: 'webp' })
  expect(await readdir(folder)).toHaveLength(4)
})

test('the folder does not grow without end', async () => {
  const cache = createArtCache(folder, 5)
  for (let width = 10; width < 22; width += 1) await cache.image(dot(4), { width, format: 'png' })
  expect((await readdir(folder)).length).toBeLessThanOrEqual(5)
})

test('a folder that cannot be written still gives pictures', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  const image = await createArtCache(join(file, 'below')).image(dot(4), { width: 12, format: 'png' })
  expect((await sharp(image).metadata()).width).toBe(12)
})

test('a failed rendering is not cached', async () => {
  const cache = createArtCache(folder)
  await expect(cache.image('<svg/>', { width: 9, format: 'png' })).rejects.toThrow(TypeError)
  await expect(cache.image('<svg/>', { width: 9, format: 'png' })).rejects.toThrow(TypeError)
})

test('the geometry of a drop is drawn once per frame', () => {
  const cache = createArtCache(folder)
  const subject = { slug: 'x', theme: 'noir', dropNumber: 1, total: 3 } as const
  expect(cache.geometry(subject, 'card')).toBe(cache.geometry({ ...subject }, 'card'))
  expect(cache.geometry(subject, 'card')).not.toBe(cache.geometry(subject, 'share'))
})
