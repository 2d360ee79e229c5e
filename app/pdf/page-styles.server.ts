import { siteTitle } from '#app/kit/brand.ts'
import type { Block } from './blocks.server.ts'
import {
  addBookmark,
  type DocumentInfo,
  finishDocument,
  openDocument,
  pageSize,
  type PdfDocument,
  writeArtifact,
} from './document.server.ts'
import { drawRule } from './drawing.server.ts'
import { addPage, type PageFlow, writeChapter, writeLine } from './page-flow.server.ts'
import { drawText, heightOf, type TextStyle } from './text.server.ts'

/** Lengths are points. */
export type PageStyle = typeof sheetStyle

export const inks = { ground: '#ffffff', ink: '#191714', metal: '#f1efec', accent: '#8a6a2f' }

const { ink, accent } = inks
const [gray, hairline, bodyInk] = ['#6a655d', '#cfcac2', '#2c2925']
const gold = '#d9a441'
const mark = 'PACº'

const textStyles = {
  heading: { font: 'display', size: 17, leading: 23, color: ink, capitals: true },
  body: { font: 'text', size: 10.5, leading: 15.5, color: bodyInk },
  strong: { font: 'strong', size: 10.5, leading: 15.5, color: ink },
  note: { font: 'text', size: 8.5, leading: 12.5, color: gray },
  aside: { font: 'text', size: 9.5, leading: 14, color: accent },
  term: { font: 'label', size: 9.5, leading: 15.5, color: ink, capitals: true },
  label: { font: 'text', size: 8.5, leading: 12, color: gray },
  running: { font: 'label', size: 8.5, leading: 12, color: gray },
} satisfies Record<string, TextStyle>

const sheetStyle = {
  left: 72,
  measure: pageSize.width - 144,
  top: 80,
  bottom: pageSize.height - 78,
  termWidth: 58,
  blockGap: 7,
  chapterGap: 12,
  headingGap: 6,
  ink,
  textStyles,
  drawMargins(document: PdfDocument, runningTitle: string, page: number) {
    const [x, width] = [72, pageSize.width - 144]
    drawRule(document, { x, y: pageSize.height - 62, width, color: hairline })
    drawText(document, runningTitle, textStyles.note, { x, y: pageSize.height - 56, width })
    drawText(document, `${mark}   ${page}`, textStyles.running, { x, y: pageSize.height - 44, width })
  },
}

const sheetTextStyles = {
  mark: { font: 'label', size: 13, leading: 18, color: gold },
  title: { font: 'display', size: 38, leading: 44, color: '#f4f1ea', capitals: true },
  lead: { font: 'text', size: 12, leading: 18, color: '#cbc7c0' },
} satisfies Record<string, TextStyle>

type Head = { title: string; lead: string; foot: string }
type Chapter = { title: string; blocks: readonly Block[]; isOnNewPage?: boolean }

/** A document of chapters. */
export async function writeSheet(
  { subject, at, ...head }: Head & Omit<DocumentInfo, 'title'>,
  chapters: readonly Chapter[],
): Promise<Uint8Array> {
  const document = openDocument({ title: siteTitle(head.title), subject, at })
  const flow = openSheet(document, head)
  for (const { title, blocks, isOnNewPage } of chapters) writeChapter(flow, title, blocks, isOnNewPage)
  return finishDocument(document)
}

export function openSheet(document: PdfDocument, { title, lead, foot }: Head): PageFlow {
  const flow: PageFlow = { document, style: sheetStyle, runningTitle: foot, pages: 0, y: 0 }
  const { left: x, measure: width } = sheetStyle
  addPage(flow)
  const words =
    heightOf(document, title, sheetTextStyles.title, width) +
    heightOf(document, lead, sheetTextStyles.lead, width - 60)
  const height = words + 132
  writeArtifact(document, () => {
    document.pdf.rect(0, 0, pageSize.width, height).fill('#12100e')
    document.pdf.rect(x, height - 2.4, 46, 2.4).fill(gold)
    drawText(document, mark, sheetTextStyles.mark, { x, y: 40, width })
  })
  flow.y = 70
  addBookmark(document, title, 0)
  writeLine(flow, 'H1', title, sheetTextStyles.title, { x, width })
  flow.y += 8
  writeLine(flow, 'P', lead, sheetTextStyles.lead, { x, width: width - 60 })
  flow.y = height + 26
  return flow
}
