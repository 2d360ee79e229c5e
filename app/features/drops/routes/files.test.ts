import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect } from 'vitest'
import { askArt, givenShop, heldOrder, type TestShop } from '#test/visit.ts'
import { createArtCache } from '#app/art/art-cache.server.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop } from '#test/shop.ts'
import { findDrop } from '../store/drops.server.ts'
import { drops, patches } from '../tables.ts'
import { receiverSubject, buildOf } from '../rules/art.ts'
import { toDropView } from './drop-view.server.ts'
import { drawReceiver } from './drop-art-responses.server.ts'

const slug = 'test-drop'
const dataDir = mkdtempSync(join(tmpdir(), 'paco-art-'))
const artwork = createArtCache(join(dataDir, 'art'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

function shopOf(ctx: TestContext): TestShop {
  return { ...givenShop(ctx), artwork }
}

function art(shop: TestShop, file: string, headers: Record<string, string> = {}) {
  return askArt(shop, `drops/${slug}/${file}`, headers)
}

async function shown(shop: TestShop) {
  const drop = await findDrop(shop.db, slug, shop.now())
  if (!drop) throw new Error('There is no drop')
  return toDropView(drop, 'UTC')
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

describe('artwork', () => {
  test('has one line per unit, in the state of its unit', async ({ ctx }) => {
    const shop = shopOf(ctx)
    await givenDrop(shop.db, { totalUnits: 3, theme: 'guerrilla' })
    await heldOrder(shop, 2)
    const answer = await art(shop, 'hero-wide.svg')
    const svg = await answer.text()
    expect(answer.headers.get('Content-Type')).toBe('image/svg+xml')
    expect(answer.headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'",
    )
    expect(
      [...svg.matchAll(/class="u (\w+)" data-u="(\d)"/g)].map(([, state, unit]) => `${unit} ${state}`),
    ).toEqual(['1 open', '2 held', '3 open'])
  })

  test('is immutable under its current version only', async ({ ctx }) => {
    const shop = shopOf(ctx)
    await givenDrop(shop.db)
    const before = nameOf((await shown(shop)).art.card)
    expect((await art(shop, before)).headers.get('Cache-Control')).toContain('immutable')
    await heldOrder(shop, 1)
    expect((await art(shop, before)).headers.get('Cache-Control')).toBe('public, max-age=10')
    expect(nameOf((await shown(shop)).art.card)).not.toBe(before)
  })

  test('revalidates with 304', async ({ ctx }) => {
    const shop = shopOf(ctx)
    await givenDrop(shop.db)
    const etag = (await art(shop, 'card.svg')).headers.get('ETag') ?? ''
    const again = await art(shop, 'card.svg', { 'If-None-Match': etag.replace('W/', '') })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test('is dashed before the launch and lit from the second of it on', async ({ ctx }) => {
    const shop = shopOf(ctx)
    const launchDate = new Date('2026-11-20T13:00:00Z')
    await givenDrop(shop.db, { status: 'coming_soon', launchDate, theme: 'cyber' })
    expect(await (await art(shop, 'card.svg')).text()).not.toContain('u open')
    ctx.setNow(launchDate)
    expect(await (await art(shop, 'card.svg')).text()).toContain('u open')
  })

  test('has a picture for shared links, of the run and of each number', { timeout: 60_000 }, async ({
    ctx,
  }) => {
    const shop = shopOf(ctx)
    await givenDrop(shop.db, { theme: 'cyber', totalUnits: 3 })
    const pictures: Buffer[] = []
    for (const file of ['share.jpg', 'share-2.jpg', 'share-3.jpg']) {
      const picture = Buffer.from(await (await art(shop, file)).arrayBuffer())
      const { width, height, format } = await sharp(picture).metadata()
      expect([format, width, height]).toEqual(['jpeg', 1200, 630])
      expect(picture.byteLength).toBeLessThan(250_000)
      pictures.push(picture)
    }
    expect(new Set(pictures.map((picture) => picture.toString('base64'))).size).toBe(3)
    expect((await art(shop, 'share-4.jpg')).status).toBe(404)
  })

  test('of another name, width or drop is not there', async ({ ctx }) => {
    const shop = shopOf(ctx)
    await givenDrop(shop.db)
    for (const file of ['hero.svg', 'patch-300.webp', '../secret', 'constructor.svg'])
      expect((await art(shop, file)).status).toBe(404)
    await shop.db.update(drops).set({ slug: 'elsewhere' })
    expect((await art(shop, 'card.svg')).status).toBe(404)
  })
})

describe('the case', () => {
  test('shows the requested number and has no external references', async ({ ctx }) => {
    const shop = shopOf(ctx)
    await givenDrop(shop.db, { totalUnits: 50 })
    const [one, sixteen] = [await art(shop, 'case.svg'), await art(shop, 'case.svg?number=16')]
    const [first, second] = [await one.text(), await sixteen.text()]
    expect(first).not.toBe(second)
    expect(first).not.toMatch(/@import|url\((?!#)/)
    await sharp(Buffer.from(first)).metadata()
  })

  test('is drawn for the rifle that the catalog describes', () => {
    expect(buildOf('5.56, 11.5 in barrel, engine-turned plate')).toMatchObject({
      platform: 'ar15',
      barrelIn: 11.5,
    })
    expect(buildOf('9 mm, 6.9 in barrel')).toMatchObject({ platform: 'ar9', barrelIn: 6.9 })
    expect(buildOf('9×19 mm, 8 in barrel')).toMatchObject({ platform: 'ar9', barrelIn: 8 })
    expect(buildOf('')).toMatchObject({ platform: 'ar15', barrelIn: 10.3 })
  })
})

describe('the close view of a receiver', () => {
  test('is an outline until it is lit, and nobody waits for that', { timeout: 60_000 }, async ({ ctx }) => {
    const shop = shopOf(ctx)
    await givenDrop(shop.db, { totalUnits: 3, name: 'Not Drawn Yet' })
    const outline = await art(shop, 'receiver-0-640.avif')
    expect(outline.headers.get('Content-Type')).toBe('image/svg+xml')
    expect(outline.headers.get('Cache-Control')).toBe('no-store')
    expect((await sharp(Buffer.from(await outline.arrayBuffer())).metadata()).width).toBe(1280)
    const drop = await findDrop(shop.db, slug, shop.now())
    if (!drop) throw new Error('There is no drop')
    await drawReceiver(shop, receiverSubject(drop, undefined))
    const whole = await art(shop, 'receiver-0-640.avif')
    expect(whole.headers.get('Content-Type')).toBe('image/avif')
    expect((await sharp(Buffer.from(await whole.arrayBuffer())).metadata()).width).toBe(640)
  })

  test('has a line for each number, but where no drawing is cut', async ({ ctx }) => {
    const shop = shopOf(ctx)
    await givenDrop(shop.db, { totalUnits: 3, theme: 'guerrilla' })
    const all = await (await art(shop, 'lines.svg')).text()
    expect(all.match(/<path d=/g)?.length).toBeGreaterThanOrEqual(3)
    const [one, three] = [await art(shop, 'line-1.svg'), await art(shop, 'line-3.svg')]
    expect(await one.text()).not.toBe(await three.text())
    expect((await art(shop, 'line-4.svg')).status).toBe(404)
    await shop.db.update(drops).set({ theme: 'noir' })
    expect((await art(shop, 'line-1.svg')).status).toBe(404)
  })

  test('is not there for another variant or width', async ({ ctx }) => {
    const shop = shopOf(ctx)
    await givenDrop(shop.db, { totalUnits: 3 })
    for (const file of ['receiver-7-640.avif', 'receiver-0-641.avif', 'number-0-1.webp', 'turn-0-0.webp'])
      expect((await art(shop, file)).status).toBe(404)
  })
})

test('a rifle that is taken apart has a drawing for each part and one for what is between them', async ({
  ctx,
}) => {
  const shop = shopOf(ctx)
  await givenDrop(shop.db, { totalUnits: 3 })
  const part = async (name: string) => {
    const svg = await (await art(shop, `part-${name}.svg`)).text()
    return sharp(Buffer.from(svg)).metadata()
  }
  const [wide, upright] = [await part('0'), await part('0-upright')]
  expect(wide.width).toBeGreaterThan(wide.height)
  expect(upright.height).toBeGreaterThan(upright.width)
  expect((await art(shop, 'part-7.svg')).status).toBe(200)
  expect((await art(shop, 'part-8.svg')).status).toBe(404)
})

test('a patch is drawn at the allowed widths', { timeout: 30_000 }, async ({ ctx }) => {
  const shop = shopOf(ctx)
  const drop = await givenDrop(shop.db)
  const [patch] = await shop.db
    .insert(patches)
    .values({ dropId: drop.id, name: 'Test', price: 3_500, availableQuantity: 1 })
    .returning()
  const id = patch?.id ?? ''
  const ask = (of: string, file: string) => askArt(shop, `patches/${of}/${file}`)
  const answer = await ask(id, '240.webp')
  expect(answer.headers.get('Content-Type')).toBe('image/webp')
  expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(240)
  expect((await ask(id, '9999.webp')).status).toBe(404)
  expect((await ask(crypto.randomUUID(), '240.webp')).status).toBe(404)
  expect((await ask('one', '240.webp')).status).toBe(404)
})
