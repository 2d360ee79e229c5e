import { join, dirname, relative, sep } from 'node:path'
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, createHash, randomUUID } from 'node:crypto'
import { readFile, copyFile, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { createReadStream, openAsBlob, constants, type Dirent } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { AwsClient } from 'aws4fetch'
import { second } from '#app/kit/clock.ts'
import { Readable } from 'node:stream'

/** What a stored file's content comes from: bytes, or a file on this machine's disk, which is read and not moved. */
type FileContent = Uint8Array<ArrayBuffer> | { path: string }

type FilePart = { start: number; end: number }

type StoredFile = { bytes: number; stream: ReadableStream<Uint8Array<ArrayBuffer>> }

/** Keys are paths of letters, digits, `-`, `_` and `.`, such as `photos/3f9a/640.avif`, and never hold what a visitor typed. */
export type FileStore = {
  /** Stores the whole file or nothing. What was there is replaced. */
  put: (key: string, content: FileContent, contentType: string) => Promise<void>
  /** `end` included. Encrypted files are opened whole. */
  open: (key: string, part?: FilePart) => Promise<StoredFile | undefined>
  /** Safe to repeat. */
  remove: (key: string) => Promise<void>
  /** Everything below a folder, with what a crash left half-written, in no order. */
  list: (folder: string) => AsyncIterable<{ key: string; changedAt: Date }>
}

export type Files = {
  public: FileStore
  /** What only staff and its owner may see: encrypted with the shop's own key, wherever it lies. */
  private: FileStore
  /** Where browsers fetch public files, without a trailing slash; `null` when the shop serves them itself. */
  publicUrl: string | null
}

export async function readStored(
  store: FileStore,
  key: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const file = await store.open(key)
  return file && new Uint8Array(await new Response(file.stream).arrayBuffer())
}

/** @throws TypeError when a key could mean a path outside of its store. */
function requireKey(key: string): string {
  if (!/^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/.test(key)) throw new TypeError(`Not a key of a file: ${key}`)
  return key
}

export type FileSettings = Bucket & { publicUrl: string | null }

export function openFiles(place: { dataDir: string; bucket: FileSettings | null }, secret: string): Files {
  const store = (half: string): FileStore =>
    place.bucket
      ? createBucketStore(place.bucket, half)
      : createFolderStore(join(place.dataDir, 'files', half))
  return {
    public: store('public'),
    private: encryptedStore(store('private'), secret),
    publicUrl: place.bucket?.publicUrl ?? null,
  }
}

/** `s3://key:secret@host/bucket?region=us-east-1&public=https://photos.example`; `s3+http` for a service on this machine. `undefined` when incomplete. */
export function parseFileSettings(setting: string): FileSettings | undefined {
  const match = /^s3(\+http)?:/.exec(setting)
  const url = match && URL.parse(setting.replace(match[0], match[1] ? 'http:' : 'https:'))
  if (!url || !url.username || !url.password || !/^\/[\w.-]+$/.test(url.pathname)) return undefined
  const given = url.searchParams.get('public')
  const publicUrl = given === null ? null : URL.parse(given)
  if (given !== null && (!publicUrl || !/^https?:$/.test(publicUrl.protocol) || publicUrl.search))
    return undefined
  return {
    url: url.origin + url.pathname,
    region: url.searchParams.get('region') ?? 'us-east-1',
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    publicUrl: publicUrl && publicUrl.href.replace(/\/$/, ''),
  }
}

const algorithm = 'aes-256-gcm'
const [nonceBytes, tagBytes] = [12, 16]

/** A nonce per file, bound to its key: a stolen disk or open bucket shows nothing, and no file can take another's place. Held in memory: for papers, not film. */
export function encryptedStore(inner: FileStore, secret: string): FileStore {
  const aesKey = new Uint8Array(hkdfSync('sha256', secret, '', 'private files', 32))
  return {
    ...inner,
    async put(key, content) {
      const plain = 'path' in content ? await readFile(content.path) : content
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, aesKey, nonce).setAAD(Buffer.from(key))
      const sealed = Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
      await inner.put(key, new Uint8Array(sealed), 'application/octet-stream')
    },
    async open(key) {
      const sealed = await readStored(inner, key)
      if (!sealed) return undefined
      const decipher = createDecipheriv(algorithm, aesKey, sealed.subarray(0, nonceBytes))
        .setAAD(Buffer.from(key))
        .setAuthTag(sealed.subarray(-tagBytes))
      // Throws when the file was changed, before a byte of it is used.
      const plain = Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()])
      return { bytes: plain.length, stream: new Blob([plain]).stream() }
    },
  }
}

export type Bucket = {
  /** The service's address and the bucket, such as `https://s3.us-east-1.amazonaws.com/shop`. */
  url: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const answerMs = 60 * second
const retries = 3

/** A file appears there when all of it has arrived. */
export function createBucketStore({ url, ...access }: Bucket, prefix: string): FileStore {
  const client = new AwsClient({ ...access, service: 's3', retries })
  const addressOf = (key: string) => `${url}/${prefix}/${requireKey(key)}`

  async function ask(address: string, init: RequestInit = {}, missing?: 'may be missing') {
    const response = await client.fetch(address, { ...init, signal: AbortSignal.timeout(answerMs) })
    if (response.ok) return response
    const words = await response.text().catch(() => '')
    if (missing && response.status === 404) return undefined
    // The service's own code says what is wrong: AccessDenied, NoSuchBucket, SignatureDoesNotMatch.
    const code = /<Code>(\w+)<\/Code>/.exec(words)?.[1] ?? 'no reason'
    throw new Error(`The file storage answered ${response.status} (${code}) to ${init.method ?? 'GET'}`)
  }

  return {
    async put(key, content, contentType) {
      const { body, hash } = await bodyOf(content)
      const headers = {
        'Content-Type': contentType,
        'X-Amz-Content-Sha256': hash,
        'Cache-Control': longCache,
      }
      await (await ask(addressOf(key), { method: 'PUT', body, headers }))?.body?.cancel()
    },
    async open(key, part) {
      const headers: HeadersInit = part ? { Range: `bytes=${part.start}-${part.end}` } : {}
      const response = await ask(addressOf(key), { headers }, 'may be missing')
      if (!response?.body) return undefined
      return {
        bytes: Number(response.headers.get('Content-Length')),
        stream: response.body,
      }
    },
    async remove(key) {
      await (await ask(addressOf(key), { method: 'DELETE' }, 'may be missing'))?.body?.cancel()
    },
    async *list(folder) {
      let next: string | undefined
      do {
        const query = new URLSearchParams({ 'list-type': '2', prefix: `${prefix}/${requireKey(folder)}/` })
        if (next) query.set('continuation-token', next)
        const page = (await (await ask(`${url}?${query}`))?.text()) ?? ''
        for (const [, entry = ''] of page.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g))
          yield {
            key: textOf(entry, 'Key').slice(prefix.length + 1),
            changedAt: new Date(textOf(entry, 'LastModified')),
          }
        next = textOf(page, 'NextContinuationToken') || undefined
      } while (next)
    },
  }
}

/** The name of a public file holds a hash of its content, and a private one is read by us alone. */
const longCache = 'public, max-age=31536000, immutable'

/** The content with its hash, which the signature covers. A file on disk is read twice and never held whole. */
async function bodyOf(content: FileContent): Promise<{ body: Blob | Uint8Array<ArrayBuffer>; hash: string }> {
  const hash = createHash('sha256')
  if (!('path' in content)) return { body: content, hash: hash.update(content).digest('hex') }
  await pipeline(createReadStream(content.path), hash)
  return { body: await openAsBlob(content.path), hash: hash.digest('hex') }
}

/** Our own keys hold nothing that XML escapes. A continuation token may. */
function textOf(xml: string, name: string): string {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? ''
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

/** Only the shop's own account can read it. */
export function createFolderStore(root: string): FileStore {
  const pathOf = (key: string) => join(root, ...requireKey(key).split('/'))
  return {
    async put(key, content) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const part = `${path}.part-${randomUUID()}`
      try {
        await writeThrough(part, content)
        await rename(part, path)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },
    async open(key, part) {
      const file = await open(pathOf(key), 'r').catch(unlessMissing)
      if (!file) return undefined
      const { size } = await file.stat()
      const stream = Readable.toWeb(file.createReadStream(part)) as ReadableStream<Uint8Array<ArrayBuffer>>
      return { bytes: part ? part.end - part.start + 1 : size, stream }
    },
    async remove(key) {
      const path = pathOf(key)
      await rm(path, { force: true })
      // The folder goes with its last file. Node refuses while it holds another, which is what is wanted.
      if (dirname(key) !== '.') await rmdir(dirname(path)).catch(() => undefined)
    },
    async *list(folder) {
      const top = pathOf(folder)
      for (const entry of (await readdir(top, { recursive: true, withFileTypes: true }).catch(
        unlessMissing,
      )) ?? []) {
        const changedAt = entry.isFile() && (await changeOf(entry))
        if (changedAt) yield { key: keyOf(root, entry), changedAt }
      }
    },
  }
}

/** On the disk before it gets its name: after a power cut a file is whole or not there. */
async function writeThrough(path: string, content: FileContent) {
  if ('path' in content) await copyFile(content.path, path, constants.COPYFILE_EXCL)
  const file = await open(path, 'path' in content ? 'r+' : 'wx', 0o600)
  try {
    if ('path' in content) await file.chmod(0o600)
    else await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

const keyOf = (root: string, { parentPath, name }: Dirent) =>
  relative(root, join(parentPath, name)).split(sep).join('/')

async function changeOf({ parentPath, name }: Dirent): Promise<Date | undefined> {
  return (await stat(join(parentPath, name)).catch(unlessMissing))?.mtime
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
