import { DenseTable } from '#app/features/console/components/dense-table.tsx'
import { KeyValues } from '#app/features/console/components/key-values.tsx'
import { Redline } from '#app/features/console/components/revisions.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { formatCount } from '#app/kit/count.ts'
import type { CsvFault, PlannedRow } from '../rules/csv-plan.ts'

type FaultsProps = {
  item: number
  /** The first of them. */
  faults: readonly CsvFault[]
  /** How many there are in all. */
  count: number
}

/** The wrong cells of an uploaded file. */
export function ImportFaults({ item, faults, count }: FaultsProps) {
  return (
    <Section item={item} title="What is wrong" note={shownOf(faults.length, count)}>
      <DenseTable
        caption="Wrong cells"
        columns={[
          { key: 'line', label: 'Line', width: 80, kind: 'number' },
          { key: 'column', label: 'Column', width: 200, kind: 'code' },
          { key: 'why', label: 'Why' },
        ]}
        rows={faults.map(({ line, column, why }, at) => ({
          id: String(at),
          cells: [
            line,
            column || 'the row',
            <span key="why" className="wrap-anywhere whitespace-normal">
              {why}
            </span>,
          ],
        }))}
        cards={faults.map(({ line, column, why }) => (
          <li key={`${line}-${column}-${why}`} className="wrap-anywhere p-3">
            <b>{`Line ${line}, ${column || 'the row'}`}</b> {why}
          </li>
        ))}
      />
    </Section>
  )
}

type ShownRow = Pick<PlannedRow, 'line' | 'key' | 'does' | 'differences'>

type DifferencesProps = {
  item: number
  /** The first of them. */
  rows: readonly ShownRow[]
  /** How many there are in all. */
  count: number
}

/** What an uploaded file makes new and what it changes, row by row. */
export function ImportDifferences({ item, rows, count }: DifferencesProps) {
  return (
    <Section item={item} title="Differences" note={shownOf(rows.length, count)}>
      <ul className="grid">
        {rows.map(({ line, key, does, differences }) => (
          <li key={key} className="border-t border-hairline py-2">
            <p className="flex flex-wrap gap-3">
              <span className="con-code text-faint">{`line ${line}`}</span>
              <b>{key}</b>
              <Status kind={does === 'creates' ? 'todo' : 'half'} quiet>
                {does === 'creates' ? 'new' : 'changed'}
              </Status>
            </p>
            <KeyValues
              rows={differences.map(({ column, before, after }) => [
                column,
                before === undefined ? (
                  after
                ) : (
                  <Redline key={column} before={before || 'empty'} after={after || 'empty'} />
                ),
              ])}
            />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function shownOf(shown: number, count: number): string | undefined {
  return count > shown ? `the first ${shown} of ${formatCount(count)}` : undefined
}
