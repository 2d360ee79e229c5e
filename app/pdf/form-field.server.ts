import { type Box, type Element, type PdfDocument, setFont } from './document.server.ts'
import { shopFonts } from './fonts.server.ts'

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
