// Reads the documents that the shop writes, down to their dictionaries.
import { inflateSync } from 'node:zlib'
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib'

// A dictionary's entry, followed to what it refers to.
export const dictAt = (dict: PDFDict, key: string) => dict.lookup(PDFName.of(key), PDFDict)
export const textAt = (dict: PDFDict, key: string) => dict.lookup(PDFName.of(key), PDFString, PDFHexString)
export const numberAt = (dict: PDFDict, key: string) => dict.lookup(PDFName.of(key), PDFNumber)

/** A page's operators, or a table, as text. */
export function streamText(dict: PDFDict, key: string): string {
  const stream = dict.lookup(PDFName.of(key))
  if (!(stream instanceof PDFRawStream)) throw new Error(`${key} is no stream`)
  return inflateSync(stream.getContents()).toString('latin1')
}

/** An element of a document's structure, with what it holds of the pages. */
export type StructureElement = {
  ref: PDFRef | undefined
  tag: string
  alt: string | undefined
  actual: string | undefined
  kids: StructureElement[]
  /** What is written on pages, by page and number, and which annotations belong to it. */
  holds: ({ page: PDFObject | undefined; mark: number } | { annotation: PDFRef })[]
}

/** Every element of the structure, in reading order. */
export function elementsOf(pdf: PDFDocument): StructureElement[] {
  const listed = (element: StructureElement): StructureElement[] => [element, ...element.kids.flatMap(listed)]
  return kidsOf(pdf, dictAt(pdf.catalog, 'StructTreeRoot')).elements.flatMap(listed)
}

function kidsOf(pdf: PDFDocument, dict: PDFDict) {
  const elements: StructureElement[] = []
  const holds: StructureElement['holds'] = []
  for (const kid of dict.lookupMaybe(PDFName.of('K'), PDFArray)?.asArray() ?? []) {
    const inner = kid instanceof PDFRef ? pdf.context.lookup(kid) : kid
    if (!(inner instanceof PDFDict)) continue
    const annotation = inner.get(PDFName.of('Obj'))
    if (annotation instanceof PDFRef) holds.push({ annotation })
    else if (inner.has(PDFName.of('MCID')))
      holds.push({ page: inner.get(PDFName.of('Pg')), mark: numberAt(inner, 'MCID').asNumber() })
    else elements.push(elementOf(pdf, inner, kid instanceof PDFRef ? kid : undefined))
  }
  return { elements, holds }
}

function elementOf(pdf: PDFDocument, dict: PDFDict, ref: PDFRef | undefined): StructureElement {
  const text = (key: string) => dict.lookupMaybe(PDFName.of(key), PDFHexString)?.decodeText()
  const { elements: kids, holds } = kidsOf(pdf, dict)
  const tag = dict.lookup(PDFName.of('S'), PDFName).decodeText()
  return { ref, tag, alt: text('Alt'), actual: text('ActualText'), kids, holds }
}

/** The text of the document, glyph by glyph through each font's own table. What the table has not is a replacement mark. */
export function textOf(pdf: PDFDocument): string {
  return pdf.getPages().map(pageText).join('\n')
}

/** What stands for a glyph that no table turns back into a letter. */
export const unreadable = '\uFFFD'

/** The text of one page. */
export function pageText(page: PDFPage): string {
  const fonts = dictAt(dictAt(page.node, 'Resources'), 'Font')
  const tables = new Map(
    fonts.keys().map((name) => {
      const font = name.decodeText()
      return [font, lettersOf(streamText(dictAt(fonts, font), 'ToUnicode'))]
    }),
  )
  let letters: Map<string, string> | undefined
  return streamText(page.node, 'Contents')
    .split('\n')
    .map((line) => {
      const [, font] = /\/(F\d+) [\d.]+ Tf/.exec(line) ?? []
      if (font) letters = tables.get(font)
      const [, codes = ''] = /<([0-9A-F]+)> Tj/.exec(line) ?? []
      return (codes.match(/.{4}/g) ?? []).map((code) => letters?.get(code) ?? unreadable).join('')
    })
    .join('')
}

function lettersOf(table: string): Map<string, string> {
  return new Map(
    [...table.matchAll(/^<([0-9A-F]{4})> <([0-9A-F]{4})>$/gm)].map(([, glyph = '', code = '']) => [
      glyph,
      String.fromCodePoint(Number.parseInt(code, 16)),
    ]),
  )
}

/** A licence as a scanner makes one: a PDF of one page. */
export async function scannedLicense(): Promise<Uint8Array<ArrayBuffer>> {
  const scan = await PDFDocument.create()
  scan.addPage([300, 200]).drawText('Federal firearms license', { x: 20, y: 100, size: 12 })
  return Uint8Array.from(await scan.save())
}
