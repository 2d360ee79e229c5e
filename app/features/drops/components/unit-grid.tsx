import type { UnitState } from '../rules.ts'
import type { UnitGroup } from '../rules/unit-groups.ts'
import { unitLabel } from '../words.ts'

type Props = {
  units: readonly UnitState[]
  /** Numbers set aside for the house. */
  house: readonly number[]
  /** The numbers that are shown. */
  group: UnitGroup
  /** The number chosen at first. */
  number: number | undefined
  /** The id of the form that holds one. */
  form: string
}

/** The numbers of a run as one choice; those that are not open keep their words. `site/drop-numbers.ts` keeps it up to date. */
export function UnitGrid({ units, house, group: { from, to }, number, form }: Props) {
  return (
    <fieldset className="units">
      <legend className="sr-only">
        Units {from} to {to}
      </legend>
      {units.slice(from - 1, to).map((state, index) => {
        const own = from + index
        const isHouse = house.includes(own)
        return (
          <label key={own} className={isHouse ? 'unit taken numbers-house' : `unit ${state}`}>
            <input
              className="absolute inset-0 m-0 size-full cursor-[inherit] opacity-0"
              type="radio"
              name="number"
              value={own}
              form={form}
              required
              defaultChecked={own === number}
              disabled={state !== 'open'}
              aria-label={unitLabel(own, isHouse ? 'house' : state)}
            />
            {own}
          </label>
        )
      })}
    </fieldset>
  )
}
