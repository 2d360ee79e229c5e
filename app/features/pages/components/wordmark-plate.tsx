import { letteringStrokes, letteringWidth } from '#app/art/pantograph/lettering.ts'
import { brand } from '#app/kit/brand.ts'

const height = 250
const baseline = 330
const left = 70
const setting = { height, width: 1.1, tracking: 0.12 }
const end = left + letteringWidth(brand, setting)
const strokes = letteringStrokes(brand, { ...setting, x: left, y: baseline })
const groove = strokes.join('')

/** Number of tool strokes in the wordmark. */
export const wordmarkStrokes = strokes.length

/** The wordmark as engraved: guide lines, groove, tool path, and the start of each stroke. */
export function WordmarkPlate() {
  return (
    <svg
      className="wordmark-plate"
      viewBox={`0 0 ${Math.ceil(end + 70)} 400`}
      role="img"
      aria-label={`The ${brand} wordmark on its guide lines, with the path of the engraving tool`}
    >
      <path
        className="wordmark-plate-guide"
        d={`M0 ${baseline}H${end + 70}M0 ${baseline - height}H${end + 70}M0 ${baseline - height / 2}H${end + 70}`}
      />
      <path className="wordmark-plate-lip" d={groove} />
      <path className="wordmark-plate-groove" d={groove} />
      {strokes.map((stroke, index) => (
        <path
          key={stroke}
          className="wordmark-plate-tool"
          d={stroke}
          pathLength={1}
          style={{ animationDelay: `${300 + index * 220}ms` }}
        />
      ))}
      {strokes.map((stroke) => {
        const [, x, y] = /^M ?(-?[\d.]+) (-?[\d.]+)/.exec(stroke) ?? []
        return <circle key={stroke} className="wordmark-plate-start" cx={x} cy={y} r="4.5" />
      })}
    </svg>
  )
}
