import { formatCount } from '#app/kit/count.ts'
import { useRef, useState } from 'react'
import { formatNumbers, parseNumbers } from '#app/features/drops/rules/plan-fields.ts'
import { useHydrated } from '#app/ui/hydrated.ts'
import { PlanField, usePlanValue } from './plan-form.tsx'

/** A larger run is written, not pressed. */
const maxButtons = 200

type Props = { units: number; used: readonly number[] }

/** The numbers that are set aside for the house: written as `1, 7, 40-45`, or pressed. */
export function HouseNumbers({ units, used }: Props) {
  const hydrated = useHydrated()
  const group = useRef<HTMLDivElement>(null)
  const initial = usePlanValue('house')
  const [aside, setAside] = useState(() => parseNumbers(initial, 1_000) ?? [])
  const field = () => group.current?.closest('form')?.elements.namedItem('house') as HTMLInputElement | null
  const toggle = (number: number) => {
    const next = aside.includes(number) ? aside.filter((other) => other !== number) : [...aside, number]
    setAside(next)
    const input = field()
    if (input) input.value = formatNumbers(next)
  }
  return (
    <div className="col-span-full grid gap-2" ref={group}>
      <PlanField
        name="house"
        label={`Set aside for the house: ${aside.length} of ${formatCount(units)}`}
        data-code=""
        hint="A kept number is made and never offered: 1, 7, 40-45."
        onChange={({ currentTarget }) => {
          const numbers = parseNumbers(currentTarget.value, 1_000)
          if (numbers) setAside(numbers)
        }}
      />
      {hydrated && units > 0 && units <= maxButtons && (
        <div
          className="grid grid-cols-[repeat(20,minmax(24px,1fr))] gap-0.5 max-md:grid-cols-[repeat(auto-fill,minmax(44px,1fr))]"
          role="group"
          aria-label="Numbers set aside for the house"
        >
          {Array.from({ length: units }, (_, at) => (
            <button
              key={at}
              type="button"
              className="h-6 border border-hairline font-display text-xs font-normal text-muted hover:bg-raised aria-disabled:cursor-not-allowed aria-disabled:text-faint aria-disabled:line-through aria-pressed:border-dashed aria-pressed:border-accent aria-pressed:text-accent max-md:h-11"
              aria-pressed={aside.includes(at + 1)}
              aria-disabled={used.includes(at + 1) || undefined}
              title={used.includes(at + 1) ? 'Held or sold' : undefined}
              onClick={() => !used.includes(at + 1) && toggle(at + 1)}
            >
              {at + 1}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
