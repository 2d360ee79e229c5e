import { tickStates, type UnitState } from './tick-states.ts'

export type { UnitState }

type Props = {
  units: readonly UnitState[]
  label?: string
  follows?: string
}

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

type Counts = { open: number; held: number; total: number }

export function unitStates({ open, held, total }: Counts): UnitState[] {
  return Array.from({ length: total }, (_, index) =>
    index < open ? 'open' : index < open + held ? 'held' : 'taken',
  )
}
