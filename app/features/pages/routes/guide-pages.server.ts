import { artPalette } from '#app/art/art-theme.ts'
import { breakLines, heightOf, setText, type TextLook, textOperators } from '#app/pdf/flow.server.ts'
import { houseFonts } from '#app/pdf/house-fonts.server.ts'
import { rgb } from '#app/pdf/strokes.server.ts'
import type { Element, TaggedDocument } from '#app/pdf/tagged-document.server.ts'
import type { GuideDrawing, Paper } from './guide-drawings.server.ts'

/** US Letter, in points. */
export const sheetSize = [612, 792] as const
const [sheetWidth, sheetHeight] = sheetSize
const left = 108
const measure = sheetWidth - left - 60
const top = sheetHeight - 84
const bottom = 66

const ink = '#191714'
const night = artPalette('noir')
/** The colours of the inner pages, which are to be printed, and of the cover, which is the shop's own ground. */
export const papers = {
  day: { ground: '#ffffff', ink, metal: '#f1efec', accent: '#8a6a2f' },
  night: { ground: night.ground, ink: night.ink, metal: '#242321', accent: night.accent },
} satisfies Record<string, Paper>

const { text, strong, display, label } = houseFonts
const looks = {
  title: { font: display, size: 74, leading: 74, colour: night.ink, capitals: true },
  cover: { font: text, size: 14, leading: 21, colour: '#cbc7c0' },
  coverNote: { font: text, size: 9.5, leading: 14, colour: '#a39e96' },
  heading: { font: display, size: 21.5, leading: 27, colour: ink, capitals: true },
  number: { font: display, size: 42, leading: 36, colour: papers.day.accent },
  body: { font: text, size: 10.5, leading: 15.5, colour: '#2c2925' },
  note: { font: text, size: 8.5, leading: 12.5, colour: '#6a655d' },
  term: { font: label, size: 9.5, leading: 15.5, colour: ink, capitals: true },
  running: { font: label, size: 8.5, leading: 12, colour: '#6a655d' },
  claim: { font: strong, size: 9.5, leading: 14, colour: ink },
} satisfies Record<string, TextLook>

/** A guide that grows downwards, page after page. */
export type Guide = {
  /** The dark first page. */
  cover: (words: { title: string; lead: string; notes: readonly string[] }, drawing: GuideDrawing) => void
  /** A chapter. `number` stands beside its heading; it stays on one page if it can, unless it may be torn. */
  chapter: (title: string, blocks: readonly Block[], how?: { number?: number; torn?: boolean }) => void
}

/** A piece of a chapter. */
export type Block =
  | { kind: 'text' | 'note'; text: string }
  | { kind: 'terms'; terms: readonly { term: string; text: string }[] }
  | { kind: 'points'; points: readonly string[] }
  | { kind: 'figure'; drawing: GuideDrawing; width?: number }
  | { kind: 'source'; text: string; note: string; url?: string }

/** Writes a guide into a document. */
export function writeGuide(document: TaggedDocument, running: string): Guide {
  let at = 0
  let page = 0

  function turnPage() {
    document.addPage(sheetSize)
    page += 1
    at = top
    if (page === 1) return
    const line = `${rgb('#cfcac2')} RG 0.6 w ${left} ${sheetHeight - 58} m ${sheetWidth - 60} ${sheetHeight - 58} l S`
    document.decorate(line)
    for (const [words, x] of [
      ['PACº', left],
      [running.toUpperCase(), left + 40],
      [String(page), sheetWidth - 66 - 4 * String(page).length],
    ] as const)
      document.decorate(textOperators(document, [words], looks.running, { x, top: sheetHeight - 38 }))
  }

  function set(
    tag: Element['tag'],
    parent: Element,
    words: string,
    look: TextLook,
    x: number,
    width: number,
  ) {
    const element = document.addElement(tag, parent)
    at = setText(document, element, words, look, { x, top: at, width })
    return element
  }

  function writeBlock(section: Element, block: Block) {
    switch (block.kind) {
      case 'text':
      case 'note':
        set('P', section, block.text, block.kind === 'text' ? looks.body : looks.note, left, measure)
        break
      case 'terms':
      case 'points':
        writeList(section, block)
        break
      case 'figure':
        writeFigure(section, block)
        break
      case 'source':
        writeSource(section, block)
    }
    at -= gaps[block.kind]
  }

  function writeList(section: Element, block: Extract<Block, { kind: 'terms' | 'points' }>) {
    const list = document.addElement('L', section)
    const items =
      block.kind === 'terms' ? block.terms : block.points.map((point) => ({ term: '–', text: point }))
    const indent = block.kind === 'terms' ? 46 : 16
    for (const { term, text: words } of items) {
      const item = document.addElement('LI', list)
      const marker = document.addElement('Lbl', item)
      setText(document, marker, term, looks.term, { x: left, top: at, width: indent })
      set('LBody', item, words, looks.body, left + indent, measure - indent)
      at -= 3
    }
  }

  function writeFigure(section: Element, { drawing, width = measure }: Extract<Block, { kind: 'figure' }>) {
    const figure = document.addElement('Figure', section, drawing.alt)
    document.mark(figure, drawing.draw(document, { x: left, top: at - 6, width }))
    at -= drawing.height(width) + 6
  }

  function writeSource(section: Element, { text: words, note, url }: Extract<Block, { kind: 'source' }>) {
    set('P', section, words, looks.claim, left, measure)
    const from = at
    const paragraph = document.addElement('P', section)
    const home = url ? document.addElement('Link', paragraph) : paragraph
    at = setText(document, home, note, looks.note, { x: left, top: at, width: measure })
    if (url) document.addLink(home, [left, at, left + measure, from], url)
  }

  return {
    cover({ title, lead, notes }, drawing) {
      turnPage()
      document.decorate(`${rgb(papers.night.ground)} rg 0 0 ${sheetWidth} ${sheetHeight} re f`)
      document.decorate(
        textOperators(document, ['PACº'], { ...looks.title, size: 26, leading: 30 }, { x: 54, top: 744 }),
      )
      at = 640
      const heading = set('H1', document.root, title, looks.title, 52, 500)
      document.bookmark(title, heading, sheetHeight)
      at -= 18
      set('P', document.root, lead, looks.cover, 54, 380)
      const figure = document.addElement('Figure', document.root, drawing.alt)
      document.mark(figure, drawing.draw(document, { x: 40, top: 372, width: 532 }))
      at = 54 + notes.reduce((sum, note) => sum + heightOf(note, looks.coverNote, 500), 0)
      for (const note of notes) set('P', document.root, note, looks.coverNote, 54, 500)
      at = 0
    },
    chapter(title, blocks, { number, torn = false } = {}) {
      const head = heightOf(title, looks.heading, measure) + 40
      const height = blocks
        .slice(0, torn ? 2 : undefined)
        .reduce((sum, block) => sum + blockHeight(block), head)
      if (at - Math.min(height, top - bottom) < bottom) turnPage()
      else if (at < top) at -= 30
      const section = document.addElement('Sect', document.root)
      if (number !== undefined)
        document.decorate(textOperators(document, [String(number)], looks.number, { x: 60, top: at + 3 }))
      const words = number === undefined ? title : `${number}. ${title}`
      document.bookmark(words, set('H2', section, title, looks.heading, left, measure), at + 60)
      at -= 10
      for (const block of blocks) {
        if (at - blockHeight(block) < bottom) turnPage()
        writeBlock(section, block)
      }
    },
  }
}

const gaps = { text: 8, note: 8, terms: 8, points: 8, figure: 10, source: 10 } satisfies Record<
  Block['kind'],
  number
>

function blockHeight(block: Block): number {
  const gap = gaps[block.kind]
  if (block.kind === 'figure') return block.drawing.height(block.width ?? measure) + 6 + gap
  if (block.kind === 'source')
    return heightOf(block.text, looks.claim, measure) + heightOf(block.note, looks.note, measure) + gap
  if (block.kind === 'terms' || block.kind === 'points') {
    const texts = block.kind === 'terms' ? block.terms.map((item) => item.text) : block.points
    const width = measure - (block.kind === 'terms' ? 46 : 16)
    return texts.reduce((sum, words) => sum + heightOf(words, looks.body, width) + 3, gap)
  }
  const look = block.kind === 'text' ? looks.body : looks.note
  return breakLines(block.text, look, measure).length * look.leading + gap
}
