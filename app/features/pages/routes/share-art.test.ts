import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { askArt, givenShop } from '#test/visit.ts'
import { createArtCache } from '#app/art/art-cache.server.ts'
import * as raster from '#app/art/raster.server.ts'
import { pageHead, sharePath, sharePictures } from '#app/http/page-head.ts'
import { type TestContext, test } from '#test/db.ts'
import { type PageArt, pageArt } from '../rules.ts'
import { drawPageArt } from './page-drawings.server.ts'
import { drawSharePicture } from './share-picture.server.ts'

// Drawing pixels takes seconds, and what they look like is the artwork's own test.
beforeEach(() => void vi.spyOn(raster, 'rasterize').mockImplementation(async (svg) => Buffer.from(svg)))
afterEach(() => vi.restoreAllMocks())

const dataDir = mkdtempSync(join(tmpdir(), 'paco-test-share-'))
const artwork = createArtCache(join(dataDir, 'art'))

function ask(ctx: TestContext, file: string) {
  const shop = { ...givenShop(ctx), artwork }
  return askArt(shop, `share/${file}`)
}

test('every picture of a page has the size that other sites show, and its own title', () => {
  const drawings = sharePictures.map(drawSharePicture)
  for (const svg of drawings) {
    expect(svg).toContain('viewBox="0 0 1200 630"')
    expect(svg).not.toContain('NaN')
  }
  expect(new Set(drawings).size).toBe(sharePictures.length)
})

test('a page’s head names its picture by an address that answers', async ({ ctx }) => {
  const picture = sharePath('courses')
  const head = pageHead({ title: 'T', description: 'D', path: '/t', publicUrl: 'https://shop.test', picture })
  expect(head).toContainEqual({ property: 'og:image', content: `https://shop.test${picture}` })
  const answer = await ask(ctx, picture.split('/').at(-1) ?? '')
  expect(answer.headers.get('Content-Type')).toBe('image/png')
})

test('there is no picture of a page that does not exist', async ({ ctx }) => {
  expect((await ask(ctx, 'nothing.png')).status).toBe(404)
  expect((await ask(ctx, 'courses.gif')).status).toBe(404)
})

test('the manifest names icons that are there', () => {
  const manifest = JSON.parse(readFileSync('public/site.webmanifest', 'utf8')) as { icons: { src: string }[] }
  expect(manifest.icons.length).toBeGreaterThanOrEqual(4)
  for (const { src } of manifest.icons) expect(readFileSync(`public${src}`).length).toBeGreaterThan(300)
})

test('each drawing that a page shows as a picture has the proportions the page keeps free for it', () => {
  for (const [file, { width, height }] of Object.entries(pageArt)) {
    const [, across, down] =
      /viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"/.exec(drawPageArt(file as PageArt)) ?? []
    expect(Number(across) / Number(down), file).toBeCloseTo(width / height, 1)
  }
})
