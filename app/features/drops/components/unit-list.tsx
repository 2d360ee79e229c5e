import { Link } from 'react-router'
import type { DropStatus, UnitState } from '../rules.ts'
import type { UnitGroup } from '../rules/unit-groups.ts'

type Props = {
  units: readonly UnitState[]
  status: DropStatus
  /** Numbers set aside for the house. */
  house: readonly number[]
  /** The numbers that are shown. */
  group: UnitGroup
  /** The link of an open number during early access; otherwise numbers are not links. */
  earlyTo?: ((number: number) => string) | undefined
}

/** Every number of a run that is not open yet, sold out or closed. */
export function UnitList({ units, status, house, group: { from, to }, earlyTo }: Props) {
  const words = wordsOf(status)
  return (
    <ul className="units lg:col-span-8" aria-label={`Units ${from} to ${to}`}>
      {units
        .slice(from - 1, to)
        .map((state, at) => ({ state, index: from - 1 + at }))
        .map(({ state, index }) =>
          earlyTo && state === 'open' ? (
            <li key={index} className="unit numbers-link cursor-default open">
              <Link
                className="absolute inset-0 grid place-items-center"
                to={earlyTo(index + 1)}
                aria-label={`Number ${index + 1}, open with a code`}
              >
                {index + 1}
              </Link>
            </li>
          ) : (
            <li
              key={index}
              className={`unit cursor-default ${house.includes(index + 1) ? 'taken numbers-house' : looks[status](state)}`}
            >
              <span aria-hidden>{index + 1}</span>
              <span className="sr-only">{`Number ${index + 1}, ${house.includes(index + 1) ? 'set aside for the house' : words[state]}`}</span>
            </li>
          ),
        )}
    </ul>
  )
}

const same = (state: UnitState) => state
const looks: Record<DropStatus, (state: UnitState) => string> = {
  coming_soon: (state) => (state === 'open' ? 'held' : state),
  live: same,
  sold_out: same,
  archived: (state) => (state === 'taken' ? 'taken' : 'numbers-unmade'),
}

function wordsOf(status: DropStatus): Record<UnitState, string> {
  const open = status === 'coming_soon' ? 'not open yet' : status === 'archived' ? 'not made' : 'open'
  return { open, held: status === 'archived' ? 'not made' : 'held', taken: 'taken' }
}
