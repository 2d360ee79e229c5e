import { shopContext } from '#app/http/context.server.ts'
import { type SharedHandle, sharedPage } from '#app/http/page-head.ts'
import { normalizeCode } from '#app/kit/text.ts'
import { type BuildView, findSavedBuild, readCatalog, toBuildView } from '../store.server.ts'
import { savedWords, buildLines, configuratorWords, priceWords } from '../words.ts'
import type { Route } from './+types/sheet'
import { renderBlueprint } from '#app/art/blueprint/blueprint.ts'
import { printedPaths } from '#app/art/blueprint/printed-paths.ts'
import {
  addElement,
  finishDocument,
  openDocument,
  pageSize,
  type PdfDocument,
  writeElement,
} from '#app/pdf/document.server.ts'
import { type Drawing, drawingHeight, writeFigure, writeRule } from '#app/pdf/drawing.server.ts'
import { inks } from '#app/pdf/sheet.server.ts'
import { drawText, heightOf, type TextStyle, widthOf, writeLink, writeText } from '#app/pdf/text.server.ts'
import { markAsDrawn } from '../rules/checks.ts'
import { completedSteps } from '../rules.ts'

export const handle = { sharedParams: [] } satisfies SharedHandle

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, now, publicUrl } = context.get(shopContext)
  const saved = await findSavedBuild(db, normalizeCode(params.code))
  if (!saved) return new Response(savedWords.notFound.text, { status: 404 })
  const file = await writeSpecSheet(toBuildView(saved, await readCatalog(db, now())), publicUrl)
  return new Response(new Uint8Array(file), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="paco-build-${saved.code}.pdf"`,
      'Cache-Control': 'private, max-age=300',
      ...sharedPage,
    },
  })
}

const [left, right] = [48, pageSize.width - 48]
const measure = right - left

const { ink } = inks
const gray = '#6a655d'
const styles = {
  title: { font: 'display', size: 40, leading: 44, color: ink, capitals: true },
  heading: { font: 'display', size: 17, leading: 24, color: ink, capitals: true },
  term: { font: 'text', size: 8.5, leading: 12, color: gray },
  value: { font: 'label', size: 12, leading: 16, color: ink, capitals: true },
  body: { font: 'text', size: 10.5, leading: 15, color: '#2c2925' },
  price: { font: 'label', size: 11, leading: 15, color: ink },
  total: { font: 'display', size: 26, leading: 32, color: ink },
  note: { font: 'text', size: 8.5, leading: 12.5, color: gray },
} satisfies Record<string, TextStyle>

async function writeSpecSheet(build: BuildView, publicUrl: string): Promise<Uint8Array> {
  const { code, platformName, savedAt } = build
  const document = openDocument({
    title: `${platformName} build ${code}`,
    subject: `Spec sheet of build ${code}: parts, prices and the drawing`,
    at: savedAt,
  })
  document.pdf.addPage()
  const title = { x: left, y: 44, width: measure }
  let y = writeText(document, document.root, 'H1', `${platformName} ${code}`, styles.title, title) + 6
  const drawing = drawingOf(build)
  writeFigure(document, document.root, drawing, { x: left, y, width: measure })
  y += drawingHeight(drawing, measure)
  y = writeFigures(document, build, y + 14)
  y = writeParts(document, build, y + 22)
  writeNotes(document, build, publicUrl, y + 16)
  return finishDocument(document)
}

function drawingOf({ selection, drawn, label: alt }: BuildView): Drawing {
  const sheet = renderBlueprint(drawn, {
    pxPerInch: 24,
    chosen: completedSteps(selection),
    rulerY: 10.5,
    letteringPx: 11,
  })
  return { alt, frame: sheet.frame, paths: (scale) => printedPaths(sheet, inks, scale) }
}

function writeFigures(document: PdfDocument, { buildClass }: BuildView, y: number): number {
  const { asDrawn } = buildClass
  const figures = [
    [markAsDrawn('Barrel', asDrawn.barrel), buildClass.barrel],
    [markAsDrawn(`Overall, ${buildClass.extended} extended`, asDrawn.overall), buildClass.overall],
    [markAsDrawn('Class by these lengths', asDrawn.class), buildClass.label],
  ] as const
  const column = measure / figures.length
  writeRule(document, { x: left, y, width: measure, color: ink, weight: 0.8 })
  const list = addElement(document, document.root, 'L')
  figures.forEach(([term, value], index) => {
    const [x, width] = [left + index * column, column - 12]
    const item = addElement(document, list, 'LI')
    const under = writeText(document, item, 'Lbl', term, styles.term, { x, y: y + 8, width })
    writeText(document, item, 'LBody', value, styles.value, { x, y: under, width })
  })
  writeRule(document, { x: left, y: y + 44, width: measure, color: '#cfcac2', weight: 0.6 })
  return y + 44
}

function writeParts(
  document: PdfDocument,
  { saved, platformName, selection }: BuildView,
  top: number,
): number {
  const box = { x: left, y: top, width: measure }
  let y = writeText(document, document.root, 'H2', 'Parts', styles.heading, box) + 4
  const list = addElement(document, document.root, 'L')
  for (const { term, name, price } of buildLines({ platformName, price: saved, selection })) {
    writeRule(document, { x: left, y, width: measure, color: '#e4e0da', weight: 0.6 })
    const item = addElement(document, list, 'LI')
    writeText(document, item, 'Lbl', term, styles.term, { x: left, y: y + 4, width: 100 })
    const index = y + 2
    writeElement(document, item, 'LBody', () => {
      drawText(document, `${name} `, styles.body, { x: left + 104, y: index, width: 300 })
      drawAtRight(document, price, styles.price, index)
    })
    y += 19
  }
  writeRule(document, { x: left, y, width: measure, color: ink, weight: 1.2 })
  writeElement(document, document.root, 'P', () => {
    drawText(document, `${configuratorWords.total} `, styles.body, { x: left, y: y + 12, width: 200 })
    drawAtRight(document, priceWords(saved.totalCents), styles.total, y + 4)
  })
  return y + 40
}

function writeNotes(
  document: PdfDocument,
  { code, savedAt, faults }: BuildView,
  publicUrl: string,
  top: number,
) {
  const url = `${publicUrl}/builds/${code}`
  const box = { x: left, y: top, width: measure, height: heightOf(document, url, styles.body, measure) }
  writeLink(document, url, styles.body, box)
  let y = top + box.height
  const clashes = faults.filter(({ step }) => step).map(({ text }) => text)
  const prices = `Prices as saved on ${savedAt.toISOString().slice(0, 10)}.`
  for (const note of [...clashes, prices, savedWords.illustration])
    y = writeText(document, document.root, 'P', note, styles.note, { x: left, y: y + 2, width: measure })
}

function drawAtRight(document: PdfDocument, words: string, look: TextStyle, y: number) {
  const width = widthOf(document, words, look) + 1
  drawText(document, words, look, { x: right + 1 - width, y, width })
}
