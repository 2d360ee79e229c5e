import type { ReactNode } from 'react'

export type Column = {
  key: string
  label: string
  /** In pixels; columns without one share what is left, which is never less than `minSharePx` for each. */
  width?: number
  kind?: 'number' | 'code'
  /** Left out below 1280 px, in a table that does not fit there with all its columns. */
  isLesser?: true
}

type DenseTableProps = {
  caption: string
  columns: readonly Column[]
  /**
   * Rows by `id`, with one cell per column. The first link in a row that opens it should say `data-open`. `cents` is what a
   * selection sums.
   */
  rows: readonly { id: string; cells: readonly ReactNode[]; cents?: number }[]
  selectIn?: string
  selectLabel?: (id: string) => string
  /** The same rows for phones, and for a small tablet that the table does not fit, as the items of a list: `<li>`s. */
  cards?: ReactNode
}

/** The columns without a width of their own say what a row is about: they do not shrink to nothing beside the others. */
const minSharePx = 126
const checkboxPx = 36
/** What a sheet has room for on the narrowest tablet. A table that needs more gives way to its cards there. */
const tabletPx = 650

export function DenseTable(props: DenseTableProps) {
  const { caption, columns, rows, selectIn, selectLabel = (id) => `Select ${id}`, cards } = props
  const neededPx = columns.reduce(
    (sum, { width = minSharePx, isLesser }) => sum + (isLesser ? 0 : width),
    selectIn === undefined ? 0 : checkboxPx,
  )
  return (
    <>
      <table
        className="con-table"
        data-wide={neededPx > tabletPx || undefined}
        data-has-cards={cards === undefined ? undefined : ''}
        style={cards === undefined ? undefined : { minWidth: neededPx }}
      >
        <caption className="sr-only">{caption}</caption>
        <colgroup>
          {selectIn !== undefined && <col style={{ width: checkboxPx }} />}
          {columns.map(({ key, width, isLesser }) => (
            <col key={key} data-lesser={isLesser} style={width === undefined ? undefined : { width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {selectIn !== undefined && (
              <th scope="col">
                <span className="sr-only">Selected</span>
                <label className="con-hit noscript:hidden">
                  <input type="checkbox" className="con-check" aria-label="Select all" data-select-all="" />
                </label>
              </th>
            )}
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                data-lesser={column.isLesser}
                data-number={column.kind === 'number' ? '' : undefined}
              >
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, cells, cents }) => (
            <tr key={id} data-row="">
              {selectIn !== undefined && (
                <td>
                  <label className="con-hit">
                    <input
                      type="checkbox"
                      name="row"
                      value={id}
                      form={selectIn}
                      className="con-check"
                      aria-label={selectLabel(id)}
                      data-cents={cents}
                    />
                  </label>
                </td>
              )}
              {columns.map(({ key, kind, isLesser }, at) => (
                <td
                  key={key}
                  data-lesser={isLesser}
                  data-number={kind === 'number' ? '' : undefined}
                  data-code={kind === 'code' ? '' : undefined}
                >
                  {cells[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {cards !== undefined && <ul className="con-cards">{cards}</ul>}
    </>
  )
}
