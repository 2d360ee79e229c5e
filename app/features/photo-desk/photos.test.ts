import { existsSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { changeUse, removePhoto, savePhoto } from './flows.server.ts'
import { transact } from '#app/db/work.server.ts'
import { test, type TestContext } from '#test/db.ts'
import { givenFolder, givenPhotoShop, laid, picture, runPhotoJobs } from '#test/photos.ts'
import { sampleMp4 } from '#test/photos.ts'
import { answerOf, visit } from '#test/visit.ts'
import { receivePhoto } from '#app/features/photos/flows.server.ts'
import { sweepPhotos } from '#app/features/photos/jobs.server.ts'
import type { Subject } from '#app/features/photos/rules.ts'
import { loader } from '#app/features/photos/routes/file.ts'
import { findPhotos, listCovers } from '#app/features/photos/store.server.ts'
import { photos, photoUploads } from '#app/features/photos/tables.ts'

const { folder, remove } = givenFolder('library')
afterAll(remove)

const accessory: Subject = { kind: 'accessory', key: 'pmag' }
const drop: Subject = { kind: 'drop', key: 'noir' }
const by = 'Staff <staff@example.com>'
const pictures = await Promise.all([10, 60, 110].map((seed) => picture(640, 400, seed).jpeg().toBuffer()))

async function givenLibrary(ctx: TestContext, name: string) {
  const dataDir = join(folder, name)
  const shop = givenPhotoShop(ctx, dataDir)
  const hashes: string[] = []
  for (const [at, content] of pictures.entries()) {
    await receivePhoto(
      shop,
      by,
      { photo: laid(folder, `${name}-${at}.jpg`, content) },
      { alt: `Picture ${at}` },
    )
    await runPhotoJobs(shop, ctx)
    const known = await shop.db.select().from(photos)
    hashes.push(known.find(({ alt }) => alt === `Picture ${at}`)?.hash ?? '')
  }
  const desk = { ctx: shop, actor: by }
  const use = (
    verb: Parameters<typeof changeUse>[1]['verb'],
    photo: string | undefined,
    subject = accessory,
  ) => changeUse(desk, { verb, subject, photo: photo ?? '' })
  const order = async (subject = accessory) => {
    const { cover, gallery } = await findPhotos(shop, subject.kind, subject.key)
    return {
      cover: hashes.indexOf(cover?.hash ?? ''),
      gallery: gallery.map(({ hash }) => hashes.indexOf(hash)),
    }
  }
  const publicFolder = join(dataDir, 'files', 'public', 'photos')
  return { shop, desk, hashes, use, order, publicFolder, dataDir }
}

test('the first photograph of a subject is its cover, except of a drop, whose drawing shows the taken numbers', async ({
  ctx,
}) => {
  const { hashes, use, order } = await givenLibrary(ctx, 'cover')
  for (const hash of hashes) await use('attach', hash)
  await use('attach', hashes[0])
  await use('attach', hashes[0], drop)
  expect(await order()).toEqual({ cover: 0, gallery: [1, 2] })
  expect(await order(drop)).toEqual({ cover: -1, gallery: [0] })
})

test('order and cover change, one cover at most, and who changed what is recorded', async ({ ctx }) => {
  const { shop, hashes, use, order } = await givenLibrary(ctx, 'order')
  for (const hash of hashes) await use('attach', hash)
  expect(await use('later', hashes[1])).toEqual({ ok: true })
  expect(await order()).toEqual({ cover: 0, gallery: [2, 1] })
  expect(await use('later', hashes[1])).toEqual({ ok: false, why: 'at_the_end' })
  await use('cover', hashes[1])
  expect(await order()).toEqual({ cover: 1, gallery: [0, 2] })
  await use('earlier', hashes[2])
  expect(await order()).toEqual({ cover: 1, gallery: [2, 0] })
  await use('gallery', hashes[1])
  expect(await order()).toEqual({ cover: -1, gallery: [2, 0, 1] })
  await use('detach', hashes[0])
  expect(await use('detach', hashes[0])).toEqual({ ok: false, why: 'not_attached' })
  expect(await use('cover', hashes[0])).toEqual({ ok: false, why: 'not_attached' })
  expect(await listCovers(shop, 'accessory')).toEqual({})
  const [last, , covered] = (await listAuditEntries(shop.db, 50)).filter(({ verb }) =>
    verb.startsWith('photo-'),
  )
  expect(last).toMatchObject({
    actor: by,
    verb: 'photo-detach',
    subject: hashes[0],
    data: { of: 'accessory:pmag' },
  })
  expect(covered).toMatchObject({ data: { of: 'accessory:pmag' } })
})

test('photographs that are attached at once all stay, in one order with one cover', async ({ ctx }) => {
  const { hashes, use, order } = await givenLibrary(ctx, 'together')
  await Promise.all(hashes.map((hash) => use('attach', hash)))
  const { cover, gallery } = await order()
  expect([cover, ...gallery].toSorted((one, other) => one - other)).toEqual([0, 1, 2])
})

test('of two people who edit the same words, the second one hears of the first', async ({ ctx }) => {
  const { shop, desk, hashes } = await givenLibrary(ctx, 'revision')
  const [hash = ''] = hashes
  const focus = { x: 20, y: 80 }
  expect(await savePhoto(desk, hash, { revision: 0, alt: 'First', focus })).toMatchObject({ ok: true })
  expect(await savePhoto(desk, hash, { revision: 0, alt: 'Second', focus })).toEqual({
    ok: false,
    why: 'changed',
  })
  const [row] = (await shop.db.select().from(photos)).filter((photo) => photo.hash === hash)
  expect(row).toMatchObject({ alt: 'First', focusX: 20, focusY: 80, revision: 1 })
  const [entry] = await listAuditEntries(shop.db, 1)
  expect(entry?.data).toEqual({ before: '50 across, 50 down: Picture 0', after: '20 across, 80 down: First' })
  expect(await savePhoto(desk, 'f'.repeat(32), { revision: 0, alt: 'A', focus })).toEqual({
    ok: false,
    why: 'gone',
  })
})

test('one that replaces another takes its places, order and roles, and the old one goes with its files', async ({
  ctx,
}) => {
  const { shop, hashes, use, order, publicFolder } = await givenLibrary(ctx, 'replace')
  const [first = '', second, third] = hashes
  for (const hash of [first, second]) await use('attach', hash)
  await use('attach', first, drop)
  await use('attach', third, drop)
  const content = await picture(700, 500, 200).jpeg().toBuffer()
  await receivePhoto(
    shop,
    by,
    { photo: laid(folder, 'replacing.jpg', content) },
    { alt: 'Newer', replaces: first },
  )
  await runPhotoJobs(shop, ctx)
  const rows = await shop.db.select().from(photos)
  const newer = rows.find(({ alt }) => alt === 'Newer')?.hash ?? ''
  hashes[0] = newer
  expect(await order()).toEqual({ cover: 0, gallery: [1] })
  expect(await order(drop)).toEqual({ cover: -1, gallery: [0, 2] })
  expect(rows.map(({ hash }) => hash)).not.toContain(first)
  expect(existsSync(join(publicFolder, first))).toBe(true)
  expect(await runPhotoJobs(shop, ctx)).toEqual(['remove-photo'])
  expect(readdirSync(publicFolder).toSorted()).toEqual(hashes.toSorted())
})

test('a deleted photograph leaves every page, then its files are deleted; uploaded again before that, it stays', async ({
  ctx,
}) => {
  const { shop, desk, hashes, use, order, publicFolder } = await givenLibrary(ctx, 'delete')
  const [hash = ''] = hashes
  await use('attach', hash)
  expect((await removePhoto(desk, hash)).ok).toBe(true)
  expect(await removePhoto(desk, hash)).toEqual({ ok: false, why: 'gone' })
  expect(await order()).toEqual({ cover: -1, gallery: [] })
  expect((await listAuditEntries(shop.db, 1))[0]?.data).toEqual({
    alt: 'Picture 0',
    uses: 'accessory:pmag cover',
  })
  await receivePhoto(shop, by, { photo: laid(folder, 'delete-0.jpg', pictures[0] ?? '') }, { alt: 'Back' })
  await runPhotoJobs(shop, ctx)
  expect(readdirSync(join(publicFolder, hash)).length).toBeGreaterThan(0)
  await removePhoto(desk, hash)
  await runPhotoJobs(shop, ctx)
  expect(existsSync(join(publicFolder, hash))).toBe(false)
})

test('what a crash left is swept away after a day, and nothing else', async ({ ctx }) => {
  const { shop, hashes, publicFolder } = await givenLibrary(ctx, 'sweep')
  const orphan = 'a'.repeat(32)
  const text = new TextEncoder().encode('x')
  const old = new Date(ctx.now().getTime() - 25 * 3_600_000)
  const age = (path: string, at = old) => utimesSync(path, at, at)
  await shop.files.public.put(`photos/${orphan}/320.jpg`, text, 'image/jpeg')
  await shop.files.public.put(`photos/${'b'.repeat(32)}/320.jpg`, text, 'image/jpeg')
  await shop.files.public.put(`photos/${hashes[0]}/320.jpg.part-1`, text, 'image/jpeg')
  await shop.files.private.put(`photos-waiting/${orphan}`, text, 'image/png')
  age(join(publicFolder, orphan, '320.jpg'))
  age(join(publicFolder, 'b'.repeat(32), '320.jpg'), ctx.now())
  age(join(publicFolder, hashes[0] ?? '', '320.jpg.part-1'))
  age(join(publicFolder, hashes[0] ?? '', '320.jpg'))
  age(join(publicFolder, '..', '..', 'private', 'photos-waiting', orphan))
  await sweepPhotos(shop)
  expect(readdirSync(publicFolder).toSorted()).toEqual([...hashes, 'b'.repeat(32)].toSorted())
  expect(readdirSync(join(publicFolder, hashes[0] ?? ''))).not.toContain('320.jpg.part-1')
  expect(readdirSync(join(publicFolder, hashes[0] ?? ''))).toContain('320.jpg')
  expect(await shop.files.private.open(`photos-waiting/${orphan}`)).toBeUndefined()
  // Notes of finished uploads go after a week.
  expect(await shop.db.$count(photoUploads)).toBe(3)
  ctx.setNow(new Date(ctx.now().getTime() + 8 * 86_400_000))
  await sweepPhotos(shop)
  expect(await shop.db.$count(photoUploads)).toBe(0)
})

test('a file is cached for a year under its hash, cannot run scripts, and a known one is answered with 304', async ({
  ctx,
}) => {
  const { shop, hashes } = await givenLibrary(ctx, 'served')
  const [hash = ''] = hashes
  const get = (file: string, headers: Record<string, string> = {}, of = hash) =>
    loader(visit(shop, { path: `/photos/${of}/${file}`, params: { hash: of, file }, headers }))
  const answer = await get('320.avif')
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/avif',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  expect(answer.headers.has('Set-Cookie')).toBe(false)
  expect((await answer.arrayBuffer()).byteLength).toBe(Number(answer.headers.get('Content-Length')))
  const known = await get('320.avif', { 'If-None-Match': answer.headers.get('ETag') ?? '' })
  expect([known.status, known.body]).toEqual([304, null])
  for (const [file, of] of [
    ['321.avif', hash],
    ['320.png', hash],
    ['320.jpg', 'f'.repeat(32)],
    ['320.jpg', '../../private'],
    ['..%2f320.jpg', hash],
    ['film.avif', hash],
    ['0.jpg', hash],
  ] as const)
    expect((await answerOf(() => get(file, {}, of))).status, `${of}/${file}`).toBe(404)
})

test('a film is served whole, by the parts that players ask for, and not beyond its end', async ({ ctx }) => {
  const { shop } = await givenLibrary(ctx, 'films')
  const webm = Buffer.concat([
    Buffer.from([0x1a, 0x45, 0xdf, 0xa3]),
    Buffer.from('\u0042\u0082\u0084webm' + '0123456789'.repeat(90), 'latin1'),
  ])
  for (const [type, content] of [
    ['mp4', sampleMp4],
    ['webm', webm],
  ] as const) {
    const photo = laid(
      folder,
      `still-${type}.jpg`,
      await picture(640, 400, type.length * 40)
        .jpeg()
        .toBuffer(),
    )
    await receivePhoto(
      shop,
      by,
      { photo, film: laid(folder, `film.${type}`, content) },
      { alt: `Film ${type}` },
    )
    await runPhotoJobs(shop, ctx)
    const { hash = '' } =
      (await shop.db.select().from(photos)).find(({ alt }) => alt === `Film ${type}`) ?? {}
    const file = `film.${type}`
    const get = (Range?: string) =>
      loader(
        visit(shop, {
          path: `/photos/${hash}/${file}`,
          params: { hash, file },
          headers: Range ? { Range } : {},
        }),
      )
    const whole = await get()
    expect([whole.status, whole.headers.get('Content-Type'), whole.headers.get('Accept-Ranges')]).toEqual([
      200,
      `video/${type}`,
      'bytes',
    ])
    const bytes = Buffer.from(await whole.arrayBuffer())
    expect(bytes.length).toBe(content.length)
    const last = content.length - 1
    for (const [range, start, end] of [
      ['bytes=0-', 0, last],
      ['bytes=10-19', 10, 19],
      ['bytes=-7', content.length - 7, last],
      [`bytes=20-${content.length + 50}`, 20, last],
    ] as const) {
      const part = await get(range)
      expect([part.status, part.headers.get('Content-Range')], range).toEqual([
        206,
        `bytes ${start}-${end}/${content.length}`,
      ])
      expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(start, end + 1)), range).toBe(true)
    }
    const beyond = await get(`bytes=${content.length}-`)
    expect([beyond.status, beyond.headers.get('Content-Range')]).toEqual([416, `bytes */${content.length}`])
    // Several ranges at once: the whole, as the standard allows.
    expect((await get('bytes=0-1,5-6')).status).toBe(200)
  }
})

test('an attachment that fails leaves nothing behind', async ({ ctx }) => {
  const { shop } = await givenLibrary(ctx, 'unknown')
  await expect(
    transact(shop, () =>
      changeUse({ ctx: shop, actor: by }, { verb: 'attach', subject: accessory, photo: 'f'.repeat(32) }),
    ),
  ).rejects.toThrow('Failed query')
  expect(await findPhotos(shop, 'accessory', 'pmag')).toEqual({ cover: null, gallery: [] })
})
