import type { ArtTheme } from '../art-theme.ts'
import { oklchToHex, type Oklch } from '../color.ts'
import { type Point, resamplePolyline } from '../polyline.ts'
import { hashText, type RandomSource, seededRandom } from '../noise.ts'
import { formatNumber } from '../svg-path.ts'
import { createThread, fillStitch, satinStitch, sew, type Thread, threadMarkup } from './stitches.ts'
import { fitLettering } from '../pantograph/lettering.ts'
import { letteringPolylines } from '../pantograph/polylines.ts'
import { type Contour, traceContours } from '../contours.ts'
import { createTerrain, type HeightGrid, interpolateHeight, type Peak, sampleHeights } from '../terrain.ts'

export type PatchDesign = {
  slug: string
  theme: ArtTheme
  top: string
  bottom: string
}

/** On nothing. 120 to 300 kB of markup: rasterize it, do not put it into a page. */
export function drawPatchSvg({ slug, theme, top, bottom }: PatchDesign): string {
  const style = patchStyles[theme]
  const id = `patch-${hashText(`${theme} ${slug} ${top} ${bottom}`).toString(36)}`
  const sewing = { style, id, random: seededRandom(`${slug}patch`) }
  const outline = patchOutline(style.shape)
  const edge = `M${outline.map(([x, y]) => `${formatNumber(x)} ${formatNumber(y)}`).join('L')}Z`
  const parts = [
    `<path d="${edge}" fill="url(#${id}-twill)"/>`,
    emblems[theme](sewing, slug),
    sewLettering(sewing, top, bottom),
    theme === 'cyber' ? '' : sewRing(sewing),
    sewMarks(sewing),
    `<path d="${edge}" fill="url(#${id}-light)" style="mix-blend-mode:soft-light"/>`,
    sewRim(sewing, outline),
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

/** What all of a patch is sewn with. */
type Sewing = { style: PatchStyle; random: RandomSource; id: string }

function sewLettering({ style, random, id }: Sewing, top: string, bottom: string): string {
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

function sewRing({ style, random, id }: Sewing): string {
  const thread = createThread(style.rim, 1.5, 0.07)
  const radius = style.emblemRadius + 10
  const circle = Array.from({ length: 301 }, (_, i): Point => {
    const angle = (i / 300) * Math.PI * 2
    return [radius * Math.cos(angle), radius * Math.sin(angle)]
  })
  satinStitch(thread, random, circle, { width: 5.4, gap: 1.5, skew: 0.25 })
  return threadMarkup(thread, `${id}-r`, 1)
}

function sewMarks({ style, random, id }: Sewing): string {
  const thread = createThread(style.lettering, 1.5, 0.07)
  for (const x of [-style.markRadius, style.markRadius]) {
    const inMark = (px: number, py: number) => Math.abs(px - x) + Math.abs(py) < 8.5
    fillStitch(thread, random, inMark, [[x, 0], 14], { angle: 0.3, gap: 1.7, length: 20 })
  }
  return threadMarkup(thread, `${id}-m`, 1)
}

function sewRim({ style, random, id }: Sewing, outline: readonly Point[]): string {
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

type ArcLettering = { text: string; side: 'top' | 'bottom'; radius: number; height: number }

/** The widest arc a line may take, in radians: past it, it would run into the marks at the sides. */
export const widestArc = { top: 2.5, bottom: 2.3 } as const

/** A long text is condensed, then made smaller until it fits; `scale` says how much, so that the thread can follow. */
export function arcLettering({ text, side, radius, height }: ArcLettering): {
  strokes: Point[][]
  scale: number
} {
  const bend = radius + height * 0.42
  const fitted = fitLettering(text, { height, width: 0.92, tracking: 0.08 }, bend * widestArc[side])
  const lift = (height - fitted.height) / 2
  const { strokes, width } = letteringPolylines(text, fitted)
  const bent = strokes.map((stroke) =>
    resamplePolyline(stroke, 2).map(([x, y]): Point => {
      const along = (x - width / 2) / bend
      const angle = side === 'top' ? along - Math.PI / 2 : Math.PI / 2 - along
      const out = radius + lift + (side === 'top' ? fitted.height - y : y)
      return [out * Math.cos(angle), out * Math.sin(angle)]
    }),
  )
  return { strokes: bent, scale: fitted.height / height }
}

const rimRadius = 222

const points = 720

/** The closed outline of a patch around the origin, clockwise from twelve o'clock. */
export function patchOutline(shape: PatchShape): Point[] {
  return Array.from({ length: points }, (_, i) => {
    const angle = (i / points) * Math.PI * 2 - Math.PI / 2
    const radius = rimRadius * outlineRadius[shape](angle)
    return [radius * Math.cos(angle), radius * Math.sin(angle)]
  })
}

/** The outline as shares of the rim radius. Corners are superellipses: an embroidery machine cannot sew sharp ones. */
const outlineRadius: Readonly<Record<PatchShape, (angle: number) => number>> = {
  round: () => 1,
  hexagon: (angle) => {
    const sector = Math.PI / 3
    const within = ((((angle + Math.PI / 2) % sector) + sector) % sector) - sector / 2
    const side = (1.06 * Math.cos(sector / 2)) / Math.cos(within)
    return (side ** -26 + 0.985 ** -26) ** (-1 / 26)
  },
  square: (angle) => superellipse(angle, 6, 0.93, 1),
  shield: (angle) =>
    Math.sin(angle) > 0 ? superellipse(angle, 2.1, 0.95, 1.1) : superellipse(angle, 5.5, 0.95, 0.94),
}

function superellipse(angle: number, exponent: number, size: number, tall: number): number {
  const across = Math.abs(Math.cos(angle)) ** exponent
  const along = (Math.abs(Math.sin(angle)) / tall) ** exponent
  return size / (across + along) ** (1 / exponent)
}

const emblems: Readonly<Record<ArtTheme, (sewing: Sewing, slug: string) => string>> = {
  guerrilla: sewHill,
  outlaw: sewRosette,
  cyber: sewScan,
  noir: sewBlind,
}

function sewRosette({ style, random, id }: Sewing): string {
  const radius = style.emblemRadius
  const threads = emblemThreads(style)
  const lobed = (ring: number, angle: number, lobes: number) =>
    radius * (1 - ring * 0.24) * (0.9 + 0.1 * Math.cos(lobes * angle))
  threads.forEach((thread, ring) => {
    const lobes = 12 - ring * 2
    const inRing = (x: number, y: number) => {
      const far = Math.hypot(x, y)
      const angle = Math.atan2(y, x) + ring * 0.26
      return far < lobed(ring, angle, lobes) && (ring === 3 || far > lobed(ring + 1, angle + 0.26, lobes - 2))
    }
    fillStitch(thread, random, inRing, [[0, 0], radius * 1.42], {
      angle: ring * 0.8 + 0.2,
      gap: 2,
      length: 15,
    })
  })
  const loops = createThread([0.92, 0.05, 80], 1.4, 0.05)
  for (let loop = 0; loop < 12; loop += 1) {
    const points = Array.from({ length: 61 }, (_, i): Point => {
      const turn = (i / 60) * Math.PI * 2
      const far = radius * (0.58 + 0.3 * Math.cos(turn))
      const angle = (loop / 12) * Math.PI * 2 + Math.sin(turn) * 0.34
      return [far * Math.cos(angle), far * Math.sin(angle)]
    })
    satinStitch(loops, random, points, { width: 2.6, gap: 1.5, skew: 0.25 })
  }
  return emblemMarkup(threads, id, 1) + threadMarkup(loops, `${id}-l`, 0.8)
}

function sewScan({ style, random, id }: Sewing): string {
  const radius = style.emblemRadius
  const threads = emblemThreads(style)
  for (let pass = 0; pass < 11; pass += 1) {
    const y = -92 + pass * 18.4
    const reach = Math.sqrt(Math.max(0, radius * radius - y * y)) - 6
    const points: Point[] = []
    for (let x = -reach; x <= reach; x += 3) {
      const toRing = Math.abs(Math.hypot(x, (y + 4) * 1.02) - 56)
      const t = Math.max(0, Math.min(1, (22 - toRing) / 13))
      points.push([x, y + 6 - 19 * t * t * (3 - 2 * t) - x * 0.06])
    }
    const thread = threads[3 - (pass % 3)] as Thread
    satinStitch(thread, random, points, { width: 5, gap: 1.4, skew: 0.12 })
  }
  return emblemMarkup(threads, id, 1.1)
}

function sewBlind({ style, random, id }: Sewing): string {
  const radius = style.emblemRadius
  const threads = emblemThreads(style)
  for (let slat = 0; slat < 11; slat += 1) {
    const top = -radius + 6 + (slat * (radius * 2 - 6)) / 11
    const height = 15 - Math.abs(slat - 4) * 1.1
    const inSlat = (x: number, y: number) => {
      const edge = top - x * 0.16
      return x * x + y * y < radius * radius && y > edge && y < edge + height
    }
    const thread = threads[slat < 5 ? 3 : slat < 8 ? 2 : 1] as Thread
    fillStitch(thread, random, inSlat, [[0, 0], radius * 1.42], {
      angle: 1.35 + slat * 0.03,
      gap: 2,
      length: 26,
    })
  }
  return emblemMarkup(threads, id, 1)
}

function emblemThreads(style: PatchStyle): Thread[] {
  return style.emblem.map((color) => createThread(color, 1.75))
}

function emblemMarkup(threads: readonly Thread[], id: string, lift: number): string {
  return threads.map((thread, i) => threadMarkup(thread, `${id}-e${i}`, lift)).join('')
}

const side = 260
const half = side / 2
const bandCount = 8
const bandAngles = [0.35, 1.1, -0.5, 0.8, -0.15, 0.55, -0.9, 0.2]

const peaks: readonly Peak[] = [
  [0.52, 0.46, 0.42, 1],
  [0.22, 0.78, 0.24, 0.34],
  [0.84, 0.84, 0.22, 0.3],
  [0.82, 0.2, 0.2, 0.26],
]

function sewHill({ style: { emblemRadius: radius }, random, id }: Sewing, slug: string): string {
  const heightAt = createTerrain(`${slug}emblem`, { width: side, height: side }, peaks)
  const grid = sampleHeights(heightAt, { x: 0, y: 0, width: side, height: side }, 4)
  const levels = bandLevels(grid, radius)
  const isIn = (x: number, y: number) => x * x + y * y < radius * radius
  const bands = levels.map((low, i) => {
    const thread = createThread(bandColor(i), 1.7, 0.06)
    const high = levels[i + 1] ?? Infinity
    const inBand = (x: number, y: number) => {
      if (!isIn(x, y)) return false
      const height = interpolateHeight(grid, x + half, y + half)
      return height >= low && height < high
    }
    fillStitch(thread, random, inBand, [[0, 0], radius * 1.42], {
      angle: bandAngles[i] ?? 0,
      gap: 1.9,
      length: 15,
    })
    return threadMarkup(thread, `${id}-b${i}`, 0.8)
  })
  const lines = createThread([0.19, 0.03, 140], 1.2, 0.03)
  levels.slice(1).forEach((level, i) => {
    const width = (i + 1) % 4 === 0 ? 3 : 1.9
    for (const contour of traceContours(grid, level)) sewInside(lines, random, contour, radius - 3, width)
  })
  return bands.join('') + threadMarkup(lines, `${id}-l`, 0.5)
}

function bandLevels(grid: HeightGrid, radius: number): number[] {
  let low = Infinity
  let high = -Infinity
  for (let y = -radius; y < radius; y += 4) {
    for (let x = -radius; x < radius; x += 4) {
      if (x * x + y * y >= radius * radius) continue
      const height = interpolateHeight(grid, x + half, y + half)
      low = Math.min(low, height)
      high = Math.max(high, height)
    }
  }
  return Array.from({ length: bandCount }, (_, i) =>
    i === 0 ? -Infinity : low + (high - low) * (i / bandCount) ** 0.92,
  )
}

function bandColor(band: number): [number, number, number] {
  const t = band / (bandCount - 1)
  return [0.3 + 0.58 * t ** 1.15, 0.04 + 0.09 * Math.sin(Math.PI * Math.min(1, t * 1.1)), 146 - 28 * t]
}

function sewInside(
  thread: Thread,
  random: RandomSource,
  contour: Contour,
  radius: number,
  width: number,
): void {
  const points = contour.closed ? [...contour.points, contour.points[0] as Point] : contour.points
  let run: Point[] = []
  const finishRun = () => {
    if (run.length > 3) satinStitch(thread, random, run, { width, gap: 1.3, skew: 0.25 })
    run = []
  }
  for (const [x, y] of points) {
    if (Math.hypot(x - half, y - half) < radius) run.push([x - half, y - half])
    else finishRun()
  }
  finishRun()
}

type PatchShape = 'round' | 'hexagon' | 'square' | 'shield'

/** Radii are in the units of the patch, whose rim lies at 222. */
type PatchStyle = {
  shape: PatchShape
  emblemRadius: number
  letterRadius: number
  markRadius: number
  cloth: Oklch
  rim: Oklch
  lettering: Oklch
  emblem: readonly [Oklch, Oklch, Oklch, Oklch]
}

export const patchStyles: Readonly<Record<ArtTheme, PatchStyle>> = {
  guerrilla: {
    shape: 'round',
    emblemRadius: 124,
    letterRadius: 150,
    markRadius: 167,
    cloth: [0.29, 0.035, 140],
    rim: [0.62, 0.12, 128],
    lettering: [0.9, 0.05, 110],
    emblem: [
      [0.36, 0.05, 145],
      [0.46, 0.07, 138],
      [0.58, 0.1, 130],
      [0.72, 0.13, 126],
    ],
  },
  outlaw: {
    shape: 'hexagon',
    emblemRadius: 116,
    letterRadius: 143,
    markRadius: 152,
    cloth: [0.27, 0.03, 40],
    rim: [0.6, 0.11, 50],
    lettering: [0.9, 0.04, 80],
    emblem: [
      [0.42, 0.09, 40],
      [0.58, 0.12, 48],
      [0.74, 0.12, 55],
      [0.88, 0.05, 80],
    ],
  },
  cyber: {
    shape: 'square',
    emblemRadius: 116,
    letterRadius: 150,
    markRadius: 167,
    cloth: [0.25, 0.04, 262],
    rim: [0.74, 0.09, 205],
    lettering: [0.93, 0.03, 205],
    emblem: [
      [0.4, 0.07, 240],
      [0.55, 0.09, 225],
      [0.7, 0.1, 212],
      [0.9, 0.06, 200],
    ],
  },
  noir: {
    shape: 'shield',
    emblemRadius: 114,
    letterRadius: 142,
    markRadius: 167,
    cloth: [0.22, 0.004, 80],
    rim: [0.62, 0.015, 85],
    lettering: [0.94, 0.02, 88],
    emblem: [
      [0.36, 0.006, 80],
      [0.55, 0.012, 84],
      [0.76, 0.02, 86],
      [0.93, 0.03, 88],
    ],
  },
}
