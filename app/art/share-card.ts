import { brand } from '#app/kit/brand.ts'
import { artPalette } from './art-theme.ts'
import { letteringPath, letteringWidth } from './pantograph/lettering.ts'

export const shareSize = { width: 1200, height: 630 } as const
const { width, height } = shareSize
const { ground, ink, accent } = artPalette('noir')

type ShareCard = { lines: readonly string[]; note: string; art: string; size?: number }

export function drawShareCard({ lines, note, art, size = 66 }: ShareCard): string {
  const step = size * 1.4
  const first = height - 132 - (lines.length - 1) * step
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" fill="none" stroke-linecap="round" stroke-linejoin="round">`,
    `<defs><linearGradient id="veil"><stop offset="0" stop-color="${ground}"/><stop offset=".34" stop-color="${ground}" stop-opacity=".82"/><stop offset=".62" stop-color="${ground}" stop-opacity="0"/></linearGradient></defs>`,
    `<path fill="${ground}" d="M0 0H${width}V${height}H0Z"/>`,
    art,
    `<path fill="url(#veil)" d="M0 0H${width}V${height}H0Z"/>`,
    `<g stroke="${ink}">`,
    `<path stroke-width="3.2" d="${letteringPath(brand, { height: 40, x: 64, y: 104, tracking: 0.06 })}"/>`,
    ...lines.map(
      (line, index) =>
        `<path stroke-width="4.6" d="${letteringPath(line, { height: size, x: 64, y: first + index * step, tracking: 0.02 })}"/>`,
    ),
    `<path stroke="${accent}" stroke-width="2.2" d="${letteringPath(note, { height: 21, x: 66, y: height - 64, tracking: 0.07 })}"/>`,
    '</g></svg>',
  ].join('')
}

export function drawProductCard({ name, note, svg }: { name: string; note: string; svg: string }): string {
  const [size, lines] = fitted(name)
  return drawShareCard({ lines, size, note, art: embedSvg(svg, { x: 600, y: 72, width: 536, height: 486 }) })
}

const nameWidth = 560
const sizes = [66, 54, 44, 36]

function fitted(name: string): [size: number, lines: string[]] {
  for (const size of sizes) {
    const lines = wrapped(name, size)
    if (lines.length <= 3 && lines.every((line) => widthOf(line, size) <= nameWidth)) return [size, lines]
  }
  const smallest = Math.min(...sizes)
  return [smallest, wrapped(name, smallest).slice(0, 4)]
}

function wrapped(name: string, size: number): string[] {
  return name.split(' ').reduce<string[]>((lines, word) => {
    const last = lines.at(-1)
    const longer = `${last} ${word}`
    return last !== undefined && widthOf(longer, size) <= nameWidth
      ? [...lines.slice(0, -1), longer]
      : [...lines, word]
  }, [])
}

function widthOf(line: string, size: number): number {
  return letteringWidth(line, { height: size, tracking: 0.02 })
}

type Place = { x: number; y: number; width: number; height: number }

/** Embeds a drawing as an image, because two drawings in one file would share styles. `slice` fills its place. */
export function embedSvg(svg: string, place: Place, fit: 'meet' | 'slice' = 'meet'): string {
  const data = Buffer.from(svg).toString('base64')
  return `<image x="${place.x}" y="${place.y}" width="${place.width}" height="${place.height}" preserveAspectRatio="xMidYMid ${fit}" href="data:image/svg+xml;base64,${data}"/>`
}
