import { type KeyboardEvent, useRef, useState } from 'react'
import { useHydrated } from '#app/ui/hydrated.ts'
import type { UnitState } from '../rules.ts'
import { unitWords } from '../words.ts'

type Props = {
  units: readonly UnitState[]
  /** The chosen number. */
  number: number | undefined
  onChoose: (number: number) => void
  /** Called for a number that is not open. */
  onRefuse: (number: number) => void
}

/**
 * Every number of the run as a button, a submit button without script. With script it has one tab stop, and the arrow
 * keys move by rows and columns (a roving tabindex).
 */
export function UnitGrid({ units, number, onChoose, onRefuse }: Props) {
  const group = useRef<HTMLFieldSetElement>(null)
  const hydrated = useHydrated()
  const [visited, setVisited] = useState<number>()
  const tabStop = visited ?? number ?? 1

  const moveFocus = (event: KeyboardEvent) => {
    const buttons = [...(group.current?.querySelectorAll<HTMLButtonElement>('.unit') ?? [])]
    const index = buttons.indexOf(event.target as HTMLButtonElement)
    const to = buttons[nextUnitIndex(event.key, index, buttons.length, columnsOf(buttons)) ?? -1]
    if (index < 0 || !to) return
    event.preventDefault()
    to.focus()
  }
  return (
    <fieldset ref={group} className="units" onKeyDown={moveFocus}>
      <legend className="sr-only">Units 1 to {units.length}</legend>
      {units.map((state, index) => (
        <button
          key={index}
          type="submit"
          name="number"
          value={index + 1}
          className={`unit ${state}`}
          aria-label={`Number ${index + 1}, ${unitWords[state]}`}
          aria-pressed={index + 1 === number}
          aria-disabled={state !== 'open' || undefined}
          tabIndex={hydrated && index + 1 !== tabStop ? -1 : undefined}
          onFocus={() => setVisited(index + 1)}
          onClick={(event) => {
            event.preventDefault()
            if (state === 'open') onChoose(index + 1)
            else onRefuse(index + 1)
          }}
        >
          {index + 1}
        </button>
      ))}
    </fieldset>
  )
}

/** The index that a key moves to, or undefined. */
export function nextUnitIndex(
  key: string,
  index: number,
  count: number,
  columns: number,
): number | undefined {
  const targets: Record<string, number> = {
    ArrowRight: index + 1,
    ArrowLeft: index - 1,
    ArrowDown: index + columns,
    ArrowUp: index - columns,
    Home: 0,
    End: count - 1,
  }
  const target = targets[key]
  return target !== undefined && target >= 0 && target < count ? target : undefined
}

/** The number of columns in the current layout. */
function columnsOf(buttons: HTMLButtonElement[]): number {
  const top = buttons[0]?.offsetTop
  const second = buttons.findIndex((button) => button.offsetTop !== top)
  return second < 0 ? buttons.length : second
}
