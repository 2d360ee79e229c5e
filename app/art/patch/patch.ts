import type { ArtTheme } from '../art-theme.ts'
import { oklchToHex } from '../color.ts'
import { type Point, resamplePolyline } from '../polyline.ts'
import { hashText, type RandomSource, seededRandom } from '../random.ts'
import { formatNumber } from '../svg-path.ts'
import { sewEmblem } from './emblems.ts'
import { arcLettering } from './patch-lettering.ts'
import { patchOutline } from './patch-outline.ts'
import { type PatchStyle, patchStyles } from './patch-styles.ts'
import { fillStitch, satinStitch } from './stitches.ts'
import { createThread, sew, threadMarkup } from './thread.ts'

/** What a patch says. The same design always gives the same stitches. */
export type PatchDesign = {
  slug: string
  theme: ArtTheme
  /** Lettering over the emblem and under it; any length, it is made to fit. */
  top: string
  bottom: string
}

/**
 * The embroidered patch of a drop as a standalone picture on nothing: twill, tatami-filled emblem, satin lettering,
 * merrowed rim. 120 to 300 kB of markup: rasterize it, do not put it into a page.
 */
export function drawPatchSvg({ slug, theme, top, bottom }: PatchDesign): string {
  const style = patchStyles[theme]
  const id = `patch-${hashText(`${theme} ${slug} ${top} ${bottom}`).toString(36)}`
  const random = seededRandom(`${slug}patch`)
  const outline = patchOutline(style.shape)
  const edge = `M${outline.map(([x, y]) => `${formatNumber(x)} ${formatNumber(y)}`).join('L')}Z`
  const parts = [
    `<path d="${edge}" fill="url(#${id}-twill)"/>`,
    sewEmblem(theme, slug, random, id),
    sewLettering(style, top, bottom, random, id),
    theme === 'cyber' ? '' : sewRing(style, random, id),
    sewMarks(style, random, id),
    `<path d="${edge}" fill="url(#${id}-light)" style="mix-blend-mode:soft-light"/>`,
    sewRim(style, outline, random, id),
    `<path d="${edge}" stroke="#000" stroke-opacity=".3" stroke-width="1.6" transform="scale(.957)"/>`,
    `<path d="${edge}" stroke="#fff" stroke-opacity=".14" stroke-width="3.5" transform="translate(-1 -1.6)"/>`,
  ]
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="490" viewBox="-240 -240 480 490">${clothMarkup(style, id)}` +
    `<g filter="url(#${id}-shadow)" fill="none" stroke-linecap="round">${parts.join('')}</g></svg>`
  )
}

function clothMarkup({ cloth: [lightness, chroma, hue] }: PatchStyle, id: string): string {
  const tone = (shift: number) => oklchToHex([lightness + shift, chroma, hue])
  return (
    `<defs><pattern id="${id}-twill" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(-52)">` +
    `<rect width="5" height="5" fill="${tone(0)}"/><path d="M0 1.1H5" stroke="${tone(0.07)}" stroke-width="1.5"/>` +
    `<path d="M0 3.6H5" stroke="${tone(-0.07)}" stroke-width="1.3"/>` +
    `<path d="M1.2 0V5M3.7 0V5" stroke="#000" stroke-opacity=".22" stroke-width=".7"/></pattern>` +
    `<radialGradient id="${id}-light" cx=".34" cy=".24" r=".9"><stop offset="0" stop-color="#fff" stop-opacity=".26"/>` +
    `<stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".42"/></radialGradient>` +
    `<filter id="${id}-shadow" x="-20%" y="-20%" width="140%" height="150%"><feDropShadow dx="0" dy="3" stdDeviation="2" flood-opacity=".7"/>` +
    `<feDropShadow dx="0" dy="16" stdDeviation="16" flood-opacity=".5"/></filter></defs>`
  )
}

function sewLettering(
  style: PatchStyle,
  top: string,
  bottom: string,
  random: RandomSource,
  id: string,
): string {
  const thread = createThread(style.lettering, 1.5, 0.07)
  const radius = style.letterRadius
  const lines = [
    arcLettering({ text: top, side: 'top', radius, height: 33 }),
    arcLettering({ text: bottom, side: 'bottom', radius, height: 27 }),
  ]
  for (const { strokes, scale } of lines) {
    const stitch = { width: 6.2 * scale, gap: 1.3, skew: 0.18 }
    for (const stroke of strokes) satinStitch(thread, random, stroke, stitch)
  }
  return threadMarkup(thread, `${id}-t`, 1.3)
}

/** The ring between lettering and emblem. */
function sewRing(style: PatchStyle, random: RandomSource, id: string): string {
  const thread = createThread(style.rim, 1.5, 0.07)
  const radius = style.emblemRadius + 10
  const circle = Array.from({ length: 301 }, (_, i): Point => {
    const angle = (i / 300) * Math.PI * 2
    return [radius * Math.cos(angle), radius * Math.sin(angle)]
  })
  satinStitch(thread, random, circle, { width: 5.4, gap: 1.5, skew: 0.25 })
  return threadMarkup(thread, `${id}-r`, 1)
}

/** Two small diamonds at nine and three o'clock. */
function sewMarks(style: PatchStyle, random: RandomSource, id: string): string {
  const thread = createThread(style.lettering, 1.5, 0.07)
  for (const x of [-style.markRadius, style.markRadius]) {
    const inMark = (px: number, py: number) => Math.abs(px - x) + Math.abs(py) < 8.5
    fillStitch(thread, random, inMark, [[x, 0], 14], { angle: 0.3, gap: 1.7, length: 20 })
  }
  return threadMarkup(thread, `${id}-m`, 1)
}

/** The merrowed rim: slanted threads rolled over the edge. */
function sewRim(style: PatchStyle, outline: readonly Point[], random: RandomSource, id: string): string {
  const thread = createThread(style.rim, 3.1, 0.13)
  const points = resamplePolyline([...outline, outline[0] as Point], 2.55).slice(0, -1)
  points.forEach(([x, y], i) => {
    const from = points[(i - 1 + points.length) % points.length] as Point
    const to = points[(i + 1) % points.length] as Point
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1
    const dx = (to[0] - from[0]) / length
    const dy = (to[1] - from[1]) / length
    // Outward is to the left of a clockwise walk.
    const light = 0.5 + 0.42 * (dy * -0.55 + dx * 0.75) + (random() - 0.5) * 0.22
    sew(
      thread,
      x - dy * 11.5 - dx * 5,
      y + dx * 11.5 - dy * 5,
      x + dy * 6.5 + dx * 5,
      y - dx * 6.5 + dy * 5,
      light,
    )
  })
  return threadMarkup(thread, `${id}-w`, 1.4)
}
