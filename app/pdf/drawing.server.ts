import { type Element, type PdfDocument, writeArtifact, writeElement } from './document.server.ts'

/** sRGB hex, in the units of the path. */
export type PaintedPath = {
  /** Filled by the even-odd rule. */
  d: string
  stroke?: string
  width?: number
  fill?: string
  dash?: readonly number[]
  opacity?: number
  clip?: string
}

export type Drawing = {
  alt: string
  frame: { x: number; y: number; width: number; height: number }
  paths: (scale: number) => readonly PaintedPath[]
}

export function drawingHeight({ frame }: Drawing, width: number): number {
  return (width * frame.height) / frame.width
}

export function writeFigure(
  document: PdfDocument,
  parent: Element,
  drawing: Drawing,
  { x, y, width }: { x: number; y: number; width: number },
) {
  const { pdf } = document
  const { alt, frame, paths } = drawing
  const scale = width / frame.width
  const write = () => {
    pdf.save()
    pdf.translate(x - frame.x * scale, y - frame.y * scale).scale(scale)
    pdf.lineCap('round').lineJoin('round')
    for (const path of paths(scale)) paint(document, path)
    pdf.restore()
  }
  const bbox: [number, number, number, number] = [x, y, x + width, y + drawingHeight(drawing, width)]
  writeElement(document, parent, 'Figure', write, { alt, bbox })
}

function paint({ pdf }: PdfDocument, { d, stroke, width = 1, fill, dash, opacity, clip }: PaintedPath) {
  if (!stroke && !fill) return
  pdf.save()
  if (clip) pdf.path(clip).clip('even-odd')
  if (opacity !== undefined) pdf.opacity(opacity)
  if (stroke) pdf.lineWidth(width).strokeColor(stroke)
  if (dash) pdf.dash(dash as unknown as number, {})
  if (fill) pdf.fillColor(fill)
  pdf.path(d)
  if (fill && stroke) pdf.fillAndStroke('even-odd')
  else if (fill) pdf.fill('even-odd')
  else pdf.stroke()
  pdf.restore()
}

type Rule = { x: number; y: number; width: number; color: string; weight?: number }

export function writeRule(document: PdfDocument, rule: Rule) {
  writeArtifact(document, () => drawRule(document, rule))
}

export function drawRule({ pdf }: PdfDocument, { x, y, width, color, weight = 0.6 }: Rule) {
  pdf
    .lineWidth(weight)
    .moveTo(x, y)
    .lineTo(x + width, y)
    .stroke(color)
}
