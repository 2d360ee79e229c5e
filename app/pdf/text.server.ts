import {
  type Element,
  type ElementOptions,
  type PdfDocument,
  type Tag,
  setFont,
  writeElement,
} from './document.server.ts'
import { type HouseFont, houseFonts } from './house-fonts.server.ts'

/** How a text is set. Lengths in points, the color as sRGB hex. */
export type TextLook = {
  font: HouseFont
  size: number
  leading: number
  color: string
  /** Sets capitals, and tells readers' programs the text as it is written. */
  capitals?: true
}

/** Where a text begins (the top of its first line) and how wide it may be. */
export type TextPlace = { x: number; y: number; width: number }

/** The height of a text in points. */
export function heightOf(document: PdfDocument, text: string, look: TextLook, width: number): number {
  const pdf = setFont(document, look.font, look.size)
  return pdf.heightOfString(asSet(text, look), { width, lineGap: lineGap(document, look) })
}

/** The width of a line in points. */
export function widthOf(document: PdfDocument, text: string, look: TextLook): number {
  return setFont(document, look.font, look.size).widthOfString(asSet(text, look))
}

/** Draws a text on the current page and returns where the next one may begin. It never turns the page. */
export function drawText(document: PdfDocument, text: string, look: TextLook, place: TextPlace): number {
  const { font, size, leading, color } = look
  const { x, y, width } = place
  const { capHeight, unitsPerEm } = houseFonts[font]
  const baseline = y + (leading + (capHeight / unitsPerEm) * size) / 2
  const pdf = setFont(document, font, size).fillColor(color)
  pdf.text(asSet(text, look), x, baseline, {
    width,
    height: Infinity,
    baseline: 'alphabetic',
    lineGap: lineGap(document, look),
  })
  return y + pdf.y - baseline
}

/** Draws a text as an element of its own and returns where the next one may begin. */
export function writeText(
  document: PdfDocument,
  parent: Element,
  tag: Tag,
  text: string,
  look: TextLook,
  place: TextPlace,
): number {
  let end = place.y
  const options: ElementOptions = look.capitals ? { actual: text } : {}
  const write = () => {
    end = drawText(document, text, look, place)
  }
  writeElement(document, parent, tag, write, options)
  return end
}

function asSet(text: string, { capitals }: TextLook): string {
  return capitals ? text.toUpperCase() : text
}

/** What the library adds between two lines, so that they stand one leading apart. */
function lineGap({ pdf }: PdfDocument, { leading }: TextLook): number {
  return leading - pdf.currentLineHeight(true)
}
