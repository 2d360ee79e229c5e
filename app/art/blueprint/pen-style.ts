import type { Pen } from './shape.ts'

/** How a pen draws where there is no page style: widths in screen pixels, colors by their role. */
export interface PenStyle {
  readonly width: number
  readonly opacity?: number
  readonly dash?: readonly number[]
  readonly stroke?: 'ink' | 'accent' | 'none'
  readonly fill?: 'metal' | 'raised' | 'void' | 'sheet' | 'ink' | 'light' | 'shade'
}

const PHANTOM_DASH = [12, 3, 2.5, 3, 2.5, 3] as const

/** The same pens as in `blueprint.css`, for files without a stylesheet (share image, print). */
export const PEN_STYLES = {
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
} as const satisfies Record<Pen, PenStyle>

export const CONTOUR_WIDTH_PX = 3.4

const PHANTOM_STYLES: Partial<Record<Pen, PenStyle>> = {
  'bp-edge': { width: 0.95, opacity: 0.55, dash: PHANTOM_DASH, fill: 'sheet' },
  'bp-edge bp-raised': { width: 0.95, opacity: 0.55, dash: PHANTOM_DASH, fill: 'sheet' },
  'bp-line': { width: 0.95, opacity: 0.3, dash: PHANTOM_DASH },
  'bp-line bp-raised': { width: 0.95, opacity: 0.3, dash: PHANTOM_DASH },
  'bp-void': { width: 0.7, opacity: 0.35 },
}

/** The style of a pen on an inked or phantom part; `undefined` where a phantom part leaves the shape out. */
export function penStyle(pen: Pen, ink: 'ink' | 'phantom'): PenStyle | undefined {
  return ink === 'ink' ? PEN_STYLES[pen] : PHANTOM_STYLES[pen]
}
