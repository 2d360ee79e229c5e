import { Link } from 'react-router'
import type { CatalogState } from '#app/catalog/rules.ts'
import { DenseTable } from '#app/features/console/components/dense-table.tsx'
import { PhoneRow } from '#app/features/console/components/phone-row.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import type { KindPlan } from '../rules/kind.ts'
import { stateShapes, stateWords } from '../words.ts'

type FilterProps = {
  /** Of the list without a filter. */
  path: string
  words: string
  state: string
  hasState: boolean
}

/** Finds items of a list by name or address, and by state. */
export function ItemFilter({ path, words, state, hasState }: FilterProps) {
  return (
    <form method="get" action={path} role="search" className="con-region flex flex-wrap items-end gap-2">
      <label className="con-field">
        <span className="con-label">Name or address</span>
        <input className="con-entry" name="q" defaultValue={words} maxLength={80} autoComplete="off" />
      </label>
      {hasState && (
        <label className="con-field">
          <span className="con-label">State</span>
          <select className="con-entry" name="state" defaultValue={state}>
            <option value="">All</option>
            {Object.entries(stateWords).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      )}
      <button type="submit" className="con-verb" data-small="">
        Show
      </button>
      {(words || state) && (
        <Link className="con-link" to={path} data-clear="">
          Clear
        </Link>
      )}
    </form>
  )
}

type Row = {
  key: string
  name: string
  state: CatalogState
  price: string | undefined
  onShelf: number | undefined
  /** Of the columns beside the name. */
  cells: readonly (string | undefined)[]
}

type TableProps = {
  plan: KindPlan
  path: string
  /** Those beside the name that the plan lists. */
  columns: readonly { key: string; label: string }[]
  rows: readonly Row[]
}

/** The items of a kind, each with the way to its sheet. */
export function ItemTable({ plan, path, columns, rows }: TableProps) {
  return (
    <DenseTable
      caption={plan.title}
      columns={[
        ...(plan.hasState ? [{ key: 'state', label: 'State', width: 110 }] : []),
        { key: 'name', label: 'Name' },
        ...columns,
        ...(plan.price ? [{ key: 'price', label: 'Price', width: 110, kind: 'number' as const }] : []),
        ...(plan.stock
          ? [{ key: 'onShelf', label: 'On the shelf', width: 110, kind: 'number' as const }]
          : []),
      ]}
      rows={rows.map((row) => ({
        id: row.key,
        cells: [
          ...(plan.hasState
            ? [
                <Status key="state" kind={stateShapes[row.state]} quiet={row.state !== 'visible'}>
                  {stateWords[row.state]}
                </Status>,
              ]
            : []),
          <Link key="name" className="con-clip" to={`${path}/${row.key}`} data-open="">
            {row.name}
          </Link>,
          ...row.cells,
          ...(plan.price ? [row.price] : []),
          ...(plan.stock ? [row.onShelf] : []),
        ],
      }))}
      cards={rows.map((row) => (
        <PhoneRow
          key={row.key}
          kind={stateShapes[row.state]}
          to={`${path}/${row.key}`}
          subject={row.name}
          amount={row.price}
          detail={row.cells.filter(Boolean).join(', ')}
          due={row.onShelf === undefined ? stateWords[row.state] : `${row.onShelf} on the shelf`}
        />
      ))}
    />
  )
}
