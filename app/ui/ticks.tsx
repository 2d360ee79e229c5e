type Props = {
  /** The state of each unit, in order; the bar shows one line per unit, open ones first. */
  units: readonly UnitState[]
  /** Its text, for example `23 of 50 units remain`. Without it the bar is decorative. */
  label?: string
}

/** Whether a unit can be had. */
export type UnitState = 'open' | 'held' | 'taken'

/** Beyond this many units lines would run together. */
const maxTicks = 200
const ticksOfMany = 100

/**
 * A progress bar with one line per unit: solid for open, dashed for held, faint for taken. A large run has a hundred lines
 * in the same proportions.
 */
export function Ticks({ units, label }: Props) {
  const all = (['open', 'held', 'taken'] as const).flatMap((state) => units.filter((unit) => unit === state))
  const sorted = all.length > maxTicks ? fewer(all) : all
  return (
    <span className="ticks" {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}>
      {sorted.map((state, index) => (
        <i key={index} className={state} />
      ))}
    </span>
  )
}

/** The last open unit still has a line, and the first one that is taken. */
function fewer(sorted: readonly UnitState[]): UnitState[] {
  return Array.from({ length: ticksOfMany }, (_, line) => {
    const at = Math.round((line * (sorted.length - 1)) / (ticksOfMany - 1))
    return sorted[at] ?? 'taken'
  })
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
