import sharp from 'sharp'

// Pictures are kept as files (`art-cache.server.ts`): what the library keeps besides, up to 50 MB, is never read again.
sharp.cache(false)

export type RasterFormat = 'webp' | 'avif' | 'png'

/** Width in pixels, height by aspect ratio. `light` is for backgrounds: 40% smaller, with softer hairlines. */
export type RasterSize = { width: number; format: RasterFormat; light?: boolean }

export const rasterContentTypes = {
  webp: 'image/webp',
  avif: 'image/avif',
  png: 'image/png',
} as const satisfies Record<RasterFormat, string>

/** Only for our own markup: the renderer follows references inside the file. Throws when the file has no `viewBox` or is not an SVG. */
export async function rasterize(svg: string, { width, format, light = false }: RasterSize): Promise<Buffer> {
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
