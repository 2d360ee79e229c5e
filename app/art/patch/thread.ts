import { type Oklch, oklchToHex } from '../color.ts'
import { formatNumber } from '../svg-path.ts'

/** A spool of one color. Stitches are kept in six tones, because thread catches the light by its direction. */
export type Thread = { tones: readonly string[]; width: number; stitches: string[][] }

const toneCount = 6

export function createThread([lightness, chroma, hue]: Oklch, width: number, spread = 0.09): Thread {
  const middle = (toneCount - 1) / 2
  const tones = Array.from({ length: toneCount }, (_, i) =>
    oklchToHex([lightness + ((i - middle) / middle) * spread, chroma, hue]),
  )
  return { tones, width, stitches: tones.map(() => []) }
}

/** One stitch from a to b. `light` runs from 0 (in shade) to 1 (in full light). */
export function sew(thread: Thread, ax: number, ay: number, bx: number, by: number, light: number): void {
  const tone = Math.max(0, Math.min(toneCount - 1, Math.floor(light * toneCount)))
  const dx = formatNumber(bx - ax)
  const dy = formatNumber(by - ay)
  const gap = dy.startsWith('-') ? '' : ' '
  thread.stitches[tone]?.push(`M${formatNumber(ax)} ${formatNumber(ay)}l${dx}${gap}${dy}`)
}

export function threadMarkup(thread: Thread, id: string, lift: number): string {
  const used = thread.stitches.flatMap((stitches, tone) => (stitches.length > 0 ? [{ stitches, tone }] : []))
  // The shadow carries the paths and the tones reuse them: stitches are written only once.
  const shadow = used
    .map(({ stitches, tone }) => `<path id="${id}-${tone}" d="${stitches.join('')}"/>`)
    .join('')
  const lit = used.map(({ tone }) => `<use href="#${id}-${tone}" stroke="${thread.tones[tone]}"/>`).join('')
  const offset = `translate(${formatNumber(lift * 0.7, 2)} ${formatNumber(lift, 2)})`
  return (
    `<g transform="${offset}" stroke="#000" stroke-opacity=".55" stroke-width="${formatNumber(thread.width + 1.2, 2)}">${shadow}</g>` +
    `<g stroke-width="${thread.width}">${lit}</g>`
  )
}
