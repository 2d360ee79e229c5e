import { letteringPath } from '#app/art/pantograph/lettering.ts'
import type { SeatState } from '../rules.ts'

const width = 720
const horizon = 96
const floor = 520
const vanishing = 400

/** The range from behind the firing line: one numbered lane per seat, lit while the seat is open. Decorative. */
export function RangeDrawing({ seats }: { seats: readonly SeatState[] }) {
  const lanes = seats.length
  const near = (at: number) => (at / lanes) * width
  const far = (at: number) => vanishing + (at / lanes - 0.5) * 150
  return (
    <svg className="range-drawing" viewBox={`0 0 ${width} 580`} aria-hidden>
      <path
        className="range-drawing-yards"
        d={ranges.map((y) => `M${edge(y, 0)} ${y}H${edge(y, 1)}`).join('')}
      />
      {seats.map((seat, at) => (
        <g key={at} data-seat={seat}>
          <path
            className="range-drawing-bed"
            d={`M${near(at)} ${floor}L${far(at)} ${horizon}H${far(at + 1)}L${near(at + 1)} ${floor}Z`}
          />
          <path d={`M${near(at + 0.5)} ${floor}L${far(at + 0.5)} ${horizon}`} />
          <path
            className="range-drawing-number"
            d={letteringPath(String(at + 1), {
              x: near(at + 0.5),
              y: floor + 34,
              height: 18,
              anchor: 'middle',
            })}
          />
        </g>
      ))}
      <path className="range-drawing-edge" d={`M0 ${floor}H${width}`} />
      <path
        className="range-drawing-edge"
        d={`M${far(0)} ${horizon}H${far(lanes)}M${far(0)} ${horizon}v-34H${far(lanes)}v34`}
      />
    </svg>
  )

  function edge(y: number, side: 0 | 1) {
    const depth = (y - horizon) / (floor - horizon)
    const at = side * lanes
    return far(at) + (near(at) - far(at)) * depth
  }
}

/** The heights of the yard marks. Nearer ones are wider apart. */
const ranges = [118, 146, 184, 236, 306, 398]
