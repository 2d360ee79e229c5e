import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { parse } from 'csv-parse'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { type Layout, type Licensee, readHeader, readRow, sniffDelimiter } from '../rules/licensee-list.ts'
import { addToList, beginList, type TakenOver, takeListOver } from './list.server.ts'

/** What reading a list came to. Lines count from 1, the header's line. */
export type ImportReport = TakenOver & {
  read: number
  otherTypes: number
  otherStates: number
  bad: { line: number; why: string }[]
}

/** Rows that go to the database in one statement. */
const batchSize = 4_000

/**
 * Reads the federal list of licensees from a file, row by row, and takes it over: all of it or nothing. Comma, tab or pipe
 * separated, with or without quotes and byte order mark. `onProgress` gets the number of rows that were read so far.
 */
export async function importList(
  work: Pick<UnitOfWork, 'tx' | 'now'>,
  path: string,
  onProgress: (read: number) => void = () => {},
): Promise<ImportReport | Refusal<'list_empty' | 'list_too_short' | 'list_unknown'>> {
  const found = { read: 0, otherTypes: 0, otherStates: 0, bad: [] as ImportReport['bad'] }
  let layout: Layout | undefined
  let batch: Licensee[] = []
  await beginList(work)
  const records = createReadStream(path).pipe(
    parse({
      bom: true,
      delimiter: await delimiterOf(path),
      info: true,
      trim: true,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
    }),
  ) as AsyncIterable<{ record: string[]; info: { lines: number } }>
  for await (const { record, info } of records) {
    if (!layout) {
      const header = readHeader(record)
      if (!header.ok) return refuse('list_unknown')
      layout = header.layout
      continue
    }
    found.read += 1
    const row = readRow(record, layout)
    if (row.is === 'bad') found.bad.push({ line: info.lines, why: row.why })
    else if (row.is === 'other') found[row.why === 'type' ? 'otherTypes' : 'otherStates'] += 1
    else if (batch.push(row.licensee) === batchSize) {
      await addToList(work, batch)
      batch = []
      onProgress(found.read)
    }
  }
  if (batch.length) await addToList(work, batch)
  const taken = await takeListOver(work)
  return taken.ok ? { ...taken, ...found } : taken
}

async function delimiterOf(path: string) {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4_096), 0, 4_096, 0)
    return sniffDelimiter(buffer.toString('utf8', 0, bytesRead).split(/\r?\n/)[0] ?? '')
  } finally {
    await file.close()
  }
}
