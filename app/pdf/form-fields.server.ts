import { type PDFContext, PDFDict, PDFHexString, PDFName, type PDFRef, PDFString } from '@cantoo/pdf-lib'
import { encodeLine, type FontFile, widthOf } from './embedded-font.server.ts'
import { rgb } from './strokes.server.ts'

type AnyField = {
  /** Unique in the document; programs that read the form know the field by it. */
  name: string
  /** What a reader's program says of it. */
  label: string
  /** Left, bottom, right, top on the page, in points. */
  box: readonly [number, number, number, number]
}

/** A field of a form (ISO 32000-1, 12.7): a line of text, or a box to be ticked. Both stay editable. */
export type FormField =
  | (AnyField & { kind: 'text'; value: string; font: FontFile; maxLetters?: number })
  | (AnyField & { kind: 'check'; isTicked: boolean })

const ink = '#191714'
const ground = '#f4f1ea'
const edge = '#8a6a2f'
const [largest, smallest, padding] = [10.5, 6, 3]

/** Where a field stands: its page, its number in the structure, and the font that its text is set in. */
type Home = { page: PDFRef; structParent: number; font: PDFRef | undefined }

/** Writes a field with the picture of what is in it now. Once somebody types, the reader's program draws it anew. */
export function writeWidget(context: PDFContext, field: FormField, home: Home): PDFRef {
  const common = {
    Type: 'Annot',
    Subtype: 'Widget',
    Rect: [...field.box],
    F: 4,
    P: home.page,
    T: PDFHexString.fromText(field.name),
    TU: PDFHexString.fromText(field.label),
    StructParent: home.structParent,
  }
  if (field.kind === 'check') {
    const state = PDFName.of(field.isTicked ? 'Yes' : 'Off')
    return context.register(
      context.obj({
        ...common,
        FT: 'Btn',
        V: state,
        AS: state,
        DA: PDFString.of('/ZaDb 0 Tf 0 g'),
        MK: {
          CA: PDFString.of('4'),
          BC: colourOf(edge),
          BG: colourOf(ground),
        },
        AP: {
          N: {
            Yes: picture(context, field, tick(field.box)),
            Off: picture(context, field, ''),
          },
        },
      }),
    )
  }
  const { value, font, maxLetters } = field
  return context.register(
    context.obj({
      ...common,
      FT: 'Tx',
      V: PDFHexString.fromText(value),
      DA: PDFString.of('/Helv 0 Tf 0.098 0.09 0.078 rg'),
      ...(maxLetters !== undefined && { MaxLen: maxLetters }),
      MK: { BG: colourOf(ground) },
      ...(canSet(font, value) && {
        AP: { N: picture(context, field, line(value, font, field.box), home.font) },
      }),
    }),
  )
}

/**
 * The form as a whole. What is typed later is set in a standard font that every reader has. Readers are told to draw the
 * fields themselves only where one carries no picture: some would ask whether to save what they redrew.
 */
export function writeForm(context: PDFContext, fields: readonly PDFRef[]): PDFRef {
  const isBare = fields.some((field) => !context.lookup(field, PDFDict).has(PDFName.of('AP')))
  const standard = (BaseFont: string, encoding: object) =>
    context.register(context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont, ...encoding }))
  return context.register(
    context.obj({
      Fields: [...fields],
      ...(isBare && { NeedAppearances: true }),
      DA: PDFString.of('/Helv 0 Tf 0 g'),
      DR: {
        Font: {
          Helv: standard('Helvetica', { Encoding: 'WinAnsiEncoding' }),
          ZaDb: standard('ZapfDingbats', {}),
        },
      },
    }),
  )
}

function picture(context: PDFContext, { box, kind }: FormField, operators: string, font?: PDFRef): PDFRef {
  const [left, bottom, right, top] = box
  const [width, height] = [right - left, top - bottom]
  const edges = kind === 'check' ? `0.3 0.3 ${width - 0.6} ${height - 0.6} re S` : `0 0.3 m ${width} 0.3 l S`
  const frame = `q ${rgb(ground)} rg 0 0 ${width} ${height} re f ${rgb(edge)} RG 0.6 w ${edges} Q`
  return context.register(
    context.flateStream(`${frame}\n${operators}`, {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, width, height],
      Resources: font ? { Font: { Text: font } } : {},
    }),
  )
}

/** The text on one line, as large as it fits. */
function line(value: string, font: FontFile, [left, bottom, right, top]: FormField['box']): string {
  if (value === '') return '/Tx BMC\nEMC'
  const room = right - left - 2 * padding
  const size = Math.max(smallest, Math.min(largest, (room / widthOf(font, value, 1)) * 0.999))
  const baseline = (top - bottom - (font.capHeight * size) / 1000) / 2
  return [
    '/Tx BMC q',
    `${padding} 0 ${room.toFixed(2)} ${(top - bottom).toFixed(2)} re W n`,
    `BT /Text ${size.toFixed(2)} Tf ${rgb(ink)} rg ${padding} ${baseline.toFixed(2)} Td ${encodeLine(font, value)} Tj ET`,
    'Q EMC',
  ].join('\n')
}

function canSet({ glyphs }: FontFile, value: string): boolean {
  return Array.from(value).every((letter) => glyphs.has(letter.codePointAt(0) ?? 0))
}

function tick([left, bottom, right, top]: FormField['box']): string {
  const at = (x: number, y: number) => `${((right - left) * x).toFixed(2)} ${((top - bottom) * y).toFixed(2)}`
  return `q ${rgb(ink)} RG 1.4 w 1 J 1 j ${at(0.22, 0.52)} m ${at(0.42, 0.28)} l ${at(0.8, 0.76)} l S Q`
}

function colourOf(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
}
