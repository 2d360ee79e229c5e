/**
 * A table as comma-separated values (RFC 4180), with the byte order mark by which spreadsheets recognize UTF-8. A cell
 * that a spreadsheet would take for a formula gets a leading apostrophe: names and addresses are user input.
 */
export function formatCsv(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows].map((cells) => cells.map(quoted).join(','))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

function quoted(cell: string): string {
  const safe = /^[\s]*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return `"${safe.replaceAll('"', '""')}"`
}
