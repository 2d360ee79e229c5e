import type { ReactNode } from 'react'

export type Column<Row> = {
  label: string
  /** The first link in a row that opens it should say `data-open`. */
  render: (row: Row) => ReactNode
  /** In pixels; columns without one share what is left, which is never less than `minSharePx` for each. */
  width?: number
  kind?: 'number' | 'code'
  /** Left out below 1280 px, in a table that does not fit there with all its columns, and on a phone. */
  isLesser?: true
  /** Its place in a row on a phone, other than what follows from its kind: the first column leads, the first number is beside it. */
  phone?: 'lead' | 'amount' | 'none'
}

type DenseTableProps<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  id: (row: Row) => string
  selectIn?: string | undefined
  selectLabel?: (row: Row) => string
  /** What a selection sums. */
  cents?: (row: Row) => number
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

export function DenseTable<Row>(props: DenseTableProps<Row>) {
  const { caption, columns, rows, id, selectIn, cents, cards = <Cards {...props} /> } = props
  const { selectLabel = (row) => `Select ${id(row)}` } = props
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
          {columns.map(({ label, width, isLesser }) => (
            <col key={label} data-lesser={isLesser} style={width === undefined ? undefined : { width }} />
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
                key={column.label}
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
          {rows.map((row) => (
            <tr key={id(row)} data-row="">
              {selectIn !== undefined && (
                <td>
                  <RowBox id={id(row)} form={selectIn} label={selectLabel(row)} cents={cents?.(row)} />
                </td>
              )}
              {columns.map(({ label, render, kind, isLesser }) => (
                <td
                  key={label}
                  data-lesser={isLesser}
                  data-number={kind === 'number' ? '' : undefined}
                  data-code={kind === 'code' ? '' : undefined}
                >
                  {render(row)}
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

function Cards<Row>({
  columns,
  rows,
  id,
  selectIn,
  selectLabel = (row) => `Select ${id(row)}`,
  isStacked,
}: DenseTableProps<Row>) {
  const lead = columns.find(({ phone }) => phone === 'lead') ?? columns[0]
  const amount =
    columns.find(({ phone }) => phone === 'amount') ?? columns.find(({ kind }) => kind === 'number')
  const others = columns.filter(
    (column) => column !== lead && column !== amount && !column.isLesser && column.phone !== 'none',
  )
  return rows.map((row) => {
    const figure = amount?.render(row) ?? ''
    return (
      <li key={id(row)} data-row="" data-stacked={isStacked ? '' : undefined}>
        {selectIn === undefined ? (
          !isStacked && <span />
        ) : (
          <RowBox id={id(row)} form={selectIn} label={selectLabel(row)} />
        )}
        <span className="font-medium">{lead?.render(row)}</span>
        {(figure !== '' || !isStacked) && <span className="con-number">{figure}</span>}
        <span className="con-cards-second">
          {others
            .map((column) => ({ ...column, shown: column.render(row) ?? '' }))
            .filter(({ shown }) => shown !== '' && shown !== false)
            .map(({ label, kind, shown }) => (
              <span key={label}>
                <span className={kind === 'number' ? 'text-faint' : 'sr-only'}>{`${label} `}</span>
                {shown}
              </span>
            ))}
        </span>
      </li>
    )
  })
}
