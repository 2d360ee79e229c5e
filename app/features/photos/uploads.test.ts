import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, describe, expect } from 'vitest'
import { test } from '#test/db.ts'
import { givenFolder, givenPhotoShop, laid, picture } from '#test/photos.ts'
import { decodePhoto, type PhotoRefusal, receivePhoto } from './files.server.ts'
import { widthsOf } from './rules.ts'
import { findPhotos } from './store.server.ts'
import { photos } from './tables.ts'

const { folder, remove } = givenFolder('photos')
afterAll(remove)

const jpeg = await picture(1200, 800).jpeg({ quality: 95 }).toBuffer()
const small = await picture(640, 400).jpeg({ quality: 95 }).toBuffer()
const accessory = { kind: 'accessory', key: 'pmag' } as const
/** A PNG that says in its beginning that it is so large. */
function saying(size: number, png: Buffer): Buffer {
  png.writeUInt32BE(size, 16)
  png.writeUInt32BE(size, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

const storedFiles = (dataDir: string) =>
  readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

describe('what is refused, whatever its name', () => {
  const cases: [string, string, () => Promise<Uint8Array | string> | Uint8Array | string, PhotoRefusal][] = [
    ['a script under a picture’s name', 'a.jpg', () => '#!/bin/sh\nrm -rf /\n', 'unknown_type'],
    ['a page with script', 'b.png', () => '<!doctype html><script>alert(1)</script>', 'unknown_type'],
    [
      'an SVG with script',
      'c.svg',
      () => '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      'svg',
    ],
    [
      'an SVG under a picture’s name',
      'd.jpg',
      () => '<?xml version="1.0"?>\n<svg onload="alert(1)"/>',
      'svg',
    ],
    ['an empty file', 'e.jpg', () => '', 'empty'],
    ['a picture that is cut off', 'f.jpg', () => jpeg.subarray(0, jpeg.length / 2), 'unreadable'],
    ['only the head of a picture', 'g.jpg', () => jpeg.subarray(0, 40), 'unreadable'],
    [
      'a PNG that is cut off',
      'h.png',
      async () => (await picture(900, 600).png().toBuffer()).subarray(0, -400),
      'unreadable',
    ],
    ['a picture too small to be shown', 'i.jpg', () => picture(319, 800).jpeg().toBuffer(), 'too_small'],
    ['a GIF', 'j.gif', () => picture(400, 400).gif().toBuffer(), 'gif'],
    ['a PDF', 'k.jpg', () => '%PDF-1.7\n', 'pdf'],
    ['a HEIC picture', 'l.jpg', () => Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'latin1'), 'heic'],
    [
      'a film in place of a picture',
      'm.jpg',
      () => Buffer.from('\0\0\0\u0010ftypisom\0\0\0\0', 'latin1'),
      'is_film',
    ],
    ['50 MB', 'n.jpg', () => Buffer.concat([jpeg, Buffer.alloc(50 * 1024 * 1024)]), 'too_large'],
    [
      '100 megapixels',
      'o.png',
      async () => saying(10_000, await picture(400, 400).png().toBuffer()),
      'too_many_pixels',
    ],
    ['a TIFF', 'p.jpg', () => picture(400, 400).tiff().toBuffer(), 'unknown_type'],
  ]

  test.for(cases)('%s', async ([, name, content, why], { ctx }) => {
    const dataDir = join(folder, `refused-${name}`)
    const shop = givenPhotoShop(ctx, dataDir)
    const path = laid(folder, name, await content())
    const refused = await receivePhoto(shop, 'Staff', path, { alt: 'A magazine', subject: accessory })
    expect(refused).toEqual({ ok: false, why })
    expect(await shop.db.$count(photos)).toBe(0)
    expect(() => storedFiles(dataDir)).toThrow('ENOENT')
  })

  test('a bomb is refused by its head, before its pixels take memory', async () => {
    // 30,000 x 30,000 pixels of nothing, in a few KB.
    const bomb = saying(30_000, await picture(700, 700).png({ compressionLevel: 9 }).toBuffer())
    const before = process.memoryUsage().rss
    expect((await decodePhoto(laid(folder, 'bomb.png', bomb))).ok).toBe(false)
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
  })
})

describe('what is accepted', () => {
  test.for(['jpeg', 'png', 'webp', 'avif'] as const)('%s, under any name', async (format) => {
    const content = await picture(640, 400).toFormat(format).toBuffer()
    const decoded = await decodePhoto(laid(folder, `any-${format}.txt`, content))
    expect(decoded).toMatchObject({ ok: true, width: 640, height: 400 })
    expect(decoded.ok && decoded.color).toMatch(/^#[0-9a-f]{6}$/)
  })

  test('a picture upright and without a trace of where it was taken', async ({ ctx }) => {
    const shop = givenPhotoShop(ctx, join(folder, 'exif'))
    const content = await picture(600, 400)
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Make: 'SECRETCAM' }, IFD3: { GPSLatitude: '25/1 46/1 0/1' } })
      .toBuffer()
    expect(content.includes('SECRETCAM')).toBe(true)
    const sent = await receivePhoto(shop, 'Staff', laid(folder, 'exif.jpg', content), { alt: 'A rifle' })
    expect(sent.ok).toBe(true)
    const [photo] = await shop.db.select().from(photos)
    expect(photo).toMatchObject({ width: 400, height: 600 })
    const base = join(folder, 'exif', 'files', 'public', 'photos', photo?.hash ?? '')
    for (const name of readdirSync(base)) {
      const file = readFileSync(join(base, name))
      const { exif, xmp, iptc } = await sharp(file).metadata()
      expect([name, exif, xmp, iptc]).toEqual([name, undefined, undefined, undefined])
      expect(file.includes('SECRETCAM')).toBe(false)
    }
  })

  test('every size in every format, none enlarged', async ({ ctx }) => {
    const dataDir = join(folder, 'sizes')
    const shop = givenPhotoShop(ctx, dataDir)
    const path = laid(folder, 'sizes.jpg', jpeg)
    await receivePhoto(shop, 'Staff <staff@example.com>', path, { alt: 'A magazine', subject: accessory })
    const { cover } = await findPhotos(shop, 'accessory', 'pmag')
    expect(cover).toMatchObject({
      width: 1200,
      height: 800,
      alt: 'A magazine',
      widths: [320, 480, 640, 960, 1200],
    })
    for (const width of widthsOf(1200))
      for (const [format, kind] of [
        ['avif', 'heif'],
        ['webp', 'webp'],
        ['jpg', 'jpeg'],
      ] as const) {
        const path = join(dataDir, 'files', 'public', 'photos', cover?.hash ?? '', `${width}.${format}`)
        const made = await sharp(path).metadata()
        expect([made.width, made.format]).toEqual([width, kind])
      }
    expect(storedFiles(dataDir)).toHaveLength(15)
  })

  test('the same picture is one photograph, whose words stay, wherever and how often it is sent', async ({
    ctx,
  }) => {
    const shop = givenPhotoShop(ctx, join(folder, 'twice'))
    const path = laid(folder, 'twice.jpg', small)
    const send = (alt: string, key: string) =>
      receivePhoto(shop, 'Staff', path, { alt, subject: { kind: 'accessory', key } })
    const [first, second] = await Promise.all([send('A magazine', 'pmag'), send('Again', 'sling')])
    expect(second).toEqual(first)
    const [photo, ...others] = await shop.db.select().from(photos)
    expect([photo?.alt, others]).toEqual(['A magazine', []])
    for (const key of ['pmag', 'sling'])
      expect((await findPhotos(shop, 'accessory', key)).cover?.hash).toBe(photo?.hash)
    expect(storedFiles(shop.dataDir)).toHaveLength(9)
  })

  test('a storage that fails leaves no photograph, and sent again it is there', async ({ ctx }) => {
    const shop = givenPhotoShop(ctx, join(folder, 'outage'))
    const { put } = shop.files.public
    let puts = 0
    shop.files.public.put = (...args) =>
      ++puts === 4 ? Promise.reject(new Error('The file storage answered 503')) : put(...args)
    const path = laid(folder, 'outage.jpg', small)
    const send = () => receivePhoto(shop, 'Staff', path, { alt: 'A', subject: accessory })
    await expect(send()).rejects.toThrow('503')
    expect(await shop.db.$count(photos)).toBe(0)
    expect((await send()).ok).toBe(true)
    expect(await shop.db.$count(photos)).toBe(1)
  })
})
