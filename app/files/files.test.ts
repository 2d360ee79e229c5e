import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createBucketStore,
  encryptedStore,
  openFiles,
  parseFileSettings,
  type Bucket,
  createFolderStore,
  type FileStore,
  readStored,
} from './open-files.server.ts'
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

const credentials = { region: 'us-test-1', accessKeyId: 'AKIDTEST', secretAccessKey: 'secret/with+signs' }

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

type StoredObject = { content: Buffer; contentType: string; changedAt: Date }

type StandInBucket = {
  bucket: Bucket
  objects: Map<string, StoredObject>
  /** The next requests are answered with this status, as a busy service does. */
  failNext: (status: number, times?: number) => void
  /** How many objects one page of a list has. */
  pageSize: number
  close: () => Promise<void>
}

async function startBucket(): Promise<StandInBucket> {
  const objects = new Map<string, StoredObject>()
  const failing = { status: 500, times: 0 }
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const answer = failing.times-- > 0 ? [failing.status, error('SlowDown')] : serve(request, body)
      const [status, content, contentType = 'application/xml'] = answer as [number, string | Buffer, string?]
      response.writeHead(status, {
        'Content-Type': contentType,
        'Content-Length': Buffer.byteLength(content),
      })
      response.end(content)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  function serve(request: IncomingMessage, body: Buffer): [number, string | Buffer, string?] {
    const wrong = findWrongSignature(request, body)
    if (wrong) return [403, error(wrong)]
    const url = new URL(request.url ?? '/', 'http://bucket.test')
    const [, name, ...rest] = url.pathname.split('/')
    if (name !== 'shop') return [404, error('NoSuchBucket')]
    const key = rest.join('/')
    if (request.method === 'GET' && key === '') return [200, listObjects(url.searchParams)]
    if (request.method === 'PUT') {
      objects.set(key, {
        content: body,
        contentType: request.headers['content-type'] ?? '',
        changedAt: new Date(),
      })
      return [200, '']
    }
    if (request.method === 'DELETE') return [objects.delete(key) ? 204 : 204, '']
    const found = objects.get(key)
    return found ? [200, found.content, found.contentType] : [404, error('NoSuchKey')]
  }

  function listObjects(query: URLSearchParams): string {
    const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).toSorted()
    const from = Number(query.get('continuation-token')?.slice(2) ?? 0)
    const page = keys.slice(from, from + standIn.pageSize)
    const contents = page.map((key) => {
      const changedAt = objects.get(key)?.changedAt.toISOString()
      return `<Contents><Key>${key}</Key><LastModified>${changedAt}</LastModified></Contents>`
    })
    const next = from + page.length
    const more = next < keys.length ? `<NextContinuationToken>&amp;=${next}</NextContinuationToken>` : ''
    return `<ListBucketResult>${contents.join('')}${more}</ListBucketResult>`
  }

  const standIn: StandInBucket = {
    bucket: { url: `http://127.0.0.1:${port}/shop`, ...credentials },
    objects,
    failNext: (status, times = 1) => Object.assign(failing, { status, times }),
    pageSize: 2,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return standIn
}

/** What is wrong with a request's signature, in the service's own word. */
function findWrongSignature(request: IncomingMessage, body: Buffer): string | undefined {
  const { headers, method, url = '/' } = request
  const parts =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  if (!parts) return 'AccessDenied'
  const [, keyId, day = '', region = '', signedHeaders = '', signature] = parts
  if (keyId !== credentials.accessKeyId || region !== credentials.region) return 'InvalidAccessKeyId'
  const contentHash = String(headers['x-amz-content-sha256'])
  const hasBody = body.length > 0 || method === 'PUT'
  if (hasBody && contentHash !== hashOf(body)) return 'XAmzContentSHA256Mismatch'
  if (!signedHeaders.split(';').includes('host')) return 'AccessDenied'
  const { pathname, searchParams } = new URL(url, 'http://bucket.test')
  const query = [...searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&')
  const named = signedHeaders.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const canonical = [method, pathname, query, named.join(''), signedHeaders, contentHash].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hashOf(canonical)].join('\n')
  const signingKey = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (key, part) => createHmac('sha256', key).update(part).digest(),
    `AWS4${credentials.secretAccessKey}`,
  )
  const expected = createHmac('sha256', signingKey).update(toSign).digest('hex')
  return signature === expected ? undefined : 'SignatureDoesNotMatch'
}

const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
const error = (code: string) => `<Error><Code>${code}</Code></Error>`

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
