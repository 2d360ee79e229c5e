import {
  addElement,
  type Element,
  type PdfDocument,
  writeArtifact,
  type Box,
  setFont,
} from './document.server.ts'
import { type Drawing, drawingHeight, drawRule, writeFigure } from './drawing.server.ts'
import type { PageStyle } from './page-styles.server.ts'
import { heightOf, type TextStyle, writeText } from './text.server.ts'
import { shopFonts } from './fonts.server.ts'

export type TextField = { name: string; label: string; value: string; share: number; maxLength?: number }

export type Block =
  | { kind: 'text' | 'strong' | 'note' | 'aside'; text: string }
  | { kind: 'terms'; terms: readonly { term: string; text: string }[] }
  | { kind: 'numbered'; texts: readonly string[]; chapter: number }
  | { kind: 'boxes'; boxes: readonly { name: string; title: string; text: string; isChecked?: boolean }[] }
  | { kind: 'fields'; fields: readonly TextField[] }
  | { kind: 'rules'; labels: readonly string[] }
  | { kind: 'figure'; drawing: Drawing; width?: number }

/** An unbreakable part of a block: height and gap below it in points, and how to write it at `y`. */
export type Fragment = { height: number; gap?: number; write: (section: Element, y: number) => void }

type Of<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>

export function fragmentsOf(document: PdfDocument, style: PageStyle, block: Block): Fragment[] {
  const fragments = fragmentsWithoutGap(document, style, block)
  const last = fragments.at(-1)
  if (last) last.gap = (last.gap ?? 0) + style.blockGap
  return fragments
}

function fragmentsWithoutGap(document: PdfDocument, style: PageStyle, block: Block): Fragment[] {
  const { textStyles } = style
  switch (block.kind) {
    case 'terms': {
      const items = block.terms.map(({ term, text }) => ({ label: term, text }))
      return listFragments(document, style, items, { indent: style.termWidth, textStyle: textStyles.term })
    }
    case 'numbered': {
      const items = block.texts.map((text, at) => ({ label: `${block.chapter}.${at + 1}`, text }))
      return listFragments(document, style, items, { indent: 34, textStyle: textStyles.strong })
    }
    case 'boxes':
      return boxFragments(document, style, block)
    case 'fields':
      return fieldFragments(document, style, block)
    case 'rules':
      return ruleFragments(document, style, block)
    case 'figure':
      return [figureFragment(document, style, block)]
    default:
      return [textFragment(document, style, block)]
  }
}

function textFragment(
  document: PdfDocument,
  style: PageStyle,
  { kind, text }: Of<'text' | 'strong' | 'note' | 'aside'>,
) {
  const { textStyles, left: x, measure: width } = style
  const textStyle = textStyles[kind === 'text' ? 'body' : kind]
  return {
    height: heightOf(document, text, textStyle, width),
    write: (section: Element, y: number) =>
      void writeText(document, section, 'P', text, textStyle, { x, y, width }),
  }
}

function listFragments(
  document: PdfDocument,
  { textStyles, left, measure }: PageStyle,
  items: readonly { label: string; text: string }[],
  { indent, textStyle }: { indent: number; textStyle: TextStyle },
): Fragment[] {
  let list: Element | undefined
  const width = measure - indent
  return items.map(({ label, text }) => ({
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

function boxFragments(document: PdfDocument, style: PageStyle, { boxes }: Of<'boxes'>): Fragment[] {
  const { textStyles, left, measure } = style
  const [indent, side] = [24, 13]
  const width = measure - indent
  return boxes.map(({ name, title, text, isChecked = false }) => ({
    height:
      heightOf(document, title, textStyles.strong, width) + heightOf(document, text, textStyles.body, width),
    gap: 8,
    write(section, y) {
      const box = { x: left, y: y + 1, width: side, height: side }
      writeFormField(document, section, { kind: 'check', name, label: title, box, isChecked })
      const x = left + indent
      const end = writeText(document, section, 'P', title, textStyles.strong, { x, y, width })
      if (text) writeText(document, section, 'P', text, textStyles.body, { x, y: end, width })
    },
  }))
}

function fieldFragments(document: PdfDocument, style: PageStyle, { fields }: Of<'fields'>): Fragment[] {
  const { textStyles, left, measure } = style
  const [gap, height] = [10, 19]
  return linesOf(fields).map((row) => ({
    height: textStyles.label.leading + 1 + height,
    gap: 7,
    write(section, y) {
      let x = left
      for (const { name, label, value, share, maxLength } of row) {
        const width = (measure + gap) * share - gap
        const under = writeText(document, section, 'P', label, textStyles.label, { x, y, width })
        const box = { x, y: under + 1, width, height }
        const length = maxLength === undefined ? {} : { maxLength }
        writeFormField(document, section, { kind: 'text', name, label, value, box, ...length })
        x += width + gap
      }
    },
  }))
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

function ruleFragments(document: PdfDocument, style: PageStyle, { labels }: Of<'rules'>): Fragment[] {
  const { textStyles, left, measure, ink } = style
  const [gap, width] = [16, (measure - 16) / 2]
  return pairsOf(labels).map((row) => ({
    height: 46,
    write(section, y) {
      row.forEach((label, column) => {
        const x = left + column * (width + gap)
        writeArtifact(document, () => drawRule(document, { x, y: y + 30, width, color: ink }))
        writeText(document, section, 'P', label, textStyles.label, { x, y: y + 32, width })
      })
    },
  }))
}

function figureFragment(
  document: PdfDocument,
  style: PageStyle,
  { drawing, width = style.measure }: Of<'figure'>,
) {
  return {
    height: drawingHeight(drawing, width) + 8,
    write: (section: Element, y: number) =>
      writeFigure(document, section, drawing, { x: style.left, y: y + 5, width }),
  }
}

type AnyField = {
  /** Unique in the document; programs read the form by it. */
  name: string
  label: string
  box: Box
}

/** ISO 32000-1, 12.7. */
type FormField =
  | (AnyField & { kind: 'text'; value: string; maxLength?: number })
  | (AnyField & { kind: 'check'; isChecked: boolean })

type AcroForm = { Fields: unknown[]; NeedAppearances?: boolean | undefined }

type Internals = {
  _root: { data: { AcroForm?: { data: AcroForm } } }
  _font: {
    ref: () => PDFKit.PDFKitReference
    encode: (text: string) => [codes: string[], positions: unknown[]]
  }
}

const ink = '#191714'
const ground = '#f4f1ea'
const edge = '#8a6a2f'
const [maxSize, minSize, padding] = [10.5, 6, 3]

/** The library's fields are outside the structure tree and have no label, so they are written here. */
export function writeFormField(document: PdfDocument, parent: Element, field: FormField) {
  const { pdf } = document
  const { box, name, label } = field
  const form = formOf(document)
  const isCheck = field.kind === 'check'
  const appearance = isCheck ? checkAppearance(document, field) : textAppearance(document, field)
  if (!appearance) form.NeedAppearances = true
  const element = pdf.struct('Form')
  parent.add(element)
  const widget = {
    Subtype: 'Widget',
    F: 4, // print
    T: new String(name),
    TU: new String(label),
    ...valueOf(field),
    MK: { BG: components(ground), ...(isCheck && { BC: components(edge), CA: new String('4') }) },
    structParent: element,
    ...(isCheck && { AS: field.isChecked ? 'Yes' : 'Off' }),
    ...(appearance && { AP: { N: appearance } }),
  }
  pdf.annotate(box.x, box.y, box.width, box.height, widget as object)
  element.end() // now, because the library takes the current page for the widget's
  form.Fields.push((pdf.page.annotations as unknown[]).at(-1))
}

/** `NeedAppearances` is set only when a field lacks one, because some readers ask to save what they redrew. */
function formOf(document: PdfDocument): AcroForm {
  const { pdf } = document
  const known = acroFormOf(document)
  if (known) return known
  setFont(document, 'text', maxSize).initForm()
  const standard = (BaseFont: string, encoding: object) => {
    const ref = pdf.ref({ Type: 'Font', Subtype: 'Type1', BaseFont, ...encoding })
    ref.end(undefined)
    return ref
  }
  const Font = {
    Helv: standard('Helvetica', { Encoding: 'WinAnsiEncoding' }),
    ZaDb: standard('ZapfDingbats', {}),
  }
  return Object.assign(acroFormOf(document) ?? { Fields: [] }, {
    NeedAppearances: undefined,
    DA: new String('/Helv 0 Tf 0 g'),
    DR: { Font },
  })
}

function acroFormOf({ pdf }: PdfDocument): AcroForm | undefined {
  const { _root: catalog } = pdf as unknown as Internals
  return catalog.data.AcroForm?.data
}

function valueOf(field: FormField): object {
  if (field.kind === 'check')
    return { FT: 'Btn', V: field.isChecked ? 'Yes' : 'Off', DA: new String('/ZaDb 0 Tf 0 g') }
  const { value, maxLength } = field
  return {
    FT: 'Tx',
    V: new String(value),
    DA: new String('/Helv 0 Tf 0.098 0.09 0.078 rg'),
    ...(maxLength !== undefined && { MaxLen: maxLength }),
  }
}

function checkAppearance(document: PdfDocument, { box: { width, height } }: FormField) {
  const at = (x: number, y: number) => `${(width * x).toFixed(2)} ${(height * y).toFixed(2)}`
  const tick = `q ${rgb(ink)} RG 1.4 w 1 J 1 j ${at(0.22, 0.52)} m ${at(0.42, 0.28)} l ${at(0.8, 0.76)} l S Q`
  const frame = `${rgb(edge)} RG 0.6 w 0.3 0.3 ${width - 0.6} ${height - 0.6} re S`
  return {
    Yes: appearanceOf(document, { width, height }, `${frame} ${tick}`),
    Off: appearanceOf(document, { width, height }, frame),
  }
}

/** The value on one line, as large as it fits. `undefined` if our font lacks one of its characters. */
function textAppearance(
  document: PdfDocument,
  { value, box: { width, height } }: Extract<FormField, { kind: 'text' }>,
) {
  const { text } = shopFonts
  if (!Array.from(value).every((letter) => text.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))) return
  const frame = `${rgb(edge)} RG 0.6 w 0 0.3 m ${width} 0.3 l S`
  if (value === '') return appearanceOf(document, { width, height }, `${frame} /Tx BMC EMC`)
  const room = width - 2 * padding
  const natural = setFont(document, 'text', 1).widthOfString(value)
  const size = Math.max(minSize, Math.min(maxSize, (room / natural) * 0.999))
  const baseline = (height - (text.capHeight / text.unitsPerEm) * size) / 2
  const { _font: font } = document.pdf as unknown as Internals
  const [codes] = font.encode(value)
  const words = [
    `/Tx BMC q ${padding} 0 ${room.toFixed(2)} ${height.toFixed(2)} re W n BT /Text ${size.toFixed(2)} Tf`,
    `${rgb(ink)} rg ${padding} ${baseline.toFixed(2)} Td <${codes.join('')}> Tj ET Q EMC`,
  ]
  return appearanceOf(document, { width, height }, `${frame} ${words.join(' ')}`, { Text: font.ref() })
}

function appearanceOf(
  { pdf }: PdfDocument,
  { width, height }: { width: number; height: number },
  content: string,
  Font = {},
): PDFKit.PDFKitReference {
  const BBox = [0, 0, width, height]
  const ref = pdf.ref({ Type: 'XObject', Subtype: 'Form', BBox, Resources: { Font } })
  ref.end(`${rgb(ground)} rg 0 0 ${width} ${height} re f ${content}`)
  return ref
}

function components(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
}

function rgb(hex: string): string {
  return components(hex)
    .map((part) => part.toFixed(4))
    .join(' ')
}
