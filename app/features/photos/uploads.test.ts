import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, describe, expect } from 'vitest'
import { test } from '#test/db.ts'
import type { FileStore } from '#app/files/file-store.ts'
import { givenFolder, givenPhotoShop, laid, picture, runPhotoJobs, sampleMp4 } from '#test/photos.ts'
import { receivePhoto } from './flows.server.ts'
import { photoJobs } from './jobs.server.ts'
import { widthsOf } from './rules.ts'
import { findPhotos } from './store.server.ts'
import { decodePhoto } from './store/pixels.server.ts'
import { photos, photoUploads } from './tables.ts'
import { refusalWords } from './words.ts'

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
  const cases: [
    string,
    string,
    () => Promise<Uint8Array | string> | Uint8Array | string,
    keyof typeof refusalWords,
  ][] = [
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
    ['a film in place of a picture', 'm.jpg', () => sampleMp4, 'is_film'],
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
    const refused = await receivePhoto(
      shop,
      'Staff',
      { photo: path },
      { alt: 'A magazine', subject: accessory },
    )
    expect(refused).toEqual({ ok: false, why })
    expect(refusalWords[why].length).toBeGreaterThan(20)
    expect(await shop.db.$count(photoUploads)).toBe(0)
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
    const sent = await receivePhoto(
      shop,
      'Staff',
      { photo: laid(folder, 'exif.jpg', content) },
      { alt: 'A rifle' },
    )
    expect(sent.ok).toBe(true)
    await runPhotoJobs(shop, ctx)
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

  test('every size in every format, none enlarged; the row only when all of them are there', async ({
    ctx,
  }) => {
    const dataDir = join(folder, 'sizes')
    const shop = givenPhotoShop(ctx, dataDir)
    const sent = await receivePhoto(
      shop,
      'Staff <staff@example.com>',
      { photo: laid(folder, 'sizes.jpg', jpeg) },
      { alt: 'A magazine', subject: accessory },
    )
    const [upload] = await shop.db.select().from(photoUploads)
    expect(sent).toEqual({ ok: true, upload: upload?.id })
    expect(upload).toMatchObject({ done: 0, total: 15, finishedAt: null })
    expect(await shop.db.$count(photos)).toBe(0)
    expect(await findPhotos(shop, 'accessory', 'pmag')).toEqual({ cover: null, gallery: [] })

    expect(await runPhotoJobs(shop, ctx)).toEqual(['make-photo'])
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
    expect(await shop.db.select().from(photoUploads)).toMatchObject([{ done: 15, fault: null }])
  })

  test('the same picture is stored once: an upload of it again is only attached', async ({ ctx }) => {
    const shop = givenPhotoShop(ctx, join(folder, 'twice'))
    const path = laid(folder, 'twice.jpg', small)
    await receivePhoto(shop, 'Staff', { photo: path }, { alt: 'A magazine' })
    await runPhotoJobs(shop, ctx)
    const again = await receivePhoto(shop, 'Staff', { photo: path }, { alt: 'Again', subject: accessory })
    const [photo] = await shop.db.select().from(photos)
    expect(again).toEqual({ ok: true, photo: photo?.hash })
    expect(photo?.alt).toBe('A magazine')
    expect((await findPhotos(shop, 'accessory', 'pmag')).cover?.hash).toBe(photo?.hash)
  })

  test('the same picture sent twice at once is made once, and takes both places', async ({ ctx }) => {
    const shop = givenPhotoShop(ctx, join(folder, 'at-once'))
    const path = laid(folder, 'at-once.jpg', small)
    for (const key of ['pmag', 'sling'])
      await receivePhoto(shop, 'Staff', { photo: path }, { alt: key, subject: { kind: 'accessory', key } })
    expect(await runPhotoJobs(shop, ctx)).toEqual(['make-photo', 'make-photo'])
    expect(await shop.db.select().from(photoUploads)).toMatchObject([{ fault: null }, { fault: null }])
    const [photo] = await shop.db.select().from(photos)
    for (const key of ['pmag', 'sling'])
      expect((await findPhotos(shop, 'accessory', key)).cover?.hash).toBe(photo?.hash)
    expect(storedFiles(shop.dataDir)).toHaveLength(9)
  })

  test('a job that runs twice, or after the process died in the middle, ends with the same', async ({
    ctx,
  }) => {
    const shop = givenPhotoShop(ctx, join(folder, 'again'))
    const sent = await receivePhoto(
      shop,
      'Staff',
      { photo: laid(folder, 'again.jpg', small) },
      { alt: 'A', subject: accessory },
    )
    const id = sent.ok && 'upload' in sent ? sent.upload : ''
    const make = photoJobs.find(({ name }) => name === 'make-photo')
    const died = new AbortController()
    const put: FileStore['put'] = shop.files.public.put
    let puts = 0
    shop.files.public.put = async (...args) => {
      await put(...args)
      if (++puts === 4) died.abort(new Error('The shop stops.'))
    }
    await expect(make?.run(shop, { upload: id }, died.signal)).rejects.toThrow('The shop stops.')
    expect(await shop.db.$count(photos)).toBe(0)
    await make?.run(shop, { upload: id })
    await make?.run(shop, { upload: id })
    expect(await shop.db.$count(photos)).toBe(1)
    expect((await findPhotos(shop, 'accessory', 'pmag')).gallery).toEqual([])
  })

  test('a storage that fails is tried again later, and shows nothing meanwhile', async ({ ctx }) => {
    const shop = givenPhotoShop(ctx, join(folder, 'outage'))
    await receivePhoto(shop, 'Staff', { photo: laid(folder, 'outage.jpg', small) }, { alt: 'A' })
    const put: FileStore['put'] = shop.files.public.put
    shop.files.public.put = () => Promise.reject(new Error('The file storage answered 503'))
    await expect(runPhotoJobs(shop, ctx)).rejects.toThrow('503')
    expect(await shop.db.select().from(photoUploads)).toMatchObject([{ finishedAt: null, fault: null }])
    expect(await shop.db.$count(photos)).toBe(0)
    shop.files.public.put = put
  })
})

describe('film', () => {
  test('is stored with its first frame, without the place where it was taken', async ({ ctx }) => {
    const shop = givenPhotoShop(ctx, join(folder, 'film'))
    expect(sampleMp4.includes('+25.7617-080.1918')).toBe(true)
    const film = laid(folder, 'film.mov', sampleMp4)
    const sent = await receivePhoto(
      shop,
      'Staff',
      { photo: laid(folder, 'poster.jpg', small), film },
      { alt: 'The bolt closes' },
    )
    expect(sent.ok).toBe(true)
    await runPhotoJobs(shop, ctx)
    const [photo] = await shop.db.select().from(photos)
    expect(photo).toMatchObject({ film: 'mp4', filmBytes: sampleMp4.length })
    const stored = readFileSync(
      join(folder, 'film', 'files', 'public', 'photos', photo?.hash ?? '', 'film.mp4'),
    )
    expect(stored.length).toBe(sampleMp4.length)
    expect(stored.includes('+25.7617-080.1918')).toBe(false)
    expect(stored.includes('SAMPLEFRAMES')).toBe(true)
  })

  const wrong: [string, () => Uint8Array | string][] = [
    ['film_unreadable', () => sampleMp4.subarray(0, -3)],
    ['film_unreadable', () => Buffer.from('\0\0\0\u0010ftypisom\0\0\0\0', 'latin1')],
    ['film_unknown', () => jpeg],
    ['film_unknown', () => '#!/bin/sh'],
    ['film_too_large', () => Buffer.concat([sampleMp4, Buffer.alloc(61 * 1024 * 1024)])],
  ]
  test.for(wrong)('%s', async ([why, content], { ctx }) => {
    const shop = givenPhotoShop(ctx, join(folder, 'no-film'))
    const film = laid(folder, 'no-film.mp4', content())
    const refused = await receivePhoto(
      shop,
      'Staff',
      { photo: laid(folder, 'poster.jpg', jpeg), film },
      { alt: 'A' },
    )
    expect(refused).toEqual({ ok: false, why })
    expect(await shop.db.$count(photoUploads)).toBe(0)
  })
})
