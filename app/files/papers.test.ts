import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { cleanPdf as clean, startPdfProcess, cleanDocument } from './papers.server.ts'

const cleanPdf = (given: Uint8Array) => clean(given, 10)

const endless = () => Buffer.from(`%PDF-1.7\nxref\n${'0 1 \n'.repeat(1_000_000)}`)

async function pdf(
  change: (doc: PDFDocument) => void = () => {},
  { useObjectStreams = false, pages = 1 } = {},
) {
  const doc = await PDFDocument.create()
  for (let n = 0; n < pages; n++)
    doc.addPage([300, 200]).drawText('License 1-59-000-01-8A-00001', { x: 20, y: 100, size: 12 })
  change(doc)
  return doc.save({ useObjectStreams })
}

const script = (doc: PDFDocument) => doc.context.obj({ S: 'JavaScript', JS: PDFString.of('app.alert(1)') })
const opensWithScript = (doc: PDFDocument) => doc.catalog.set(PDFName.of('OpenAction'), script(doc))
const raw = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

test('a plain copy is written again with its pages', async () => {
  const done = await cleanPdf(await pdf(undefined, { pages: 2 }))
  expect(done.ok && (await PDFDocument.load(done.pdf)).getPageCount()).toBe(2)
})

test.for<[string, (doc: PDFDocument) => void]>([
  ['a program at opening', opensWithScript],
  [
    'a program of a page',
    (doc) => doc.getPage(0).node.set(PDFName.of('AA'), doc.context.obj({ O: script(doc) })),
  ],
  [
    'a start of another program',
    (doc) => doc.catalog.set(PDFName.of('OpenAction'), doc.context.obj({ S: 'Launch', F: 'calc.exe' })),
  ],
  [
    'a form that is sent',
    (doc) => doc.catalog.set(PDFName.of('OpenAction'), doc.context.obj({ S: 'SubmitForm' })),
  ],
  [
    'a form that is a program',
    (doc) => doc.catalog.set(PDFName.of('AcroForm'), doc.context.obj({ XFA: PDFString.of('x') })),
  ],
  ['files', (doc) => doc.catalog.set(PDFName.of('Names'), doc.context.obj({ EmbeddedFiles: {} }))],
  [
    'media',
    (doc) => doc.getPage(0).node.set(PDFName.of('Annots'), doc.context.obj([{ Subtype: 'RichMedia' }])),
  ],
])('%s is refused, in plain objects and in compressed ones', async ([, change]) => {
  for (const useObjectStreams of [false, true])
    expect(await cleanPdf(await pdf(change, { useObjectStreams }))).toEqual({ ok: false, why: 'active' })
})

test('a name that is written with numbers is the same name', async () => {
  const written = raw(await pdf(opensWithScript))
    .replaceAll('/JavaScript', '/J#61vaScript')
    .replaceAll('/JS', '/J#53')
  expect(written).not.toMatch(/JavaScript|\/JS/)
  expect(await cleanPdf(Buffer.from(written, 'latin1'))).toEqual({ ok: false, why: 'active' })
})

test('what a document does at opening, and where links lead, is left out', async () => {
  const sent = await pdf((doc) => {
    doc.catalog.set(PDFName.of('OpenAction'), doc.context.obj([doc.getPage(0).ref, 'Fit']))
    const link = {
      Type: 'Annot',
      Subtype: 'Link',
      Rect: [0, 0, 9, 9],
      A: { S: 'URI', URI: PDFString.of('https://evil.example') },
    }
    doc
      .getPage(0)
      .node.set(PDFName.of('Annots'), doc.context.obj([doc.context.register(doc.context.obj(link))]))
  })
  expect(raw(sent)).toMatch(/evil\.example/)
  const done = await cleanPdf(sent)
  expect(done.ok).toBe(true)
  expect(done.ok && raw(done.pdf)).not.toMatch(/OpenAction|evil\.example/)
  expect(done.ok && raw(done.pdf)).toContain('/Link')
})

test('a locked, a broken, an empty and an unfinished file are refused', async () => {
  const locked = await PDFDocument.create()
  locked.addPage()
  locked.encrypt({ ownerPassword: 'a', userPassword: 'b' })
  expect(await cleanPdf(await locked.save({ useObjectStreams: false }))).toEqual({ ok: false, why: 'locked' })
  expect(await cleanPdf(Buffer.from('%PDF-1.7\n1 0 obj\n%%EOF\n'))).toEqual({ ok: false, why: 'unreadable' })
  expect(await cleanPdf(new Uint8Array())).toEqual({ ok: false, why: 'unreadable' })
  expect(await cleanPdf(await pdf(undefined, { pages: 11 }))).toEqual({ ok: false, why: 'too_many_pages' })
})

async function pdfWith(dict: string, content: Buffer, beginning = 'stream\n') {
  const file = Buffer.from(await pdf())
  const at = file.indexOf('1 0 obj')
  const object = [
    Buffer.from(`99 0 obj\n<< ${dict} /Length ${content.length} >>\n${beginning}`),
    content,
    Buffer.from('\nendstream\nendobj\n'),
  ]
  return Buffer.concat([file.subarray(0, at), ...object, file.subarray(at)])
}

const roomy = (bytes: number) => Buffer.concat([Buffer.from('98 0 null'), Buffer.alloc(bytes, ' ')])
const objectStream = '/Type /ObjStm /N 1 /First 5'

test('compressed objects are read', async () => {
  const file = await pdfWith(`${objectStream} /Filter /FlateDecode`, deflateSync(roomy(1_000)))
  expect(await cleanPdf(file)).toMatchObject({ ok: true })
})

test('a small file that becomes a large one is refused while it does, however it hides that', async () => {
  const bomb = deflateSync(roomy(160 * 1024 * 1024))
  expect(bomb.length).toBeLessThan(200_000)
  const hidden = Buffer.from(`${bomb.toString('hex')}>`)
  const filters = '/Filter [/ASCIIHexDecode /FlateDecode]'
  const files = {
    plain: pdfWith(`${objectStream} /Filter /FlateDecode`, bomb),
    'after a longer beginning': pdfWith(`${objectStream} /Filter /FlateDecode`, bomb, 'stream \r\n'),
    'compressed twice': pdfWith(`${objectStream} ${filters}`, hidden),
    'with much before what it says of itself': pdfWith(
      `${objectStream} ${filters} /Note (${'x'.repeat(3_000)})`,
      hidden,
    ),
    'broken at its end': pdfWith(`${objectStream} /Filter /FlateDecode`, bomb.subarray(0, -8)),
  }
  for (const [how, file] of Object.entries(files))
    expect(await cleanPdf(await file), how).toEqual({ ok: false, why: 'unreadable' })
})

test('a file of endless objects is refused', async () => {
  const many = Buffer.from(`1 0 obj\n[${'[]'.repeat(4_000_000)}]\nendobj\n`)
  expect(await cleanPdf(Buffer.concat([Buffer.from('%PDF-1.7\n'), many]))).toEqual({
    ok: false,
    why: 'unreadable',
  })
})

test('a file that takes longer than it may is refused', async () => {
  const limits = { bytes: 256 * 1024 * 1024, cpuMs: 60_000, ms: 60_000 }
  for (const less of [{ ms: 0 }, { cpuMs: 0 }])
    expect(await clean(endless(), 10, { limits: { ...limits, ...less } }), JSON.stringify(less)).toEqual({
      ok: false,
      why: 'unreadable',
    })
})

test('a file whose sender has left is read no further', async () => {
  const before = listProcesses()
  const gone = new AbortController()
  const reading = clean(endless(), 10, { signal: gone.signal })
  await expect.poll(() => listProcesses().length).toBe(before.length + 1)
  gone.abort()
  expect(await reading).toEqual({ ok: false, why: 'unreadable' })
  await expect.poll(listProcesses).toEqual(before)
})

test('the process of a file ends with its shop, while it is busy with the file', async () => {
  const child = startPdfProcess()
  const ended = once(child, 'exit')
  await new Promise((sent) => child.send({ given: endless(), maxPages: 10 }, sent))
  // What the system does for a shop that is killed.
  child.disconnect()
  child.stdin?.destroy()
  expect(await ended).toEqual([null, 'SIGKILL'])
})

test('the process of a file ends with its answer', async () => {
  const before = listProcesses()
  expect(await cleanPdf(await pdf())).toMatchObject({ ok: true })
  await expect.poll(() => listProcesses().filter((pid) => !before.includes(pid))).toEqual([])
})

function listProcesses(): string[] {
  const read = (file: string) => {
    try {
      return readFileSync(`/proc/${file}`, 'utf8')
    } catch {
      return '' // it ended meanwhile
    }
  }
  return readdirSync('/proc').filter(
    (pid) =>
      read(`${pid}/status`).includes(`\nPPid:\t${process.pid}\n`) &&
      read(`${pid}/cmdline`).includes('clean-pdf-process'),
  )
}

const limits = { maxBytes: 1_000_000, maxPages: 10 }

async function scan(): Promise<Uint8Array> {
  const doc = await PDFDocument.create()
  doc.addPage([300, 200])
  return doc.save()
}

const outcome = async (reading: ReturnType<typeof cleanDocument>) => {
  const done = await reading
  return done.ok ? done.type : done.why
}

test('of one sender one file is read and one waits, and others are read between them', async () => {
  const file = await scan()
  const read = (sender: string) => outcome(cleanDocument(file, limits, { sender }))
  const senders = ['one', 'one', 'one', 'other']
  expect(await Promise.all(senders.map(read))).toEqual([
    'application/pdf',
    'application/pdf',
    'busy',
    'application/pdf',
  ])
  expect(await read('one')).toBe('application/pdf')
})

test('a few files wait at a time, whoever sent them', async () => {
  const file = await scan()
  const outcomes = await Promise.all(
    ['a', 'b', 'c', 'd', 'e', 'f'].map((sender) => outcome(cleanDocument(file, limits, { sender }))),
  )
  expect(outcomes.filter((each) => each === 'busy')).toHaveLength(2)
  expect(await outcome(cleanDocument(file, limits))).toBe('application/pdf')
})

test('a file whose sender left while it waited is not read', async () => {
  const file = await scan()
  const gone = new AbortController()
  const first = outcome(cleanDocument(file, limits))
  const second = outcome(cleanDocument(file, limits, { signal: gone.signal }))
  gone.abort()
  expect([await first, await second]).toEqual(['application/pdf', 'busy'])
})
