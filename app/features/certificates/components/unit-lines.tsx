import { lineStates } from '../../drops/rules.ts'
import type { ShownRun } from './shown-run.ts'

type Props = {
  run: Pick<ShownRun, 'status' | 'units'>
  /** The number that stands out. */
  mine?: number | undefined
}

/** Feature between two lines, and the height of the strip, in its own units. It is stretched to where it stands. */
const step = 4
const height = 40

/** A run as one line per unit in the order of their numbers: lit while open, dashed while held, quiet when taken. */
export function UnitLines({ run: { status, units }, mine }: Props) {
  const states = lineStates(status, units)
  const drawn = (state: string) =>
    states
      .flatMap((each, at) =>
        each === state && at + 1 !== mine ? [`M${at * step + step / 2} 0v${height}`] : [],
      )
      .join('')
  return (
    <svg
      className="reg-lines"
      viewBox={`0 0 ${units.length * step} ${height}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      {(['taken', 'held', 'open'] as const).map((state) => (
        <path key={state} className={state} d={drawn(state)} />
      ))}
      {mine && <path className="mine" d={`M${mine * step - step / 2} 0v${height}`} />}
    </svg>
  )
}
