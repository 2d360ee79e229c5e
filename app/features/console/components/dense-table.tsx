import type { ReactNode } from 'react'

export type Column = {
  key: string
  label: string
  /** In pixels; columns without one share what is left, which is never less than `minSharePx` for each. */
  width?: number
  kind?: 'number' | 'code'
  /** Left out below 1280 px, in a table that does not fit there with all its columns, and on a phone. */
  isLesser?: true
  /** Its place in a row on a phone, other than what follows from its kind: the first column leads, the first number is beside it. */
  phone?: 'lead' | 'amount' | 'none'
}

type DenseTableProps = {
  caption: string
  columns: readonly Column[]
  /** One cell per column. The first link in a row that opens it should say `data-open`. `cents` is what a selection sums. */
  rows: readonly { id: string; cells: readonly ReactNode[]; cents?: number }[]
  selectIn?: string
  selectLabel?: (id: string) => string
  /** Whether the cells stand below one another on a phone: they hold forms. */
  isStacked?: boolean
  /** Rows for phones, and for a small tablet that the table does not fit, other than those made of the cells: `<li>`s. */
  cards?: ReactNode
}

/** The columns without a width of their own say what a row is about: they do not shrink to nothing beside the others. */
const minSharePx = 126
const checkboxPx = 36
/** What a sheet has room for on the narrowest tablet. A table that needs more gives way to its cards there. */
const tabletPx = 650

export function DenseTable(props: DenseTableProps) {
  const {
    caption,
    columns,
    rows,
    selectIn,
    selectLabel = (id) => `Select ${id}`,
    cards = <Cards {...props} />,
  } = props
  const neededPx = columns.reduce(
    (sum, { width = minSharePx, isLesser }) => sum + (isLesser ? 0 : width),
    selectIn === undefined ? 0 : checkboxPx,
  )
  return (
    <>
      <table className="con-table" data-wide={neededPx > tabletPx || undefined} data-has-cards="">
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
                  <RowBox id={id} form={selectIn} label={selectLabel(id)} cents={cents} />
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
      <ul className="con-cards">{cards}</ul>
    </>
  )
}

type RowBoxProps = { id: string; form: string; label: string; cents?: number | undefined }

function RowBox({ id, form, label, cents }: RowBoxProps) {
  return (
    <label className="con-hit">
      <input
        type="checkbox"
        name="row"
        value={id}
        form={form}
        className="con-check"
        aria-label={label}
        data-cents={cents}
      />
    </label>
  )
}

function Cards({
  columns,
  rows,
  selectIn,
  selectLabel = (id) => `Select ${id}`,
  isStacked,
}: DenseTableProps) {
  const named = (phone: Column['phone']) => columns.findIndex((column) => column.phone === phone)
  const lead = Math.max(0, named('lead'))
  const amount = named('amount') < 0 ? columns.findIndex(({ kind }) => kind === 'number') : named('amount')
  const others = columns.flatMap((column, at) =>
    at === lead || at === amount || column.isLesser || column.phone === 'none' ? [] : [{ ...column, at }],
  )
  return rows.map(({ id, cells }) => (
    <li key={id} data-row="" data-stacked={isStacked ? '' : undefined}>
      {selectIn === undefined ? (
        !isStacked && <span />
      ) : (
        <RowBox id={id} form={selectIn} label={selectLabel(id)} />
      )}
      <span className="font-medium">{cells[lead]}</span>
      {(cells[amount] ?? '') !== '' || !isStacked ? (
        <span className="con-number">{cells[amount]}</span>
      ) : null}
      <span className="con-cards-second">
        {others
          .filter(({ at }) => cells[at] !== undefined && cells[at] !== null && cells[at] !== '')
          .map(({ key, label, kind, at }) => (
            <span key={key}>
              <span className={kind === 'number' ? 'text-faint' : 'sr-only'}>{`${label} `}</span>
              {cells[at]}
            </span>
          ))}
      </span>
    </li>
  ))
}
