/** The byte order mark by which spreadsheets recognize UTF-8: the first thing in a file. */
export const csvMark = '\uFEFF'

/** RFC 4180. A cell that a spreadsheet would take for a formula gets an apostrophe: names are user input. An amount below zero, `-12.50`, is none. */
export function formatCsv(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  return csvMark + formatCsvRows([headings, ...rows])
}

export function formatCsvRows(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')
}

/** What a spreadsheet takes for a formula, also behind apostrophes that are part of the text, so that one can be taken off again. */
const formulaLike = /^'*\s*[=+\-@\t\r]/

export function unquoteFormula(cell: string): string {
  return cell.startsWith("'") && formulaLike.test(cell) ? cell.slice(1) : cell
}

const amount = /^-\d+\.\d{2}$/

function quoted(cell: string): string {
  const isFormula = formulaLike.test(cell) && !amount.test(cell)
  const safe = isFormula ? `'${cell}` : cell
  return `"${safe.replaceAll('"', '""')}"`
}
