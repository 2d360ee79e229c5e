import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { accessibilityFaults } from '#test/pdf-faults.ts'
import { elementsOf, textOf } from '#test/pdf.ts'
import { setText, type TextLook } from './flow.server.ts'
import { houseFonts } from './house-fonts.server.ts'
import { createTaggedDocument, type TaggedDocument } from './tagged-document.server.ts'

const about = {
  title: 'A notice',
  subject: 'What it is about',
  author: 'PACo',
  lang: 'en-US',
  at: new Date('2026-11-22T12:00:00Z'),
}
const body: TextLook = { font: houseFonts.text, size: 10, leading: 14, colour: '#191714' }
const place = { x: 40, top: 700, width: 300 }

async function written(write: (document: TaggedDocument) => void): Promise<PDFDocument> {
  const document = await createTaggedDocument(about)
  document.addPage([612, 792])
  write(document)
  return PDFDocument.load(await document.save())
}

test('a document of a heading, words, a link, a field and a rule leads every reader through it', async () => {
  const pdf = await written((document) => {
    setText(
      document,
      document.addElement('H1', document.root),
      'A notice',
      { ...body, capitals: true },
      place,
    )
    const paragraph = document.addElement('P', document.root)
    setText(document, paragraph, 'Words to read, and where to go:', body, { ...place, top: 660 })
    const link = document.addElement('Link', paragraph)
    setText(document, link, 'our address', body, { ...place, top: 640 })
    document.addLink(link, [40, 626, 200, 640], 'https://example.org/notices')
    document.addField(document.addElement('Form', document.root), {
      kind: 'text',
      name: 'name',
      label: 'Your name',
      value: 'Jordan',
      font: houseFonts.text,
      box: [40, 560, 300, 580],
    })
    document.decorate('0.5 w 40 550 m 300 550 l S')
  })
  expect(accessibilityFaults(pdf)).toEqual([])
  expect(textOf(pdf)).toContain('Words to read, and where to go:')
  expect(elementsOf(pdf).map(({ tag, actual }) => actual ?? tag)).toEqual([
    'Document',
    'A notice',
    'P',
    'Link',
    'Form',
  ])
})

test('what keeps readers out is found', async () => {
  const pdf = await written((document) => {
    const { root } = document
    setText(document, document.addElement('H2', root), 'A notice', body, place)
    document.mark(document.addElement('Figure', root), '40 600 100 100 re f')
    document.addElement('P', root)
    document.addElement('LI', document.addElement('Sect', root))
    setText(document, document.addElement('Link', document.addElement('P', root)), 'nowhere', body, place)
    setText(document, document.addElement('P', root), 'Not in our face: \u674E', body, { ...place, top: 500 })
  })
  expect(accessibilityFaults(pdf)).toEqual([
    'a Figure that says nothing',
    'an empty P',
    'a LI in a Sect',
    'an empty LI',
    'a Link that leads nowhere',
    'its first heading is no H1',
    'an H2 without one above',
    'page 1: letters that cannot be read out',
  ])
})
