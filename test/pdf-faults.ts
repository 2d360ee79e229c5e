// Finds what keeps assistive technology from reading a document.
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
import { dictAt, elementsOf, pageText, type StructureElement, textAt } from './pdf.ts'
import { operationsOf, unreadable } from './pdf-content.ts'

/**
 * Violations of ISO 14289-1 (PDF/UA-1) that a program can find and our documents could have: the Matterhorn
 * Protocol's checkpoints on title, language, tags, headings, lists, figures, annotations and fonts. The
 * conformance mark itself is not required: only a person can claim it.
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
    ...catalogFaults(pdf),
    ...elements.flatMap(elementFaults),
    ...headingFaults(elements),
    ...pdf.getPages().flatMap((page, at) => pageFaults(page).map((fault) => `page ${at + 1}: ${fault}`)),
  ]
}

function catalogFaults({ catalog, context }: PDFDocument): string[] {
  const isTrue = (key: string, inner: string) =>
    catalog.lookupMaybe(PDFName.of(key), PDFDict)?.lookup(PDFName.of(inner)) === PDFBool.True
  const metadata = catalog.lookup(PDFName.of('Metadata'))
  const xml = metadata instanceof PDFRawStream ? Buffer.from(metadata.getContents()).toString('utf8') : ''
  return faults([
    [isTrue('MarkInfo', 'Marked') && !isTrue('MarkInfo', 'Suspects'), 'not marked as tagged'],
    [isTrue('ViewerPreferences', 'DisplayDocTitle'), 'its file name is shown in place of its title'],
    [/^[a-z]{2}-[A-Z]{2}$/.test(textAt(catalog, 'Lang').decodeText()), 'names no language'],
    [/<dc:title>.*<rdf:li[^>]*>[^<]+<.*<\/dc:title>/s.test(xml), 'its metadata have no title'],
    [context.trailerInfo.Encrypt === undefined, 'locked against readers'],
  ])
}

/** The tags of our documents, and their allowed children. Text of list items is in their parts. */
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
    [!holdsNoWords.has(tag) || holds.length === 0, `words directly in a ${tag}`],
    [tag !== 'Link' || holds.some((held) => held.annotation), 'a Link that leads nowhere'],
    [tag !== 'Form' || holds.some((held) => held.annotation), 'a Form without its field'],
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

const paints = new Set(`S s f F f* B B* b b* sh Do EI Tj TJ ' "`.split(' '))

/** All painted content belongs to an element that the page references, or is an artifact. */
function contentFaults(page: PDFPage, elements: readonly StructureElement[], owners: Owners): string[] {
  const open: { tag: string; mark: number | undefined }[] = []
  const found = new Set<string>()
  const marks: number[] = []
  for (const { operator, operands } of operationsOf(page.node, 'Contents')) {
    if (operator === 'BMC' || operator === 'BDC') {
      const [tag = '', ...properties] = operands
      const at = properties.indexOf('/MCID')
      const mark = at < 0 ? undefined : Number(properties[at + 1])
      const isNamed = mark !== undefined || tag === '/Artifact'
      if (isNamed && open.some((outer) => outer.mark !== undefined || outer.tag === '/Artifact'))
        found.add('a part inside another one')
      if (mark !== undefined) marks.push(mark)
      open.push({ tag, mark })
    }
    if (operator === 'EMC' && !open.pop()) found.add('the end of a part that did not begin')
    const isNamed = open.some(({ tag, mark }) => mark !== undefined || tag === '/Artifact')
    if (paints.has(operator) && !isNamed) found.add('something neither named nor marked as decoration')
  }
  const parents = page.node.lookupMaybe(PDFName.of('StructParents'), PDFNumber)
  const listed = parents && owners.get(parents.asNumber())
  const refs = listed instanceof PDFArray ? listed.asArray() : []
  return [
    ...found,
    ...faults([
      [open.length === 0, 'a part without an end'],
      [new Set(marks).size === marks.length, 'two parts of one number'],
      [refs.length === marks.length, 'more or fewer parts than it owns up to'],
      ...marks.map((mark) => {
        const owner = elements.find(({ ref }) => ref && ref === refs[mark])
        const isHeld = owner?.holds.some((held) => held.page === page.ref && held.mark === mark)
        return [isHeld === true, `part ${mark} is in no element`] as const
      }),
    ]),
  ]
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
      // A widget may inherit its label from its field.
      const field = annotation.lookupMaybe(PDFName.of('Parent'), PDFDict) ?? annotation
      const named = [annotation, field].find((dict) => dict.has(PDFName.of(words)))
      const parent = annotation.lookupMaybe(PDFName.of('StructParent'), PDFNumber)
      const owner = elements.find((element) => parent && element.ref === owners.get(parent.asNumber()))
      const isHeld = owner?.holds.some((held) => held.annotation === ref && held.page === page.ref)
      return faults([
        [named !== undefined && textAt(named, words).decodeText() !== '', `a ${kind} without words`],
        [owner?.tag === tag, `a ${kind} that is in no ${tag}`],
        [isHeld === true, `a ${kind} its element does not know`],
      ])
    }),
  ]
}

/** Every font of a page or a field's appearance is embedded, with a map back to text. */
function fontFaults(page: PDFPage): string[] {
  const resources = [
    dictAt(page.node, 'Resources'),
    ...appearancesOf(page).map((dict) => dictAt(dict, 'Resources')),
  ]
  const fonts = resources.flatMap((dict) => {
    const list = dict.lookupMaybe(PDFName.of('Font'), PDFDict)
    return list?.keys().map((name) => [name.decodeText(), dictAt(list, name.decodeText())] as const) ?? []
  })
  return [
    ...faults([[!pageText(page).includes(unreadable), 'letters that cannot be read out']]),
    ...new Set(fonts.flatMap(([name, font]) => faultsOfFont(name, font))),
  ]
}

function faultsOfFont(name: string, font: PDFDict): string[] {
  const inner = font.lookupMaybe(PDFName.of('DescendantFonts'), PDFArray)?.lookup(0, PDFDict) ?? font
  const descriptor = inner.lookupMaybe(PDFName.of('FontDescriptor'), PDFDict)
  const isIn = ['FontFile', 'FontFile2', 'FontFile3'].some((key) => descriptor?.has(PDFName.of(key)))
  return faults([
    [isIn, `font ${name} is not in the document`],
    [font.has(PDFName.of('ToUnicode')), `font ${name} has no way back to its letters`],
    [
      inner === font || String(inner.get(PDFName.of('CIDToGIDMap'))) === '/Identity',
      `font ${name} has no map of its glyphs`,
    ],
  ])
}

/** The appearance streams of a page's fields, in every state. */
function appearancesOf(page: PDFPage): PDFDict[] {
  const annotations = page.node.lookupMaybe(PDFName.of('Annots'), PDFArray)?.asArray() ?? []
  return annotations.flatMap((ref) => {
    const appearance = page.doc.context.lookup(ref, PDFDict).lookupMaybe(PDFName.of('AP'), PDFDict)
    const normal = appearance?.lookup(PDFName.of('N'))
    const states = normal instanceof PDFDict ? normal.keys().map((key) => normal.lookup(key)) : [normal]
    return states.flatMap((state) => (state instanceof PDFRawStream ? [state.dict] : []))
  })
}

/** The target of a parent-tree number: an annotation's element, or a page's list of elements. */
type Owners = ReadonlyMap<number, PDFObject>

function ownersOf(pdf: PDFDocument): Owners {
  const entries = dictAt(dictAt(pdf.catalog, 'StructTreeRoot'), 'ParentTree')
    .lookup(PDFName.of('Nums'), PDFArray)
    .asArray()
  return new Map(
    entries.flatMap((entry, at) => {
      const value = entries[at + 1]
      if (at % 2 === 1 || !(entry instanceof PDFNumber) || !value) return []
      const list = pdf.context.lookup(value)
      return [[entry.asNumber(), list instanceof PDFArray ? list : value] as const]
    }),
  )
}

/** The messages of failed checks. */
function faults(rules: readonly (readonly [holds: boolean, otherwise: string])[]): string[] {
  return rules.flatMap(([holds, otherwise]) => (holds ? [] : [otherwise]))
}
