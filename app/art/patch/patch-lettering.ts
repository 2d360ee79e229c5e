import { fitLettering } from '../pantograph/lettering.ts'
import { letteringPolylines } from '../pantograph/polylines.ts'
import { type Point, resamplePolyline } from '../polyline.ts'

/** Lettering along a circle: above the center it reads over the top, below it reads along the bottom. */
export type ArcLettering = { text: string; side: 'top' | 'bottom'; radius: number; height: number }

/** The widest arc a line may take, in radians: past it, it would run into the marks at the sides. */
export const widestArc = { top: 2.5, bottom: 2.3 } as const

/**
 * The strokes of the lettering bent along the circle. A long text is condensed and then made smaller until it fits;
 * `scale` says how much smaller, so that the thread can follow.
 */
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
