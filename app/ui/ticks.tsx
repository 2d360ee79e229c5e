import { tickStates, type UnitState } from './tick-states.ts'

export type { UnitState }

type Props = {
  /** The state of each unit, in order; the bar shows one line per unit, open ones first. */
  units: readonly UnitState[]
  /** Its text, for example `23 of 50 units remain`. Without it the bar is decorative. */
  label?: string
  /** The text with places for figures, where it follows the units of a drop. */
  follows?: string
}

/**
 * A progress bar with one line per unit: solid for open, dashed for held, faint for taken. A large run has a hundred lines
 * in the same proportions.
 */
export function Ticks({ units, label, follows }: Props) {
  return (
    <span
      className="ticks"
      data-count-label={follows}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {tickStates(units).map((state, index) => (
        <i key={index} className={state} />
      ))}
    </span>
  )
}

/** Unit states from counts alone. */
export function unitStates({
  open,
  held,
  total,
}: {
  open: number
  held: number
  total: number
}): UnitState[] {
  return Array.from({ length: total }, (_, index) =>
    index < open ? 'open' : index < open + held ? 'held' : 'taken',
  )
}
