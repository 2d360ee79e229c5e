import { brand } from '#app/kit/brand.ts'
import { type ArtTheme, artPalette, type OwnColors } from './art-theme.ts'
import { fitLettering, letteringPath, letteringWidth } from './pantograph/lettering.ts'

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

/** As an image, because two drawings in one file would share styles. `slice` fills its place. */
export function embedSvg(svg: string, place: Place, fit: 'meet' | 'slice' = 'meet'): string {
  const data = Buffer.from(svg).toString('base64')
  return `<image x="${place.x}" y="${place.y}" width="${place.width}" height="${place.height}" preserveAspectRatio="xMidYMid ${fit}" href="data:image/svg+xml;base64,${data}"/>`
}

export type RunCardWords = { title: string; above: string; below: string }

const margin = 64
/** As far as the words may reach; the number of the receiver begins beyond. */
const room = 560

export function runCardVeil({
  title,
  above,
  below,
  theme,
  own = {},
  left,
}: RunCardWords & { theme: ArtTheme; own?: OwnColors; left: number }): { svg: string; ground: string } {
  const colors = artPalette(theme, own)
  const lines = cardLines(title)
  const large = lines.map((line) => fitLettering(line, { height: 64, tracking: 0.02 }, room))
  const small = fitLettering(below, { height: 21, tracking: 0.07 }, room)
  const first = height - 128 - (large.length - 1) * 88
  const stop = (x: number, opacity: number) =>
    `<stop offset="${x / width}" stop-color="${colors.ground}" stop-opacity="${opacity}"/>`
  const label = fitLettering(above, { height: 21, tracking: 0.08 }, room)
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" fill="none" stroke-linecap="round" stroke-linejoin="round">`,
    `<defs><linearGradient id="veil" gradientUnits="userSpaceOnUse" x1="0" x2="${width}">${stop(left, 1)}${stop(left + 170, 0.86)}${stop(left + 420, 0)}</linearGradient></defs>`,
    `<path fill="url(#veil)" d="M0 0H${width}V${height}H0Z"/>`,
    `<path stroke="${colors.ink}" stroke-width="3.4" d="${letteringPath(brand, { height: 42, x: margin, y: 106, tracking: 0.06 })}"/>`,
    `<path stroke="${colors.ink}" stroke-opacity=".8" stroke-width="2.1" d="${letteringPath(above, { ...label, x: margin, y: first - 104 })}"/>`,
    ...lines.map((line, i) => {
      const setting = large[i]
      return `<path stroke="${colors.ink}" stroke-width="${(4.8 * (setting?.height ?? 64)) / 64}" d="${letteringPath(line, { ...setting, x: margin, y: first + i * 88 })}"/>`
    }),
    `<path stroke="${colors.accent}" stroke-width="2.3" d="${letteringPath(below, { ...small, x: margin, y: height - 62 })}"/>`,
    '</svg>',
  ].join('')
  return { svg, ground: colors.ground }
}

export function cardLines(name: string): string[] {
  const words = name.split(' ')
  const widthOf = (line: string) => letteringWidth(line, { height: 64, tracking: 0.02 })
  if (words.length === 1 || widthOf(name) <= room) return [name]
  const splits = words.slice(1).map((_, i) => [words.slice(0, i + 1).join(' '), words.slice(i + 1).join(' ')])
  const longer = (lines: readonly string[]) => Math.max(...lines.map(widthOf))
  return splits.toSorted((a, b) => longer(a) - longer(b))[0] ?? [name]
}
