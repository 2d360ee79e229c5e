import { countOf } from '#app/kit/count.ts'
import { Link } from 'react-router'
import { dropNumberText } from '#app/art/drawing.ts'
import type { RunView } from './run-view.ts'
import { shareWords } from '../words.ts'
import { UnitStrokes } from './unit-strokes.tsx'

/** Every run at one scale, one stroke per unit, with its share in words. */
export function RunChart({ runs }: { runs: readonly RunView[] }) {
  const longest = Math.max(...runs.map(({ totalUnits }) => totalUnits))
  return (
    <div className="mt-12 scroll-mt-6 lg:mt-16" id="runs">
      <h3 className="h3 mb-4">Units taken in each run</h3>
      <ol>
        {runs.map((run) => (
          <li
            key={run.slug}
            className="grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-2 border-t border-hairline bg-transparent py-4 last:border-b lg:grid-cols-[220px_minmax(0,1fr)_130px]"
            data-theme={run.theme}
          >
            <p className="grid gap-0.5">
              <Link
                className="link font-display text-lg leading-snug max-md:inline-flex max-md:min-h-11 max-md:items-center"
                to={`/drops/${run.slug}`}
              >
                {run.name}
              </Link>
              <span className="text-sm text-faint">№ {dropNumberText(run.dropNumber)}</span>
            </p>
            <div className="min-w-0 max-lg:col-span-full max-lg:row-start-2">
              <div style={{ width: `${(run.totalUnits / longest) * 100}%` }}>
                <UnitStrokes className="h-8" run={run} />
              </div>
            </div>
            <p className="grid justify-items-end gap-0.5 text-right">
              <span className="numeral text-xl">
                {run.status === 'coming_soon' ? 'To come' : shareWords(run.taken, run.totalUnits)}
              </span>
              <span className="text-sm text-faint">
                {run.status === 'coming_soon'
                  ? countOf(run.totalUnits, 'unit')
                  : `${run.taken} of ${run.totalUnits} taken`}
              </span>
            </p>
          </li>
        ))}
      </ol>
    </div>
  )
}
