import sharp, { type Sharp } from 'sharp'
import { artFrames } from '#app/art/art-frames.ts'
import { artPalette } from '#app/art/art-theme.ts'
import type { Build } from '#app/art/blueprint/build.ts'
import { type Frame, viewBoxOf } from '#app/art/blueprint/frame.ts'
import { drawGeometry } from '#app/art/drop-art.ts'
import { memoize } from '#app/kit/memoize.ts'
import {
  type Cut,
  markCuts,
  numberCut,
  unitText,
  numberPlace,
  receiverFrame,
  receiverWidth,
  type ReceiverSubject,
} from './receiver-frame.ts'
import { blur, createField, type Field } from './field.ts'
import { finishOf, isPlain } from './finish.ts'
import { lightings, shade, teaseOf } from './shade.ts'
import { solidsOf, boundsOf, type Material, type Solid } from './solids.ts'

type Surface = {
  frame: Frame
  pxPerInch: number
  /** Inches above the middle plane; `ground` where there is no part. */
  height: Field
  /** 0 where there is no part, else the place of the material in `materials` and one. */
  material: Uint8Array
  /** 1 on the plain sides of coated parts, where a pattern may be cut: not on panels, levers or rails. */
  flank: Uint8Array
}

const materials = ['coat', 'polymer', 'steel'] as const satisfies Material[]

const ground = -0.95

const lift = 0.055
const maxCut = 0.42

async function surfaceOf(solids: readonly Solid[], frame: Frame, pxPerInch: number): Promise<Surface> {
  const width = Math.round(frame.width * pxPerInch)
  const height = Math.round(frame.height * pxPerInch)
  const surface: Surface = {
    frame,
    pxPerInch,
    height: createField(width, height, ground),
    material: new Uint8Array(width * height),
    flank: new Uint8Array(width * height),
  }
  for (const solid of solids) {
    const box = boxOf(solid, surface)
    if (box.width > 0 && box.height > 0) addSolid(surface, solid, box, await masksOf(solid, surface, box))
  }
  return surface
}

type Box = ReturnType<typeof boxOf>

/** How far strokes, soft edges and the bulge of an arc may reach beyond the end points of an outline, in inches. */
const reach = 0.3

/** Where a solid lies: drawing that part alone takes a fraction of the time of drawing all of the frame. */
function boxOf(solid: Solid, { frame, pxPerInch, height: field }: Surface) {
  const bounds = boundsOf(solid.body + solid.trim + solid.bosses)
  const clamp = (px: number, max: number) => Math.max(0, Math.min(max, px))
  const left = clamp(Math.floor((bounds.left - reach - frame.x) * pxPerInch), field.width)
  const top = clamp(Math.floor((bounds.top - reach - frame.y) * pxPerInch), field.height)
  const right = clamp(Math.ceil((bounds.left + bounds.width + reach - frame.x) * pxPerInch), field.width)
  const bottom = clamp(Math.ceil((bounds.top + bounds.height + reach - frame.y) * pxPerInch), field.height)
  return { left, top, width: right - left, height: bottom - top }
}

type Masks = Awaited<ReturnType<typeof masksOf>>

async function masksOf(solid: Solid, surface: Surface, box: Box) {
  const { width, height } = box
  const px = {
    x: surface.frame.width / surface.height.width,
    y: surface.frame.height / surface.height.height,
  }
  const frame = {
    x: surface.frame.x + box.left * px.x,
    y: surface.frame.y + box.top * px.y,
    width: width * px.x,
    height: height * px.y,
  }
  const [body, trim, boss] = await channels(
    [
      path(solid.body, 'fill="#f00"'),
      path(solid.trim, 'fill="#0f0" fill-rule="nonzero"'),
      path(solid.bosses, 'fill="#00f" fill-rule="nonzero"'),
    ],
    frame,
    width,
    height,
  )
  // The stronger lines come last: within a layer, what is drawn later lies on what is there.
  const lines =
    path(solid.hairlines, 'fill="none" stroke="#070" stroke-width=".016"') +
    path(solid.grooves + solid.panels, 'fill="none" stroke="#0f0" stroke-width=".026"')
  const [panel, line, open] = await channels(
    [path(solid.panels, 'fill="#700"'), lines, path(solid.openings, 'fill="#00f"')],
    frame,
    width,
    height,
  )
  if (!body || !trim || !boss || !panel || !line || !open) throw new TypeError('A drawing has three channels')
  const soft = solid.openings ? blur(open, Math.max(1, 0.012 * surface.pxPerInch)) : open
  const cut = createField(width, height)
  for (let i = 0; i < cut.values.length; i += 1) {
    cut.values[i] =
      0.05 * (panel.values[i] ?? 0) +
      0.016 * (line.values[i] ?? 0) +
      maxCut * (soft.values[i] ?? 0) * (1 - Math.min(1, (panel.values[i] ?? 0) * 2.2))
  }
  return { body, trim, boss, panel, cut }
}

const path = (d: string, look: string) => d && `<path ${look} d="${d}"/>`

/** Layers are added up one by one, and not their lines: each addition takes a look at every pixel. */
export async function channels(
  layers: readonly string[],
  frame: Frame,
  width: number,
  height: number,
): Promise<Field[]> {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${viewBoxOf(frame)}" preserveAspectRatio="none" fill-rule="evenodd" stroke-linejoin="round" stroke-linecap="round">` +
    `<rect x="${frame.x}" y="${frame.y}" width="${frame.width}" height="${frame.height}" fill="#000"/>` +
    layers
      .filter(Boolean)
      .map((layer, at) => (at === 0 ? layer : `<g style="mix-blend-mode:screen">${layer}</g>`))
      .join('') +
    '</svg>'
  const { data, info } = await sharp(Buffer.from(svg))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [0, 1, 2].map((channel) => {
    const field = createField(width, height)
    const { values } = field
    for (let i = 0, at = channel; i < values.length; i += 1, at += info.channels)
      values[i] = (data[at] as number) / 255
    return field
  })
}

function addSolid(surface: Surface, solid: Solid, box: Box, { body, trim, boss, panel, cut }: Masks) {
  const { height, material, flank, pxPerInch } = surface
  const heights = height.values
  const kind = materials.indexOf(solid.material) + 1
  const sigma = Math.max(1, solid.edge * pxPerInch)
  const bodyEdge = solid.profile === 'flat' ? blur(body, sigma) : body
  const trimEdge = solid.trim ? blur(trim, sigma) : trim
  const bossEdge = solid.bosses ? blur(boss, sigma * 0.6) : boss
  const across = solid.profile === 'flat' ? undefined : acrossOf(body, solid, pxPerInch)
  for (let i = 0; i < cut.values.length; i += 1) {
    const inBody = (body.values[i] ?? 0) > 0.5
    const inTrim = (trim.values[i] ?? 0) > 0.5
    const inBoss = (boss.values[i] ?? 0) > 0.5
    if (!inBody && !inTrim && !inBoss) continue
    let top = ground
    if (inTrim) top = solid.half * 0.62 - 0.06 * (1 - rounded(trimEdge.values[i] ?? 0))
    if (inBody) {
      const own = across ? (across[i] ?? 0) : solid.half - 0.07 * (1 - rounded(bodyEdge.values[i] ?? 0))
      top = Math.max(top, own)
    }
    if (inBoss) {
      const base = inBody ? top : Math.max(top, solid.half * 0.8)
      top = base + lift * rounded(bossEdge.values[i] ?? 0)
    }
    const depth = cut.values[i] ?? 0
    if (depth > 0 && !inBoss) top = Math.max(top - depth, 0.02)
    else if (depth > 0) top -= Math.min(depth, 0.05)
    const at = (box.top + Math.floor(i / box.width)) * surface.height.width + box.left + (i % box.width)
    if (top > (heights[at] ?? 0)) {
      heights[at] = top
      material[at] = kind
      flank[at] =
        solid.material === 'coat' && inBody && !inBoss && (panel.values[i] ?? 0) < 0.1 && depth < 0.1 ? 1 : 0
    }
  }
}

function rounded(blurred: number): number {
  const t = Math.max(0, Math.min(1, (blurred - 0.5) * 2))
  return Math.sqrt(1 - (1 - t) * (1 - t))
}

function acrossOf(body: Field, solid: Solid, pxPerInch: number): Float32Array {
  const { width, height, values } = body
  const heights = new Float32Array(width * height)
  const power = solid.profile === 'turned' ? 2 : 3.4
  for (let x = 0; x < width; x += 1) {
    let y = 0
    while (y < height) {
      while (y < height && (values[y * width + x] ?? 0) <= 0.5) y += 1
      const top = y
      while (y < height && (values[y * width + x] ?? 0) > 0.5) y += 1
      if (y === top) continue
      // A part that is cut by the frame continues beyond it.
      const radius = (y - top) / 2
      const middle = (y + top) / 2
      const half = solid.profile === 'turned' ? Math.min(solid.half, radius / pxPerInch) : solid.half
      for (let at = top; at < y; at += 1) {
        const t = Math.min(1, Math.abs(at + 0.5 - middle) / radius)
        heights[at * width + x] = half * (1 - t ** power) ** (1 / power)
      }
    }
  }
  return heights
}

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

/** Uncompressed, `receiverWidth` wide. A second of work for the whole, a quarter of that for a number: cache what it returns. */
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
