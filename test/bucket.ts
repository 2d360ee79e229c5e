// A stand-in for an S3-compatible service: it keeps objects in memory, and refuses what is not signed as the standard says
// (AWS Signature Version 4), which it computes for itself.
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Bucket } from '#app/files/open-files.server.ts'

type StoredObject = { content: Buffer; contentType: string; changedAt: Date }

/** A running stand-in. */
export type StandInBucket = {
  bucket: Bucket
  objects: Map<string, StoredObject>
  /** The next requests are answered with this status, as a busy service does. */
  failNext: (status: number, times?: number) => void
  /** How many objects one page of a list has. */
  pageSize: number
  close: () => Promise<void>
}

const credentials = { region: 'us-test-1', accessKeyId: 'AKIDTEST', secretAccessKey: 'secret/with+signs' }

/** Starts the stand-in on a free port of this machine. */
export async function startBucket(): Promise<StandInBucket> {
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
