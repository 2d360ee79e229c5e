import type { StyleRules } from '../style-rules.ts'

/** Widths in screen pixels, colors by their role. */
export interface PenStyle {
  readonly width: number
  readonly opacity?: number
  readonly dash?: readonly number[]
  readonly stroke?: 'ink' | 'accent' | 'none'
  readonly fill?: 'metal' | 'raised' | 'void' | 'sheet' | 'ink' | 'light' | 'shade'
}

const PHANTOM_DASH = [12, 3, 2.5, 3, 2.5, 3] as const

const PEN_STYLES = {
  'bp-edge': { width: 1.15, fill: 'metal' },
  'bp-edge bp-raised': { width: 1.15, fill: 'raised' },
  'bp-line': { width: 0.9, opacity: 0.82 },
  'bp-line bp-raised': { width: 0.9, opacity: 0.82, fill: 'raised' },
  'bp-fine': { width: 0.6, opacity: 0.5 },
  'bp-hatch': { width: 0.55, opacity: 0.42 },
  'bp-void': { width: 0.8, opacity: 0.85, fill: 'void' },
  'bp-engraving': { width: 0.95, opacity: 0.9 },
  'bp-stipple': { width: 1.5, opacity: 0.5 },
  'bp-light': { width: 0, stroke: 'none', fill: 'light' },
  'bp-shade': { width: 0, stroke: 'none', fill: 'shade' },
  'bp-strap': { width: 0, stroke: 'none', fill: 'raised' },
  'bp-axis': { width: 0.7, opacity: 0.42, dash: [16, 4, 3, 4] },
  'bp-dimension': { width: 0.8, opacity: 0.7 },
  'bp-dimension-text': { width: 1.15 },
  'bp-arrow': { width: 0, stroke: 'none', fill: 'ink' },
  'bp-limit': { width: 1.4, stroke: 'accent' },
  'bp-limit-text': { width: 1, stroke: 'accent' },
  'bp-limit-run': { width: 0.8, opacity: 0.6, dash: [2, 4], stroke: 'accent' },
  'bp-ruler': { width: 0.8, opacity: 0.5 },
  'bp-ruler-text': { width: 0.9, opacity: 0.62 },
} as const satisfies Record<string, PenStyle>

export type Pen = keyof typeof PEN_STYLES

export const CONTOUR_WIDTH_PX = 3.4

const PHANTOM_STYLES: Partial<Record<Pen, PenStyle>> = {
  'bp-edge': { width: 0.95, opacity: 0.55, dash: PHANTOM_DASH, fill: 'sheet' },
  'bp-edge bp-raised': { width: 0.95, opacity: 0.55, dash: PHANTOM_DASH, fill: 'sheet' },
  'bp-line': { width: 0.95, opacity: 0.3, dash: PHANTOM_DASH },
  'bp-line bp-raised': { width: 0.95, opacity: 0.3, dash: PHANTOM_DASH },
  'bp-void': { width: 0.7, opacity: 0.35 },
}

/** `undefined` where a phantom part leaves the shape out. */
export function penStyle(pen: Pen, ink: 'ink' | 'phantom'): PenStyle | undefined {
  return ink === 'ink' ? PEN_STYLES[pen] : PHANTOM_STYLES[pen]
}

const pageFills: Record<NonNullable<PenStyle['fill']>, string> = {
  metal: 'inherit', // from the drawing, which has it as a gradient
  raised: 'var(--bp-raised)',
  void: 'var(--bp-void)',
  sheet: 'var(--bp-sheet)',
  ink: 'var(--bp-ink)',
  light: '#fff',
  shade: '#000',
}

function declarations({ width, opacity, dash, stroke = 'ink', fill }: PenStyle) {
  return {
    fill: fill ? pageFills[fill] : 'none',
    ...(fill === 'light' && { 'fill-opacity': 0.055 }),
    ...(fill === 'shade' && { 'fill-opacity': 0.28 }),
    ...(stroke === 'none'
      ? { stroke }
      : { stroke: stroke === 'accent' ? 'var(--accent)' : 'var(--bp-ink)', 'stroke-width': width }),
    ...(opacity !== undefined && { 'stroke-opacity': opacity }),
    ...(dash && { 'stroke-dasharray': dash.join(' ') }),
  }
}

function rulesOf(styles: Partial<Record<Pen, PenStyle>>, within: string): StyleRules {
  const single = Object.entries(styles).filter(([pen]) => !pen.includes(' '))
  return Object.fromEntries(single.map(([pen, style]) => [`${within} .${pen}`, declarations(style)]))
}

/** The drafting sheet inside a page, in the colors of its theme: widths are screen pixels at any scale. */
export const penRules: StyleRules = {
  '.bp': {
    '--bp-ink': 'var(--ink)',
    '--bp-fill': 'var(--sheet)',
    '--bp-raised': 'var(--plate)',
    '--bp-void': 'oklch(0.11 var(--c) var(--h))',
    // The ground a phantom part is drawn on, so that what is behind it stays hidden.
    '--bp-sheet': 'var(--page)',
    display: 'block',
    width: '100%',
    height: 'auto',
    overflow: 'visible',
  },
  '.bp path': {
    'vector-effect': 'non-scaling-stroke',
    fill: 'none',
    stroke: 'var(--bp-ink)',
    'stroke-linejoin': 'round',
    'stroke-linecap': 'round',
  },
  '.bp-metal-top': { 'stop-color': 'oklch(0.315 calc(var(--c) * 1.2) var(--h))' },
  '.bp-metal-middle': { 'stop-color': 'var(--bp-fill)' },
  '.bp-metal-bottom': { 'stop-color': 'oklch(0.165 var(--c) var(--h))' },
  '.bp .bp-contour': { 'stroke-width': CONTOUR_WIDTH_PX },
  ...rulesOf(PEN_STYLES, '.bp'),
  '.bp .bp-raised': { fill: 'var(--bp-raised)' },
  '.bp .bp-strap': { fill: 'var(--bp-fill)', stroke: 'none' },
  '.bp .bp-leader': { 'stroke-width': 0.8, 'stroke-opacity': 0.72 },
  '.bp .bp-leader-dot': { fill: 'var(--bp-ink)', stroke: 'none' },
  // A part not chosen yet: phantom line, the drafting convention for what is not there.
  ...rulesOf(PHANTOM_STYLES, '.bp .bp-phantom'),
  '.bp .bp-phantom :is(.bp-hatch, .bp-fine, .bp-stipple, .bp-engraving, .bp-light, .bp-shade, .bp-strap)': {
    display: 'none',
  },
  '.bp .bp-focus .bp-edge': { stroke: 'var(--accent)', 'stroke-opacity': 1 },
  '.bp .bp-focus.bp-phantom .bp-line': { stroke: 'var(--accent)', 'stroke-opacity': 0.6 },
  '.bp .bp-focus.bp-phantom .bp-edge': {
    fill: 'color-mix(in oklch, var(--accent) 12%, var(--bp-sheet))',
    'stroke-width': 1.2,
  },
  '.bp-small .bp-contour': { 'stroke-width': 1.8 },
  '.bp-small .bp-edge': { 'stroke-width': 0.75 },
  '.bp-small :is(.bp-line, .bp-void)': { 'stroke-width': 0.55 },
}
