import { buffer } from 'node:stream/consumers'
import PDFKit from 'pdfkit'
import { brand } from '#app/kit/brand.ts'
import { escapeXml } from '#app/kit/text.ts'
import { type FontName, shopFonts } from './fonts.server.ts'

/** US Letter, in points. */
export const pageSize = { width: 612, height: 792 } as const

export type DocumentInfo = {
  title: string
  subject: string
  /** When its content was last reviewed. A fixed date, so the same content is always the same file. */
  at: Date
}

/** A tagged PDF (ISO 32000-1, 14.8). Lengths are in points, from the top left corner of the page. */
export type PdfDocument = {
  pdf: PDFKit.PDFDocument
  root: Element
}

export type Element = PDFKit.PDFStructureElement

export type Tag =
  | ('Document' | 'Sect' | 'H1' | 'H2' | 'P' | 'Figure' | 'Link' | 'Form')
  | ('L' | 'LI' | 'Lbl' | 'LBody')

/** Text for assistive technology: `alt` describes a figure, `actual` is the text behind text set in capitals. */
export type ElementOptions = { alt?: string; actual?: string }

export type Box = { x: number; y: number; width: number; height: number }

export function openDocument({ title, subject, at }: DocumentInfo): PdfDocument {
  const pdf = new PDFKit({
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    autoFirstPage: false,
    size: [pageSize.width, pageSize.height],
    margin: 0,
    font: '', // no standard font: documents embed our own
    info: {
      Title: title,
      Subject: subject,
      Author: brand,
      Creator: brand,
      CreationDate: at,
      ModDate: at,
    },
  })
  for (const [name, font] of Object.entries(shopFonts)) pdf.registerFont(name, font as unknown as Buffer)
  escapeMetadata(pdf)
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  return { pdf, root }
}

/** The library writes title and subject into the metadata's XML without escaping them. */
function escapeMetadata(pdf: PDFKit.PDFDocument) {
  const internals = pdf as unknown as { info: Record<string, unknown>; endMetadata: () => void }
  const { endMetadata } = internals
  internals.endMetadata = () => {
    const { info } = internals
    const { Title, Subject } = info
    internals.info = { ...info, Title: escapeXml(String(Title)), Subject: escapeXml(String(Subject)) }
    endMetadata.call(pdf)
    internals.info = info
  }
}

export async function finishDocument({ pdf }: PdfDocument): Promise<Uint8Array> {
  pdf.end()
  return buffer(pdf)
}

export function setFont({ pdf }: PdfDocument, font: FontName, size: number) {
  return pdf.font(font).fontSize(size)
}

export function addElement({ pdf }: PdfDocument, parent: Element, tag: Tag): Element {
  const element = pdf.struct(tag)
  parent.add(element)
  return element
}

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

export function writeArtifact({ pdf }: PdfDocument, write: () => void) {
  pdf.markContent('Artifact', { type: 'Layout' })
  write()
  pdf.endMarkedContent()
}

export function addLink({ pdf }: PdfDocument, link: Element, { x, y, width, height }: Box, url: string) {
  const options = { structParent: link, Contents: new String(url) }
  pdf.link(x, y, width, height, url, options as object)
}

export function addBookmark({ pdf }: PdfDocument, title: string, y: number) {
  // The library counts `left` from the right edge of the page.
  const options = { fit: false, top: y, left: pageSize.width }
  pdf.outline.addItem(title, options as object)
}
