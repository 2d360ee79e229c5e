import { statusWords } from '../../drops/words.ts'
import { durationWords } from '../words.ts'
import type { RunView } from './run-view.ts'

/** The charts' data as a table. */
export function ArchiveTable({ runs }: { runs: readonly RunView[] }) {
  return (
    <div className="mt-12 border-b border-hairline">
      <details className="disclosure border-t border-hairline">
        <summary className="flex min-h-16 items-center justify-between gap-6 py-3 font-display text-lg leading-snug hover:text-accent">
          View as a table
        </summary>
        {/* Wider than a phone: scrollable, also by keyboard. */}
        <div className="table-scroll" role="region" aria-label="The archive as a table" tabIndex={0}>
          <table className="data-table mt-3 mb-6 min-w-[640px]">
            <thead>
              <tr>
                <th scope="col">Drop</th>
                <th scope="col">Status</th>
                <th scope="col">Launch</th>
                <th scope="col" className="r">
                  Units
                </th>
                <th scope="col" className="r">
                  Taken
                </th>
                <th scope="col" className="r">
                  Sold out in
                </th>
              </tr>
            </thead>
            <tbody>
              {runs.map(({ slug, name, status, launchDay, totalUnits, taken, sellOutDurationMs }) => (
                <tr key={slug}>
                  <th scope="row">{name}</th>
                  <td>{statusWords[status].short}</td>
                  <td>{launchDay ?? 'Not set'}</td>
                  <td className="r numeral">{totalUnits}</td>
                  <td className="r numeral">{taken}</td>
                  <td className="r">
                    {sellOutDurationMs === null ? 'Not sold out' : durationWords(sellOutDurationMs)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </div>
  )
}
