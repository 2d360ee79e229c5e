type Props = {
  /** The state of each unit, in order; the bar shows one line per unit, open ones first. */
  units: readonly UnitState[]
  /** What it says in words, for example `23 of 50 units remain`. Without it the bar is decoration. */
  label?: string
}

/** Whether a unit can be had. */
export type UnitState = 'open' | 'held' | 'taken'

/** A progress bar with one line per unit: solid while open, dashed while held, quiet when taken. */
export function Ticks({ units, label }: Props) {
  const sorted = (['open', 'held', 'taken'] as const).flatMap((state) =>
    units.filter((unit) => unit === state),
  )
  return (
    <span className="ticks" {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}>
      {sorted.map((state, index) => (
        <i key={index} className={state} />
      ))}
    </span>
  )
}

/** The states of a drop of which only the sums are known. */
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
