import { heightOf, setText, type TextLook, textOperators } from './flow.server.ts'
import { houseFonts } from './house-fonts.server.ts'
import { rgb } from './strokes.server.ts'
import type { Element, TaggedDocument } from './tagged-document.server.ts'

/** US Letter, in points. */
const [sheetWidth, sheetHeight] = [612, 792]
const [left, right] = [72, sheetWidth - 72]
const measure = right - left
const top = sheetHeight - 80
const bottom = 78

const ink = '#191714'
const accent = '#8a6a2f'
const { text, strong, display, label } = houseFonts
const looks = {
  mark: { font: label, size: 13, leading: 18, colour: '#d9a441' },
  title: { font: display, size: 38, leading: 44, colour: '#f4f1ea', capitals: true },
  lead: { font: text, size: 12, leading: 18, colour: '#cbc7c0' },
  heading: { font: display, size: 17, leading: 23, colour: ink, capitals: true },
  body: { font: text, size: 10.5, leading: 15.5, colour: '#2c2925' },
  strong: { font: strong, size: 10.5, leading: 15.5, colour: ink },
  note: { font: text, size: 8.5, leading: 12.5, colour: '#6a655d' },
  aside: { font: text, size: 9.5, leading: 14, colour: accent },
  term: { font: label, size: 9.5, leading: 15.5, colour: ink, capitals: true },
  label: { font: text, size: 8.5, leading: 12, colour: '#6a655d' },
  running: { font: label, size: 8.5, leading: 12, colour: '#6a655d' },
} satisfies Record<string, TextLook>

/** A field on a paper: how wide, as a share of the line it stands on. */
type PaperField = { name: string; label: string; value: string; share: number; mostLetters?: number }

/** A drawing on a paper: what it shows in words, how high it is at a width, and its operators at a place. */
export type PaperFigure = {
  alt: string
  height: (width: number) => number
  draw: (place: { x: number; top: number; width: number }) => string
}

/** A piece of a paper. `aside` is a line in the accent, `rules` are lines to write on. */
export type PaperBlock =
  | { kind: 'text' | 'strong' | 'note' | 'aside'; text: string }
  | { kind: 'terms'; terms: readonly { term: string; text: string }[] }
  | { kind: 'numbered'; texts: readonly string[]; chapter: number }
  | { kind: 'boxes'; boxes: readonly { name: string; title: string; text: string; isTicked?: boolean }[] }
  | { kind: 'fields'; fields: readonly PaperField[] }
  | { kind: 'rules'; labels: readonly string[] }
  | { kind: 'figure'; figure: PaperFigure }

/** A plain paper in the shop's look, meant to be printed: a dark head, chapters, and what stands at the foot of every page. */
export type Paper = {
  head: (words: { title: string; lead: string }) => void
  chapter: (title: string, blocks: readonly PaperBlock[], how?: { newPage?: true }) => void
}

/** Begins a paper. `foot` stands on every page, beside its number. */
export function openPaper(document: TaggedDocument, foot: string): Paper {
  let at = 0
  let page = 0

  function turnPage() {
    document.addPage([sheetWidth, sheetHeight])
    page += 1
    at = top
    const place = { x: left, top: 56 }
    document.decorate(`${rgb('#cfcac2')} RG 0.6 w ${left} 62 m ${right} 62 l S`)
    const lines = [foot, `PACº   ${page}`]
    lines.forEach((words, row) => {
      const look = row === 0 ? looks.note : looks.running
      document.decorate(textOperators(document, [words], look, { ...place, top: place.top - 12 * row }))
    })
  }

  function set(tag: Element['tag'], parent: Element, words: string, look: TextLook, x = left, room = 0) {
    const element = document.addElement(tag, parent)
    at = setText(document, element, words, look, { x, top: at, width: right - x - room })
    return element
  }

  /** Makes room for something that is to stay together. */
  function keep(height: number) {
    if (at - height < bottom) turnPage()
  }

  function writeList(
    section: Element,
    items: readonly { mark: string; text: string; look?: TextLook }[],
    indent: number,
  ) {
    const list = document.addElement('L', section)
    for (const { mark, text: words, look = looks.term } of items) {
      keep(Math.min(heightOf(words, looks.body, measure - indent), top - bottom))
      const item = document.addElement('LI', list)
      setText(document, document.addElement('Lbl', item), mark, look, { x: left, top: at, width: indent })
      set('LBody', item, words, looks.body, left + indent)
      at -= 4
    }
  }

  function writeBoxes(section: Element, { boxes }: Extract<PaperBlock, { kind: 'boxes' }>) {
    const indent = 24
    for (const { name, title, text: words, isTicked = false } of boxes) {
      keep(heightOf(title, looks.strong, measure) + heightOf(words, looks.body, measure - indent) + 8)
      const field = document.addElement('Form', section)
      const box = [left, at - 14, left + 13, at - 1] as const
      document.addField(field, { kind: 'check', name, label: title, box, isTicked })
      set('P', section, title, looks.strong, left + indent)
      if (words) set('P', section, words, looks.body, left + indent)
      at -= 8
    }
  }

  function writeFields(section: Element, { fields }: Extract<PaperBlock, { kind: 'fields' }>) {
    const [gap, height] = [10, 19]
    let x = left
    keep(height + 22)
    for (const { name, label: words, value, share, mostLetters } of fields) {
      const width = (measure + gap) * share - gap
      if (x + width > right + 1) {
        x = left
        at -= height + 20
        keep(height + 22)
      }
      const above = document.addElement('P', section)
      const under = setText(document, above, words, looks.label, { x, top: at, width })
      const box = [x, under - 1 - height, x + width, under - 1] as const
      const field = document.addElement('Form', section)
      document.addField(field, {
        kind: 'text',
        name,
        label: words,
        value,
        font: text,
        box,
        ...(mostLetters !== undefined && { mostLetters }),
      })
      x += width + gap
    }
    at -= height + 20
  }

  function writeRules(section: Element, { labels }: Extract<PaperBlock, { kind: 'rules' }>) {
    const [gap, width] = [16, (measure - 16) / 2]
    labels.forEach((words, place) => {
      const x = left + (place % 2) * (width + gap)
      if (place % 2 === 0) {
        keep(46)
        at -= 30
      }
      document.decorate(`${rgb(ink)} RG 0.6 w ${x} ${at.toFixed(1)} m ${x + width} ${at.toFixed(1)} l S`)
      const element = document.addElement('P', section)
      setText(document, element, words, looks.label, { x, top: at - 2, width })
      if (place % 2 === 1 || place === labels.length - 1) at -= 16
    })
  }

  function writeFigure(section: Element, { figure }: Extract<PaperBlock, { kind: 'figure' }>) {
    const height = figure.height(measure)
    keep(height + 8)
    const element = document.addElement('Figure', section, figure.alt)
    document.mark(element, figure.draw({ x: left, top: at - 4, width: measure }))
    at -= height + 8
  }

  function writeBlock(section: Element, block: PaperBlock) {
    switch (block.kind) {
      case 'terms':
        writeList(
          section,
          block.terms.map(({ term, text: words }) => ({ mark: term, text: words })),
          58,
        )
        break
      case 'numbered':
        writeList(
          section,
          block.texts.map((words, n) => ({
            mark: `${block.chapter}.${n + 1}`,
            text: words,
            look: looks.strong,
          })),
          34,
        )
        break
      case 'boxes':
        writeBoxes(section, block)
        break
      case 'fields':
        writeFields(section, block)
        break
      case 'rules':
        writeRules(section, block)
        break
      case 'figure':
        writeFigure(section, block)
        break
      default: {
        const look = looks[block.kind === 'text' ? 'body' : block.kind]
        keep(Math.min(heightOf(block.text, look, measure), top - bottom))
        set('P', section, block.text, look)
      }
    }
    at -= 7
  }

  return {
    head({ title, lead }) {
      turnPage()
      const height = heightOf(title, looks.title, measure) + heightOf(lead, looks.lead, measure - 60) + 132
      document.decorate(
        `${rgb('#12100e')} rg 0 ${sheetHeight - height} ${sheetWidth} ${height} re f ${rgb('#d9a441')} rg ${left} ${sheetHeight - height} 46 2.4 re f`,
      )
      document.decorate(textOperators(document, ['PACº'], looks.mark, { x: left, top: sheetHeight - 40 }))
      at = sheetHeight - 70
      const heading = set('H1', document.root, title, looks.title)
      document.bookmark(title, heading, sheetHeight)
      at -= 8
      set('P', document.root, lead, looks.lead, left, 60)
      at = sheetHeight - height - 26
    },
    chapter(title, blocks, { newPage } = {}) {
      if (newPage && at < top) turnPage()
      keep(heightOf(title, looks.heading, measure) + 64)
      if (at < top) at -= 12
      const section = document.addElement('Sect', document.root)
      const from = at
      document.bookmark(title, set('H2', section, title, looks.heading), from + 30)
      at -= 6
      for (const block of blocks) writeBlock(section, block)
    },
  }
}
