import { artPalette } from '#app/art/art-theme.ts'
import { addBookmark, pageSize, type PdfDocument, writeArtifact } from './document.server.ts'
import { type Drawing, drawRule, writeFigure } from './drawing.server.ts'
import { createPaper, type Paper, turnPage, writeLine } from './paper.server.ts'
import { drawText, heightOf, type TextLook } from './text.server.ts'

type LookName =
  | ('heading' | 'number' | 'body' | 'strong' | 'note' | 'aside')
  | ('term' | 'claim' | 'label' | 'running')

/** How the pages of a paper are set: its columns and gaps in points, its letters, and what stands on every page. */
export type PaperStyle = {
  left: number
  /** The width of its column. */
  measure: number
  /** Where the first line of a page may begin, and where the last one has to end. */
  top: number
  bottom: number
  termWidth: number
  blockGap: number
  chapterGap: number
  headingGap: number
  ink: string
  looks: Record<LookName, TextLook>
  drawFurniture: (document: PdfDocument, running: string, page: number) => void
}

/** The colors of the pages to be printed, and of a cover, which is the shop's own ground. As sRGB hex. */
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

const looks = {
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
} satisfies Record<LookName, TextLook>

/** A plain paper to be filled in or kept with the records. Its running line stands at the foot. */
const sheetStyle: PaperStyle = {
  left: 72,
  measure: pageSize.width - 144,
  top: 80,
  bottom: pageSize.height - 78,
  termWidth: 58,
  blockGap: 7,
  chapterGap: 12,
  headingGap: 6,
  ink,
  looks,
  drawFurniture(document, running, page) {
    const [x, width] = [72, pageSize.width - 144]
    drawRule(document, { x, y: pageSize.height - 62, width, color: hairline })
    drawText(document, running, looks.note, { x, y: pageSize.height - 56, width })
    drawText(document, `${mark}   ${page}`, looks.running, { x, y: pageSize.height - 44, width })
  },
}

/** A guide to be read: larger headings, numbers in the margin, its running line at the head. */
const guideStyle: PaperStyle = {
  left: 108,
  measure: pageSize.width - 168,
  top: 84,
  bottom: pageSize.height - 66,
  termWidth: 46,
  blockGap: 8,
  chapterGap: 30,
  headingGap: 10,
  ink,
  looks: { ...looks, heading: { ...looks.heading, size: 21.5, leading: 27 } },
  drawFurniture(document, running, page) {
    const [x, right, y] = [108, pageSize.width - 60, 38]
    drawRule(document, { x, y: 58, width: right - x, color: hairline })
    drawText(document, mark, looks.running, { x, y, width: 40 })
    drawText(document, running.toUpperCase(), looks.running, { x: x + 40, y, width: 300 })
    const number = String(page)
    drawText(document, number, looks.running, { x: right - 6 - 4 * number.length, y, width: 30 })
  },
}

const sheetLooks = {
  mark: { font: 'label', size: 13, leading: 18, color: gold },
  title: { font: 'display', size: 38, leading: 44, color: '#f4f1ea', capitals: true },
  lead: { font: 'text', size: 12, leading: 18, color: '#cbc7c0' },
} satisfies Record<string, TextLook>

/** Opens a plain paper with a dark head. `foot` stands on every page, beside its number. */
export function openSheet(
  document: PdfDocument,
  { title, lead, foot }: { title: string; lead: string; foot: string },
): Paper {
  const paper = createPaper(document, sheetStyle, foot)
  const { left: x, measure: width } = sheetStyle
  turnPage(paper)
  const words =
    heightOf(document, title, sheetLooks.title, width) + heightOf(document, lead, sheetLooks.lead, width - 60)
  const height = words + 132
  writeArtifact(document, () => {
    document.pdf.rect(0, 0, pageSize.width, height).fill('#12100e')
    document.pdf.rect(x, height - 2.4, 46, 2.4).fill(gold)
    drawText(document, mark, sheetLooks.mark, { x, y: 40, width })
  })
  paper.y = 70
  addBookmark(document, title, 0)
  writeLine(paper, 'H1', title, sheetLooks.title, { x, width })
  paper.y += 8
  writeLine(paper, 'P', lead, sheetLooks.lead, { x, width: width - 60 })
  paper.y = height + 26
  return paper
}

const coverLooks = {
  mark: { font: 'display', size: 26, leading: 30, color: night.ink, capitals: true },
  title: { font: 'display', size: 74, leading: 74, color: night.ink, capitals: true },
  lead: { font: 'text', size: 14, leading: 21, color: '#cbc7c0' },
  note: { font: 'text', size: 9.5, leading: 14, color: '#a39e96' },
} satisfies Record<string, TextLook>

/** Opens a guide with a dark cover of its own. Its notes end at the foot of the cover. */
export function openGuide(
  document: PdfDocument,
  {
    title,
    lead,
    notes,
    drawing,
  }: { title: string; lead: string; notes: readonly string[]; drawing: Drawing },
): Paper {
  const paper = createPaper(document, guideStyle, title)
  turnPage(paper, { isBare: true })
  writeArtifact(document, () => {
    document.pdf.rect(0, 0, pageSize.width, pageSize.height).fill(inks.night.ground)
    drawText(document, mark, coverLooks.mark, { x: 54, y: 48, width: 200 })
  })
  paper.y = 152
  addBookmark(document, title, 0)
  writeLine(paper, 'H1', title, coverLooks.title, { x: 52, width: 500 })
  paper.y += 18
  writeLine(paper, 'P', lead, coverLooks.lead, { x: 54, width: 380 })
  writeFigure(document, document.root, drawing, { x: 40, y: 420, width: 532 })
  const height = notes.reduce((sum, note) => sum + heightOf(document, note, coverLooks.note, 500), 0)
  paper.y = pageSize.height - 54 - height
  for (const note of notes) writeLine(paper, 'P', note, coverLooks.note, { x: 54, width: 500 })
  paper.y = pageSize.height // the first chapter begins on a page of its own
  return paper
}
