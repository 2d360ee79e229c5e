/** The rows of `MailFacts` in the plain text of a mail, one on each line. */
export function rowsText(rows: readonly { label: string; value: string }[]): string {
  return rows.map(({ label, value }) => `${label}: ${value}`).join('\n')
}
