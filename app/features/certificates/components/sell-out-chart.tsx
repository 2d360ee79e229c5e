import { countOf } from '#app/kit/count.ts'
import { timeScale } from '../rules.ts'
import { durationWords } from '../words.ts'
import type { RunView } from './run-view.ts'

/** Time from launch to sell-out of each run, on a logarithmic scale. */
export function SellOutChart({ runs }: { runs: readonly RunView[] }) {
  const times = runs.flatMap(({ sellOutDurationMs }) => sellOutDurationMs ?? [])
  const { marks, at } = timeScale(times)
  const fastestFirst = runs.toSorted((a, b) => (a.sellOutDurationMs ?? 0) - (b.sellOutDurationMs ?? 0))
  const percent = (ms: number) => `${(at(ms) * 100).toFixed(2)}%`
  return (
    <div className="mt-12 lg:mt-16">
      <h3 className="h3 mb-4">Time to sell out</h3>
      <div className="border-t border-hairline">
        <div className="@container relative h-8 border-b border-control" aria-hidden>
          {marks.map(({ label, ms }) => (
            <span
              key={label}
              className="absolute bottom-0 border-l border-control pb-2 pl-2 font-display text-xs leading-none tracking-wider whitespace-nowrap text-faint last:-translate-x-full last:border-r last:border-l-0 last:pr-2 last:pl-0 @max-[56rem]:[&:nth-last-child(even)>span]:hidden"
              style={{ left: percent(ms) }}
            >
              <span>{label}</span>
            </span>
          ))}
        </div>
        <ol>
          {fastestFirst.map(({ slug, name, theme, totalUnits, sellOutDurationMs }) => (
            <li key={slug} className="border-b border-hairline bg-transparent pt-4 pb-3" data-theme={theme}>
              <p>
                {name}: <span className="numeral text-lg">{durationWords(sellOutDurationMs ?? 0)}</span>{' '}
                <span className="text-sm text-faint">for {countOf(totalUnits, 'unit')}</span>
              </p>
              <i className="registry-bar" aria-hidden style={{ width: percent(sellOutDurationMs ?? 0) }} />
            </li>
          ))}
        </ol>
      </div>
      <p className="mt-4 max-w-[70ch] text-sm text-faint">
        The scale is logarithmic: each mark is several times as long as the one before it. Runs that closed
        with open numbers, and those still open, have no such time.
      </p>
    </div>
  )
}
