import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { operationsOf } from '#test/pdf-content.ts'
import { elementsOf, textOf } from '#test/pdf.ts'
import { finishDocument, openDocument, type PdfDocument } from './document.server.ts'
import { type PaintedPath, writeFigure } from './drawing.server.ts'
import { type FontName, shopFonts } from './fonts.server.ts'
import { drawText, heightOf, isDrawnInFull, type TextStyle, widthOf, writeText } from './text.server.ts'

const textStyle: TextStyle = { font: 'text', size: 10, leading: 15, color: '#000000' }

function open() {
  const document = openDocument({ title: 'Test', subject: 'Test', at: new Date(0) })
  document.pdf.addPage()
  return document
}

async function pageOf(document: PdfDocument) {
  const pdf = await PDFDocument.load(await finishDocument(document))
  return { text: textOf(pdf), operations: operationsOf(pdf.getPage(0).node, 'Contents') }
}

test('text breaks between words and is as high as its lines', async () => {
  const document = open()
  const words = 'One line per unit, and your number is your line.'
  const height = heightOf(document, words, textStyle, 90)
  expect(height).toBeGreaterThan(15)
  expect(height % 15).toBeCloseTo(0)
  expect(drawText(document, words, textStyle, { x: 40, y: 100, width: 90 })).toBeCloseTo(100 + height)
  const { text, operations } = await pageOf(document)
  expect(text).toContain(words)
  expect(operations.filter(({ operator }) => operator === 'BT')).toHaveLength(Math.round(height / 15))
})

test('a URL wider than the line is broken without losing characters', async () => {
  const document = open()
  const address = 'https://www.example.org/averylongaddressthatnolinecouldeverholdinonepiece'
  expect(heightOf(document, address, textStyle, 80)).toBeGreaterThan(30)
  drawText(document, `See ${address}`, textStyle, { x: 40, y: 100, width: 80 })
  expect((await pageOf(document)).text).toContain(address)
})

test('text below the end of a page does not add a page', async () => {
  const document = open()
  drawText(document, 'Two lines of words', textStyle, { x: 40, y: 788, width: 50 })
  const pdf = await PDFDocument.load(await finishDocument(document))
  expect(pdf.getPageCount()).toBe(1)
})

test('empty text has no height', () => {
  const document = open()
  expect(heightOf(document, '', textStyle, 100)).toBe(0)
  expect(heightOf(document, 'Short', textStyle, 100)).toBeCloseTo(15)
})

test('text is measured per font and as set in capitals', () => {
  const document = open()
  for (const font of Object.keys(shopFonts) as FontName[])
    expect(widthOf(document, 'MMMM', { ...textStyle, font })).toBeGreaterThan(
      widthOf(document, 'IIII', { ...textStyle, font }),
    )
  expect(widthOf(document, 'mm', { ...textStyle, capitals: true })).toBe(widthOf(document, 'MM', textStyle))
})

async function drawn(path: PaintedPath): Promise<string> {
  const document = open()
  const frame = { x: 0, y: 0, width: 10, height: 10 }
  const drawing = { alt: 'A path', frame, paths: () => [path] }
  writeFigure(document, document.root, drawing, { x: 0, y: 0, width: 10 })
  const { operations } = await pageOf(document)
  return operations.map(({ operator }) => operator).join(' ')
}

test('a path is stroked, filled by the even-odd rule, or both', async () => {
  const d = 'M0 0A5 5 0 0 1 10 0'
  expect(await drawn({ d })).not.toMatch(/ (?:m|S|f\*|B\*) /)
  expect(await drawn({ d, stroke: '#ff0000', width: 2 })).toMatch(/ m c (c )*S /)
  expect(await drawn({ d, fill: '#ff0000' })).toMatch(/ m c (c )*f\* /)
  expect(await drawn({ d, fill: '#ff0000', stroke: '#000000' })).toMatch(/ m c (c )*B\* /)
})

test('a clip path applies to its own path only', async () => {
  expect(await drawn({ d: 'M0 0H4V4Z', fill: '#000000', clip: 'M1 1H2V2Z' })).toMatch(
    /q m l l h W\* n .*m l l h f\* Q/,
  )
})

async function drawnWords(words: string, font: FontName = 'text') {
  const document = open()
  drawText(document, words, { ...textStyle, font }, { x: 40, y: 100, width: 400 })
  const { text, operations } = await pageOf(document)
  const glyphs = operations.flatMap(({ operands }) => operands.filter((operand) => operand.startsWith('<')))
  expect(glyphs.filter((codes) => /^<(?:.{4})*0000/.test(codes))).toEqual([])
  return text.trim()
}

test('names in every language of Latin letters are drawn as they are written', async () => {
  for (const name of ['Nguyễn Thị Phượng', 'Łukasz Wiśniewski', 'Ömer Yıldız', 'Jiří Čapek', 'Ioan Țepeș'])
    for (const font of ['text', 'strong'] as const) {
      expect(await drawnWords(name, font)).toBe(name)
      expect(await drawnWords(name.normalize('NFD'), font)).toBe(name)
      expect(isDrawnInFull(name, font)).toBe(true)
    }
})

test('a letter that a font lacks is drawn as its base letter or a question mark, never as an empty box', async () => {
  // This font draws both cases with one glyph, which is read back as whichever was drawn first.
  expect((await drawnWords('ZOË RUIZ', 'label')).toUpperCase()).toBe('ZOE RUIZ')
  expect(await drawnWords('Иван Petrov')).toBe('???? Petrov')
  expect(await drawnWords('张伟 🎯')).toBe('?? ?')
  expect(await drawnWords('g\u0303')).toBe('g')
  for (const words of ['Иван', '张伟', '🎯', 'أحمد']) expect(isDrawnInFull(words, 'text')).toBe(false)
})

test('what turns the direction of text and other controls is not drawn', async () => {
  expect(await drawnWords('Jo\u202Erdan\u2066\u200B\u200F\uFEFF\u0007 R\tuiz')).toBe('Jordan R uiz')
  expect(isDrawnInFull('Jo\u202Erdan', 'text')).toBe(true)
})

test('readers get the letters that are drawn in another way', async () => {
  const document = open()
  writeText(document, document.root, 'P', 'Иван', textStyle, { x: 40, y: 100, width: 400 })
  const pdf = await PDFDocument.load(await finishDocument(document))
  expect(elementsOf(pdf).map(({ actual }) => actual)).toContain('Иван')
})
