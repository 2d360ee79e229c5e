import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startBucket } from '#test/bucket.ts'
import { createBucketStore, encryptedStore, openFiles, parseFileSettings } from './open-files.server.ts'
import { type FileStore, readStored } from './file-store.ts'
import { createFolderStore } from './folder.server.ts'

const folder = mkdtempSync(join(tmpdir(), 'paco-files-'))
const standIn = await startBucket()
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await standIn.close()
})

let run = 0
const freshFolder = () => join(folder, `run-${run}`)
beforeEach(() => {
  run++
  standIn.objects.clear()
})

const bytes = (text: string) => new TextEncoder().encode(text)
const textIn = async (store: FileStore, key: string) => {
  const stored = await readStored(store, key)
  return stored && new TextDecoder().decode(stored)
}
async function keysIn(store: FileStore, below: string) {
  const keys: string[] = []
  for await (const { key } of store.list(below)) keys.push(key)
  return keys.toSorted()
}

const stores: [string, () => FileStore][] = [
  ['a folder', () => createFolderStore(freshFolder())],
  ['a bucket', () => createBucketStore(standIn.bucket, 'public')],
  ['an encrypted folder', () => encryptedStore(createFolderStore(freshFolder()), 'a secret')],
  ['an encrypted bucket', () => encryptedStore(createBucketStore(standIn.bucket, 'private'), 'a secret')],
]

describe.each(stores)('%s', (_name, openStore) => {
  test('keeps what it is given, from memory and from disk, until it is removed', async () => {
    const store = openStore()
    expect(await store.open('photos/ab/1.jpg')).toBeUndefined()
    await store.put('photos/ab/1.jpg', bytes('one'), 'image/jpeg')
    const source = join(folder, 'source.bin')
    writeFileSync(source, 'from disk')
    await store.put('photos/ab/2.jpg', { path: source }, 'image/jpeg')
    expect(await textIn(store, 'photos/ab/1.jpg')).toBe('one')
    expect(await textIn(store, 'photos/ab/2.jpg')).toBe('from disk')
    expect((await store.open('photos/ab/1.jpg'))?.bytes).toBe(3)
    expect(readFileSync(source, 'utf8')).toBe('from disk')

    await store.put('photos/ab/1.jpg', bytes('changed'), 'image/jpeg')
    expect(await textIn(store, 'photos/ab/1.jpg')).toBe('changed')
    await store.remove('photos/ab/1.jpg')
    await store.remove('photos/ab/1.jpg')
    expect(await store.open('photos/ab/1.jpg')).toBeUndefined()
    expect(await textIn(store, 'photos/ab/2.jpg')).toBe('from disk')
  })

  test('lists everything below a folder and nothing beside it', async () => {
    const store = openStore()
    expect(await keysIn(store, 'photos')).toEqual([])
    const keys = ['photos/a/1.jpg', 'photos/a/2.jpg', 'photos/b/1.jpg', 'photos/c/1.jpg', 'photos/d/1.jpg']
    for (const key of [...keys, 'photosets/a.jpg']) await store.put(key, bytes(key), 'image/jpeg')
    expect(await keysIn(store, 'photos')).toEqual(keys)
    for await (const { changedAt } of store.list('photos'))
      expect(Math.abs(Date.now() - changedAt.getTime())).toBeLessThan(60_000)
  })

  test.each([
    '../secret',
    'a/../../b',
    '/etc/passwd',
    'a//b',
    '',
    '.hidden',
    'a/b?x',
    'a/%2e%2e/b',
    'a\\b',
    'a/.',
  ])('takes no key that could lead elsewhere: %j', async (key) => {
    const store = openStore()
    await expect(store.put(key, bytes('x'), 'text/plain')).rejects.toThrow('Not a key')
    await expect(store.open(key)).rejects.toThrow('Not a key')
    await expect(store.remove(key)).rejects.toThrow('Not a key')
  })
})

test('a folder is closed to other accounts, and leaves nothing half-written when a write fails', async () => {
  const root = freshFolder()
  const store = createFolderStore(root)
  await store.put('photos/a/1.jpg', bytes('one'), 'image/jpeg')
  expect(statSync(join(root, 'photos', 'a', '1.jpg')).mode & 0o777).toBe(0o600)
  expect(statSync(join(root, 'photos', 'a')).mode & 0o777).toBe(0o700)
  await expect(store.put('photos/a/2.jpg', { path: join(folder, 'gone') }, 'image/jpeg')).rejects.toThrow(
    'ENOENT',
  )
  expect(readdirSync(join(root, 'photos', 'a'))).toEqual(['1.jpg'])
  await store.put('photos/a/2.jpg', bytes('two'), 'image/jpeg')
  await store.remove('photos/a/1.jpg')
  expect(readdirSync(join(root, 'photos', 'a'))).toEqual(['2.jpg'])
  await store.remove('photos/a/2.jpg')
  expect(readdirSync(join(root, 'photos'))).toEqual([])
})

test('a bucket is tried again while it is busy, and its refusal is thrown without our secrets', async () => {
  const store = createBucketStore(standIn.bucket, 'public')
  standIn.failNext(503, 2)
  await store.put('photos/a/1.jpg', bytes('one'), 'image/jpeg')
  expect(standIn.objects.get('public/photos/a/1.jpg')?.contentType).toBe('image/jpeg')
  standIn.failNext(403)
  await expect(store.open('photos/a/1.jpg')).rejects.toThrow(
    'The file storage answered 403 (SlowDown) to GET',
  )
  const wrong = createBucketStore({ ...standIn.bucket, secretAccessKey: 'another' }, 'public')
  await expect(wrong.put('photos/a/2.jpg', bytes('two'), 'image/jpeg')).rejects.toThrow(
    'SignatureDoesNotMatch',
  )
  expect([...standIn.objects.keys()]).toEqual(['public/photos/a/1.jpg'])
})

test('a private file is encrypted on disk, and a changed or swapped one is not served', async () => {
  const inner = createFolderStore(freshFolder())
  const store = encryptedStore(inner, 'a secret')
  await store.put('papers/one', bytes('driver license'), 'image/jpeg')
  await store.put('papers/two', bytes('driver license'), 'image/jpeg')
  const sealed = await readStored(inner, 'papers/one')
  expect(Buffer.from(sealed ?? []).includes('license')).toBe(false)
  expect(sealed).not.toEqual(await readStored(inner, 'papers/two'))

  await inner.put('papers/two', sealed ?? bytes(''), 'image/jpeg')
  await expect(store.open('papers/two')).rejects.toThrow('unable to authenticate data')
  sealed?.set([(sealed[20] ?? 0) ^ 1], 20)
  await inner.put('papers/one', sealed ?? bytes(''), 'image/jpeg')
  await expect(store.open('papers/one')).rejects.toThrow('unable to authenticate data')
  await expect(encryptedStore(inner, 'another secret').open('papers/two')).rejects.toThrow(
    'unable to authenticate data',
  )
})

test('the two halves never meet', async () => {
  const files = openFiles(
    { dataDir: freshFolder(), bucket: { ...standIn.bucket, publicUrl: null } },
    'a secret',
  )
  await files.public.put('a/1', bytes('seen by all'), 'text/plain')
  await files.private.put('a/1', bytes('seen by staff'), 'text/plain')
  expect([...standIn.objects.keys()].toSorted()).toEqual(['private/a/1', 'public/a/1'])
  expect(await textIn(files.public, 'a/1')).toBe('seen by all')
})

test('the setting of a bucket is one address, and a wrong one is refused', () => {
  expect(
    parseFileSettings(
      's3://AK%2FID:se%2Fcret@s3.eu-west-1.example/shop?region=eu-west-1&public=https://p.example/',
    ),
  ).toEqual({
    url: 'https://s3.eu-west-1.example/shop',
    region: 'eu-west-1',
    accessKeyId: 'AK/ID',
    secretAccessKey: 'se/cret',
    publicUrl: 'https://p.example',
  })
  expect(parseFileSettings('s3+http://a:b@127.0.0.1:9000/shop')).toMatchObject({
    url: 'http://127.0.0.1:9000/shop',
    region: 'us-east-1',
    publicUrl: null,
  })
  for (const wrong of [
    'https://a:b@host/shop',
    's3://host/shop',
    's3://a@host/shop',
    's3://a:b@host/',
    's3://a:b@host/shop/below',
    's3://a:b@host/shop?public=javascript:alert(1)',
    's3://a:b@host/shop?public=photos',
    'nonsense',
  ])
    expect(parseFileSettings(wrong), wrong).toBeUndefined()
})
