import { PDFDocument, PDFHexString, PDFName, type PDFPage, type PDFRef, PDFString } from '@cantoo/pdf-lib'
import { embedFont, type FontFile } from './embedded-font.server.ts'
import { type FormField, writeForm, writeWidget } from './form-fields.server.ts'
import { metadataXml } from './metadata.server.ts'

/** What a reader's program shows of a document as a whole. */
export type DocumentAbout = {
  title: string
  subject: string
  author: string
  /** Language of all of its text: `en-US`. */
  lang: string
  /** When what it says was last checked. Makes the file the same however often it is written. */
  at: Date
}

/** A piece of the document's structure: what it is, and what belongs to it in reading order. */
export type Element = {
  tag:
    | ('Document' | 'H1' | 'H2' | 'H3' | 'P' | 'L' | 'LI' | 'Lbl' | 'LBody' | 'Figure' | 'Link' | 'Sect')
    | 'Form'
  ref: PDFRef
  parent: PDFRef
  alt?: string
  /** What it says, where it is set in other letters: capitals of a heading. */
  actual?: string
  kids: ({ page: number; mark: number } | { page: number; annotation: PDFRef } | { element: PDFRef })[]
}

/** A document that is written from top to bottom, every piece either named in its structure or marked as decoration. */
export type TaggedDocument = {
  root: Element
  addPage: (size: readonly [width: number, height: number]) => void
  addElement: (tag: Element['tag'], parent: Element, alt?: string) => Element
  /** Writes operators on the last page as a part of an element. */
  mark: (element: Element, operators: string) => void
  /** Writes operators on the last page that a reader's program leaves out. */
  decorate: (operators: string) => void
  /** Makes a box of the last page (left, bottom, right, top) lead to an address. */
  addLink: (element: Element, box: readonly [number, number, number, number], url: string) => void
  /** Puts a field to fill in on the last page. Its name has to be new in the document. */
  addField: (element: Element, field: FormField) => void
  /** Adds a bookmark to a height on the last page. */
  bookmark: (title: string, element: Element, top: number) => void
  /** The resource name of a font. */
  font: (font: FontFile) => string
  /** The resource name of an opacity for lines and fills. */
  opacity: (share: number) => string
  save: () => Promise<Uint8Array>
}

/** Opens a tagged document (ISO 32000-1, 14.8). Page numbers count from 0. */
export async function createTaggedDocument(about: DocumentAbout): Promise<TaggedDocument> {
  const pdf = await PDFDocument.create({ updateMetadata: false })
  const { context } = pdf
  const pages: { page: PDFPage; content: string[]; marks: PDFRef[] }[] = []
  const elements: Element[] = []
  const fonts = new Map<string, PDFRef>()
  const opacities = new Map<number, string>()
  const annotations: { element: PDFRef; annotation: PDFRef; page: number }[] = []
  const bookmarks: { title: string; element: PDFRef; page: number; top: number }[] = []
  const fields: PDFRef[] = []
  const structure = context.nextRef()
  const root = makeElement('Document', structure)

  function makeElement(tag: Element['tag'], parent: PDFRef, alt?: string): Element {
    const element: Element = { tag, parent, ref: context.nextRef(), kids: [], ...(alt && { alt }) }
    elements.push(element)
    return element
  }

  function last() {
    const page = pages.at(-1)
    if (!page) throw new RangeError('The document has no page yet')
    return page
  }

  return {
    root,
    addPage: ([width, height]) =>
      void pages.push({ page: pdf.addPage([width, height]), content: [], marks: [] }),
    addElement(tag, parent, alt) {
      const element = makeElement(tag, parent.ref, alt)
      parent.kids.push({ element: element.ref })
      return element
    },
    mark(element, operators) {
      const { content, marks } = last()
      content.push(`/${element.tag} <</MCID ${marks.length}>> BDC\n${operators}\nEMC`)
      element.kids.push({ page: pages.length - 1, mark: marks.length })
      marks.push(element.ref)
    },
    decorate: (operators) => void last().content.push(`/Artifact BMC\n${operators}\nEMC`),
    addLink(element, box, url) {
      const annotation = context.register(
        context.obj({
          Type: 'Annot',
          Subtype: 'Link',
          Rect: [...box],
          Border: [0, 0, 0],
          F: 4,
          Contents: PDFHexString.fromText(url),
          A: {
            Type: 'Action',
            S: 'URI',
            URI: PDFString.of(url.replaceAll(/[()\\]/g, encodeURIComponent)),
          },
          StructParent: 1e3 + annotations.length,
        }),
      )
      annotate(element, annotation)
    },
    addField(element, field) {
      const font = 'font' in field ? fontRef(field.font) : undefined
      const widget = writeWidget(context, field, {
        page: last().page.ref,
        structParent: 1e3 + annotations.length,
        font,
      })
      fields.push(widget)
      annotate(element, widget)
    },
    bookmark: (title, element, top) =>
      void bookmarks.push({ title, element: element.ref, page: pages.length - 1, top }),
    font(font) {
      fontRef(font)
      return `F${[...fonts.keys()].indexOf(font.name)}`
    },
    opacity(share) {
      if (!opacities.has(share)) opacities.set(share, `G${opacities.size}`)
      return opacities.get(share) ?? 'G0'
    },
    async save() {
      writePages()
      writeStructure()
      if (bookmarks.length) pdf.catalog.set(PDFName.of('Outlines'), writeBookmarks())
      writeCatalog()
      return pdf.save({ useObjectStreams: true, addDefaultPage: false, updateFieldAppearances: false })
    },
  }

  function annotate(element: Element, annotation: PDFRef) {
    const page = pages.length - 1
    annotations.push({ element: element.ref, annotation, page })
    element.kids.push({ page, annotation })
  }

  function fontRef(font: FontFile): PDFRef {
    const ref = fonts.get(font.name) ?? embedFont(context, font)
    fonts.set(font.name, ref)
    return ref
  }

  function writePages() {
    const resources = context.register(
      context.obj({
        Font: Object.fromEntries([...fonts.values()].map((ref, at) => [`F${at}`, ref])),
        ExtGState: Object.fromEntries(
          [...opacities].map(([share, name]) => [name, { Type: 'ExtGState', CA: share, ca: share }]),
        ),
      }),
    )
    pages.forEach(({ page, content }, at) => {
      const { node } = page
      node.set(PDFName.of('Contents'), context.register(context.flateStream(content.join('\n'))))
      node.set(PDFName.of('Resources'), resources)
      node.set(PDFName.of('StructParents'), context.obj(at))
      node.set(PDFName.of('Tabs'), PDFName.of('S'))
      const links = annotations.filter((link) => link.page === at).map(({ annotation }) => annotation)
      if (links.length) node.set(PDFName.of('Annots'), context.obj(links))
    })
  }

  function writeStructure() {
    const pageRef = (at: number) => pages[at]?.page.ref ?? root.ref
    for (const { tag, ref, parent, alt, actual, kids } of elements) {
      const listed = kids.map((kid) => {
        if ('element' in kid) return kid.element
        if ('annotation' in kid)
          return context.obj({ Type: 'OBJR', Obj: kid.annotation, Pg: pageRef(kid.page) })
        return context.obj({ Type: 'MCR', Pg: pageRef(kid.page), MCID: kid.mark })
      })
      const dictionary = context.obj({ Type: 'StructElem', S: tag, P: parent, K: listed })
      if (alt) dictionary.set(PDFName.of('Alt'), PDFHexString.fromText(alt))
      if (actual) dictionary.set(PDFName.of('ActualText'), PDFHexString.fromText(actual))
      context.assign(ref, dictionary)
    }
    const byPage = pages.flatMap(({ marks }, at) => [context.obj(at), context.obj([...marks])])
    const byLink = annotations.flatMap(({ element }, at) => [context.obj(1000 + at), element])
    context.assign(
      structure,
      context.obj({
        Type: 'StructTreeRoot',
        K: [root.ref],
        ParentTree: context.register(context.obj({ Nums: [...byPage, ...byLink] })),
        ParentTreeNextKey: 1000 + annotations.length,
      }),
    )
  }

  function writeBookmarks(): PDFRef {
    const outline = context.nextRef()
    const refs = bookmarks.map(() => context.nextRef())
    bookmarks.forEach(({ title, element, page, top }, at) => {
      const [ref, next, previous] = [refs[at], refs[at + 1], refs[at - 1]]
      if (!ref) return
      const Dest = [pages[page]?.page.ref ?? root.ref, PDFName.of('XYZ'), 0, top, 0]
      context.assign(
        ref,
        context.obj({
          Title: PDFHexString.fromText(title),
          Parent: outline,
          Dest,
          SE: element,
          ...(previous && { Prev: previous }),
          ...(next && { Next: next }),
        }),
      )
    })
    const ends = { First: refs[0] ?? outline, Last: refs.at(-1) ?? outline }
    context.assign(outline, context.obj({ Type: 'Outlines', ...ends, Count: refs.length }))
    return outline
  }

  function writeCatalog() {
    const { title, subject, author, lang, at } = about
    pdf.setTitle(title, { showInWindowTitleBar: true })
    pdf.setSubject(subject)
    pdf.setAuthor(author)
    pdf.setProducer('PACo')
    pdf.setCreator('PACo')
    pdf.setCreationDate(at)
    pdf.setModificationDate(at)
    pdf.setLanguage(lang)
    pdf.catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }))
    pdf.catalog.set(PDFName.of('StructTreeRoot'), structure)
    if (fields.length) pdf.catalog.set(PDFName.of('AcroForm'), writeForm(context, fields))
    const xml = new TextEncoder().encode(metadataXml(about))
    const metadata = context.stream(xml, { Type: 'Metadata', Subtype: 'XML' })
    pdf.catalog.set(PDFName.of('Metadata'), context.register(metadata))
  }
}
