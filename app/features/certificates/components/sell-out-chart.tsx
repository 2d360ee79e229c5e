import { timeScale } from '../rules.ts'
import { durationWords } from '../words.ts'
import type { RunView } from './run-view.ts'

/** From the launch to the last unit, on one scale on which every mark is several times the one before. */
export function SellOutChart({ runs }: { runs: readonly RunView[] }) {
  const times = runs.flatMap(({ sellOutDurationMs }) => sellOutDurationMs ?? [])
  const { marks, at } = timeScale(times)
  const fastestFirst = runs.toSorted((a, b) => (a.sellOutDurationMs ?? 0) - (b.sellOutDurationMs ?? 0))
  const percent = (ms: number) => `${(at(ms) * 100).toFixed(2)}%`
  return (
    <div className="reg-chart">
      <h3 className="h3">How long a run took to sell out</h3>
      <div className="reg-times">
        <div className="reg-axis" aria-hidden>
          {marks.map(({ label, ms }) => (
            <span key={label} style={{ left: percent(ms) }}>
              {label}
            </span>
          ))}
        </div>
        <ol>
          {fastestFirst.map(({ slug, name, theme, totalUnits, sellOutDurationMs }) => (
            <li key={slug} data-theme={theme}>
              <p>
                {name}: <span className="num">{durationWords(sellOutDurationMs ?? 0)}</span>{' '}
                <span className="cap">for {totalUnits} units</span>
              </p>
              <i aria-hidden style={{ width: percent(sellOutDurationMs ?? 0) }} />
            </li>
          ))}
        </ol>
      </div>
      <p className="cap">
        The scale is logarithmic: each mark is several times as long as the one before it. Runs that closed
        with open numbers, and those still open, have no such time.
      </p>
    </div>
  )
}
