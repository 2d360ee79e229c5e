import type { ShownPlan } from '../routes/shown-plan.server.ts'
import { usePlanValue } from './plan-form.tsx'

/** How many drawings are offered at once. */
const offered = 6

/** The drawing of the run: the same theme from other seeds. */
export function DrawingChoice({ shown }: { shown: ShownPlan }) {
  const initial = usePlanValue('artSeed')
  const theme = usePlanValue('theme')
  const seeds = ['', ...Array.from({ length: offered - 1 }, (_, at) => `${shown.slug}-${at + 2}`)]
  const all = seeds.includes(initial) ? seeds : [...seeds.slice(0, -1), initial]
  return (
    <fieldset className="mt-3">
      <legend className="con-label mb-1">Drawing</legend>
      <div className="grid grid-cols-3 gap-2 max-md:grid-cols-2">
        {all.map((seed, at) => (
          <label
            key={seed}
            className="relative block cursor-pointer border border-hairline bg-page hover:border-control has-checked:outline-2 has-checked:-outline-offset-1 has-checked:outline-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink"
          >
            <input
              className="absolute inset-0 size-full cursor-pointer opacity-0"
              type="radio"
              name="artSeed"
              value={seed}
              defaultChecked={seed === initial}
            />
            <img
              className="h-auto w-full"
              src={`/staff/drops/${shown.slug}/art/card.svg?day=opening&seed=${encodeURIComponent(seed)}&theme=${theme}&v=${shown.artVersion}`}
              width={420}
              height={252}
              alt={`Drawing ${at + 1}`}
              loading="lazy"
            />
          </label>
        ))}
      </div>
      <p className="con-hint mt-1">
        One line for each unit. In Noir the drawing is the number itself, and only the grain of the plate
        differs.
      </p>
    </fieldset>
  )
}
