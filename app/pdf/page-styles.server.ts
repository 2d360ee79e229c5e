import { artPalette } from '#app/art/art-theme.ts'
import { addBookmark, pageSize, type PdfDocument, writeArtifact } from './document.server.ts'
import { type Drawing, drawRule, writeFigure } from './drawing.server.ts'
import { createFlow, type PageFlow, addPage, writeLine } from './page-flow.server.ts'
import { drawText, heightOf, type TextStyle } from './text.server.ts'

type TextStyleName =
  | ('heading' | 'number' | 'body' | 'strong' | 'note' | 'aside')
  | ('term' | 'claim' | 'label' | 'running')

/** Lengths are points. */
export type PageStyle = {
  left: number
  measure: number
  top: number
  bottom: number
  termWidth: number
  blockGap: number
  chapterGap: number
  headingGap: number
  ink: string
  textStyles: Record<TextStyleName, TextStyle>
  drawMargins: (document: PdfDocument, runningTitle: string, page: number) => void
}

export type Inks = { ground: string; ink: string; metal: string; accent: string }
const night = artPalette('noir')
export const inks = {
  day: { ground: '#ffffff', ink: '#191714', metal: '#f1efec', accent: '#8a6a2f' },
  night: { ground: night.ground, ink: night.ink, metal: '#242321', accent: night.accent },
} satisfies Record<string, Inks>

const { ink, accent } = inks.day
const [gray, hairline, bodyInk] = ['#6a655d', '#cfcac2', '#2c2925']
const gold = '#d9a441'
const mark = 'PACº'

const textStyles = {
  heading: { font: 'display', size: 17, leading: 23, color: ink, capitals: true },
  number: { font: 'display', size: 42, leading: 36, color: accent },
  body: { font: 'text', size: 10.5, leading: 15.5, color: bodyInk },
  strong: { font: 'strong', size: 10.5, leading: 15.5, color: ink },
  note: { font: 'text', size: 8.5, leading: 12.5, color: gray },
  aside: { font: 'text', size: 9.5, leading: 14, color: accent },
  term: { font: 'label', size: 9.5, leading: 15.5, color: ink, capitals: true },
  claim: { font: 'strong', size: 9.5, leading: 14, color: ink },
  label: { font: 'text', size: 8.5, leading: 12, color: gray },
  running: { font: 'label', size: 8.5, leading: 12, color: gray },
} satisfies Record<TextStyleName, TextStyle>

const sheetStyle: PageStyle = {
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
  drawMargins(document, runningTitle, page) {
    const [x, width] = [72, pageSize.width - 144]
    drawRule(document, { x, y: pageSize.height - 62, width, color: hairline })
    drawText(document, runningTitle, textStyles.note, { x, y: pageSize.height - 56, width })
    drawText(document, `${mark}   ${page}`, textStyles.running, { x, y: pageSize.height - 44, width })
  },
}

const guideStyle: PageStyle = {
  left: 108,
  measure: pageSize.width - 168,
  top: 84,
  bottom: pageSize.height - 66,
  termWidth: 46,
  blockGap: 8,
  chapterGap: 30,
  headingGap: 10,
  ink,
  textStyles: { ...textStyles, heading: { ...textStyles.heading, size: 21.5, leading: 27 } },
  drawMargins(document, runningTitle, page) {
    const [x, right, y] = [108, pageSize.width - 60, 38]
    drawRule(document, { x, y: 58, width: right - x, color: hairline })
    drawText(document, mark, textStyles.running, { x, y, width: 40 })
    drawText(document, runningTitle.toUpperCase(), textStyles.running, { x: x + 40, y, width: 300 })
    const number = String(page)
    drawText(document, number, textStyles.running, { x: right - 6 - 4 * number.length, y, width: 30 })
  },
}

const sheetTextStyles = {
  mark: { font: 'label', size: 13, leading: 18, color: gold },
  title: { font: 'display', size: 38, leading: 44, color: '#f4f1ea', capitals: true },
  lead: { font: 'text', size: 12, leading: 18, color: '#cbc7c0' },
} satisfies Record<string, TextStyle>

export function openSheet(
  document: PdfDocument,
  { title, lead, foot }: { title: string; lead: string; foot: string },
): PageFlow {
  const flow = createFlow(document, sheetStyle, foot)
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

const coverTextStyles = {
  mark: { font: 'display', size: 26, leading: 30, color: night.ink, capitals: true },
  title: { font: 'display', size: 74, leading: 74, color: night.ink, capitals: true },
  lead: { font: 'text', size: 14, leading: 21, color: '#cbc7c0' },
  note: { font: 'text', size: 9.5, leading: 14, color: '#a39e96' },
} satisfies Record<string, TextStyle>

export function openGuide(
  document: PdfDocument,
  {
    title,
    lead,
    notes,
    drawing,
  }: { title: string; lead: string; notes: readonly string[]; drawing: Drawing },
): PageFlow {
  const flow = createFlow(document, guideStyle, title)
  addPage(flow, { isBare: true })
  writeArtifact(document, () => {
    document.pdf.rect(0, 0, pageSize.width, pageSize.height).fill(inks.night.ground)
    drawText(document, mark, coverTextStyles.mark, { x: 54, y: 48, width: 200 })
  })
  flow.y = 152
  addBookmark(document, title, 0)
  writeLine(flow, 'H1', title, coverTextStyles.title, { x: 52, width: 500 })
  flow.y += 18
  writeLine(flow, 'P', lead, coverTextStyles.lead, { x: 54, width: 380 })
  writeFigure(document, document.root, drawing, { x: 40, y: 420, width: 532 })
  const height = notes.reduce((sum, note) => sum + heightOf(document, note, coverTextStyles.note, 500), 0)
  flow.y = pageSize.height - 54 - height
  for (const note of notes) writeLine(flow, 'P', note, coverTextStyles.note, { x: 54, width: 500 })
  flow.y = pageSize.height // the first chapter begins on a page of its own
  return flow
}
