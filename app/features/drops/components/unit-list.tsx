import type { DropStatus, UnitState } from '../rules.ts'

/** Every number of a run that cannot be chosen from now: not open yet, sold out or closed. */
export function UnitList({ units, status }: { units: readonly UnitState[]; status: DropStatus }) {
  const words = wordsOf(status)
  return (
    <ul className="units" aria-label={`Units 1 to ${units.length}`}>
      {units.map((state, at) => (
        <li key={at} className={`unit ${looks[status](state)}`}>
          <span aria-hidden>{at + 1}</span>
          <span className="vh">{`Number ${at + 1}, ${words[state]}`}</span>
        </li>
      ))}
    </ul>
  )
}

const same = (state: UnitState) => state
const looks: Record<DropStatus, (state: UnitState) => string> = {
  coming_soon: (state) => (state === 'open' ? 'held' : state),
  live: same,
  sold_out: same,
  archived: (state) => (state === 'taken' ? 'taken' : 'unmade'),
}

function wordsOf(status: DropStatus): Record<UnitState, string> {
  const open = status === 'coming_soon' ? 'not open yet' : status === 'archived' ? 'not made' : 'open'
  return { open, held: status === 'archived' ? 'not made' : 'held', taken: 'taken' }
}
