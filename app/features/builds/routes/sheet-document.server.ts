import { renderBlueprint } from '#app/art/blueprint/blueprint.ts'
import { setText, type TextLook } from '#app/pdf/flow.server.ts'
import { widthOf } from '#app/pdf/embedded-font.server.ts'
import { houseFonts } from '#app/pdf/house-fonts.server.ts'
import { rgb } from '#app/pdf/strokes.server.ts'
import { createTaggedDocument, type Element, type TaggedDocument } from '#app/pdf/tagged-document.server.ts'
import { asDrawn, drawingLabel, drawnBuild, readOut } from '../components/drawn-build.ts'
import { chosenParts, completedSteps } from '../rules.ts'
import { benchWords, priceWords, savedWords, stepWords } from '../words.ts'
import { paper, sheetOperators } from './sheet-drawing.server.ts'
import type { ShownBuild } from './shown-build.server.ts'

/** US Letter, in points. */
const [sheetWidth, sheetHeight] = [612, 792]
const [left, right] = [48, sheetWidth - 48]
const across = right - left

const { text, display, label } = houseFonts
const looks = {
  title: { font: display, size: 40, leading: 44, colour: paper.ink, capitals: true },
  heading: { font: display, size: 17, leading: 24, colour: paper.ink, capitals: true },
  term: { font: text, size: 8.5, leading: 12, colour: '#6a655d' },
  value: { font: label, size: 12, leading: 16, colour: paper.ink, capitals: true },
  body: { font: text, size: 10.5, leading: 15, colour: '#2c2925' },
  price: { font: label, size: 11, leading: 15, colour: paper.ink },
  total: { font: display, size: 26, leading: 32, colour: paper.ink },
  note: { font: text, size: 8.5, leading: 12.5, colour: '#6a655d' },
} satisfies Record<string, TextLook>

/** The spec sheet of a saved build: its drawing to scale, its figures, its parts and what they came to when saved. */
export async function writeSpecSheet(build: ShownBuild, publicUrl: string): Promise<Uint8Array> {
  const { code, platformName, savedAt } = build
  const document = await createTaggedDocument({
    title: `${platformName} build ${code}`,
    subject: `Spec sheet of build ${code}: drawing, parts and prices`,
    author: 'PACo',
    lang: 'en-US',
    at: savedAt,
  })
  document.addPage([sheetWidth, sheetHeight])
  let at = sheetHeight - 44
  const heading = document.addElement('H1', document.root)
  at = setText(document, heading, `${platformName} ${code}`, looks.title, { x: left, top: at, width: across })
  at = writeDrawing(document, build, at - 6)
  at = writeFigures(document, build, at - 14)
  at = writeParts(document, build, at - 22)
  writeNotes(document, build, publicUrl, at - 16)
  return document.save()
}

function writeDrawing(
  document: TaggedDocument,
  { selection, catalogue, platformName }: ShownBuild,
  top: number,
) {
  const build = drawnBuild(selection, catalogue)
  const sheet = renderBlueprint(build, {
    pxPerInch: 24,
    chosen: completedSteps(selection),
    rulerY: 10.5,
    letteringPx: 11,
  })
  const chosen = chosenParts(selection, catalogue)
  const alt = drawingLabel(platformName, readOut(build, chosen), chosen)
  const figure = document.addElement('Figure', document.root, alt)
  document.mark(figure, sheetOperators(document, sheet, { x: left, top, width: across }))
  return top - (across * sheet.frame.height) / sheet.frame.width
}

function writeFigures(document: TaggedDocument, { selection, catalogue }: ShownBuild, top: number) {
  const read = readOut(drawnBuild(selection, catalogue), chosenParts(selection, catalogue))
  const { drawn } = read
  const figures = [
    [asDrawn('Barrel', drawn.barrel), read.barrel],
    [asDrawn(`Overall, ${read.extended} extended`, drawn.overall), read.overall],
    [asDrawn('Class by these lengths', drawn.class), read.label],
  ] as const
  const width = across / figures.length
  document.decorate(rule(top, '#191714', 0.8))
  const list = document.addElement('L', document.root)
  figures.forEach(([term, value], place) => {
    const x = left + place * width
    const item = document.addElement('LI', list)
    const named = document.addElement('Lbl', item)
    const under = setText(document, named, term, looks.term, { x, top: top - 8, width: width - 12 })
    setText(document, document.addElement('LBody', item), value, looks.value, {
      x,
      top: under,
      width: width - 12,
    })
  })
  document.decorate(rule(top - 44, '#cfcac2', 0.6))
  return top - 44
}

function writeParts(document: TaggedDocument, build: ShownBuild, top: number) {
  const { saved, platformName } = build
  const heading = document.addElement('H2', document.root)
  let at = setText(document, heading, 'Parts', looks.heading, { x: left, top, width: across }) - 4
  const list = document.addElement('L', document.root)
  const lines = [
    { step: 'Platform', name: platformName, cents: saved.baseCents },
    ...kinds(saved.lines).map(({ step, name, cents }) => ({ step: stepWords[step].short, name, cents })),
  ]
  for (const { step, name, cents } of lines) {
    document.decorate(rule(at, '#e4e0da', 0.6))
    const item = document.addElement('LI', list)
    const place = { top: at - 2, width: 100 }
    setText(document, document.addElement('Lbl', item), step, looks.term, { ...place, x: left, top: at - 4 })
    const body = document.addElement('LBody', item)
    setText(document, body, name, looks.body, { ...place, x: left + 104, width: 300 })
    atRight(document, body, priceWords(cents), looks.price, at - 2)
    at -= 19
  }
  document.decorate(rule(at, '#191714', 1.2))
  const total = document.addElement('P', document.root)
  setText(document, total, benchWords.total, looks.body, { x: left, top: at - 12, width: 200 })
  atRight(document, total, priceWords(saved.totalCents), looks.total, at - 4)
  return at - 40
}

function writeNotes(document: TaggedDocument, { code, savedAt }: ShownBuild, publicUrl: string, top: number) {
  const link = `${publicUrl}/builds/${code}`
  const paragraph = document.addElement('P', document.root)
  const home = document.addElement('Link', paragraph)
  let at = setText(document, home, link, looks.body, { x: left, top, width: across })
  document.addLink(home, [left, at, right, top], link)
  for (const note of [`Prices as saved on ${savedAt.toISOString().slice(0, 10)}.`, savedWords.illustration]) {
    const element = document.addElement('P', document.root)
    at = setText(document, element, note, looks.note, { x: left, top: at - 2, width: across })
  }
}

/** The same accessory several times is one line. */
function kinds(lines: ShownBuild['saved']['lines']) {
  const ids = [...new Set(lines.map(({ id }) => id))]
  return ids.flatMap((id) => {
    const same = lines.filter((line) => line.id === id)
    const [first] = same
    if (!first) return []
    const name = same.length > 1 ? `${first.name} × ${same.length}` : first.name
    return [{ ...first, name, cents: same.reduce((sum, { cents }) => sum + cents, 0) }]
  })
}

function atRight(document: TaggedDocument, element: Element, words: string, look: TextLook, top: number) {
  const x = right - widthOf(look.font, words, look.size)
  setText(document, element, words, look, { x, top, width: across })
}

function rule(y: number, colour: string, width: number): string {
  return `${rgb(colour)} RG ${width} w ${left} ${y.toFixed(1)} m ${right} ${y.toFixed(1)} l S`
}
