import { z } from 'zod'

/** A row that could not be read, and why in a sentence. */
export type UnreadableRow = { id: string; why: string }

/** Reads rows one by one: what cannot be read is set aside, so that one bad row never takes the page. */
export function readable<Row extends { id: string }, Read>(
  rows: readonly Row[],
  read: (row: Row) => Read,
): { rows: Read[]; unreadable: UnreadableRow[] } {
  const found: Read[] = []
  const unreadable: UnreadableRow[] = []
  for (const row of rows)
    try {
      found.push(read(row))
    } catch (error) {
      unreadable.push({ id: row.id, why: sentenceOf(error) })
    }
  return { rows: found, unreadable }
}

function sentenceOf(error: unknown): string {
  if (error instanceof z.ZodError)
    return error.issues.map(({ path, message }) => `${path.join('.') || 'It'}: ${message}`).join('. ')
  return error instanceof Error ? error.message : String(error)
}
