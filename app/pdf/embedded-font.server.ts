import { type PDFContext, PDFHexString, PDFName, type PDFRef } from '@cantoo/pdf-lib'

/** A TrueType file as far as setting and embedding a line needs it. Lengths are in thousandths of the type size. */
export type FontFile = {
  /** PostScript name, for the document. */
  name: string
  bytes: Uint8Array
  ascent: number
  descent: number
  capHeight: number
  box: readonly [number, number, number, number]
  glyphs: ReadonlyMap<number, number>
  advances: readonly number[]
}

/** Reads a TrueType file given as a `data:` address, which is how the build hands files to the server. */
export function readFont(name: string, dataAddress: string): FontFile {
  const bytes = new Uint8Array(Buffer.from(dataAddress.slice(dataAddress.indexOf(',') + 1), 'base64'))
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const tables = tablesOf(view)
  const table = (tag: string) => {
    const at = tables.get(tag)
    if (at === undefined) throw new TypeError(`${name} has no ${tag} table`)
    return at
  }
  const head = table('head')
  const scale = 1000 / view.getUint16(head + 18)
  const at = (offset: number) => Math.round(view.getInt16(offset) * scale)
  const hhea = table('hhea')
  const widths = view.getUint16(hhea + 34)
  const advances = Array.from({ length: view.getUint16(table('maxp') + 4) }, (_, glyph) =>
    Math.round(view.getUint16(table('hmtx') + 4 * Math.min(glyph, widths - 1)) * scale),
  )
  return {
    name,
    bytes,
    advances,
    ascent: at(hhea + 4),
    descent: at(hhea + 6),
    capHeight: at(table('OS/2') + 88),
    box: [at(head + 36), at(head + 38), at(head + 40), at(head + 42)],
    glyphs: readGlyphs(view, table('cmap')),
  }
}

/** The width of a line in points. A character the font has not is as wide as the mark for a missing one. */
export function widthOf({ glyphs, advances }: FontFile, text: string, size: number): number {
  let width = 0
  for (const letter of text) width += advances[glyphs.get(letter.codePointAt(0) ?? 0) ?? 0] ?? 0
  return (width * size) / 1000
}

/** A line as the operand of `Tj`: its glyphs, two bytes each. */
export function encodeLine({ glyphs }: FontFile, text: string): string {
  const codes = Array.from(text, (letter) => hex4(glyphs.get(letter.codePointAt(0) ?? 0) ?? 0))
  return `<${codes.join('')}>`
}

/** Puts the font into a document: the whole file, its widths, and which character each glyph stands for. */
export function embedFont(context: PDFContext, font: FontFile): PDFRef {
  const { name, bytes, ascent, descent, capHeight, box, advances } = font
  const file = context.register(context.flateStream(bytes, { Length1: bytes.byteLength }))
  const descriptor = context.register(
    context.obj({
      Type: 'FontDescriptor',
      FontName: name,
      Flags: 32,
      ItalicAngle: 0,
      StemV: 80,
      Ascent: ascent,
      Descent: descent,
      CapHeight: capHeight,
      FontBBox: [...box],
      FontFile2: file,
    }),
  )
  const descendant = context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: name,
      CIDToGIDMap: 'Identity',
      CIDSystemInfo: {
        Registry: PDFHexString.of(hexText('Adobe')),
        Ordering: PDFHexString.of(hexText('Identity')),
        Supplement: 0,
      },
      FontDescriptor: descriptor,
      W: [0, [...advances]],
    }),
  )
  const unicode = context.register(context.flateStream(toUnicode(font)))
  return context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: name,
      Encoding: PDFName.of('Identity-H'),
      DescendantFonts: [descendant],
      ToUnicode: unicode,
    }),
  )
}

function tablesOf(view: DataView): Map<string, number> {
  const count = view.getUint16(4)
  return new Map(
    Array.from({ length: count }, (_, at) => {
      const entry = 12 + at * 16
      const tag = String.fromCharCode(...[0, 1, 2, 3].map((byte) => view.getUint8(entry + byte)))
      return [tag, view.getUint32(entry + 8)] as const
    }),
  )
}

/** Characters to glyphs, from a format 4 table: the one every TrueType font of the basic plane has. */
function readGlyphs(view: DataView, cmap: number): Map<number, number> {
  const glyphs = new Map<number, number>()
  const offsets = Array.from({ length: view.getUint16(cmap + 2) }, (_, at) =>
    view.getUint32(cmap + 8 + at * 8),
  )
  const table = offsets.map((offset) => cmap + offset).find((start) => view.getUint16(start) === 4)
  if (table === undefined) throw new TypeError('The font has no format 4 character map')
  const twice = view.getUint16(table + 6)
  for (let segment = 0; segment < twice; segment += 2) {
    const end = view.getUint16(table + 14 + segment)
    const start = view.getUint16(table + 16 + twice + segment)
    const delta = view.getUint16(table + 16 + 2 * twice + segment)
    const rangeAt = table + 16 + 3 * twice + segment
    const range = view.getUint16(rangeAt)
    for (let code = start; code <= end && code !== 0xff_ff; code += 1) {
      const listed = range === 0 ? code : view.getUint16(rangeAt + range + 2 * (code - start))
      const glyph = range !== 0 && listed === 0 ? 0 : (listed + delta) % 65_536
      if (glyph) glyphs.set(code, glyph)
    }
  }
  return glyphs
}

/** The table by which readers turn glyphs back into text. Where two characters share a glyph, the first one counts. */
function toUnicode({ glyphs }: FontFile): string {
  const byGlyph = new Map<number, number>()
  for (const [code, glyph] of glyphs) if (!byGlyph.has(glyph)) byGlyph.set(glyph, code)
  const lines = [...byGlyph].map(([glyph, code]) => `<${hex4(glyph)}> <${hex4(code)}>`)
  const blocks = Array.from({ length: Math.ceil(lines.length / 100) }, (_, at) => {
    const block = lines.slice(at * 100, at * 100 + 100)
    return `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`
  })
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    '1 begincodespacerange <0000> <FFFF> endcodespacerange',
    ...blocks,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n')
}

function hex4(value: number): string {
  return value.toString(16).padStart(4, '0').toUpperCase()
}

function hexText(text: string): string {
  return Buffer.from(text, 'latin1').toString('hex')
}
