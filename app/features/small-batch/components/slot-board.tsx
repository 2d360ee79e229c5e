import type { CSSProperties } from 'react'
import type { ReleaseView } from '../rules.ts'
import { Link } from 'react-router'
import { openSlots, reservePath, strokeStates } from '../rules.ts'
import { slotWords } from '../words.ts'

/** Slots per row on wide screens; a smaller release fills the row. */
const slotsPerRow = 15

/** Every slot of a release by number, with its state for screen readers. An open one links to its reservation. */
export function SlotBoard({ release }: { release: ReleaseView }) {
  const { slug, status, slots } = release
  const open = new Set(openSlots(release))
  return (
    <ol
      className="units lg:grid-cols-[repeat(var(--n),minmax(0,1fr))]"
      aria-label="Slots"
      style={{ '--n': Math.min(slots.length, slotsPerRow) } as CSSProperties}
    >
      {strokeStates(status, slots).map((slot, index) => (
        <li key={index}>
          {open.has(index + 1) ? (
            <Link className="unit open" to={reservePath(slug, index + 1)}>
              {index + 1}
              <span className="sr-only">, open, reserve it</span>
            </Link>
          ) : (
            <span className={`unit pointer-events-none ${slot}`}>
              {index + 1}
              <span className="sr-only">
                ,{' '}
                {status === 'coming_soon' ? 'not open yet' : status === 'closed' ? 'closed' : slotWords[slot]}
              </span>
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}
