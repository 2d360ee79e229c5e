import { Link } from 'react-router'
import { dropNumberText } from '#app/art/drawing.ts'
import type { RunView } from './run-view.ts'
import { shareWords } from '../words.ts'
import { UnitStrokes } from './unit-strokes.tsx'

/** Every run at one scale: as long as it has units, one line each. The words beside a row say what it shows. */
export function RunChart({ runs }: { runs: readonly RunView[] }) {
  const longest = Math.max(...runs.map(({ totalUnits }) => totalUnits))
  return (
    <div className="reg-chart">
      <h3 className="h3">How far each run is taken</h3>
      <ol className="reg-rows">
        {runs.map((run) => (
          <li key={run.slug} data-theme={run.theme}>
            <p className="reg-row-n">
              <Link className="lnk" to={`/drops/${run.slug}`}>
                {run.name}
              </Link>
              <span className="cap">№ {dropNumberText(run.dropNumber)}</span>
            </p>
            <div className="reg-bar">
              <div style={{ width: `${(run.totalUnits / longest) * 100}%` }}>
                <UnitStrokes run={run} />
              </div>
            </div>
            <p className="reg-row-v">
              <span className="num">
                {run.status === 'coming_soon' ? 'To come' : shareWords(run.taken, run.totalUnits)}
              </span>
              <span className="cap">
                {run.status === 'coming_soon'
                  ? `${run.totalUnits} units`
                  : `${run.taken} of ${run.totalUnits} taken`}
              </span>
            </p>
          </li>
        ))}
      </ol>
    </div>
  )
}
