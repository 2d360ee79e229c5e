// Parses a page's content stream, operator by operator (ISO 32000-1, 7.8.2).
import { decodePDFRawStream, PDFArray, PDFDict, PDFName, PDFRawStream } from '@cantoo/pdf-lib'

/** An operator with its operands as written. Array and dictionary brackets are operands of their own. */
export type Operation = { operator: string; operands: string[] }

const token =
  /%[^\n\r]*|<<|>>|<[\dA-Fa-f\s]*>|\((?:\\[\s\S]|[^\\()]|\((?:\\[\s\S]|[^\\()])*\))*\)|[[\]]|\/[^\s/<>()[\]%]*|[+-]?(?:\d+\.?\d*|\.\d+)|[A-Za-z'"][A-Za-z\d*]*/g
const isOperand = /^(?:[<>([\]/\d.+-]|true$|false$|null$)/

/** The content of a dictionary's stream or streams. */
export function operationsOf(dict: PDFDict, key: string): Operation[] {
  const operations: Operation[] = []
  let operands: string[] = []
  for (const [word] of streamText(dict, key).matchAll(token)) {
    if (word.startsWith('%')) continue
    if (isOperand.test(word)) operands.push(word)
    else {
      operations.push({ operator: word, operands })
      operands = []
    }
  }
  return operations
}

/** A stream, or several as one, decompressed. */
function streamText(dict: PDFDict, key: string): string {
  const value = dict.lookup(PDFName.of(key))
  const streams = value instanceof PDFArray ? value.asArray().map((_, at) => value.lookup(at)) : [value]
  const texts = streams.map((stream) => {
    if (!(stream instanceof PDFRawStream)) throw new Error(`${key} is no stream`)
    return Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1')
  })
  return texts.join('\n')
}

/** The placeholder for a glyph without a mapping. */
export const unreadable = '\uFFFD'

const noLetters: ReadonlyMap<string, string> = new Map()

/** The text that operations show, one line per marked part. `resources` has their fonts. */
export function wordsOf(operations: readonly Operation[], resources: PDFDict): string {
  const fonts = resources.lookupMaybe(PDFName.of('Font'), PDFDict)
  const tables = new Map(
    fonts?.keys().map((name) => [name.decodeText(), lettersOf(fonts.lookupMaybe(name, PDFDict))]),
  )
  let letters = noLetters
  let words = ''
  for (const { operator, operands } of operations) {
    if (operator === 'EMC') words += '\n'
    if (operator === 'Tf') letters = tables.get(operands[0]?.slice(1) ?? '') ?? noLetters
    if (showsText.has(operator)) words += shown(operands, letters)
  }
  return words
}

const showsText = new Set(['Tj', 'TJ', "'", '"'])

/** Our fonts use two bytes per glyph. Numbers between them only move the position. */
function shown(operands: readonly string[], letters: ReadonlyMap<string, string>): string {
  const strings = operands.map((operand) => {
    if (operand.startsWith('(')) return unreadable
    if (!operand.startsWith('<')) return ''
    const codes = operand.replaceAll(/[<>\s]/g, '').match(/.{4}/g) ?? []
    return codes.map((code) => letters.get(code.toUpperCase()) ?? unreadable).join('')
  })
  return strings.join('')
}

/** The text of each glyph of a font (ISO 32000-1, 9.10.3), without unmapped glyphs. */
function lettersOf(font: PDFDict | undefined): Map<string, string> {
  if (!font?.has(PDFName.of('ToUnicode'))) return new Map()
  const letters = new Map<string, string>()
  const add = (code: number, hex: string) => {
    const bytes = Buffer.from(hex.replaceAll(/[<>\s]/g, ''), 'hex')
    const text = bytes.swap16().toString('utf16le')
    if (code !== 0 && !/^\0*$/.test(text)) letters.set(code.toString(16).padStart(4, '0').toUpperCase(), text)
  }
  const table = streamText(font, 'ToUnicode')
  for (const [, block = ''] of table.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, code = '', text = ''] of block.matchAll(/<([\dA-Fa-f]+)>\s*(<[^>]*>)/g))
      add(Number.parseInt(code, 16), text)
  for (const [, block = ''] of table.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, first = '', , list = ''] of block.matchAll(/<([^>]+)>\s*<([^>]+)>\s*\[([^\]]*)\]/g))
      (list.match(/<[^>]*>/g) ?? []).forEach((text, at) => add(Number.parseInt(first, 16) + at, text))
  return letters
}
