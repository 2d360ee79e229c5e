import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { AwsClient } from 'aws4fetch'
import { second } from '#app/kit/clock.ts'
import { type FileContent, type FileStore, requireKey } from './file-store.ts'

/** A bucket of an S3-compatible service, and where in it the files lie. */
export type Bucket = {
  /** The service's address and the bucket, such as `https://s3.us-east-1.amazonaws.com/shop`. */
  url: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** How long the service may take to answer, and to send or take a file. */
const answerMs = 60 * second
/** How often a request is repeated that the service could not take just then. */
const retries = 3

/** Stores files in a bucket, below `prefix`. A file appears there when all of it has arrived. */
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
