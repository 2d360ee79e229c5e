import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'

/** A file of a form, where it was laid down. What it is called is its sender's word, and decides nothing. */
type ReceivedFile = {
  field: string
  name: string
  path: string
  /** How much of it came; of one that is too large, how much was taken before the rest was dropped. */
  bytes: number
  isTooLarge: boolean
}

export type ReceivedForm = { fields: FormData; files: ReceivedFile[] }

type ReceiveLimits = { dataDir: string; maxFileBytes: number; maxFiles?: number }

/** Written to disk piece by piece; the files are deleted after `task`. A field left empty is no file. @throws 415 for no such form, or one that ends in the middle. */
export async function receiveForm<Result>(
  request: Request,
  limits: ReceiveLimits,
  task: (form: ReceivedForm) => Promise<Result>,
): Promise<Result> {
  const folder = join(incomingFolder(limits.dataDir), randomUUID())
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return await task(await receive(request, folder, limits))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export async function deleteAbandonedForms(dataDir: string, before: Date): Promise<void> {
  const folder = incomingFolder(dataDir)
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const changed = await stat(path).catch(() => undefined)
    if (changed && changed.mtime < before) await rm(path, { recursive: true, force: true })
  }
}

const incomingFolder = (dataDir: string) => join(dataDir, 'incoming')

async function receive(
  request: Request,
  folder: string,
  { maxFileBytes, maxFiles = 1 }: ReceiveLimits,
): Promise<ReceivedForm> {
  const contentType = request.headers.get('Content-Type') ?? ''
  if (!request.body || !/^multipart\/form-data\s*;/i.test(contentType)) throw notAForm()
  const form: ReceivedForm = { fields: new FormData(), files: [] }
  const writing: Promise<void>[] = []
  const stop = new AbortController()
  const parser = openParser(contentType, maxFileBytes)
  parser.on('field', (name, value) => form.fields.append(name, value.replaceAll('\0', '')))
  parser.on('file', (field, content, name) => {
    if (!name || form.files.length >= maxFiles) return void content.resume()
    const file = { field, name, path: join(folder, randomUUID()), bytes: 0, isTooLarge: false }
    form.files.push(file)
    const written = layDown(content, file, stop.signal)
    written.catch((error: unknown) => stop.abort(error)) // a full disk ends the rest as well
    writing.push(written)
  })
  try {
    await pipeline(Readable.fromWeb(request.body as never), parser, { signal: stop.signal })
    await Promise.all(writing)
    return form
  } catch (error) {
    stop.abort()
    await Promise.allSettled(writing)
    throw error instanceof Error && isSendersFault(error) ? notAForm() : error
  }
}

function openParser(contentType: string, fileSize: number) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        fileSize,
        files: 20, // those left empty count, too
        fields: 50,
        fieldSize: 64 * 1024,
        fieldNameSize: 100,
        headerPairs: 20,
        headerSize: 4 * 1024,
      },
    })
  } catch {
    throw notAForm() // without a boundary
  }
}

async function layDown(content: BusboyFileStream, file: ReceivedFile, signal: AbortSignal): Promise<void> {
  await pipeline(content, createWriteStream(file.path, { flags: 'wx', mode: 0o600 }), { signal })
  file.bytes = content.bytesRead
  file.isTooLarge = content.truncated
}

/** The body ended before the form did, or is not built as a form is. A full disk is ours. */
function isSendersFault(error: Error): boolean {
  return !('code' in error) || error.code === 'ECONNRESET' || error.code === 'ERR_STREAM_PREMATURE_CLOSE'
}

function notAForm(): Response {
  return new Response('This was not sent as a form with a file.', {
    status: 415,
    statusText: 'Unsupported Media Type',
  })
}
