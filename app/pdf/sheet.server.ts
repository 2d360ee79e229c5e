import { siteTitle } from '#app/kit/brand.ts'
import {
  addBookmark,
  addElement,
  type DocumentInfo,
  type Element,
  finishDocument,
  openDocument,
  pageSize,
  type PdfDocument,
  type Tag,
  writeArtifact,
} from './document.server.ts'
import { type Drawing, drawingHeight, drawRule, writeFigure, writeRule } from './drawing.server.ts'
import { writeFormField } from './form-field.server.ts'
import { drawText, heightOf, type TextStyle, writeText } from './text.server.ts'

export const inks = { ground: '#ffffff', ink: '#191714', metal: '#f1efec', accent: '#8a6a2f' }

const { ink, accent } = inks
const [gray, hairline, bodyInk] = ['#6a655d', '#cfcac2', '#2c2925']
const gold = '#d9a441'
const mark = 'PACº'

export const textStyles = {
  heading: { font: 'display', size: 17, leading: 23, color: ink, capitals: true },
  body: { font: 'text', size: 10.5, leading: 15.5, color: bodyInk },
  strong: { font: 'strong', size: 10.5, leading: 15.5, color: ink },
  note: { font: 'text', size: 8.5, leading: 12.5, color: gray },
  aside: { font: 'text', size: 9.5, leading: 14, color: accent },
  term: { font: 'label', size: 9.5, leading: 15.5, color: ink, capitals: true },
  label: { font: 'text', size: 8.5, leading: 12, color: gray },
  running: { font: 'label', size: 8.5, leading: 12, color: gray },
  mark: { font: 'label', size: 13, leading: 18, color: gold },
  title: { font: 'display', size: 38, leading: 44, color: '#f4f1ea', capitals: true },
  lead: { font: 'text', size: 12, leading: 18, color: '#cbc7c0' },
} satisfies Record<string, TextStyle>

/** The column of words, in points. */
export const column = { x: 72, width: pageSize.width - 144 }
const { x: left, width: measure } = column
const [top, bottom] = [80, pageSize.height - 78]
const [blockGap, chapterGap, headingGap] = [7, 12, 6]

/** Content that flows from page to page. `y` is in points from the top of the page. */
export type Flow = { document: PdfDocument; runningTitle: string; pages: number; y: number }

function addPage(flow: Flow) {
  const { document, runningTitle } = flow
  document.pdf.addPage()
  flow.pages += 1
  flow.y = top
  writeArtifact(document, () => {
    drawRule(document, { ...column, y: pageSize.height - 62, color: hairline })
    drawText(document, runningTitle, textStyles.note, { ...column, y: pageSize.height - 56 })
    drawText(document, `${mark}   ${flow.pages}`, textStyles.running, { ...column, y: pageSize.height - 44 })
  })
}

/** A new page where what comes next, of this height, has no room on this one. */
export function makeRoom(flow: Flow, height: number) {
  if (flow.y + Math.min(height, bottom - top) > bottom) addPage(flow)
}

export function writeLine(flow: Flow, tag: Tag, text: string, textStyle: TextStyle, width = measure) {
  const { document, y } = flow
  flow.y = writeText(document, document.root, tag, text, textStyle, { x: left, y, width })
}

type Head = { title: string; lead: string; foot: string }
type Chapter = { title: string; blocks: readonly Block[]; isOnNewPage?: boolean }

/** A document of chapters. */
export async function writeSheet(
  { subject, at, ...head }: Head & Omit<DocumentInfo, 'title'>,
  chapters: readonly Chapter[],
): Promise<Uint8Array> {
  const document = openDocument({ title: siteTitle(head.title), subject, at })
  const flow = openSheet(document, head)
  for (const chapter of chapters) writeChapter(flow, chapter)
  return finishDocument(document)
}

export function openSheet(document: PdfDocument, { title, lead, foot }: Head): Flow {
  const flow: Flow = { document, runningTitle: foot, pages: 0, y: 0 }
  const leadWidth = measure - 60
  addPage(flow)
  const words =
    heightOf(document, title, textStyles.title, measure) +
    heightOf(document, lead, textStyles.lead, leadWidth)
  const height = words + 132
  writeArtifact(document, () => {
    document.pdf.rect(0, 0, pageSize.width, height).fill('#12100e')
    document.pdf.rect(left, height - 2.4, 46, 2.4).fill(gold)
    drawText(document, mark, textStyles.mark, { ...column, y: 40 })
  })
  flow.y = 70
  addBookmark(document, title, 0)
  writeLine(flow, 'H1', title, textStyles.title)
  flow.y += 8
  writeLine(flow, 'P', lead, textStyles.lead, leadWidth)
  flow.y = height + 26
  return flow
}

/** A heading never stands without the beginning of what it heads. */
function writeChapter(flow: Flow, { title, blocks, isOnNewPage = false }: Chapter) {
  const { document } = flow
  const parts = blocks.flatMap((block) => partsOf(document, block))
  const heading = heightOf(document, title, textStyles.heading, measure) + headingGap
  const begins = parts.slice(0, 2).reduce((sum, { height, gap }) => sum + height + gap, heading)
  const gap = flow.y > top ? chapterGap : 0
  if (isOnNewPage && gap > 0) addPage(flow)
  else if (flow.y + gap + Math.min(begins, bottom - top) > bottom) addPage(flow)
  else flow.y += gap

  const section = addElement(document, document.root, 'Sect')
  addBookmark(document, title, flow.y - headingGap)
  const box = { ...column, y: flow.y }
  flow.y = writeText(document, section, 'H2', title, textStyles.heading, box) + headingGap
  for (const part of parts) {
    makeRoom(flow, part.height)
    part.write(section, flow.y)
    flow.y += part.height + part.gap
  }
}

export type TextField = { name: string; label: string; value: string; share: number; maxLength?: number }

export type Block =
  | { kind: 'text' | 'strong' | 'note' | 'aside'; text: string }
  | { kind: 'terms'; terms: readonly { term: string; text: string }[] }
  | { kind: 'numbered'; texts: readonly string[]; chapter: number }
  | { kind: 'boxes'; boxes: readonly { name: string; title: string; text: string; isChecked?: boolean }[] }
  | { kind: 'fields'; fields: readonly TextField[] }
  | { kind: 'rules'; labels: readonly string[] }
  | { kind: 'figure'; drawing: Drawing }

/** An unbreakable part of a block: height and gap below it in points, and how to write it at `y`. */
type Part = { height: number; gap: number; write: (section: Element, y: number) => void }

function partsOf(document: PdfDocument, block: Block): Part[] {
  const parts = partsWithoutGap(document, block)
  const last = parts.at(-1)
  if (last) last.gap += blockGap
  return parts
}

function partsWithoutGap(document: PdfDocument, block: Block): Part[] {
  switch (block.kind) {
    case 'terms':
      return listParts(
        document,
        block.terms.map(({ term, text }) => [term, text]),
        { indent: 58, textStyle: textStyles.term },
      )
    case 'numbered':
      return listParts(
        document,
        block.texts.map((text, at) => [`${block.chapter}.${at + 1}`, text]),
        { indent: 34, textStyle: textStyles.strong },
      )
    case 'boxes':
      return block.boxes.map((box) => boxPart(document, box))
    case 'fields':
      return linesOf(block.fields).map((row) => fieldsPart(document, row))
    case 'rules':
      return pairsOf(block.labels).map((row) => rulesPart(document, row))
    case 'figure': {
      const { drawing } = block
      const height = drawingHeight(drawing, measure) + 8
      const write = (section: Element, y: number) =>
        writeFigure(document, section, drawing, { ...column, y: y + 5 })
      return [{ height, gap: 0, write }]
    }
    default: {
      const { kind, text } = block
      const textStyle = textStyles[kind === 'text' ? 'body' : kind]
      const height = heightOf(document, text, textStyle, measure)
      const write = (section: Element, y: number) =>
        void writeText(document, section, 'P', text, textStyle, { ...column, y })
      return [{ height, gap: 0, write }]
    }
  }
}

function listParts(
  document: PdfDocument,
  items: readonly [label: string, text: string][],
  { indent, textStyle }: { indent: number; textStyle: TextStyle },
): Part[] {
  let list: Element | undefined
  const width = measure - indent
  return items.map(([label, text]) => ({
    height: heightOf(document, text, textStyles.body, width),
    gap: 3,
    write(section, y) {
      list ??= addElement(document, section, 'L')
      const item = addElement(document, list, 'LI')
      writeText(document, item, 'Lbl', label, textStyle, { x: left, y, width: indent })
      writeText(document, item, 'LBody', text, textStyles.body, { x: left + indent, y, width })
    },
  }))
}

function boxPart(
  document: PdfDocument,
  { name, title, text, isChecked = false }: Extract<Block, { kind: 'boxes' }>['boxes'][number],
): Part {
  const [indent, side] = [24, 13]
  const [x, width] = [left + indent, measure - indent]
  return {
    height:
      heightOf(document, title, textStyles.strong, width) + heightOf(document, text, textStyles.body, width),
    gap: 8,
    write(section, y) {
      const box = { x: left, y: y + 1, width: side, height: side }
      writeFormField(document, section, { kind: 'check', name, label: title, box, isChecked })
      const end = writeText(document, section, 'P', title, textStyles.strong, { x, y, width })
      if (text) writeText(document, section, 'P', text, textStyles.body, { x, y: end, width })
    },
  }
}

function fieldsPart(document: PdfDocument, row: readonly TextField[]): Part {
  const [gap, height] = [10, 19]
  return {
    height: textStyles.label.leading + 1 + height,
    gap: 7,
    write(section, y) {
      let x = left
      for (const { share, ...field } of row) {
        const width = (measure + gap) * share - gap
        const under = writeText(document, section, 'P', field.label, textStyles.label, { x, y, width })
        writeFormField(document, section, { kind: 'text', ...field, box: { x, y: under + 1, width, height } })
        x += width + gap
      }
    },
  }
}

export function linesOf(fields: readonly TextField[]): TextField[][] {
  const rows: TextField[][] = []
  let taken = Infinity
  for (const field of fields) {
    if (taken + field.share > 1.001) {
      rows.push([])
      taken = 0
    }
    rows.at(-1)?.push(field)
    taken += field.share
  }
  return rows
}

export const pairsOf = (labels: readonly string[]) =>
  Array.from({ length: Math.ceil(labels.length / 2) }, (_, row) => labels.slice(row * 2, row * 2 + 2))

function rulesPart(document: PdfDocument, row: readonly string[]): Part {
  const [gap, width] = [16, (measure - 16) / 2]
  return {
    height: 46,
    gap: 0,
    write(section, y) {
      row.forEach((label, at) => {
        const x = left + at * (width + gap)
        writeRule(document, { x, y: y + 30, width, color: ink })
        writeText(document, section, 'P', label, textStyles.label, { x, y: y + 32, width })
      })
    },
  }
}
