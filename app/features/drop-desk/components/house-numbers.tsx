import { formatCount } from '#app/kit/count.ts'
import { parseNumbers } from '#app/features/drops/rules/plan-fields.ts'
import { PlanField, usePlanField, usePlanValue } from './plan-form.tsx'

/** A larger run is written, not pressed. */
const maxBoxes = 200

type Props = { units: number; used: readonly number[] }

/** The numbers that are set aside for the house: each a box, or written as `1, 7, 40-45`. */
export function HouseNumbers({ units, used }: Props) {
  const aside = parseNumbers(usePlanValue('house'), 1_000)
  const { field, conflict } = usePlanField('house')
  const label = `Set aside for the house: ${aside?.length ?? 0} of ${formatCount(units)}`
  if (units === 0 || units > maxBoxes || !aside)
    return (
      <div className="col-span-full">
        <PlanField
          name="house"
          label={label}
          data-code=""
          hint="A house number is made and never offered: 1, 7, 40-45."
        />
      </div>
    )
  return (
    <fieldset className="con-field col-span-full">
      <legend className="mb-1 text-muted">{label}</legend>
      <div className="grid grid-cols-[repeat(20,minmax(24px,1fr))] gap-0.5 max-md:grid-cols-[repeat(auto-fill,minmax(44px,1fr))]">
        {Array.from({ length: Math.max(units, ...aside) }, (_, at) => at + 1).map((number) => {
          const isAside = aside.includes(number)
          const isUsed = used.includes(number) && !isAside
          return (
            <label
              key={number}
              className="relative grid h-6 cursor-pointer place-items-center border border-hairline font-display text-xs font-normal text-muted hover:bg-raised has-checked:border-dashed has-checked:border-accent has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-ink has-disabled:cursor-not-allowed has-disabled:text-faint has-disabled:line-through max-md:h-11"
              title={isUsed ? 'Held or sold' : undefined}
            >
              <input
                className="absolute inset-0 size-full cursor-[inherit] opacity-0"
                type="checkbox"
                name="house"
                value={number}
                defaultChecked={isAside}
                disabled={isUsed}
              />
              {number}
            </label>
          )
        })}
      </div>
      {field.errors && <p className="con-error">{field.errors.join(' ')}</p>}
      <p className="con-hint">A house number is made and never offered.</p>
      {conflict}
    </fieldset>
  )
}
