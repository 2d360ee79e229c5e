import sharp, { type Sharp } from 'sharp'
import { artFrames } from '#app/art/art-frames.ts'
import { artPalette } from '#app/art/art-theme.ts'
import type { Build } from '#app/art/blueprint/build.ts'
import type { Frame } from '#app/art/blueprint/frame.ts'
import { drawGeometry } from '#app/art/drop-art.ts'
import { memoize } from '#app/kit/memoize.ts'
import { type Cut, markCuts, numberCut, unitText } from './engraving.ts'
import { blur, createField } from './field.ts'
import { finishOf, isPlain } from './finish.ts'
import { lightings, teaseOf } from './light.ts'
import { numberPlace, receiverFrame } from './receiver-frame.ts'
import { receiverWidth } from './receiver-size.ts'
import type { ReceiverSubject } from './receiver-subject.ts'
import { shade } from './shade.ts'
import { solidsOf } from './solids.ts'
import { channels, ground, type Surface, surfaceOf } from './surface.server.ts'

export type ReceiverPart = 'whole' | { number: number }

export type LitPicture = { subject: ReceiverSubject; part: ReceiverPart }

/** Draws a lit picture as WebP. It takes up to two seconds of a processor: other code calls it through `drawLit`. */
export async function litPicture({ subject, part }: LitPicture): Promise<Buffer> {
  const pixels = await drawReceiver(subject, part)
  // All sizes of the whole view are made from this one.
  return pixels.webp({ quality: part === 'whole' ? 92 : 86, effort: 2 }).toBuffer()
}

/** Pixels that are computed for one that is delivered, along each side. */
const oversampling = 1.3
/** How far around a part its light and shade depend on its neighbors, in inches. */
const margin = 0.4

/**
 * Draws the close view as pixels, `receiverWidth` wide, uncompressed. A second of work for the
 * whole, a quarter of that for a number: cache what it returns.
 */
export async function drawReceiver(subject: ReceiverSubject, part: ReceiverPart): Promise<Sharp> {
  const { art, build, own } = subject
  const { platform } = build
  const pxPerInch = (receiverWidth / receiverFrame.width) * oversampling
  const shown = part === 'whole' ? receiverFrame : numberPlace(platform)
  const frame = part === 'whole' ? shown : grow(shown, Math.round(margin * pxPerInch) / pxPerInch)
  const plain = await plainSurface(build, frame, pxPerInch)
  const surface = { ...plain, height: { ...plain.height, values: plain.height.values.slice() } }
  const text = part === 'whole' ? subject.text : unitText(part.number)
  const cuts = [...markCuts(platform, subject.engraved), ...(text ? [numberCut(platform, text)] : [])]
  const fill = await engrave(surface, cuts, patternOf(subject))
  const lighting = lightings[art.theme]
  const bytes = shade(
    { ...surface, fill },
    {
      finish: finishOf(subject.finish, art.theme, own),
      lighting: subject.isTease ? teaseOf(lighting) : lighting,
      ground: artPalette(art.theme, own).ground,
      groundHeight: ground,
      whole: receiverFrame,
    },
  )
  const { width, height } = surface.height
  const px = (inches: number) => Math.round(inches * pxPerInch)
  return sharp(bytes, { raw: { width, height, channels: 3 } })
    .extract({
      left: px(shown.x - frame.x),
      top: px(shown.y - frame.y),
      width: Math.min(width, px(shown.width)),
      height: Math.min(height, px(shown.height)),
    })
    .resize({ width: Math.round((shown.width / receiverFrame.width) * receiverWidth) })
}

/** The numbers of a run are drawn one after the other on the same rifle. */
const plainSurface = memoize(2, (build: Build, frame: Frame, pxPerInch: number) =>
  surfaceOf(solidsOf(build), frame, pxPerInch),
)

export type Pattern = {
  strokes: readonly string[]
  transform: string
  width: number
  isOpaque?: boolean
  fill: number
}

export function patternOf({ art, finish }: ReceiverSubject): Pattern | undefined {
  const { width, height, rosette } = artFrames.card
  if (art.theme === 'noir' || isPlain(finish)) return undefined
  const strokes = drawGeometry(art, 'card').strokes
  if (art.theme === 'outlaw') {
    const scale = 3.5 / rosette.radius
    return {
      strokes,
      transform: `translate(-2.6 1.3) scale(${scale}) translate(${-rosette.x} ${-rosette.y})`,
      width: 0.0085 / scale,
      fill: 0.3,
    }
  }
  const scale = Math.max(receiverFrame.width / width, receiverFrame.height / height) * 1.02
  return {
    strokes,
    transform: `translate(${receiverFrame.x + receiverFrame.width / 2} ${receiverFrame.y + receiverFrame.height / 2}) scale(${scale}) translate(${-width / 2} ${-height / 2})`,
    width: 0.016 / scale,
    isOpaque: art.theme === 'cyber',
    fill: 0.34,
  }
}

async function engrave(surface: Surface, cuts: readonly Cut[], pattern: Pattern | undefined) {
  const { frame, height, pxPerInch, material, flank } = surface
  const lettering = cuts.map(({ d, width }) => `<path stroke-width="${width}" d="${d}"/>`).join('')
  const lines = pattern
    ? `<g transform="${pattern.transform}" fill="${pattern.isOpaque ? '#000' : 'none'}" stroke="#0f0" stroke-width="${pattern.width}">${pattern.strokes.map((d) => `<path d="${d}"/>`).join('')}</g>`
    : ''
  const [cut, groove] = await channels(
    [lines, lettering && `<g fill="none" stroke="#f00">${lettering}</g>`],
    frame,
    height.width,
    height.height,
  )
  const fill = createField(height.width, height.height)
  if (!cut || !groove) return fill
  const soft = blur(cut, 0.008 * pxPerInch)
  for (let i = 0; i < fill.values.length; i += 1) {
    if (material[i] !== 1) continue
    const deep = (soft.values[i] ?? 0) ** 0.7
    const fine = (flank[i] ?? 0) * (groove.values[i] ?? 0)
    height.values[i] = (height.values[i] ?? 0) - 0.055 * deep - 0.011 * fine
    fill.values[i] = Math.min(
      1,
      Math.max(0, ((cut.values[i] ?? 0) - 0.35) * 1.7) + fine * (pattern?.fill ?? 0),
    )
  }
  return fill
}

function grow({ x, y, width, height }: Frame, by: number): Frame {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by }
}
