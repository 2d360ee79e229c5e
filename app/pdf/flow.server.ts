import { encodeLine, type FontFile, widthOf } from './embedded-font.server.ts'
import { rgb } from './strokes.server.ts'
import type { Element, TaggedDocument } from './tagged-document.server.ts'

/** How a text is set. Lengths in points, the colour as sRGB hex. */
export type TextLook = {
  font: FontFile
  size: number
  leading: number
  colour: string
  /** Sets capitals, and tells readers' programs the text as it is written. */
  capitals?: true
}

/** Where a text stands: left edge, first baseline's line box top, and how wide it may be. */
export type TextPlace = { x: number; top: number; width: number }

/** Breaks a text into lines that fit. A word wider than a line (an address, mostly) is broken where the line ends. */
export function breakLines(text: string, { font, size }: TextLook, width: number): string[] {
  const lines: string[] = []
  let line = ''
  const fits = (words: string) => widthOf(font, words, size) <= width
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line ? `${line} ${word}` : word
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line) lines.push(line)
    line = ''
    for (const letter of word) {
      if (line && !fits(line + letter)) {
        lines.push(line)
        line = ''
      }
      line += letter
    }
  }
  return line ? [...lines, line] : lines
}

/** How high a text will be, in points. */
export function heightOf(text: string, look: TextLook, width: number): number {
  return breakLines(look.capitals ? text.toUpperCase() : text, look, width).length * look.leading
}

/** Sets a text as part of an element and returns where the next one may begin. */
export function setText(
  document: TaggedDocument,
  element: Element,
  text: string,
  look: TextLook,
  place: TextPlace,
): number {
  const lines = breakLines(look.capitals ? text.toUpperCase() : text, look, place.width)
  if (look.capitals) element.actual = text
  document.mark(element, textOperators(document, lines, look, place))
  return place.top - lines.length * look.leading
}

/** The operators that set lines one below the other. Between two lines stands a blank, so that words do not grow together. */
export function textOperators(
  document: TaggedDocument,
  lines: readonly string[],
  { font, size, leading, colour }: TextLook,
  { x, top }: Pick<TextPlace, 'x' | 'top'>,
): string {
  const baseline = top - (leading + (font.capHeight * size) / 1000) / 2
  const set = lines.map((line, at) =>
    [
      `1 0 0 1 ${x.toFixed(2)} ${(baseline - at * leading).toFixed(2)} Tm`,
      `${encodeLine(font, at < lines.length - 1 ? `${line} ` : line)} Tj`,
    ].join(' '),
  )
  return `BT /${document.font(font)} ${size} Tf ${rgb(colour)} rg\n${set.join('\n')}\nET`
}
