import type { CSSProperties } from 'react'
import type { ShownRelease } from '../rules.ts'
import { drawnStates } from '../rules.ts'
import { slotWords } from '../words.ts'

/** How many slots stand side by side where there is feature: a release of fewer fills the row. */
const inARow = 15

/** Every slot of a release by number, with its state in words for those who do not see the marks. */
export function SlotBoard({ release: { status, slots } }: { release: ShownRelease }) {
  return (
    <ol
      className="units sb-slots"
      aria-label="Slots"
      style={{ '--n': Math.min(slots.length, inARow) } as CSSProperties}
    >
      {drawnStates(status, slots).map((slot, at) => (
        <li key={at} className={`unit ${slot}`}>
          {at + 1}
          <span className="vh">
            , {status === 'coming_soon' ? 'not open yet' : status === 'closed' ? 'closed' : slotWords[slot]}
          </span>
        </li>
      ))}
    </ol>
  )
}
