import { type ArtFrameName, artFrames, type ArtFrame } from './art-frames.ts'
import { type ArtPhase, bladeMask, type ArtStamp, stampMarkup, standaloneStyle } from './art-style.ts'
import { type ArtTheme, artPalette, type OwnColors } from './art-theme.ts'
import {
  type ArtSubject,
  type Drawing,
  type DrawTheme,
  dropNumberText,
  strokeClass,
  type UnitState,
} from './drawing.ts'
import { hashText, seededRandom, createNoise, type Noise } from './noise.ts'
import { drawSurvey } from './themes/survey.ts'
import { type Point, simplifyPolyline } from './polyline.ts'
import { curvePath, formatNumber, polylinePath } from './svg-path.ts'
import { letteringPath, letteringWidth } from './pantograph/lettering.ts'
import { letteringPolylines } from './pantograph/polylines.ts'

type Segment = readonly [ax: number, ay: number, bx: number, by: number]

/** u along a pass, v across, height above the plate. */
type Projection = (u: number, v: number, height: number) => Point

const yaw = (-13 * Math.PI) / 180
const pitch = (60 * Math.PI) / 180
/** Height of the raised number, and how far its shoulder reaches, in digit heights. */
const relief = { height: 0.115, top: 0.05, foot: 0.088 }

function drawScan(subject: ArtSubject, frame: ArtFrame): Drawing {
  const text = subject.lettering ?? dropNumberText(subject.dropNumber).slice(subject.dropNumber < 100 ? 1 : 0)
  const lettering = letteringPolylines(text, { width: 0.95, tracking: 0.06 })
  const { reach, depth } = frame.scan
  // A longer text is scanned from farther away, so that it stays within the length of a pass.
  const digit = Math.min(frame.scan.digit, reach / (lettering.width / 2 + 0.13))
  const half = reach / digit
  const segments = lettering.strokes.flatMap((stroke) => toSegments(stroke, lettering.width))
  const project = createProjection(frame, digit)
  const noise = createNoise(`${subject.slug}:scan`)
  const row = (i: number) => (subject.total === 1 ? 0 : (i / (subject.total - 1) - 0.5) * depth)
  const strokes = Array.from({ length: subject.total }, (_, i) =>
    polylinePath(simplifyPolyline(scanPass(row(i), half, digit, segments, noise, project), 0.14)),
  )
  const marks = passMarks(subject.total, (i) => project(half, row(i), 0), frame)
  return { strokes, before: '', after: marks }
}

function createProjection(frame: ArtFrame, digit: number): Projection {
  return (u, v, height) => [
    frame.scan.x + (u * Math.cos(yaw) - v * Math.sin(yaw)) * digit,
    frame.scan.y +
      ((u * Math.sin(yaw) + v * Math.cos(yaw)) * Math.sin(pitch) - height * Math.cos(pitch)) * digit,
  ]
}

/** The center-lines as segments around the middle of the text, one digit height being 1. */
function toSegments(stroke: readonly Point[], width: number): Segment[] {
  return stroke.slice(1).map(([bx, by], i) => {
    const [ax, ay] = stroke[i] as Point
    return [ax - width / 2, ay - 0.5, bx - width / 2, by - 0.5]
  })
}

function scanPass(
  v: number,
  half: number,
  digit: number,
  segments: Segment[],
  noise: Noise,
  project: Projection,
): Point[] {
  const near = segments.filter(
    ([, ay, , by]) => v > Math.min(ay, by) - relief.foot && v < Math.max(ay, by) + relief.foot,
  )
  const samples = Math.round(half * digit)
  return Array.from({ length: samples + 1 }, (_, i) => {
    const u = -half + (2 * half * i) / samples
    const raised = 1 - smoothStep(relief.top, relief.foot, distanceToSegments(near, u, v))
    const grain = 0.018 * (noise(u * 3 + 5, v * 3, 3) - 0.5)
    return project(u, v, relief.height * raised + grain)
  })
}

function distanceToSegments(segments: readonly Segment[], x: number, y: number): number {
  let nearest = 9
  for (const [ax, ay, bx, by] of segments) {
    const dx = bx - ax
    const dy = by - ay
    const along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1e-9)
    const t = along < 0 ? 0 : along > 1 ? 1 : along
    const far = (x - ax - dx * t) ** 2 + (y - ay - dy * t) ** 2
    if (far < nearest * nearest) nearest = Math.sqrt(far)
  }
  return nearest
}

function smoothStep(from: number, to: number, value: number): number {
  const t = Math.max(0, Math.min(1, (value - from) / (to - from)))
  return t * t * (3 - 2 * t)
}

function passMarks(total: number, endOfPass: (i: number) => Point, frame: ArtFrame): string {
  const size = 8.5 * frame.weight
  if (endOfPass(total - 1)[0] + size * 7.5 > frame.width) return ''
  const every = total <= 12 ? 1 : total <= 100 ? 5 : 20
  const labeled = total <= 12 ? 1 : every * 2
  let markup = ''
  for (let number = every; number <= total; number += every) {
    const [x, y] = endOfPass(number - 1)
    const start = x + size * 1.4
    const end = start + size * 2
    markup += `<path class="tick" d="M${formatNumber(start)} ${formatNumber(y)}H${formatNumber(end)}"/>`
    if (number % labeled !== 0) continue
    const label = { x: end + size, y: y + size / 2, height: size, tracking: 0.12 }
    markup += `<path class="lab" d="${letteringPath(String(number), label)}"/>`
  }
  return markup
}

/** Degrees the blind hangs from level. */
const tilt = -9

function drawSlats(subject: ArtSubject, frame: ArtFrame, id: string): Drawing {
  const { width, height } = frame
  const pitch = (height * 1.12) / subject.total
  const from = width * frame.plate.light
  const split = from + (width - from) * 0.46
  const strokes = Array.from({ length: subject.total }, (_, i) => {
    const y = formatNumber(-height * 0.06 + (i + 0.5) * pitch)
    // The cord of the blind parts each slat in two.
    return `M${formatNumber(from)} ${y}H${formatNumber(split)}M${formatNumber(split + width * 0.014)} ${y}H${formatNumber(width * 1.04)}`
  })
  const text = subject.lettering ?? dropNumberText(subject.dropNumber)
  const room = width * (1 - frame.plate.light) - (width - frame.plate.right)
  const natural = letteringWidth(text, { height: frame.plate.height, width: 0.95, tracking: 0.02 })
  const size = frame.plate.height * Math.min(1, room / natural)
  const number = letteringPath(text, {
    x: frame.plate.right,
    y: frame.plate.baseline,
    height: size,
    width: 0.95,
    anchor: 'end',
    tracking: 0.02,
  })
  return {
    strokes,
    // A few units must not turn into bars of light as wide as a door.
    pitch: Math.min(pitch, height * 0.06),
    before: plateMarkup(frame, id, hashText(subject.slug) % 97) + openLight(frame, id),
    after: `</g></g>${engravedNumber(number, size * 0.085, frame, id)}${grainMarkup(frame, id)}`,
  }
}

function plateMarkup({ width, height, weight }: ArtFrame, id: string, grainSeed: number): string {
  const blur = formatNumber((1.5 * width) / 1440 + 0.5 / weight, 2)
  const sheet = `width="${width}" height="${height}"`
  return `<defs>
<radialGradient id="${id}-fall" cx=".72" cy=".46" r=".62"><stop offset="0" stop-color="#fff"/><stop offset=".55" stop-color="#999"/><stop offset="1" stop-color="#000"/></radialGradient>
<mask id="${id}-mask" maskUnits="userSpaceOnUse" x="0" y="0" ${sheet}><rect ${sheet} fill="url(#${id}-fall)"/></mask>
<filter id="${id}-soft" x="-5%" y="-5%" width="110%" height="110%"><feGaussianBlur stdDeviation="${blur} ${formatNumber(Number(blur) / 2, 2)}"/></filter>
<filter id="${id}-brush" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".0018 .42" numOctaves="3" seed="${grainSeed}"/><feColorMatrix values="0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 0 0 0 1.9 -.72"/></filter>
<radialGradient id="${id}-sheen" cx=".76" cy=".34" r=".7" gradientTransform="rotate(${tilt} .7 .5)"><stop offset="0" stop-color="#e9d6ae" stop-opacity=".17"/><stop offset=".5" stop-color="#cdbd9c" stop-opacity=".06"/><stop offset="1" stop-color="#000" stop-opacity="0"/></radialGradient>
</defs><rect class="plate" ${sheet}/><rect ${sheet} fill="url(#${id}-sheen)"/><rect ${sheet} filter="url(#${id}-brush)" opacity=".12"/>`
}

function openLight({ width, height }: ArtFrame, id: string): string {
  const center = `${formatNumber(width * 0.7)} ${formatNumber(height * 0.5)}`
  return `<g mask="url(#${id}-mask)"><g id="${id}-light" transform="rotate(${tilt} ${center})" filter="url(#${id}-soft)">`
}

function engravedNumber(path: string, tool: number, { width, height }: ArtFrame, id: string): string {
  const n = (share: number) => formatNumber(tool * share, 2)
  const sheet = `maskUnits="userSpaceOnUse" x="0" y="0" width="${width}" height="${height}"`
  const lit = `mask="url(#${id}-mask)"`
  return `<defs><mask id="${id}-groove" ${sheet}><path d="${path}" fill="none" stroke="#fff" stroke-width="${n(1)}" stroke-linecap="round" stroke-linejoin="round"/></mask>
<filter id="${id}-edge" x="-5%" y="-10%" width="110%" height="120%"><feGaussianBlur stdDeviation="${n(0.09)}"/></filter></defs>
<g ${lit}><g class="eng" stroke-width="${n(1)}"><path class="e-hi" d="${path}" transform="translate(${n(0.07)} ${n(0.1)})"/></g></g>
<g class="eng" mask="url(#${id}-groove)" stroke-width="${n(1.2)}"><path class="e-in" d="${path}"/><g ${lit}><use href="#${id}-light" transform="translate(${n(-0.2)} ${n(1.05)})" opacity=".34"/></g>
<path class="e-lo" d="${path}" stroke-width="${n(0.6)}" transform="translate(${n(-0.42)} ${n(-0.5)})" filter="url(#${id}-edge)"/>
<g ${lit}><path class="e-rim" d="${path}" stroke-width="${n(0.2)}" transform="translate(${n(0.4)} ${n(0.46)})" filter="url(#${id}-edge)"/></g></g>`
}

function grainMarkup({ width, height }: ArtFrame, id: string): string {
  return `<filter id="${id}-grain" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".82" numOctaves="2" seed="3"/><feColorMatrix values="0 0 0 0 .5 0 0 0 0 .5 0 0 0 0 .5 0 0 0 1.1 -.32"/></filter><rect width="${width}" height="${height}" filter="url(#${id}-grain)" opacity=".26" style="mix-blend-mode:overlay"/>`
}

export type ArtGeometry = Drawing & {
  theme: ArtTheme
  frame: ArtFrameName
  total: number
  weight: number
  id: string
}

export type ComposeOptions = {
  mine?: number
  /** Paints the page color behind the lines, for pictures shown where the page is not (shared links, mails). */
  ground?: boolean
  own?: OwnColors
  phase?: ArtPhase | undefined
  stamp?: ArtStamp | undefined
}

const drawTheme: Readonly<Record<ArtTheme, DrawTheme>> = {
  guerrilla: drawSurvey,
  outlaw: drawRosette,
  cyber: drawScan,
  noir: drawSlats,
}

/** The part that does not depend on unit states. Takes 5 to 80 ms: once per drop and frame. Throws a `RangeError` without units. */
export function drawGeometry(subject: ArtSubject, frame: ArtFrameName): ArtGeometry {
  if (!Number.isInteger(subject.total) || subject.total < 1) {
    throw new RangeError(`An artwork needs at least one unit, not ${subject.total}`)
  }
  const id = `art-${hashText(`${subject.theme} ${subject.slug} ${frame}`).toString(36)}`
  const drawing = drawTheme[subject.theme](subject, artFrames[frame], id)
  const weight = Number((artFrames[frame].weight * strokeWeight(subject.total)).toFixed(2))
  return { ...drawing, theme: subject.theme, frame, total: subject.total, weight, id }
}

/** What an `<img>` shows and a rasterizer reads. Throws a `RangeError` unless there is one state per unit. */
export function composeHeroSvg(
  geometry: ArtGeometry,
  states: readonly UnitState[],
  options: ComposeOptions = {},
): string {
  const { width, height, fit } = artFrames[geometry.frame]
  const style = standaloneStyle(geometry.theme, geometry.weight, geometry.pitch, options.own)
  const stamp = options.stamp
    ? stampMarkup(artFrames[geometry.frame], options.stamp, geometry.theme, options.own)
    : ''
  const ground = options.ground
    ? `<rect width="${width}" height="${height}" fill="${artPalette(geometry.theme, options.own).ground}"/>`
    : ''
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ` +
    `preserveAspectRatio="${fit}"><style>${style}</style>${ground}${composeArt(geometry, states, options)}${stamp}</svg>`
  )
}

/** A few strokes must carry the picture, many must not fill it. */
function strokeWeight(total: number): number {
  return total <= 20 ? 1.4 : total <= 100 ? 1 : 0.75
}

function composeArt(
  geometry: ArtGeometry,
  states: readonly UnitState[],
  { mine, phase }: ComposeOptions,
): string {
  const { theme, before, after, strokes, frame, id } = geometry
  if (states.length !== strokes.length) {
    throw new RangeError(`${strokes.length} lines need as many states, not ${states.length}`)
  }
  const blade = phase === 'tease' ? bladeMask(artFrames[frame], id) : undefined
  const paths = strokes.map(
    (path, i) =>
      `<path class="${strokeClass(states[i] ?? 'taken', i + 1 === mine)}" data-u="${i + 1}" d="${path}"/>`,
  )
  return (
    `<g class="art art-${theme}${phase ? ` art-${phase}` : ''}">${blade?.markup ?? ''}${before}` +
    `<g${blade ? ` ${blade.reference}` : ''}>${paths.join('')}</g>${after}</g>`
  )
}

/** One ring of the rosette: its place (shares of the radius), how often it waves, how far it bends. */
type Ring = { inner: number; outer: number; waves: number; bend: number; shifted: boolean }

function drawRosette(subject: ArtSubject, frame: ArtFrame): Drawing {
  const rings = seededRings(subject.slug)
  const strokes = Array.from({ length: subject.total }, (_, i) => {
    const phase = (i / subject.total) * Math.PI * 2
    return rings
      .map((ring) => curvePath(strand(ring, phase, frame, pointsPerWave(subject.total, frame)), true))
      .join('')
  })
  return { strokes, before: '', after: '' }
}

function seededRings(slug: string): Ring[] {
  const random = seededRandom(`${slug}:rosette`)
  const pick = (from: number, count: number) => from + Math.floor(random() * count)
  return [
    { inner: 0.7, outer: 1, waves: pick(13, 3), bend: 0.018, shifted: false },
    { inner: 0.4, outer: 0.73, waves: pick(8, 3), bend: 0, shifted: true },
    { inner: 0.125, outer: 0.425, waves: pick(5, 3), bend: 0.05, shifted: false },
  ]
}

/** Dense and small rosettes may be drawn from fewer points: the eye sees the weave, not the strand. */
function pointsPerWave(total: number, frame: ArtFrame): number {
  return total > 100 || frame.rosette.radius < 200 ? 9 : 12
}

function strand(ring: Ring, phase: number, frame: ArtFrame, perWave: number): Point[] {
  const { x, y, radius } = frame.rosette
  const middle = (ring.inner + ring.outer) / 2
  // The curve runs inside its control points; this brings its crests back out to where they belong.
  const reach = ((ring.outer - ring.inner) / 2) * (1 + 2.2 / perWave ** 2) * 1.03
  const count = ring.waves * perWave
  return Array.from({ length: count }, (_, i) => {
    const angle = (i / count) * Math.PI * 2
    const lobe = Math.cos(2 * ring.waves * angle + (ring.shifted ? Math.PI : 0))
    const wave = Math.sin(ring.waves * angle + phase)
    const r = radius * (middle * (1 + ring.bend * lobe) + reach * (0.86 + 0.14 * lobe) * wave)
    return [x + r * Math.cos(angle), y + r * Math.sin(angle)]
  })
}
