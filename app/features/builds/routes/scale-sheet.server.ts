import type { Frame } from '#app/art/blueprint/frame.ts'
import { renderBlueprint } from '#app/art/blueprint/blueprint.ts'
import { printedPaths } from '#app/art/blueprint/printed-paths.ts'
import { addElement, type PdfDocument, writeArtifact } from '#app/pdf/document.server.ts'
import { drawRule, writeFigure } from '#app/pdf/drawing.server.ts'
import { inks } from '#app/pdf/page-styles.server.ts'
import { drawText, type TextStyle, widthOf, writeText } from '#app/pdf/text.server.ts'
import { buildForDrawing, classifyBuild, drawingLabel, markAsDrawn } from '../rules/build-class.ts'
import { paperPoints, printedSheet, printScaleFor } from '../rules/print-scale.ts'
import { chosenParts, completedSteps } from '../rules.ts'
import { savedWords, sheetWords } from '../words.ts'
import type { BuildView } from './build-view.server.ts'

const { width, height, margin } = printedSheet
const measure = width - 2 * margin
const { ink } = inks.day
const gray = '#6a655d'
/** The text above and below the drawing. */
const [headHeight, footHeight] = [64, 104]
const room = { width: measure, height: height - 2 * margin - headHeight - footHeight }
const styles = {
  title: { font: 'display', size: 24, leading: 28, color: ink, capitals: true },
  scale: { font: 'display', size: 24, leading: 28, color: ink },
  note: { font: 'text', size: 8.5, leading: 12, color: gray },
  term: { font: 'text', size: 8.5, leading: 12, color: gray },
  value: { font: 'label', size: 11, leading: 15, color: ink, capitals: true },
} satisfies Record<string, TextStyle>

/** Inches of the firearm that the bar shows. */
const barInches = 10

/**
 * Adds the page with the drawing to scale: dimensions, a bar of ten inches of the firearm to hold a ruler against, and the title
 * block. It is true on Letter paper at 100 %; the document asks programs to print it so.
 */
export function addScalePage(document: PdfDocument, view: BuildView) {
  const { selection, catalog, platformName, code } = view
  const build = buildForDrawing(selection, catalog)
  const chosen = chosenParts(selection, catalog)
  const buildClass = classifyBuild(build, chosen)
  const options = { chosen: completedSteps(selection), letteringPx: 11, rulerY: 10.5 }
  const whole = renderBlueprint(build, options).frame
  const scale = printScaleFor(whole, room)
  const points = paperPoints(1, scale)
  const sheet = renderBlueprint(build, { ...options, frame: whole, pxPerInch: points * 1.6 })

  document.pdf.addPage({ size: [width, height], margin: 0 })
  const scaleText = sheetWords.scale(scale)
  const end = widthOf(document, scaleText, styles.scale) + 1
  const title = { x: margin, y: margin, width: measure - end - 24 }
  writeText(document, document.root, 'H2', sheetWords.title(`${platformName} ${code}`), styles.title, title)
  const corner = { x: width - margin - end, y: margin, width: end }
  writeText(document, document.root, 'P', scaleText, styles.scale, corner)
  const note = { x: margin, y: margin + 32, width: measure }
  writeText(document, document.root, 'P', sheetWords.true, styles.note, note)

  const drawnWidth = whole.width * points
  writeFigure(
    document,
    document.root,
    {
      alt: sheetWords.alt(drawingLabel(platformName, buildClass, chosen), scale),
      frame: whole,
      paths: (pixels) => printedPaths(sheet, inks.day, pixels),
    },
    { x: margin + (measure - drawnWidth) / 2, y: topOf(whole, points), width: drawnWidth },
  )
  drawBar(document, scale)
  writeBlock(document, [
    ['Platform', platformName],
    [markAsDrawn('Barrel', buildClass.asDrawn.barrel), buildClass.barrel],
    [markAsDrawn(`Overall, ${buildClass.extended} extended`, buildClass.asDrawn.overall), buildClass.overall],
    [markAsDrawn('Class', buildClass.asDrawn.class), buildClass.label],
    ['Build', code],
    ['Scale', scaleText],
  ])
}

/** Centers the drawing in its area. */
function topOf(frame: Frame, points: number): number {
  return margin + headHeight + (room.height - frame.height * points) / 2
}

/** Ten inches of the firearm, in alternating fields of one inch, with what a ruler has to say. */
function drawBar(document: PdfDocument, scale: number) {
  const { pdf } = document
  const [x, y] = [margin, height - margin - footHeight + 12]
  const inch = paperPoints(1, scale)
  writeArtifact(document, () => {
    pdf.lineWidth(0.6).strokeColor(ink).fillColor(ink)
    for (let at = 0; at < barInches; at += 2) pdf.rect(x + at * inch, y, inch, 5).fill()
    pdf.rect(x, y, barInches * inch, 5).stroke()
    for (const at of [0, barInches / 2, barInches])
      drawText(document, String(at), styles.note, { x: x + at * inch, y: y + 6, width: 24 })
  })
  const text = sheetWords.bar(barInches, (barInches / scale).toFixed(2))
  const beside = { x: x + barInches * inch + 24, y: y - 4, width: measure - barInches * inch - 24 }
  writeText(document, document.root, 'P', text, styles.note, beside)
}

function writeBlock(document: PdfDocument, items: readonly (readonly [string, string])[]) {
  const top = height - margin - 54
  const column = measure / items.length
  writeArtifact(document, () =>
    drawRule(document, { x: margin, y: top, width: measure, color: ink, weight: 0.8 }),
  )
  const list = addElement(document, document.root, 'L')
  items.forEach(([term, value], index) => {
    const [x, y] = [margin + index * column, top + 6]
    const item = addElement(document, list, 'LI')
    const under = writeText(document, item, 'Lbl', term, styles.term, { x, y, width: column - 10 })
    writeText(document, item, 'LBody', value, styles.value, { x, y: under, width: column - 10 })
  })
  const foot = { x: margin, y: height - margin - 12, width: measure }
  writeText(document, document.root, 'P', savedWords.illustration, styles.note, foot)
}
