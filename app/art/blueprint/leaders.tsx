import type { Balloon } from './balloons.ts'
import { inches } from './path.ts'

const BALLOON_RADIUS_PX = 17
const DOT_RADIUS_PX = 2.4

export function Leaders({ balloons, pxPerInch }: { balloons: readonly Balloon[]; pxPerInch: number }) {
  return balloons.map(({ step, x, y, pointX, pointY }) => {
    const share = BALLOON_RADIUS_PX / pxPerInch / Math.hypot(pointX - x, pointY - y)
    const fromX = inches(x + (pointX - x) * share)
    const fromY = inches(y + (pointY - y) * share)
    return (
      <g key={step}>
        <path className="bp-leader" d={`M${fromX} ${fromY}L${inches(pointX)} ${inches(pointY)}`} />
        <circle
          className="bp-leader-dot"
          cx={inches(pointX)}
          cy={inches(pointY)}
          r={inches(DOT_RADIUS_PX / pxPerInch)}
        />
      </g>
    )
  })
}
