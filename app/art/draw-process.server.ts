import sharp from 'sharp'
import type { Drawn, LitSize, RasterSize, RunCard, Task } from './raster.server.ts'
import { litPicture } from './relief/receiver.server.ts'

// Pictures are kept as files (`art-cache.server.ts`): what the library keeps besides, up to 50 MB, is never read again.
sharp.cache(false)

const paintings = { svg: drawSvg, lit: litPicture, size: drawSize, card: drawCard }
export type Paintings = typeof paintings

process.on('message', ({ id, kind, of }: Task) => {
  const paint = paintings[kind] as (of: Task['of']) => Promise<Buffer>
  paint(of).then(
    (picture) => answer({ id, picture }),
    (error: unknown) => answer({ id, error: error as Error }),
  )
})
// A terminal sends its signals to every process. This one ends with the shop.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.exit())

/** Where the shop has gone meanwhile, nobody is told. */
const answer = (drawn: Drawn) => process.send?.(drawn, undefined, undefined, () => {})

async function drawSvg({ svg, size }: { svg: string; size: RasterSize }): Promise<Buffer> {
  const { width, format, light = false } = size
  const drawnWidth = Number(/viewBox="[-\d.]+ [-\d.]+ ([\d.]+)/.exec(svg)?.[1])
  if (!Number.isFinite(drawnWidth)) throw new TypeError('Only an SVG with a viewBox can be rasterized')
  // 72 dots per inch is one pixel per unit: drawing at the final size keeps hairlines crisp, scaling would blur them.
  const density = Math.min(2400, Math.max(1, (72 * width) / drawnWidth))
  const picture = sharp(Buffer.from(svg), { density }).resize({ width })
  if (format === 'webp') return picture.webp({ quality: 86, alphaQuality: 90, effort: 4 }).toBuffer()
  if (format === 'avif')
    return picture
      .avif({ quality: light ? 45 : 60, effort: 3, chromaSubsampling: light ? '4:2:0' : '4:4:4' })
      .toBuffer()
  return picture.png({ compressionLevel: 9, palette: false }).toBuffer()
}

async function drawSize({ original, size }: { original: Uint8Array; size: LitSize }): Promise<Buffer> {
  const { width, format } = size
  const picture = sharp(original).resize({ width })
  return format === 'avif'
    ? picture.avif({ quality: 52, effort: 2 }).toBuffer()
    : picture.webp({ quality: 78, effort: 3 }).toBuffer()
}

async function drawCard({ size: { width, height }, lit, cut, place, veil }: RunCard): Promise<Buffer> {
  const engraved = await sharp(lit)
    .composite(cut ? [{ ...cut, input: Buffer.from(cut.input) }] : [])
    .toBuffer()
  const view = await sharp(engraved)
    .extract({ left: 0, top: place.top, width: width - place.left, height })
    .toBuffer()
  return sharp({ create: { width, height, channels: 3, background: veil.ground } })
    .composite([
      { input: view, left: place.left, top: 0 },
      { input: Buffer.from(veil.svg), left: 0, top: 0 },
    ])
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer()
}
