import {
  addBookmark,
  addElement,
  type Element,
  type PdfDocument,
  type Tag,
  writeArtifact,
} from './document.server.ts'
import { type Block, piecesOf } from './paper-blocks.server.ts'
import type { PaperStyle } from './paper-styles.server.ts'
import { drawText, heightOf, type TextLook, writeText } from './text.server.ts'

/** A paper that grows downwards, page after page. Heights are points from the top of the page. */
export type Paper = {
  document: PdfDocument
  style: PaperStyle
  /** What stands at the head or foot of its pages. */
  running: string
  /** How many pages there are; the last one is the current one. */
  pages: number
  /** Where the next piece begins on the current page. */
  y: number
}

/** How a chapter is set. */
export type ChapterOptions = {
  /** Stands beside its heading. */
  number?: number
  isOnNewPage?: boolean
  /** Its blocks stay on one page where they fit on one. */
  isKeptTogether?: boolean
}

/** Begins a paper without a page. Its style opens it: see `openSheet` and `openGuide`. */
export function createPaper(document: PdfDocument, style: PaperStyle, running: string): Paper {
  return { document, style, running, pages: 0, y: 0 }
}

/** Begins the next page. `isBare` leaves out what stands at the head or foot of pages. */
export function turnPage(paper: Paper, { isBare = false } = {}) {
  const { document, style, running } = paper
  document.pdf.addPage()
  paper.pages += 1
  paper.y = style.top
  if (!isBare) writeArtifact(document, () => style.drawFurniture(document, running, paper.pages))
}

/** Writes a text at the current height, as an element of its own. */
export function writeLine(
  paper: Paper,
  tag: Tag,
  text: string,
  look: TextLook,
  { x, width }: { x: number; width: number },
) {
  const { document, y } = paper
  paper.y = writeText(document, document.root, tag, text, look, { x, y, width })
}

/** Writes a chapter. Its heading never stands alone at the foot of a page. */
export function writeChapter(
  paper: Paper,
  title: string,
  blocks: readonly Block[],
  { number, isOnNewPage = false, isKeptTogether = false }: ChapterOptions = {},
) {
  const { document, style } = paper
  const { looks, top, bottom, left, measure, chapterGap, headingGap } = style
  const pieces = blocks.flatMap((block) => piecesOf(document, style, block))
  const heading = heightOf(document, title, looks.heading, measure) + headingGap
  const along = isKeptTogether ? pieces : pieces.slice(0, 2)
  const height = along.reduce((sum, piece) => sum + piece.height + (piece.gap ?? 0), heading)
  const gap = paper.y > top ? chapterGap : 0
  if (isOnNewPage && paper.y > top) turnPage(paper)
  else if (paper.y + gap + Math.min(height, bottom - top) > bottom) turnPage(paper)
  else paper.y += gap

  const section = addElement(document, document.root, 'Sect')
  if (number !== undefined) drawNumber(paper, number)
  addBookmark(document, number === undefined ? title : `${number}. ${title}`, paper.y - headingGap)
  const place = { x: left, y: paper.y, width: measure }
  paper.y = writeText(document, section, 'H2', title, looks.heading, place) + headingGap
  for (const piece of pieces) writePiece(paper, section, piece)
}

function drawNumber({ document, style, y }: Paper, number: number) {
  const place = { x: style.left - 48, y: y - 3, width: 44 }
  writeArtifact(document, () => void drawText(document, String(number), style.looks.number, place))
}

function writePiece(paper: Paper, section: Element, piece: ReturnType<typeof piecesOf>[number]) {
  const { top, bottom } = paper.style
  if (paper.y + Math.min(piece.height, bottom - top) > bottom) turnPage(paper)
  piece.write(section, paper.y)
  paper.y += piece.height + (piece.gap ?? 0)
}
