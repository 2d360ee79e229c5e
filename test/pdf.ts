// Parses the shop's PDF documents, down to their dictionaries.
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib'
import { operationsOf, wordsOf } from './pdf-content.ts'

// A dictionary's entry, with references resolved.
export const dictAt = (dict: PDFDict, key: string) => dict.lookup(PDFName.of(key), PDFDict)
export const textAt = (dict: PDFDict, key: string) => dict.lookup(PDFName.of(key), PDFString, PDFHexString)
const numberAt = (dict: PDFDict, key: string) => dict.lookup(PDFName.of(key), PDFNumber)

/** An element of a document's structure, with its content. */
export type StructureElement = {
  ref: PDFRef | undefined
  tag: string
  alt: string | undefined
  actual: string | undefined
  kids: StructureElement[]
  /** The content of pages, by page and number, and its annotations. */
  holds: { page: PDFObject | undefined; mark?: number; annotation?: PDFRef }[]
}

/** Every element of the structure, in reading order. */
export function elementsOf(pdf: PDFDocument): StructureElement[] {
  const listed = (element: StructureElement): StructureElement[] => [element, ...element.kids.flatMap(listed)]
  return kidsOf(pdf, dictAt(pdf.catalog, 'StructTreeRoot')).elements.flatMap(listed)
}

function kidsOf(pdf: PDFDocument, dict: PDFDict) {
  const elements: StructureElement[] = []
  const holds: StructureElement['holds'] = []
  const value = dict.get(PDFName.of('K'))
  const list = pdf.context.lookup(value)
  for (const kid of list instanceof PDFArray ? list.asArray() : value ? [value] : []) {
    const inner = pdf.context.lookup(kid)
    if (inner instanceof PDFNumber) holds.push({ page: dict.get(PDFName.of('Pg')), mark: inner.asNumber() })
    if (!(inner instanceof PDFDict)) continue
    const annotation = inner.get(PDFName.of('Obj'))
    const page = inner.get(PDFName.of('Pg')) ?? dict.get(PDFName.of('Pg'))
    if (annotation instanceof PDFRef) holds.push({ annotation, page })
    else if (inner.has(PDFName.of('MCID'))) holds.push({ page, mark: numberAt(inner, 'MCID').asNumber() })
    else elements.push(elementOf(pdf, inner, kid instanceof PDFRef ? kid : undefined))
  }
  return { elements, holds }
}

function elementOf(pdf: PDFDocument, dict: PDFDict, ref: PDFRef | undefined): StructureElement {
  const text = (key: string) => (dict.has(PDFName.of(key)) ? textAt(dict, key).decodeText() : undefined)
  const { elements: kids, holds } = kidsOf(pdf, dict)
  const tag = dict.lookup(PDFName.of('S'), PDFName).decodeText()
  return { ref, tag, alt: text('Alt'), actual: text('ActualText'), kids, holds }
}

/** The text of the document, mapped by each font's own table. Unmapped glyphs are replacement characters. */
export function textOf(pdf: PDFDocument): string {
  return pdf.getPages().map(pageText).join('\n')
}

/** The text of one page. */
export function pageText({ node }: PDFPage): string {
  return wordsOf(operationsOf(node, 'Contents'), dictAt(node, 'Resources'))
}

/** A scanned license: a PDF of one page, or of several. */
export async function scannedLicense(pages = 1): Promise<Uint8Array<ArrayBuffer>> {
  const scan = await PDFDocument.create()
  for (let page = 0; page < pages; page++)
    scan.addPage([300, 200]).drawText('Federal firearms license', { x: 20, y: 100, size: 12 })
  return Uint8Array.from(await scan.save())
}
