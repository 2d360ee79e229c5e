import { existsSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { forms } from './routes/photo.tsx'
import { action as changing } from './routes/uses.tsx'
import { test, type TestContext } from '#test/db.ts'
import { givenFolder, givenPhotoShop, laid, picture } from '#test/photos.ts'
import { runForm } from '#test/staff.ts'
import { answerOf, visit } from '#test/visit.ts'
import { deletePhotoFiles, receivePhoto, sweepPhotos } from '#app/features/photos/files.server.ts'
import type { Subject } from '#app/features/photos/rules.ts'
import type { UseVerb } from './rules.ts'
import { loader } from '#app/features/photos/routes/file.ts'
import { findPhotos, listCovers } from '#app/features/photos/store.server.ts'
import { photos } from '#app/features/photos/tables.ts'

const { folder, remove } = givenFolder('library')
afterAll(remove)

const accessory: Subject = { kind: 'accessory', key: 'pmag' }
const drop: Subject = { kind: 'drop', key: 'noir' }
const by = 'Staff <staff@example.com>'
type Shop = ReturnType<typeof givenPhotoShop>

const savePhoto = (ctx: Shop, hash: string, revision: number, alt: string) =>
  runForm(forms.save, { ctx, actor: by }, { params: { hash }, input: { revision, alt, x: 20, y: 80 } })
const removePhoto = (ctx: Shop, hash: string) =>
  runForm(forms.delete, { ctx, actor: by }, { params: { hash }, input: {} })
const changeUse = (ctx: Shop, input: { verb: UseVerb; subject: Subject; photo: string }) =>
  runForm(changing, { ctx, actor: by }, { input })
const pictures = await Promise.all([10, 60, 110].map((seed) => picture(640, 400, seed).jpeg().toBuffer()))

async function givenLibrary(ctx: TestContext, name: string) {
  const dataDir = join(folder, name)
  const shop = givenPhotoShop(ctx, dataDir)
  const hashes: string[] = []
  for (const [at, content] of pictures.entries()) {
    const path = laid(folder, `${name}-${at}.jpg`, content)
    const received = await receivePhoto(shop, by, path, { alt: `Picture ${at}` })
    hashes.push(received.ok ? received.hash : '')
  }
  const use = (verb: UseVerb, photo: string | undefined, subject = accessory) =>
    changeUse(shop, { verb, subject, photo: photo ?? '' })
  const order = async (subject = accessory) => {
    const { cover, gallery } = await findPhotos(shop, subject.kind, subject.key)
    return {
      cover: hashes.indexOf(cover?.hash ?? ''),
      gallery: gallery.map(({ hash }) => hashes.indexOf(hash)),
    }
  }
  const publicFolder = join(dataDir, 'files', 'public', 'photos')
  return { shop, hashes, use, order, publicFolder, dataDir }
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
  const { shop, hashes } = await givenLibrary(ctx, 'revision')
  const [hash = ''] = hashes
  expect(await savePhoto(shop, hash, 0, 'First')).toMatchObject({ ok: true })
  expect(await savePhoto(shop, hash, 0, 'Second')).toEqual({
    ok: false,
    why: 'changed',
  })
  const [row] = (await shop.db.select().from(photos)).filter((photo) => photo.hash === hash)
  expect(row).toMatchObject({ alt: 'First', focusX: 20, focusY: 80, revision: 1 })
  const [entry] = await listAuditEntries(shop.db, 1)
  expect(entry?.data).toEqual({ before: '50 across, 50 down: Picture 0', after: '20 across, 80 down: First' })
  expect(await savePhoto(shop, 'f'.repeat(32), 0, 'A')).toEqual({
    ok: false,
    why: 'gone',
  })
})

test('one that replaces another takes its places, order and roles, and the old one goes', async ({ ctx }) => {
  const { shop, hashes, use, order } = await givenLibrary(ctx, 'replace')
  const [first = '', second, third] = hashes
  for (const hash of [first, second]) await use('attach', hash)
  await use('attach', first, drop)
  await use('attach', third, drop)
  const content = await picture(700, 500, 200).jpeg().toBuffer()
  const path = laid(folder, 'replacing.jpg', content)
  await receivePhoto(shop, by, path, { alt: 'Newer', replaces: first })
  const rows = await shop.db.select().from(photos)
  const newer = rows.find(({ alt }) => alt === 'Newer')?.hash ?? ''
  hashes[0] = newer
  expect(await order()).toEqual({ cover: 0, gallery: [1] })
  expect(await order(drop)).toEqual({ cover: -1, gallery: [0, 2] })
  expect(rows.map(({ hash }) => hash)).not.toContain(first)
})

test('a deleted photograph leaves every page, and its files go right after it; uploaded again, it is there and stays', async ({
  ctx,
}) => {
  const { shop, hashes, use, order, publicFolder } = await givenLibrary(ctx, 'delete')
  const runQueued = () => deletePhotoFiles.run(shop, { hash })
  const [hash = ''] = hashes
  await use('attach', hash)
  expect((await removePhoto(shop, hash)).ok).toBe(true)
  expect(await removePhoto(shop, hash)).toEqual({ ok: false, why: 'gone' })
  expect(await order()).toEqual({ cover: -1, gallery: [] })
  expect((await listAuditEntries(shop.db, 1))[0]?.data).toEqual({
    alt: 'Picture 0',
    uses: 'accessory:pmag cover',
  })
  await runQueued()
  expect(existsSync(join(publicFolder, hash, '320.jpg'))).toBe(false)
  await receivePhoto(shop, by, laid(folder, 'delete-0.jpg', pictures[0] ?? ''), { alt: 'Back' })
  await runQueued()
  expect(readdirSync(join(publicFolder, hash)).length).toBeGreaterThan(0)
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
  age(join(publicFolder, orphan, '320.jpg'))
  age(join(publicFolder, 'b'.repeat(32), '320.jpg'), ctx.now())
  age(join(publicFolder, hashes[0] ?? '', '320.jpg.part-1'))
  age(join(publicFolder, hashes[0] ?? '', '320.jpg'))
  await sweepPhotos(shop)
  expect(readdirSync(publicFolder).toSorted()).toEqual([...hashes, 'b'.repeat(32)].toSorted())
  expect(readdirSync(join(publicFolder, hashes[0] ?? ''))).not.toContain('320.jpg.part-1')
  expect(readdirSync(join(publicFolder, hashes[0] ?? ''))).toContain('320.jpg')
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
    ['0.jpg', hash],
  ] as const)
    expect((await answerOf(() => get(file, {}, of))).status, `${of}/${file}`).toBe(404)
})

test('an attachment that fails leaves nothing behind', async ({ ctx }) => {
  const { shop } = await givenLibrary(ctx, 'unknown')
  await expect(
    changeUse(shop, { verb: 'attach', subject: accessory, photo: 'f'.repeat(32) }),
  ).rejects.toThrow('Failed query')
  expect(await findPhotos(shop, 'accessory', 'pmag')).toEqual({ cover: null, gallery: [] })
})
