import { type ArtPalette, type ArtTheme, artPalette, type OwnColors } from './art-theme.ts'
import { oklchToHex } from './color.ts'
import type { UnitState } from './unit-state.ts'

/** How a line is stroked. Lengths are in frame units at weight 1; in noir they are shares of the slat pitch. */
export type StrokeLook = {
  stroke: keyof ArtPalette | 'light' | 'white'
  opacity: number
  width: number
  /** Lengths of a dash and of the gap after it, in the same unit as the width. */
  dash?: readonly [number, number]
}

export type StrokeRole = UnitState | 'mine'

const baseLooks = {
  open: { stroke: 'accent', opacity: 0.95, width: 1.05 },
  held: { stroke: 'accent', opacity: 0.6, width: 0.8, dash: [3, 4] },
  taken: { stroke: 'ink', opacity: 0.17, width: 0.8 },
  mine: { stroke: 'ink', opacity: 1, width: 3 },
} as const satisfies Record<StrokeRole, StrokeLook>

/** Every look of a line, by theme. `art.css` says the same with the page's custom properties; a test compares them. */
export const strokeLooks: Readonly<Record<ArtTheme, Readonly<Record<StrokeRole, StrokeLook>>>> = {
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

export const phaseLooks: Readonly<Record<'tease' | 'finished', Readonly<Record<ArtTheme, StrokeLook>>>> = {
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
export const indexWidths = { open: 1.6, held: 1.1, taken: 1.1 } as const satisfies Record<UnitState, number>

/** Steel, shadow and lamp light of the noir plate: not tokens, the same in every theme. */
const plateColors = {
  steel: oklchToHex([0.165, 0.004, 80]),
  shadow: oklchToHex([0.12, 0.004, 80]),
  light: oklchToHex([0.93, 0.045, 84]),
  rim: oklchToHex([0.96, 0.04, 86]),
}

/** The style sheet inside a standalone picture: plain hex and numbers, which browsers and rasterizers both read. */
export function standaloneStyle(theme: ArtTheme, weight: number, pitch = 1, own?: OwnColors): string {
  const palette = { ...artPalette(theme, own), light: plateColors.light, white: '#fff' }
  const unit = theme === 'noir' ? pitch : weight
  const look = ({ stroke, opacity, width, dash }: StrokeLook) =>
    `stroke:${palette[stroke]};stroke-opacity:${opacity};stroke-width:${short(width * unit)};stroke-dasharray:${dash?.map((length) => short(length * unit)).join(' ') ?? 'none'}`
  const { open, held, taken, mine } = strokeLooks[theme]
  const fill = theme === 'cyber' ? `fill:${palette.ground};fill-opacity:.55` : 'fill:none'
  return [
    `.u{${fill};${look(taken)}}.u.held{${look(held)}}.u.open{${look(open)}}`,
    theme === 'guerrilla' ? indexStyle(weight) : '',
    `.art-tease .u.held{${look(phaseLooks.tease[theme])}}.art-finished .u.taken{${look(phaseLooks.finished[theme])}}`,
    // The idle :nth-child lifts the rule over the index lines.
    `.u.mine:nth-child(n){${look(mine)}}`,
    theme === 'noir' ? plateStyle() : markStyle(palette, weight),
  ].join('')
}

function indexStyle(weight: number): string {
  const { open, held, taken } = indexWidths
  const rule = (state: string, width: number) =>
    `.u${state}:nth-child(5n){stroke-width:${short(width * weight)}}`
  return rule('', taken) + rule('.held', held) + rule('.open', open)
}

function markStyle({ ground, ink }: ArtPalette, weight: number): string {
  return (
    `.knock{fill:none;stroke:${ground};stroke-linecap:round}` +
    `.lab{fill:none;stroke:${ink};stroke-width:${short(1.1 * weight)};stroke-linecap:round;stroke-linejoin:round;stroke-opacity:.85}` +
    `.tick{stroke:${ink};stroke-opacity:.4;stroke-width:${short(weight)}}`
  )
}

function plateStyle(): string {
  const { steel, shadow, rim } = plateColors
  return (
    `.plate{fill:${steel}}.eng path{fill:none;stroke-linecap:round;stroke-linejoin:round}` +
    `.eng .e-hi{stroke:#fff;stroke-opacity:.62}.eng .e-lo{stroke:#000;stroke-opacity:.85}.eng .e-in{stroke:${shadow}}` +
    `.eng .e-rim{stroke:${rim};stroke-opacity:.55}`
  )
}

function short(value: number): number {
  return Number(value.toFixed(2))
}
