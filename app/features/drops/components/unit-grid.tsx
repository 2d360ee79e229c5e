import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useHydrated } from '#app/ui/hydrated.ts'
import type { UnitState } from '../rules.ts'
import { nextNumber, type UnitGroup } from '../rules/unit-groups.ts'
import { mineWords, unitWords } from '../words.ts'

type Props = {
  units: readonly UnitState[]
  /** Numbers set aside for the house. */
  house: readonly number[]
  /** The numbers that are shown. */
  group: UnitGroup
  /** Called when a key leads to a number of another group. */
  onLeave: (number: number) => void
  /** The chosen number. */
  number: number | undefined
  onChoose: (number: number) => void
  /** Called for a number that is not open. */
  onRefuse: (number: number) => void
  /** The checkouts of the numbers that this browser holds. */
  mine: ReadonlyMap<number, string>
}

/**
 * The numbers of a run as buttons, submit buttons without script. With script they have one tab stop, and the arrow keys
 * move by rows and columns (a roving tabindex), in a large run from one group into the next.
 */
export function UnitGrid({ units, house, group, onLeave, number, onChoose, onRefuse, mine }: Props) {
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const hydrated = useHydrated()
  const navigate = useNavigate()
  const [visited, setVisited] = useState<number>()
  const arriving = useRef<number>(undefined)
  const { from, to } = group
  const isShown = (candidate: number | undefined) =>
    candidate !== undefined && candidate >= from && candidate <= to
  const tabStop = [visited, number].find(isShown) ?? from

  useEffect(() => {
    if (arriving.current === undefined) return
    fieldset.current?.querySelector<HTMLButtonElement>(`[value="${arriving.current}"]`)?.focus()
    arriving.current = undefined
  }, [from])

  const moveFocus = (event: KeyboardEvent) => {
    const buttons = [...(fieldset.current?.querySelectorAll<HTMLButtonElement>('.unit') ?? [])]
    const at = Number((event.target as HTMLButtonElement).value)
    const next = nextNumber(event.key, at, { total: units.length, columns: columnsOf(buttons) })
    if (!at || next === undefined) return
    event.preventDefault()
    if (isShown(next)) return buttons[next - from]?.focus()
    arriving.current = next
    setVisited(next)
    onLeave(next)
  }
  return (
    <fieldset ref={fieldset} className="units" onKeyDown={moveFocus}>
      <legend className="sr-only">
        Units {from} to {to}
      </legend>
      {units.slice(from - 1, to).map((state, index) => {
        const own = from + index
        const isHouse = house.includes(own)
        const checkout = state === 'open' ? undefined : mine.get(own)
        return (
          <button
            key={own}
            type="submit"
            name="number"
            value={own}
            className={isHouse ? 'unit taken numbers-house' : checkout ? 'unit mine' : `unit ${state}`}
            aria-label={`Number ${own}, ${isHouse ? 'set aside for the house' : checkout ? mineWords : unitWords[state]}`}
            aria-pressed={own === number}
            aria-disabled={(state !== 'open' && !checkout) || undefined}
            tabIndex={hydrated && own !== tabStop ? -1 : undefined}
            onFocus={() => setVisited(own)}
            onClick={(event) => {
              event.preventDefault()
              if (checkout) void navigate(checkout)
              else if (state === 'open') onChoose(own)
              else onRefuse(own)
            }}
          >
            {own}
          </button>
        )
      })}
    </fieldset>
  )
}

/** The number of columns in the current layout. */
function columnsOf(buttons: HTMLButtonElement[]): number {
  const top = buttons[0]?.offsetTop
  const second = buttons.findIndex((button) => button.offsetTop !== top)
  return second < 0 ? buttons.length : second
}
