import { PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { accessibilityFaults } from '#test/pdf-faults.ts'
import { dictAt, elementsOf, textOf } from '#test/pdf.ts'
import {
  addElement,
  addLink,
  type DocumentInfo,
  finishDocument,
  openDocument,
  type PdfDocument,
  writeArtifact,
  writeElement,
} from './document.server.ts'
import { drawRule } from './drawing.server.ts'
import { writeFormField } from './form-field.server.ts'
import { drawText, type TextStyle, writeText } from './text.server.ts'

const info: DocumentInfo = {
  title: 'A notice',
  subject: 'What it is about',
  at: new Date('2026-11-22T12:00:00Z'),
}
const body: TextStyle = { font: 'text', size: 10, leading: 14, color: '#191714' }
const place = { x: 40, y: 80, width: 300 }

function fileOf(write: (document: PdfDocument) => void, own: Partial<DocumentInfo> = {}) {
  const document = openDocument({ ...info, ...own })
  document.pdf.addPage()
  write(document)
  return finishDocument(document)
}

async function read(write: (document: PdfDocument) => void, own?: Partial<DocumentInfo>) {
  return PDFDocument.load(await fileOf(write, own), { updateMetadata: false })
}

function writeNotice(document: PdfDocument) {
  const { root } = document
  writeText(document, root, 'H1', 'A notice', { ...body, capitals: true }, place)
  writeText(document, root, 'P', 'Words to read, and where to go:', body, { ...place, y: 120 })
  const box = { x: 40, y: 140, width: 160, height: 14 }
  const paragraph = addElement(document, root, 'P')
  writeElement(document, paragraph, 'Link', (link) => {
    drawText(document, 'our address', body, box)
    addLink(document, link, box, 'https://example.org/notices')
  })
  const field = { x: 40, y: 200, width: 260, height: 20 }
  writeFormField(document, root, {
    kind: 'text',
    name: 'name',
    label: 'Your name',
    value: 'Jordan',
    box: field,
  })
  const check = { x: 40, y: 240, width: 13, height: 13 }
  writeFormField(document, root, { kind: 'check', name: 'yes', label: 'Agreed', isChecked: true, box: check })
  writeArtifact(document, () => drawRule(document, { x: 40, y: 260, width: 260, color: '#191714' }))
}

test('a document with a heading, text, a link, fields and a rule is accessible', async () => {
  const pdf = await read(writeNotice)
  expect(accessibilityFaults(pdf)).toEqual([])
  expect(textOf(pdf)).toContain('Words to read, and where to go:')
  expect(elementsOf(pdf).map(({ tag, actual }) => actual ?? tag)).toEqual([
    'Document',
    'A notice',
    'P',
    'P',
    'Link',
    'Form',
    'Form',
  ])
})

test('elements belong to the page they were written on', async () => {
  const pdf = await read((document) => {
    writeNotice(document)
    document.pdf.addPage()
    writeText(document, document.root, 'P', 'The end', body, place)
  })
  expect(accessibilityFaults(pdf)).toEqual([])
  expect(pdf.getPageCount()).toBe(2)
})

test('the same content makes the same file at any time', async () => {
  expect(await fileOf(writeNotice)).toEqual(await fileOf(writeNotice))
})

test('a title with markup characters is escaped in the XML metadata', async () => {
  const bytes = await fileOf(writeNotice, { title: 'Terms & <conditions>' })
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
  expect(pdf.getTitle()).toBe('Terms & <conditions>')
  expect(Buffer.from(bytes).toString('latin1')).toContain('>Terms &amp; &lt;conditions&gt;</rdf:li>')
  expect(accessibilityFaults(pdf)).toEqual([])
})

test('accessibility faults are found', async () => {
  const pdf = await read((document) => {
    const { root, pdf: page } = document
    writeText(document, root, 'H2', 'A notice', body, place)
    writeElement(document, root, 'Figure', () => void page.rect(40, 600, 100, 100).fill('#191714'))
    addElement(document, root, 'P')
    addElement(document, addElement(document, root, 'Sect'), 'LI')
    writeText(document, addElement(document, root, 'P'), 'Link', 'nowhere', body, place)
    writeElement(document, root, 'P', () => void page.font('text').text('Not in our face: \u674E', 40, 300))
    page.rect(0, 0, 10, 10).fill('#191714')
  })
  expect(accessibilityFaults(pdf)).toEqual([
    'a Figure that says nothing',
    'an empty P',
    'a LI in a Sect',
    'an empty LI',
    'a Link that leads nowhere',
    'its first heading is no H1',
    'an H2 without one above',
    'page 1: something neither named nor marked as decoration',
    'page 1: letters that cannot be read out',
  ])
})

test('an untagged document of another library is found faulty', async () => {
  const other = await PDFDocument.create()
  other.addPage([300, 200]).drawText('Plain words', { x: 20, y: 100, size: 12 })
  const tagged = await read(writeNotice)
  other.catalog.set(PDFName.of('Lang'), tagged.catalog.get(PDFName.of('Lang')) ?? other.context.obj('en-US'))
  other.catalog.set(
    PDFName.of('StructTreeRoot'),
    other.context.obj({ Type: 'StructTreeRoot', K: [], ParentTree: { Nums: [] } }),
  )
  const found = accessibilityFaults(await PDFDocument.load(await other.save()))
  expect(found).toContain('not marked as tagged')
  expect(found).toContain('page 1: something neither named nor marked as decoration')
  expect(found.join()).toMatch(/font \S+ is not in the document/)
})

test('readers draw form fields only when our font lacks a character of a value', async () => {
  const box = { x: 40, y: 200, width: 260, height: 20 }
  const formWith = async (value: string) => {
    const field = { kind: 'text', name: 'name', label: 'Your name', value, box, maxLength: 90 } as const
    const pdf = await read((document) => writeFormField(document, document.root, field))
    expect(pdf.getForm().getTextField('name').getText()).toBe(value)
    expect(pdf.getForm().getTextField('name').getMaxLength()).toBe(90)
    return dictAt(pdf.catalog, 'AcroForm').has(PDFName.of('NeedAppearances'))
  }
  expect(await formWith('Jordan')).toBe(false)
  expect(await formWith('\u674E Jordan')).toBe(true)
})
