import { brand } from '#app/kit/brand.ts'
import { type ArtTheme, artPalette, type OwnColors } from './art-theme.ts'
import { fitLettering, letteringPath, letteringWidth } from './pantograph/lettering.ts'

export const runCardSize = { width: 1200, height: 630 }

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
  const { ground, ink, accent } = artPalette(theme, own)
  const { width, height } = runCardSize
  const lines = cardLines(title)
  const large = lines.map((line) => fitLettering(line, { height: 64, tracking: 0.02 }, room))
  const small = fitLettering(below, { height: 21, tracking: 0.07 }, room)
  const first = height - 128 - (large.length - 1) * 88
  const stop = (x: number, opacity: number) =>
    `<stop offset="${x / width}" stop-color="${ground}" stop-opacity="${opacity}"/>`
  const label = fitLettering(above, { height: 21, tracking: 0.08 }, room)
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" fill="none" stroke-linecap="round" stroke-linejoin="round">`,
    `<defs><linearGradient id="veil" gradientUnits="userSpaceOnUse" x1="0" x2="${width}">${stop(left, 1)}${stop(left + 170, 0.86)}${stop(left + 420, 0)}</linearGradient></defs>`,
    `<path fill="url(#veil)" d="M0 0H${width}V${height}H0Z"/>`,
    `<path stroke="${ink}" stroke-width="3.4" d="${letteringPath(brand, { height: 42, x: margin, y: 106, tracking: 0.06 })}"/>`,
    `<path stroke="${ink}" stroke-opacity=".8" stroke-width="2.1" d="${letteringPath(above, { ...label, x: margin, y: first - 104 })}"/>`,
    ...lines.map((line, i) => {
      const setting = large[i]
      return `<path stroke="${ink}" stroke-width="${(4.8 * (setting?.height ?? 64)) / 64}" d="${letteringPath(line, { ...setting, x: margin, y: first + i * 88 })}"/>`
    }),
    `<path stroke="${accent}" stroke-width="2.3" d="${letteringPath(below, { ...small, x: margin, y: height - 62 })}"/>`,
    '</svg>',
  ].join('')
  return { svg, ground }
}

export function cardLines(name: string): string[] {
  const words = name.split(' ')
  const widthOf = (line: string) => letteringWidth(line, { height: 64, tracking: 0.02 })
  if (words.length === 1 || widthOf(name) <= room) return [name]
  const splits = words.slice(1).map((_, i) => [words.slice(0, i + 1).join(' '), words.slice(i + 1).join(' ')])
  const longer = (lines: readonly string[]) => Math.max(...lines.map(widthOf))
  return splits.toSorted((a, b) => longer(a) - longer(b))[0] ?? [name]
}
