import { brand } from '#app/kit/brand.ts'
import { type ArtPalette, type ArtTheme, artPalette, type OwnColors } from './art-theme.ts'
import { fitLettering, letteringPath, letteringWidth } from './pantograph/lettering.ts'

export const shareSize = { width: 1200, height: 630 } as const
const { width, height } = shareSize

const margin = 64
/** As far as the words may reach; the picture begins beyond. */
const room = 560
const title = { height: 64, tracking: 0.02 }
const small = { height: 21, tracking: 0.07 }

type Words = { lines: readonly string[]; above?: string; below: string }

/** The mark, the title above the foot with a line over and under it, and what lies behind them. */
function cardMarkup({ lines, above, below }: Words, { ink, accent }: ArtPalette, behind: string): string {
  const first = height - 128 - (lines.length - 1) * 88
  const line = (text: string, setting: { height: number; tracking: number }, y: number, look: string) => {
    const fitted = fitLettering(text, setting, room)
    const pen = ((setting === title ? 4.8 : 2.2) * fitted.height) / setting.height
    return `<path stroke-width="${pen}" ${look} d="${letteringPath(text, { ...fitted, x: margin, y })}"/>`
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" fill="none" stroke-linecap="round" stroke-linejoin="round">`,
    behind,
    `<path stroke-width="3.3" stroke="${ink}" d="${letteringPath(brand, { height: 41, x: margin, y: 105, tracking: 0.06 })}"/>`,
    above === undefined ? '' : line(above, small, first - 104, `stroke="${ink}" stroke-opacity=".8"`),
    ...lines.map((text, at) => line(text, title, first + at * 88, `stroke="${ink}"`)),
    line(below, small, height - 62, `stroke="${accent}"`),
    '</svg>',
  ].join('')
}

type ShareCard = { lines: readonly string[]; note: string; art: string }

export function drawShareCard({ lines, note, art }: ShareCard): string {
  const colors = artPalette('noir')
  const { ground } = colors
  const sheet = `d="M0 0H${width}V${height}H0Z"`
  return cardMarkup(
    { lines, below: note },
    colors,
    `<defs><linearGradient id="veil"><stop offset="0" stop-color="${ground}"/><stop offset=".34" stop-color="${ground}" stop-opacity=".82"/><stop offset=".62" stop-color="${ground}" stop-opacity="0"/></linearGradient></defs>` +
      `<path fill="${ground}" ${sheet}/>${art}<path fill="url(#veil)" ${sheet}/>`,
  )
}

export function drawProductCard({ name, note, svg }: { name: string; note: string; svg: string }): string {
  const art = embedSvg(svg, { x: 600, y: 72, width: 536, height: 486 })
  return drawShareCard({ lines: cardLines(name), note, art })
}

type Place = { x: number; y: number; width: number; height: number }

/** As an image, because two drawings in one file would share styles. `slice` fills its place. */
export function embedSvg(svg: string, place: Place, fit: 'meet' | 'slice' = 'meet'): string {
  const data = Buffer.from(svg).toString('base64')
  return `<image x="${place.x}" y="${place.y}" width="${place.width}" height="${place.height}" preserveAspectRatio="xMidYMid ${fit}" href="data:image/svg+xml;base64,${data}"/>`
}

export type RunCardWords = { title: string; above: string; below: string }

/** What lies over the picture of a run: its words, and a veil that ends where the receiver has its number. */
export function runCardVeil({
  theme,
  own = {},
  left,
  ...words
}: RunCardWords & { theme: ArtTheme; own?: OwnColors; left: number }): { svg: string; ground: string } {
  const colors = artPalette(theme, own)
  const stop = (x: number, opacity: number) =>
    `<stop offset="${x / width}" stop-color="${colors.ground}" stop-opacity="${opacity}"/>`
  const svg = cardMarkup(
    { ...words, lines: cardLines(words.title) },
    colors,
    `<defs><linearGradient id="veil" gradientUnits="userSpaceOnUse" x1="0" x2="${width}">${stop(left, 1)}${stop(left + 170, 0.86)}${stop(left + 420, 0)}</linearGradient></defs>` +
      `<path fill="url(#veil)" d="M0 0H${width}V${height}H0Z"/>`,
  )
  return { svg, ground: colors.ground }
}

/** A name as it is, or in two lines of similar length. */
export function cardLines(name: string): string[] {
  const words = name.split(' ')
  const widthOf = (line: string) => letteringWidth(line, title)
  if (words.length === 1 || widthOf(name) <= room) return [name]
  const splits = words.slice(1).map((_, i) => [words.slice(0, i + 1).join(' '), words.slice(i + 1).join(' ')])
  const longer = (lines: readonly string[]) => Math.max(...lines.map(widthOf))
  return splits.toSorted((a, b) => longer(a) - longer(b))[0] ?? [name]
}
