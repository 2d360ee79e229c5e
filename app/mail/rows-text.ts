export function rowsText(rows: readonly { label: string; value: string }[]): string {
  return rows.map(({ label, value }) => `${label}: ${value}`).join('\n')
}
