import {
  addElement,
  addLink,
  type Element,
  type PdfDocument,
  writeArtifact,
  writeElement,
} from './document.server.ts'
import { type Drawing, drawingHeight, drawRule, writeFigure } from './drawing.server.ts'
import { writeFormField } from './form-field.server.ts'
import type { PaperStyle } from './paper-styles.server.ts'
import { drawText, heightOf, type TextLook, writeText } from './text.server.ts'

/** A field on a paper: how wide, as a share of the line it stands on. */
type PaperField = { name: string; label: string; value: string; share: number; maxLength?: number }

/** A part of a chapter. `aside` is a text in the accent, `rules` are lines to write on. */
export type Block =
  | { kind: 'text' | 'strong' | 'note' | 'aside'; text: string }
  | { kind: 'terms'; terms: readonly { term: string; text: string }[] }
  | { kind: 'points'; points: readonly string[] }
  | { kind: 'numbered'; texts: readonly string[]; chapter: number }
  | { kind: 'boxes'; boxes: readonly { name: string; title: string; text: string; isChecked?: boolean }[] }
  | { kind: 'fields'; fields: readonly PaperField[] }
  | { kind: 'rules'; labels: readonly string[] }
  | { kind: 'figure'; drawing: Drawing; width?: number }
  | { kind: 'source'; text: string; note: string; url?: string }

/** What of a block stands on one page: its height and the gap after it in points, and how it is written at a height. */
export type Piece = { height: number; gap?: number; write: (section: Element, y: number) => void }

type Of<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>

/** The pieces of a block, in reading order, with the gap that follows it. */
export function piecesOf(document: PdfDocument, style: PaperStyle, block: Block): Piece[] {
  const pieces = piecesWithoutGap(document, style, block)
  const last = pieces.at(-1)
  if (last) last.gap = (last.gap ?? 0) + style.blockGap
  return pieces
}

function piecesWithoutGap(document: PdfDocument, style: PaperStyle, block: Block): Piece[] {
  const { looks } = style
  switch (block.kind) {
    case 'terms': {
      const items = block.terms.map(({ term, text }) => ({ label: term, text }))
      return listPieces(document, style, items, { indent: style.termWidth, look: looks.term })
    }
    case 'points': {
      const items = block.points.map((text) => ({ label: '–', text }))
      return listPieces(document, style, items, { indent: 16, look: looks.term })
    }
    case 'numbered': {
      const items = block.texts.map((text, at) => ({ label: `${block.chapter}.${at + 1}`, text }))
      return listPieces(document, style, items, { indent: 34, look: looks.strong })
    }
    case 'boxes':
      return boxPieces(document, style, block)
    case 'fields':
      return fieldPieces(document, style, block)
    case 'rules':
      return rulePieces(document, style, block)
    case 'figure':
      return [figurePiece(document, style, block)]
    case 'source':
      return [sourcePiece(document, style, block)]
    default:
      return [textPiece(document, style, block)]
  }
}

function textPiece(
  document: PdfDocument,
  style: PaperStyle,
  { kind, text }: Of<'text' | 'strong' | 'note' | 'aside'>,
) {
  const { looks, left: x, measure: width } = style
  const look = looks[kind === 'text' ? 'body' : kind]
  return {
    height: heightOf(document, text, look, width),
    write: (section: Element, y: number) =>
      void writeText(document, section, 'P', text, look, { x, y, width }),
  }
}

function listPieces(
  document: PdfDocument,
  { looks, left, measure }: PaperStyle,
  items: readonly { label: string; text: string }[],
  { indent, look }: { indent: number; look: TextLook },
): Piece[] {
  let list: Element | undefined
  const width = measure - indent
  return items.map(({ label, text }) => ({
    height: heightOf(document, text, looks.body, width),
    gap: 3,
    write(section, y) {
      list ??= addElement(document, section, 'L')
      const item = addElement(document, list, 'LI')
      writeText(document, item, 'Lbl', label, look, { x: left, y, width: indent })
      writeText(document, item, 'LBody', text, looks.body, { x: left + indent, y, width })
    },
  }))
}

function boxPieces(document: PdfDocument, style: PaperStyle, { boxes }: Of<'boxes'>): Piece[] {
  const { looks, left, measure } = style
  const [indent, side] = [24, 13]
  const width = measure - indent
  return boxes.map(({ name, title, text, isChecked = false }) => ({
    height: heightOf(document, title, looks.strong, width) + heightOf(document, text, looks.body, width),
    gap: 8,
    write(section, y) {
      const box = { x: left, y: y + 1, width: side, height: side }
      writeFormField(document, section, { kind: 'check', name, label: title, box, isChecked })
      const x = left + indent
      const end = writeText(document, section, 'P', title, looks.strong, { x, y, width })
      if (text) writeText(document, section, 'P', text, looks.body, { x, y: end, width })
    },
  }))
}

function fieldPieces(document: PdfDocument, style: PaperStyle, { fields }: Of<'fields'>): Piece[] {
  const { looks, left, measure } = style
  const [gap, height] = [10, 19]
  return rowsOf(fields).map((row) => ({
    height: looks.label.leading + 1 + height,
    gap: 7,
    write(section, y) {
      let x = left
      for (const { name, label, value, share, maxLength } of row) {
        const width = (measure + gap) * share - gap
        const under = writeText(document, section, 'P', label, looks.label, { x, y, width })
        const box = { x, y: under + 1, width, height }
        const length = maxLength === undefined ? {} : { maxLength }
        writeFormField(document, section, { kind: 'text', name, label, value, box, ...length })
        x += width + gap
      }
    },
  }))
}

/** Fields side by side as long as their shares make no more than a line. */
function rowsOf(fields: readonly PaperField[]): PaperField[][] {
  const rows: PaperField[][] = []
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

function rulePieces(document: PdfDocument, style: PaperStyle, { labels }: Of<'rules'>): Piece[] {
  const { looks, left, measure, ink } = style
  const [gap, width] = [16, (measure - 16) / 2]
  const rows = Array.from({ length: Math.ceil(labels.length / 2) }, (_, row) =>
    labels.slice(row * 2, row * 2 + 2),
  )
  return rows.map((row) => ({
    height: 46,
    write(section, y) {
      row.forEach((label, column) => {
        const x = left + column * (width + gap)
        writeArtifact(document, () => drawRule(document, { x, y: y + 30, width, color: ink }))
        writeText(document, section, 'P', label, looks.label, { x, y: y + 32, width })
      })
    },
  }))
}

function figurePiece(
  document: PdfDocument,
  style: PaperStyle,
  { drawing, width = style.measure }: Of<'figure'>,
) {
  return {
    height: drawingHeight(drawing, width) + 8,
    write: (section: Element, y: number) =>
      writeFigure(document, section, drawing, { x: style.left, y: y + 5, width }),
  }
}

function sourcePiece(document: PdfDocument, style: PaperStyle, { text, note, url }: Of<'source'>): Piece {
  const { looks, left: x, measure: width } = style
  const height = heightOf(document, note, looks.note, width)
  return {
    height: heightOf(document, text, looks.claim, width) + height,
    write(section, top) {
      const y = writeText(document, section, 'P', text, looks.claim, { x, y: top, width })
      if (!url) return void writeText(document, section, 'P', note, looks.note, { x, y, width })
      const paragraph = addElement(document, section, 'P')
      writeElement(document, paragraph, 'Link', (link) => {
        drawText(document, note, looks.note, { x, y, width })
        addLink(document, link, { x, y, width, height }, url)
      })
    },
  }
}
