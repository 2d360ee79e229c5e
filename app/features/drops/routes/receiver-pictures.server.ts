import sharp from 'sharp'
import { artFrames } from '#app/art/art-frames.ts'
import { artPalette } from '#app/art/art-theme.ts'
import { renderBlueprint } from '#app/art/blueprint/blueprint.ts'
import { blueprintSvg } from '#app/art/blueprint/blueprint-svg.ts'
import { drawLit } from '#app/art/relief/draw-lit.server.ts'
import { patternOf, type ReceiverPart } from '#app/art/relief/receiver.server.ts'
import { receiverFrame } from '#app/art/relief/receiver-frame.ts'
import { receiverHeight, receiverWidth } from '#app/art/relief/receiver-size.ts'
import type { ReceiverSubject } from '#app/art/relief/receiver-subject.ts'
import { drawSurvey } from '#app/art/themes/survey.ts'
import type { Shop } from '#app/http/context.server.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { lineOf, receiverRevision, type ReceiverFile, receiverFormats, receiverWidths } from '../rules/art.ts'

type Cache = Pick<Shop, 'artwork'>

/**
 * A close view in one size, where it is drawn already. Where it is not, its drawing begins, and the visitor sees the outline of the
 * same view meanwhile: nobody waits for light.
 */
export async function receiverPicture(
  shop: Cache,
  subject: ReceiverSubject,
  file: Omit<ReceiverFile, 'variant'>,
): Promise<Buffer | undefined> {
  const name = sizeName(subject, file)
  if (await shop.artwork.has(name)) return drawSize(shop, subject, file)
  void drawSize(shop, subject, file).catch(() => undefined)
  return undefined
}

export async function drawReceiver(shop: Cache, subject: ReceiverSubject, signal?: AbortSignal) {
  for (const width of receiverWidths)
    for (const format of receiverFormats) {
      if (signal?.aborted) return
      if (!(await shop.artwork.has(sizeName(subject, { width, format }))))
        await drawSize(shop, subject, { width, format })
    }
}

function drawSize(shop: Cache, subject: ReceiverSubject, size: Omit<ReceiverFile, 'variant'>) {
  const { width, format } = size
  return shop.artwork.file(sizeName(subject, size), async () => {
    const picture = sharp(await receiverOriginal(shop, subject, 'whole')).resize({ width })
    return format === 'avif'
      ? picture.avif({ quality: 52, effort: 2 }).toBuffer()
      : picture.webp({ quality: 78, effort: 3 }).toBuffer()
  })
}

/** A close view or the part of a number, drawn once, of which every size is made: drawing costs far more than the rest. */
export function receiverOriginal(shop: Cache, subject: ReceiverSubject, part: ReceiverPart): Promise<Buffer> {
  return shop.artwork.file(`${fileName(subject, part)}.webp`, () => drawLit({ subject, part }))
}

const sizeName = (subject: ReceiverSubject, { width, format }: Omit<ReceiverFile, 'variant'>) =>
  `${fileName(subject, 'whole')}.${width}.${format}`

function fileName(subject: ReceiverSubject, part: ReceiverPart): string {
  return fingerprint(JSON.stringify([receiverRevision, subject, part]))
}

export function receiverOutline({ art, build, own }: ReceiverSubject): string {
  const pxPerInch = receiverWidth / receiverFrame.width
  const drawn = renderBlueprint(build, { frame: receiverFrame, dimensions: false, pxPerInch })
  // The page cuts the number of a drop into the flat where the drawing has the maker's mark.
  const layers = drawn.layers.map((layer) => ({
    ...layer,
    shapes: layer.shapes.filter(({ className }) => !className.includes('engraving')),
  }))
  const sheet = { ...drawn, layers }
  const palette = artPalette(art.theme, own)
  return blueprintSvg(sheet, { palette, widthPx: receiverWidth, title: 'The receiver', opaque: true })
}

const reach = 0.5

/** The frame of the survey sheet, wider to the left by whole steps of its grid: its lines meet those that are cut into the metal. */
function wideSurvey() {
  const { card } = artFrames
  const { window } = card.survey
  const more = 360
  const scale = card.width / window.width
  const frame = {
    ...card,
    width: card.width + more * scale,
    survey: { ...card.survey, window: { ...window, x: window.x - more, width: window.width + more } },
  }
  return { frame, left: more * scale }
}

/**
 * The lines of a run where they are cut into the receiver, and beside it: all of them, faint, or the line of one number, lit. Undefined
 * where nothing is cut.
 */
export function receiverLines(
  subject: ReceiverSubject,
  { total, number }: { total: number; number?: number },
) {
  const pattern = patternOf(subject)
  if (!pattern) return undefined
  const { art, build, own } = subject
  const isSurvey = art.theme === 'guerrilla'
  if (number === undefined && !isSurvey) return undefined
  const wide = wideSurvey()
  const strokes = isSurvey ? drawSurvey(art, wide.frame).strokes : pattern.strokes
  const shift = isSurvey ? ` translate(${-wide.left} 0)` : ''
  const { x, y, width, height } = receiverFrame
  const { ink, accent } = artPalette(art.theme, own)
  const left = x - reach * width
  const metal = renderBlueprint(build, { dimensions: false })
    .contours.map(({ d }) => d)
    .join('')
  const pen = (lit: boolean) =>
    `fill="none" stroke="${lit ? ink : accent}" stroke-opacity="${lit ? 0.92 : 0.5}" stroke-width="${(lit ? (isSurvey ? 0.019 : 0.013) : 0.008) / scaleOf(pattern.transform)}"`
  const paths = (number === undefined ? strokes : [strokes[lineOf(number, total) - 1] ?? ''])
    .map((d) => `<path d="${d}"/>`)
    .join('')
  const group = `<g transform="${pattern.transform}${shift}" ${pen(number !== undefined)}>${paths}</g>`
  const stops = [
    [0, 0.04],
    [0.45, 0.3],
    [0.82, 1],
    [1, 0],
  ].map(([at, opacity]) => `<stop offset="${at}" stop-color="#fff" stop-opacity="${opacity}"/>`)
  const end = x + 0.2 * width
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${y} ${(1 + reach) * width} ${height}" width="${receiverWidth * (1 + reach)}" height="${receiverHeight}" preserveAspectRatio="none"><defs>`,
    `<linearGradient id="f" gradientUnits="userSpaceOnUse" x1="${left}" x2="${end}" y1="0" y2="0">${stops.join('')}</linearGradient>`,
    `<mask id="m" maskUnits="userSpaceOnUse" x="${left}" y="${y}" width="${end - left}" height="${height}"><path fill="url(#f)" d="M${left} ${y}H${end}V${y + height}H${left}Z"/></mask>`,
    `<clipPath id="c"><path d="${metal}"/></clipPath></defs>`,
    isSurvey ? `<g mask="url(#m)">${group}</g>` : '',
    number === undefined ? '' : `<g clip-path="url(#c)">${group}</g>`,
    '</svg>',
  ].join('')
}

const scaleOf = (transform: string) => Number(/scale\(([\d.]+)\)/.exec(transform)?.[1] ?? 1)
