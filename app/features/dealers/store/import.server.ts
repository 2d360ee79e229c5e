import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import type { ListDifference, ListRefusal } from '../rules/list-states.ts'
import { type Layout, type Licensee, readHeader, readRow, sniffDelimiter } from '../rules/licensee-list.ts'
import { addToList, beginList, compareList, type TakenOver, takeListOver } from './list.server.ts'

type ReadList = Pick<ListDifference, 'read' | 'otherTypes' | 'otherStates' | 'bad'>

type Progress = (read: number) => Promise<void> | void

const batchSize = 4_000
/** The file goes to the parser piece by piece, so that other requests are answered meanwhile. */
const pieceBytes = 64 * 1024

/**
 * Takes the federal list of licensees over: all of it or nothing. Comma, tab or pipe separated, with or without quotes and
 * byte order mark.
 */
export async function importList(
  work: Pick<UnitOfWork, 'tx' | 'now'>,
  content: string,
  onProgress: Progress = () => {},
): Promise<(TakenOver & ReadList) | Refusal<ListRefusal>> {
  const found = await readList(work, content, onProgress)
  if (!found.ok) return found
  const taken = await takeListOver(work)
  return taken.ok ? { ...found, ...taken } : taken
}

export async function compareImport(
  work: Pick<UnitOfWork, 'tx' | 'now'>,
  content: string,
  openTransfers: ReadonlyMap<string, number>,
  onProgress: Progress = () => {},
): Promise<({ ok: true } & ListDifference) | Refusal<ListRefusal>> {
  const found = await readList(work, content, onProgress)
  if (!found.ok) return found
  const compared = await compareList(work, openTransfers)
  return compared.ok ? { ...found, ...compared } : compared
}

async function readList(
  work: Pick<UnitOfWork, 'tx' | 'now'>,
  content: string,
  onProgress: Progress,
): Promise<({ ok: true } & ReadList) | Refusal<'list_unknown'>> {
  const found = { ok: true as const, read: 0, otherTypes: 0, otherStates: 0, bad: [] as ReadList['bad'] }
  let layout: Layout | undefined
  let batch: Licensee[] = []
  await beginList(work)
  const records = Readable.from(piecesOf(content)).pipe(
    parse({
      bom: true,
      delimiter: sniffDelimiter(content.slice(0, 4_096).split(/\r?\n/)[0] ?? ''),
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
      await onProgress(found.read)
    }
  }
  if (batch.length) await addToList(work, batch)
  await onProgress(found.read)
  return layout ? found : refuse('list_unknown')
}

function* piecesOf(content: string): Generator<Buffer> {
  const bytes = Buffer.from(content)
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}
