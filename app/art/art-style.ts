import { type ArtPalette, type ArtTheme, artPalette, type OwnColors } from './art-theme.ts'
import { oklchToHex } from './color.ts'
import { type StyleRules, styleText } from './style-rules.ts'
import type { UnitState } from './drawing.ts'
import type { ArtFrame } from './art-frames.ts'
import { formatNumber } from './svg-path.ts'
import { letteringPath, letteringWidth } from './pantograph/lettering.ts'

/** Lengths are in frame units at weight 1; in noir they are shares of the slat pitch. */
type StrokeLook = {
  stroke: keyof ArtPalette | 'light' | 'white'
  opacity: number
  width: number
  /** Lengths of a dash and of the gap after it, in the same unit as the width. */
  dash?: readonly [number, number]
}

const baseLooks = {
  open: { stroke: 'accent', opacity: 0.95, width: 1.05 },
  held: { stroke: 'accent', opacity: 0.6, width: 0.8, dash: [3, 4] },
  taken: { stroke: 'ink', opacity: 0.17, width: 0.8 },
  mine: { stroke: 'ink', opacity: 1, width: 3 },
} as const satisfies Record<UnitState | 'mine', StrokeLook>

const strokeLooks: Readonly<Record<ArtTheme, Readonly<Record<UnitState | 'mine', StrokeLook>>>> = {
  guerrilla: baseLooks,
  outlaw: {
    ...baseLooks,
    open: { stroke: 'accent', opacity: 0.9, width: 0.85 },
    held: { ...baseLooks.held, width: 0.6 },
    taken: { stroke: 'ink', opacity: 0.2, width: 0.6 },
  },
  cyber: {
    ...baseLooks,
    held: { stroke: 'accent', opacity: 0.85, width: 1, dash: [5, 3] },
    taken: { stroke: 'ink', opacity: 0.3, width: 0.8 },
  },
  noir: {
    open: { stroke: 'light', opacity: 0.86, width: 0.58 },
    held: { stroke: 'light', opacity: 0.5, width: 0.3 },
    taken: { stroke: 'light', opacity: 0.16, width: 0.06 },
    mine: { stroke: 'white', opacity: 1, width: 0.58 },
  },
}

/** Lit in part before the launch, lit as a whole once the run is complete. */
const phaseLooks: Readonly<Record<'tease' | 'finished', Readonly<Record<ArtTheme, StrokeLook>>>> = {
  tease: {
    guerrilla: { stroke: 'accent', opacity: 1, width: 1.05 },
    outlaw: { stroke: 'accent', opacity: 1, width: 0.85 },
    cyber: { stroke: 'accent', opacity: 1, width: 1.05 },
    noir: { stroke: 'light', opacity: 0.86, width: 0.58 },
  },
  finished: {
    guerrilla: { stroke: 'accent', opacity: 0.78, width: 1.05 },
    outlaw: { stroke: 'accent', opacity: 0.72, width: 0.8 },
    cyber: { stroke: 'accent', opacity: 0.74, width: 1 },
    noir: { stroke: 'light', opacity: 0.6, width: 0.4 },
  },
}

/** Every fifth line of the survey is an index line, drawn heavier. */
const indexWidths = { open: 1.6, held: 1.1, taken: 1.1 } as const satisfies Record<UnitState, number>

/** Steel, shadow and lamp light of the noir plate: not tokens, the same in every theme. */
const plateColors = {
  steel: oklchToHex([0.165, 0.004, 80]),
  shadow: oklchToHex([0.12, 0.004, 80]),
  light: oklchToHex([0.93, 0.045, 84]),
  rim: oklchToHex([0.96, 0.04, 86]),
}

/** The style sheet inside a picture: plain hex and numbers, which browsers and rasterizers both read. */
export function standaloneStyle(theme: ArtTheme, weight: number, pitch = 1, own?: OwnColors): string {
  const palette = { ...artPalette(theme, own), ...lamp }
  const unit = theme === 'noir' ? pitch : weight
  const length = (share: number) => Number((share * unit).toFixed(2))
  const look = ({ stroke, opacity, width, dash }: StrokeLook) => ({
    stroke: palette[stroke],
    'stroke-opacity': opacity,
    'stroke-width': length(width),
    'stroke-dasharray': dash?.map(length).join(' ') ?? 'none',
  })
  const { open, held, taken, mine } = strokeLooks[theme]
  const of = `.art-${theme}`
  return styleText({
    // A pass of the scan hides what lies behind it.
    [`${of} .u`]: {
      ...(theme === 'cyber' ? { fill: palette.ground, 'fill-opacity': 0.55 } : { fill: 'none' }),
      ...look(taken),
    },
    [`${of} .u.held`]: look(held),
    [`${of} .u.open`]: look(open),
    ...(theme === 'guerrilla' && {
      [`${of} .u:nth-child(5n)`]: { 'stroke-width': length(indexWidths.taken) },
      [`${of} .u.held:nth-child(5n)`]: { 'stroke-width': length(indexWidths.held) },
      [`${of} .u.open:nth-child(5n)`]: { 'stroke-width': length(indexWidths.open) },
    }),
    [`.art-tease${of} .u.held`]: look(phaseLooks.tease[theme]),
    [`.art-finished${of} .u.taken`]: look(phaseLooks.finished[theme]),
    // The idle :nth-child lifts the rule over the index lines.
    [`${of} .u.mine:nth-child(n)`]: look(mine),
    ...(theme === 'noir' ? plateRules : markRules(of, palette, length)),
  })
}

function markRules(of: string, { ground, ink }: ArtPalette, length: (share: number) => number): StyleRules {
  const round = { fill: 'none', 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }
  return {
    [`${of} .knock`]: { ...round, stroke: ground },
    [`${of} .lab`]: { ...round, stroke: ink, 'stroke-width': length(1.1), 'stroke-opacity': 0.85 },
    [`${of} .tick`]: { stroke: ink, 'stroke-opacity': 0.4, 'stroke-width': length(1) },
  }
}

const plateRules: StyleRules = {
  '.art .plate': { fill: plateColors.steel },
  '.art .eng path': { fill: 'none', 'stroke-linecap': 'round', 'stroke-linejoin': 'round' },
  '.art .eng .e-hi': { stroke: '#fff', 'stroke-opacity': 0.62 },
  '.art .eng .e-lo': { stroke: '#000', 'stroke-opacity': 0.85 },
  '.art .eng .e-in': { stroke: plateColors.shadow },
  '.art .eng .e-rim': { stroke: plateColors.rim, 'stroke-opacity': 0.55 },
}

const lamp = { light: plateColors.light, white: '#fff' }

/** `tease` before its launch, `finished` once every number is taken or the run is closed. */
export type ArtPhase = 'tease' | 'finished'

const dim = 0.2

export function bladeMask({ width, height }: ArtFrame, id: string) {
  const middle = width * 0.64
  const half = Math.max(width, height) * 0.3
  const [from, to] = [formatNumber(middle - half), formatNumber(middle + half)]
  const stop = (offset: number, light: number) =>
    `<stop offset="${offset}" stop-color="#fff" stop-opacity="${light}"/>`
  return {
    markup:
      `<defs><linearGradient id="${id}-blade" gradientUnits="userSpaceOnUse" x1="${from}" x2="${to}" gradientTransform="rotate(17 ${formatNumber(middle)} ${formatNumber(height / 2)})">` +
      `${stop(0, dim)}${stop(0.34, dim)}${stop(0.47, 1)}${stop(0.53, 1)}${stop(0.66, dim)}${stop(1, dim)}</linearGradient>` +
      `<mask id="${id}-tease" maskUnits="userSpaceOnUse" x="0" y="0" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="url(#${id}-blade)"/></mask></defs>`,
    reference: `mask="url(#${id}-tease)"`,
  }
}

export type ArtStamp = { text: string; day: string }

export function stampMarkup(
  { width, height }: ArtFrame,
  stamp: ArtStamp,
  theme: ArtTheme,
  own: OwnColors = {},
): string {
  const { ground, accent } = artPalette(theme, own)
  const size = height * 0.062
  const text = { height: size, tracking: 0.1 }
  const day = { height: size * 0.72, tracking: 0.1 }
  const inner = Math.max(letteringWidth(stamp.text, text), letteringWidth(stamp.day, day))
  const pad = size * 0.8
  const [w, h] = [inner + 2 * pad, size * 2.35 + 2 * pad * 0.8]
  const [x, y] = [width - w - height * 0.07, height - h - height * 0.09]
  const middle = x + w / 2
  const n = (value: number) => formatNumber(value, 2)
  const box = (inset: number) =>
    `x="${n(x + inset)}" y="${n(y + inset)}" width="${n(w - 2 * inset)}" height="${n(h - 2 * inset)}" rx="${n(size * 0.18)}"`
  return (
    `<g transform="rotate(-4 ${n(middle)} ${n(y + h / 2)})" fill="none" stroke="${accent}" stroke-linecap="round" stroke-linejoin="round">` +
    `<rect ${box(-size * 0.26)} fill="${ground}" fill-opacity=".9" stroke-width="${n(size * 0.08)}"/><rect ${box(0)} stroke-width="${n(size * 0.14)}"/>` +
    `<path stroke-width="${n(size * 0.13)}" d="${letteringPath(stamp.text, { ...text, x: middle, y: y + pad * 0.8 + size, anchor: 'middle' })}"/>` +
    `<path stroke-width="${n(size * 0.09)}" d="${letteringPath(stamp.day, { ...day, x: middle, y: y + h - pad * 0.8, anchor: 'middle' })}"/></g>`
  )
}
