/** `edge` is filled and part of the heavy contour, `fine` a hairline, `void` an opening, `light` and `shade` washes. Styles: `pen-style.ts`. */
export type Pen =
  | 'bp-edge'
  | 'bp-edge bp-raised'
  | 'bp-line'
  | 'bp-line bp-raised'
  | 'bp-fine'
  | 'bp-hatch'
  | 'bp-void'
  | 'bp-engraving'
  | 'bp-stipple'
  | 'bp-light'
  | 'bp-shade'
  | 'bp-strap'
  | 'bp-axis'
  | 'bp-dimension'
  | 'bp-dimension-text'
  | 'bp-arrow'
  | 'bp-limit'
  | 'bp-limit-text'
  | 'bp-limit-run'
  | 'bp-ruler'
  | 'bp-ruler-text'

export interface Shape {
  readonly className: Pen
  /** SVG path data in inches: x 0 at the receiver face, y 0 on the bore, y downwards. */
  readonly d: string
  readonly clip?: string
  /** Left out where the drawing is shown smaller than `DETAIL_PX_PER_INCH`. */
  readonly detail?: true
}

/** Below this scale detail turns to mush: letters, screws' sockets and shading lines are dropped. */
const DETAIL_PX_PER_INCH = 17

export function edge(d: string): Shape {
  return { className: 'bp-edge', d }
}

export function raisedEdge(d: string): Shape {
  return { className: 'bp-edge bp-raised', d }
}

export function line(d: string): Shape {
  return { className: 'bp-line', d }
}

export function fine(d: string): Shape {
  return { className: 'bp-fine', d }
}

export function hatch(d: string): Shape {
  return { className: 'bp-hatch', d }
}

export function opening(d: string): Shape {
  return { className: 'bp-void', d }
}

export function light(d: string): Shape {
  return { className: 'bp-light', d }
}

export function shade(d: string): Shape {
  return { className: 'bp-shade', d }
}

export function detail(...shapes: readonly Shape[]): Shape[] {
  return shapes.filter((shape) => shape.d !== '').map((shape) => ({ ...shape, detail: true }))
}

export function clipTo(d: string, ...shapes: readonly Shape[]): Shape[] {
  return shapes.map((shape) => ({ ...shape, clip: d }))
}

export function atScale(shapes: readonly Shape[], pxPerInch: number): Shape[] {
  if (pxPerInch >= DETAIL_PX_PER_INCH) return [...shapes]
  return shapes.filter((shape) => !shape.detail && shape.className !== 'bp-hatch')
}
