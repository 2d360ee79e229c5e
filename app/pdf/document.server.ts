import { buffer } from 'node:stream/consumers'
import PDFKit from 'pdfkit'
import { type FontName, shopFonts } from './fonts.server.ts'

/** US Letter, in points. */
export const pageSize = { width: 612, height: 792 } as const

/** What a document says about itself. */
export type DocumentInfo = {
  title: string
  subject: string
  /** When its content was last checked. Fixed, so that the same content is always the same file. */
  at: Date
}

/** A tagged PDF while it is written (ISO 32000-1, 14.8). Lengths are in points, from the upper left corner of a page. */
export type PdfDocument = {
  pdf: PDFKit.PDFDocument
  /** The element that holds all others. */
  root: Element
}

/** An element of a document's structure. */
export type Element = PDFKit.PDFStructureElement

/** The standard structure types that our documents use. */
export type Tag =
  | ('Document' | 'Sect' | 'H1' | 'H2' | 'P' | 'Figure' | 'Link' | 'Form')
  | ('L' | 'LI' | 'Lbl' | 'LBody')

/** What an element says in place of what is drawn: `alt` of a picture, `actual` of words set in other letters. */
export type ElementOptions = { alt?: string; actual?: string }

/** A rectangle on the page. */
export type Box = { x: number; y: number; width: number; height: number }

/** Begins a document in American English without a page. */
export function openDocument({ title, subject, at }: DocumentInfo): PdfDocument {
  const pdf = new PDFKit({
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    autoFirstPage: false,
    size: [pageSize.width, pageSize.height],
    margin: 0,
    font: '', // no standard font: every letter is set in a face of ours, which the document carries
    info: {
      Title: forXml(title),
      Subject: forXml(subject),
      Author: 'PACo',
      Creator: 'PACo',
      CreationDate: at,
      ModDate: at,
    },
  })
  for (const [name, font] of Object.entries(shopFonts)) pdf.registerFont(name, font as unknown as Buffer)
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  return { pdf, root }
}

/** The library writes these words into the metadata's XML without escaping them. */
function forXml(text: string): string {
  return text.replaceAll('&', 'and').replaceAll(/[<>]/g, '')
}

/** Ends the document and returns the file. */
export async function finishDocument({ pdf }: PdfDocument): Promise<Uint8Array> {
  pdf.end()
  return buffer(pdf)
}

/** Makes a face the current one. */
export function setFont({ pdf }: PdfDocument, font: FontName, size: number) {
  return pdf.font(font).fontSize(size)
}

/** Adds an element that holds other elements. */
export function addElement({ pdf }: PdfDocument, parent: Element, tag: Tag): Element {
  const element = pdf.struct(tag)
  parent.add(element)
  return element
}

/** Adds an element of what `write` draws on the current page. */
export function writeElement(
  { pdf }: PdfDocument,
  parent: Element,
  tag: Tag,
  write: (element: Element) => void,
  options: ElementOptions & { bbox?: [left: number, top: number, right: number, bottom: number] } = {},
) {
  const element: Element = pdf.struct(tag, options, [() => write(element)])
  parent.add(element)
}

/** Draws something that is no content: rules, grounds, running heads. */
export function writeArtifact({ pdf }: PdfDocument, write: () => void) {
  pdf.markContent('Artifact', { type: 'Layout' })
  write()
  pdf.endMarkedContent()
}

/** Makes a box of the current page, which belongs to a `Link` element, lead to an address. */
export function addLink({ pdf }: PdfDocument, link: Element, { x, y, width, height }: Box, url: string) {
  const options = { structParent: link, Contents: new String(url) }
  pdf.link(x, y, width, height, url, options as object)
}

/** Adds a bookmark to a height of the current page. */
export function addBookmark({ pdf }: PdfDocument, title: string, y: number) {
  // The library counts `left` from the right edge of the page.
  const options = { fit: false, top: y, left: pageSize.width }
  pdf.outline.addItem(title, options as object)
}
