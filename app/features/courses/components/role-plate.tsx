import { fitLettering, letteringPath } from '#app/art/pantograph/lettering.ts'

const width = 420
const height = 168

/** The engraved plate of a role, with a blank for the instructor's name. Decorative. */
export function RolePlate({ role }: { role: string }) {
  const [first = '', second = ''] = role.split(/, /)
  const upper = fitLettering(first, { height: 22, tracking: 0.06 }, width - 72)
  const lower = fitLettering(second, { height: 13, tracking: 0.1 }, width - 72)
  return (
    <svg className="instructors-plate" viewBox={`0 0 ${width} ${height}`} aria-hidden>
      <rect className="fill-plate stroke-control" x="1" y="1" width={width - 2} height={height - 2} rx="6" />
      <rect className="stroke-hairline" x="10" y="10" width={width - 20} height={height - 20} rx="3" />
      {[24, width - 24].map((x) => (
        <circle key={x} className="stroke-hairline" cx={x} cy={height / 2} r="5" />
      ))}
      <path
        className="stroke-accent stroke-[2.4]"
        d={letteringPath(first, { ...upper, x: width / 2, y: second ? 66 : 78, anchor: 'middle' })}
      />
      {second && (
        <path
          className="stroke-ink stroke-[1.5]"
          d={letteringPath(second, { ...lower, x: width / 2, y: 94, anchor: 'middle' })}
        />
      )}
      <path className="stroke-faint [stroke-dasharray:2_7]" d={`M60 132H${width - 60}`} />
    </svg>
  )
}
