import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { askArt, givenShop } from '#test/visit.ts'
import { createArtCache } from '#app/art/art-cache.server.ts'
import * as raster from '#app/art/raster.server.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenSample } from '#test/reference.ts'
import { findCurrentDrop } from '../../drops/store/drops.server.ts'
import { packUnits } from '../../drops/rules.ts'
import { homeArtPath } from '../rules.ts'

// Drawing pixels takes seconds, and what they look like is the artwork's own test.
beforeEach(() => void vi.spyOn(raster, 'rasterize').mockImplementation(async () => Buffer.from('pixels')))
afterEach(() => vi.restoreAllMocks())

const ownCache = () => createArtCache(mkdtempSync(join(tmpdir(), 'paco-test-light-')))

async function givenLiveDrop({ db, now }: TestContext) {
  await givenSample(db, now())
  const drop = await findCurrentDrop(db, now())
  if (!drop) throw new Error('The sample has a live drop')
  return { status: drop.status, units: packUnits(drop.units) }
}

function lightNamed(ctx: TestContext, file: string, query = '', slug = 'guerrilla-vol-1') {
  const shop = { ...givenShop(ctx), artwork: ownCache() }
  return askArt(shop, `home/${slug}/${file}${query}`)
}

test('the light of the first screen has one slat for each unit, and keeps only under its own name', async ({
  ctx,
}) => {
  const live = await givenLiveDrop(ctx)
  const plain = await lightNamed(ctx, 'wide.svg')
  const svg = await plain.text()
  expect(svg.match(/data-u="/g)).toHaveLength(50)
  expect(svg.match(/class="u open"/g)).toHaveLength(23)
  expect(plain.headers.get('Cache-Control')).toBe('public, max-age=10')

  const query = homeArtPath('', 'wide', live).replace(/^.*(?=\?v=)/, '')
  expect((await lightNamed(ctx, 'wide.svg', query)).headers.get('Cache-Control')).toContain('immutable')
  expect((await lightNamed(ctx, 'wide.svg', '?v=1-open-ooo')).headers.get('Cache-Control')).toBe(
    'public, max-age=10',
  )
  expect((await lightNamed(ctx, 'tall.svg')).status).toBe(404)
})

test('there is no light of a drop that does not exist', async ({ ctx }) => {
  expect((await lightNamed(ctx, 'wide.svg', '', 'gone')).status).toBe(404)
})

test('the light comes as pixels once they are drawn, and nobody waits for them', async ({ ctx }) => {
  const live = await givenLiveDrop(ctx)
  const query = homeArtPath('', 'wide', live).replace(/^.*(?=\?v=)/, '')
  const shop = { ...givenShop(ctx), artwork: ownCache() }
  const ask = () => askArt(shop, `home/guerrilla-vol-1/wide.avif${query}`)
  const first = await ask()
  expect(first.headers.get('Content-Type')).toBe('image/svg+xml')
  expect(first.headers.get('Cache-Control')).toBe('no-store')
  await vi.waitFor(async () => expect((await ask()).headers.get('Content-Type')).toBe('image/avif'), 10_000)
  expect((await ask()).headers.get('Cache-Control')).toContain('immutable')
  expect(raster.rasterize).toHaveBeenCalledOnce()
})
