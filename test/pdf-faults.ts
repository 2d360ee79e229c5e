// Finds what keeps a reader's program from a document.
import {
  PDFArray,
  PDFBool,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
} from '@cantoo/pdf-lib'
import {
  dictAt,
  elementsOf,
  numberAt,
  pageText,
  streamText,
  type StructureElement,
  textAt,
  unreadable,
} from './pdf.ts'

/**
 * What in a document is against ISO 14289-1 (PDF/UA-1), of what a program can find and our documents could have: the
 * checkpoints of the Matterhorn Protocol on title, language, tags, headings, lists, figures, annotations and fonts. The
 * mark by which a document calls itself conforming is not asked for: only a person can say that.
 */
export function accessibilityFaults(pdf: PDFDocument): string[] {
  const elements = elementsOf(pdf)
  const owners = ownersOf(pdf)
  const pageFaults = (page: PDFPage) => [
    ...contentFaults(page, elements, owners),
    ...annotationFaults(page, elements, owners),
    ...fontFaults(page),
  ]
  return [
    ...catalogueFaults(pdf),
    ...elements.flatMap(elementFaults),
    ...headingFaults(elements),
    ...pdf.getPages().flatMap((page, at) => pageFaults(page).map((fault) => `page ${at + 1}: ${fault}`)),
  ]
}

function catalogueFaults({ catalog, context }: PDFDocument): string[] {
  const isTrue = (key: string, inner: string) =>
    catalog.lookupMaybe(PDFName.of(key), PDFDict)?.lookup(PDFName.of(inner)) === PDFBool.True
  const metadata = catalog.lookup(PDFName.of('Metadata'))
  const xml = metadata instanceof PDFRawStream ? Buffer.from(metadata.getContents()).toString('utf8') : ''
  return faults([
    [isTrue('MarkInfo', 'Marked') && !isTrue('MarkInfo', 'Suspects'), 'not marked as tagged'],
    [isTrue('ViewerPreferences', 'DisplayDocTitle'), 'its file name is shown in place of its title'],
    [/^[a-z]{2}-[A-Z]{2}$/.test(textAt(catalog, 'Lang').decodeText()), 'names no language'],
    [/<dc:title>.*<rdf:li[^>]*>[^<]+<.*<\/dc:title>/.test(xml), 'its metadata have no title'],
    [context.trailerInfo.Encrypt === undefined, 'locked against readers'],
  ])
}

/** The tags our documents use, with what may stand directly in each. Words of a list's items stand in their parts. */
const mayHold: Record<string, RegExp> = {
  Document: /^(?:Sect|H[1-3]|P|L|Figure|Form)$/,
  Sect: /^(?:Sect|H[1-3]|P|L|Figure|Form)$/,
  L: /^LI$/,
  LI: /^(?:Lbl|LBody)$/,
  LBody: /^(?:P|L|Link)$/,
  P: /^Link$/,
}
const holdsNoWords = new Set(['Document', 'Sect', 'L', 'LI'])

function elementFaults({ tag, alt, kids, holds }: StructureElement): string[] {
  const isEmpty = kids.length === 0 && holds.length === 0
  return faults([
    [!isEmpty, `an empty ${tag}`],
    [tag !== 'Figure' || Boolean(alt?.trim()), 'a Figure that says nothing'],
    [!holdsNoWords.has(tag) || holds.length === 0, `words that stand in a ${tag} itself`],
    [tag !== 'Link' || holds.some((held) => 'annotation' in held), 'a Link that leads nowhere'],
    [tag !== 'Form' || holds.some((held) => 'annotation' in held), 'a Form without its field'],
    ...kids.map((kid) => [mayHold[tag]?.test(kid.tag) ?? false, `a ${kid.tag} in a ${tag}`] as const),
  ])
}

function headingFaults(elements: readonly StructureElement[]): string[] {
  const levels = elements.flatMap(({ tag }) => (/^H[1-6]$/.test(tag) ? [Number(tag[1])] : []))
  return faults([
    [levels[0] === 1, 'its first heading is no H1'],
    ...levels.map(
      (level, at) => [level <= (levels[at - 1] ?? 0) + 1, `an H${level} without one above`] as const,
    ),
  ])
}

/** Everything on a page is a part of one element, which the page knows as its own, or a decoration. */
function contentFaults(page: PDFPage, elements: readonly StructureElement[], owners: Owners): string[] {
  const marked = /^\/(\w+) (?:<<\/MCID (\d+)>> BDC|BMC)\n([\s\S]*?)\nEMC$/gm
  const content = streamText(page.node, 'Contents')
  const parts = [...content.matchAll(marked)]
  const listed = owners.get(numberAt(page.node, 'StructParents').asNumber())
  const refs = listed instanceof PDFArray ? listed.asArray() : []
  return faults([
    [content.replace(marked, '').trim() === '', 'something neither named nor marked as decoration'],
    [refs.length === parts.filter(([, , mark]) => mark).length, 'more or fewer parts than it owns up to'],
    ...parts.map(([, tag, mark, inner = '']) => {
      const owner = elements.find(({ ref }) => mark && ref === refs[Number(mark)])
      const isHeld = owner?.holds.some(
        (held) => 'mark' in held && held.page === page.ref && held.mark === Number(mark),
      )
      const isSound = mark ? owner?.tag === tag && isHeld === true : tag === 'Artifact'
      return [
        isSound && !/\bB(?:DC|MC)\b/.test(inner),
        `part ${mark ?? ''} of a ${tag} is not in its element`,
      ] as const
    }),
  ])
}

function annotationFaults(page: PDFPage, elements: readonly StructureElement[], owners: Owners): string[] {
  const annotations = page.node.lookupMaybe(PDFName.of('Annots'), PDFArray)?.asArray() ?? []
  const order = page.node.lookupMaybe(PDFName.of('Tabs'), PDFName)?.decodeText()
  return [
    ...faults([[annotations.length === 0 || order === 'S', 'links are not walked in reading order']]),
    ...annotations.flatMap((ref) => {
      const annotation = page.doc.context.lookup(ref, PDFDict)
      const kind = annotation.lookup(PDFName.of('Subtype'), PDFName).decodeText()
      const [words, tag] = kind === 'Widget' ? ['TU', 'Form'] : ['Contents', 'Link']
      const owner = elements.find(
        (element) => element.ref === owners.get(numberAt(annotation, 'StructParent').asNumber()),
      )
      return faults([
        [
          annotation.has(PDFName.of(words)) && textAt(annotation, words).decodeText() !== '',
          `a ${kind} without words`,
        ],
        [owner?.tag === tag, `a ${kind} that is in no ${tag}`],
        [
          owner?.holds.some((held) => 'annotation' in held && held.annotation === ref) ?? false,
          `a ${kind} its element does not know`,
        ],
      ])
    }),
  ]
}

function fontFaults(page: PDFPage): string[] {
  const fonts = dictAt(dictAt(page.node, 'Resources'), 'Font')
  return [
    ...faults([[!pageText(page).includes(unreadable), 'letters that cannot be read out']]),
    ...fonts.entries().flatMap(([name]) => {
      const font = dictAt(fonts, name.decodeText())
      const inner = font.lookup(PDFName.of('DescendantFonts'), PDFArray).lookup(0, PDFDict)
      const file = dictAt(inner, 'FontDescriptor').lookup(PDFName.of('FontFile2'))
      const isMapped = String(inner.get(PDFName.of('CIDToGIDMap'))) === '/Identity'
      return faults([
        [file instanceof PDFRawStream, `font ${name.decodeText()} is not in the document`],
        [
          isMapped && String(font.get(PDFName.of('Encoding'))) === '/Identity-H',
          `font ${name.decodeText()} has no map of its glyphs`,
        ],
      ])
    }),
  ]
}

/** What a number stands for: an annotation's for its element, a page's for a list of them, part by part. */
type Owners = ReadonlyMap<number, PDFObject>

function ownersOf(pdf: PDFDocument): Owners {
  const entries = dictAt(dictAt(pdf.catalog, 'StructTreeRoot'), 'ParentTree')
    .lookup(PDFName.of('Nums'), PDFArray)
    .asArray()
  return new Map(
    entries.flatMap((entry, at) => {
      const value = entries[at + 1]
      return at % 2 === 0 && entry instanceof PDFNumber && value ? [[entry.asNumber(), value] as const] : []
    }),
  )
}

/** The words of those that do not hold. */
function faults(rules: readonly (readonly [holds: boolean, otherwise: string])[]): string[] {
  return rules.flatMap(([holds, otherwise]) => (holds ? [] : [otherwise]))
}
