import type { CSSProperties } from 'react'
import { letteringStrokes, letteringWidth } from '#app/art/pantograph/lettering.ts'
import { brand } from '#app/kit/brand.ts'

const height = 30
const margin = 2 // half a stroke, so that round ends are not cut off

/** The wordmark in its center-lines. Its strokes draw themselves in writing order (age-gate.css). */
export function EngravedMark() {
  const width = Math.ceil(letteringWidth(brand, { height })) + 2 * margin
  const strokes = letteringStrokes(brand, { height, x: margin, y: height + margin })
  return (
    <svg className="gate-mark" viewBox={`0 0 ${width} ${height + 2 * margin}`} role="img" aria-label={brand}>
      {strokes.map((path, index) => (
        <path key={path} pathLength={1} style={{ '--i': index } as CSSProperties} d={path} />
      ))}
    </svg>
  )
}
