import { strokeStates } from '#app/features/drops/rules.ts'
import type { RunView } from './run-view.ts'

type Props = {
  run: Pick<RunView, 'status' | 'units'>
  /** The highlighted number. */
  mine?: number | undefined
  /** Its height. */
  className: string
}

/** The distance between two lines and the height of the strip, in its own units. The strip is stretched to the width it gets. */
const step = 4
const height = 40

/** A run as one stroke per unit: solid while open, dashed while held, faded when taken. */
export function UnitStrokes({ run: { status, units }, mine, className }: Props) {
  const states = strokeStates(status, units)
  const pathOf = (state: string) =>
    states
      .flatMap((other, index) =>
        other === state && index + 1 !== mine ? [`M${index * step + step / 2} 0v${height}`] : [],
      )
      .join('')
  return (
    <svg
      className={`registry-strokes block w-full overflow-visible ${className}`}
      viewBox={`0 0 ${units.length * step} ${height}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      {(['taken', 'held', 'open'] as const).map((state) => (
        <path key={state} className={state} d={pathOf(state)} />
      ))}
      {mine && <path className="mine" d={`M${mine * step - step / 2} 0v${height}`} />}
    </svg>
  )
}
