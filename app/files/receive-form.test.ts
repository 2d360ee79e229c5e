import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { createAdaptorServer } from '@hono/node-server'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { deleteAbandonedForms, type ReceivedForm, receiveForm } from './receive-form.server.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'paco-incoming-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const limits = { dataDir, maxFileBytes: 1_000, maxFiles: 2 }
const left = () => readdirSync(join(dataDir, 'incoming'))

function sent(parts: Record<string, string | File>) {
  const body = new FormData()
  for (const [name, value] of Object.entries(parts)) body.append(name, value)
  return new Request('http://shop.test/', { method: 'POST', body })
}

const shown = async ({ fields, files }: ReceivedForm) => ({
  fields: Object.fromEntries(fields),
  files: files.map(({ path, ...file }) => ({ ...file, content: readFileSync(path, 'utf8').slice(0, 40) })),
})

test('fields and files arrive, and nothing is left on disk afterwards', async () => {
  const form = sent({
    alt: 'A lower\0 receiver',
    photo: new File(['picture'], '../../etc/passwd.jpg', { type: 'image/svg+xml' }),
    empty: new File([], ''),
    poster: new File(['poster'], 'poster.png'),
  })
  let folder = ''
  const received = await receiveForm(form, limits, async (given) => {
    folder = given.files[0]?.path ?? ''
    expect(statSync(folder).mode & 0o777).toBe(0o600)
    expect(folder.startsWith(join(dataDir, 'incoming'))).toBe(true)
    return shown(given)
  })
  expect(received).toEqual({
    fields: { alt: 'A lower receiver' },
    files: [
      { field: 'photo', name: 'passwd.jpg', bytes: 7, isTooLarge: false, content: 'picture' },
      { field: 'poster', name: 'poster.png', bytes: 6, isTooLarge: false, content: 'poster' },
    ],
  })
  expect(left()).toEqual([])
})

test('a file beyond the limit is cut off and reported as too large; one at the limit is complete', async () => {
  const receive = (size: number) =>
    receiveForm(sent({ photo: new File(['x'.repeat(size)], 'a.jpg') }), limits, async ({ files }) => files)
  expect(await receive(1_000)).toMatchObject([{ bytes: 1_000, isTooLarge: false }])
  const [file] = await receive(200_000)
  expect(file).toMatchObject({ isTooLarge: true })
  expect(file?.bytes).toBeLessThanOrEqual(1_000)
  expect(left()).toEqual([])
})

test('more files than allowed are not taken', async () => {
  const form = sent({ a: new File(['1'], 'a'), b: new File(['2'], 'b'), c: new File(['3'], 'c') })
  expect(await receiveForm(form, limits, async ({ files }) => files.length)).toBe(2)
})

test('what is no form with files, or ends in the middle, is refused with nothing left', async () => {
  const whole = await sent({ photo: new File(['x'.repeat(500)], 'a.jpg') }).text()
  const boundary = /^--(\S+)/.exec(whole)?.[1] ?? ''
  const multipart = `multipart/form-data; boundary=${boundary}`
  const post = (body: string | null, contentType: string) =>
    new Request('http://shop.test/', { method: 'POST', body, headers: { 'Content-Type': contentType } })
  for (const request of [
    post('a=1', 'application/x-www-form-urlencoded'),
    post(null, multipart),
    post(whole, 'multipart/form-data'),
    post(whole.slice(0, 400), multipart),
    post('nonsense', multipart),
  ]) {
    const refused = await receiveForm(request, limits, async () => 'used').catch((thrown: unknown) => thrown)
    expect((refused as Response).status).toBe(415)
  }
  expect(left()).toEqual([])
})

test('the files go when their use fails, too', async () => {
  const form = sent({ photo: new File(['x'], 'a.jpg') })
  await expect(receiveForm(form, limits, () => Promise.reject(new Error('No room')))).rejects.toThrow(
    'No room',
  )
  expect(left()).toEqual([])
})

test('a form is parsed while it arrives, not afterwards', async () => {
  const pieces = 200
  let sentPieces = 0
  const boundary = 'b'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="photo"; filename="a"\r\n\r\n`
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (sentPieces === pieces / 2) await untilOnDisk()
      if (sentPieces === 0) controller.enqueue(new TextEncoder().encode(head))
      if (sentPieces++ < pieces) controller.enqueue(new Uint8Array(64 * 1024))
      else {
        controller.enqueue(new TextEncoder().encode(`\r\n--${boundary}--\r\n`))
        controller.close()
      }
    },
  })
  const request = new Request('http://shop.test/', {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
  } as RequestInit)
  const bytes = await receiveForm(
    request,
    { ...limits, maxFileBytes: 20 * 1024 * 1024 },
    async ({ files }) => files[0]?.bytes,
  )
  expect(bytes).toBe(pieces * 64 * 1024)
})

test('an upload whose connection breaks leaves nothing and uses nothing, and the next one is received', async () => {
  const ends: Promise<string | Response>[] = []
  const server = createAdaptorServer({
    fetch(request) {
      const end = receiveForm(request, { ...limits, maxFileBytes: 1024 * 1024 }, async () => 'used').catch(
        (refusal: unknown) => refusal as Response,
      )
      ends.push(end)
      return end.then((result) => (typeof result === 'string' ? new Response(result) : result))
    },
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo

  const sender = connect(port, '127.0.0.1')
  sender.write(
    [
      'POST / HTTP/1.1',
      'Host: shop.test',
      'Content-Type: multipart/form-data; boundary=b',
      'Content-Length: 500000',
      '',
      '--b',
      'Content-Disposition: form-data; name="photo"; filename="a.jpg"',
      '',
      'x'.repeat(200_000),
    ].join('\r\n'),
  )
  await untilOnDisk()
  sender.destroy()
  expect(await ends[0]).toMatchObject({ status: 415 })
  expect(left()).toEqual([])

  const body = new FormData()
  body.append('photo', new File(['x'], 'a.jpg'))
  const next = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body })
  expect(await next.text()).toBe('used')
  expect(left()).toEqual([])
})

async function untilOnDisk() {
  const isThere = () =>
    readdirSync(dataDir, { recursive: true, withFileTypes: true }).some(
      (entry) => entry.isFile() && statSync(join(entry.parentPath, entry.name)).size > 0,
    )
  while (!isThere()) await setImmediate()
}

test('what a dead process was receiving is deleted after a while, and what arrives now is not', async () => {
  const now = new Date()
  await receiveForm(sent({ photo: new File(['x'], 'a.jpg') }), limits, async () => {
    const [name = ''] = left()
    await deleteAbandonedForms(dataDir, new Date(now.getTime() - 60_000))
    expect(left()).toEqual([name])
    utimesSync(join(dataDir, 'incoming', name), new Date(0), new Date(0))
    await deleteAbandonedForms(dataDir, new Date(now.getTime() - 60_000))
    expect(left()).toEqual([])
  })
  await deleteAbandonedForms(join(dataDir, 'never'), now)
})
