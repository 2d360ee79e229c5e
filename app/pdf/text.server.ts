import {
  addElement,
  addLink,
  type Box,
  type Element,
  type ElementOptions,
  type PdfDocument,
  type Tag,
  setFont,
  writeElement,
} from './document.server.ts'
import { type FontName, shopFonts } from './fonts.server.ts'

/** Lengths are points, the color is sRGB hex. */
export type TextStyle = {
  font: FontName
  size: number
  leading: number
  color: string
  capitals?: true
}

export type TextBox = { x: number; y: number; width: number }

/** In points. */
export function heightOf(document: PdfDocument, text: string, textStyle: TextStyle, width: number): number {
  const pdf = setFont(document, textStyle.font, textStyle.size)
  return pdf.heightOfString(asSet(text, textStyle), { width, lineGap: lineGap(document, textStyle) })
}

/** In points. */
export function widthOf(document: PdfDocument, text: string, textStyle: TextStyle): number {
  return setFont(document, textStyle.font, textStyle.size).widthOfString(asSet(text, textStyle))
}

/** Returns the `y` below. Never adds a page. */
export function drawText(document: PdfDocument, text: string, textStyle: TextStyle, box: TextBox): number {
  const { font, size, leading, color } = textStyle
  const { x, y, width } = box
  const { capHeight, unitsPerEm } = shopFonts[font]
  const baseline = y + (leading + (capHeight / unitsPerEm) * size) / 2
  const pdf = setFont(document, font, size).fillColor(color)
  pdf.text(asSet(text, textStyle), x, baseline, {
    width,
    height: Infinity,
    baseline: 'alphabetic',
    lineGap: lineGap(document, textStyle),
  })
  return y + pdf.y - baseline
}

export function writeText(
  document: PdfDocument,
  parent: Element,
  tag: Tag,
  text: string,
  textStyle: TextStyle,
  box: TextBox,
): number {
  let end = box.y
  const options: ElementOptions =
    textStyle.capitals || !isDrawnInFull(text, textStyle.font) ? { actual: text } : {}
  const write = () => {
    end = drawText(document, text, textStyle, box)
  }
  writeElement(document, parent, tag, write, options)
  return end
}

/** A paragraph that is an address and leads to it. */
export function writeLink(document: PdfDocument, url: string, textStyle: TextStyle, box: Box) {
  const paragraph = addElement(document, document.root, 'P')
  writeElement(document, paragraph, 'Link', (link) => {
    drawText(document, url, textStyle, box)
    addLink(document, link, box, url)
  })
}

export const undrawnNote = 'A question mark stands for a letter that this typeface does not have.'

export function isDrawnInFull(text: string, font: FontName): boolean {
  return Array.from(visible(text)).every((letter) => hasGlyph(font, letter))
}

function asSet(text: string, { capitals, font }: TextStyle): string {
  if (/^[ -~\n]*$/.test(text)) return capitals ? text.toUpperCase() : text
  const set = visible(capitals ? text.toUpperCase() : text)
  return Array.from(set, (letter) => (hasGlyph(font, letter) ? letter : inPlaceOf(letter, font))).join('')
}

/** A text without controls, which would be empty boxes, turn its direction, or hide letters. */
function visible(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\t\r\u2028\u2029]/g, ' ')
    .replaceAll(/(?![\n\u00AD])[\p{Cc}\p{Cf}\p{Variation_Selector}]/gu, '')
}

function hasGlyph(font: FontName, letter: string): boolean {
  return letter === '\n' || shopFonts[font].hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)
}

function inPlaceOf(letter: string, font: FontName): string {
  const base = letter.normalize('NFD').replaceAll(/\p{M}/gu, '')
  return Array.from(base).every((part) => hasGlyph(font, part)) ? base : '?'
}

function lineGap({ pdf }: PdfDocument, { leading }: TextStyle): number {
  return leading - pdf.currentLineHeight(true)
}
