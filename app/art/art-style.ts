import { type ArtPalette, type ArtTheme, artPalette, type OwnColors } from './art-theme.ts'
import { oklchToHex } from './color.ts'
import { type StyleRules, styleText } from './style-rules.ts'
import type { UnitState } from './drawing.ts'

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
