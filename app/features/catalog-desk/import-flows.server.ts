import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import { recordAudit } from '#app/access/audit.server.ts'
import { enterPrice } from '#app/catalog/prices.server.ts'
import { type Db, transact, type UnitOfWork } from '#app/db/db.server.ts'
import { invalidateCatalog } from '#app/features/builds/store.server.ts'
import { unquoteFormula } from '#app/kit/csv.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { refuse } from '#app/kit/refusal.ts'
import { type CatalogDesk, isRefusedByDatabase, newRow } from './flows.server.ts'
import {
  type CsvFault,
  type CsvPlan,
  type CsvRow,
  csvColumns,
  keyColumnOf,
  type PlannedRow,
  planImport,
} from './rules/csv-plan.ts'
import type { CatalogKind } from './rules/kind.ts'
import { kindPlans } from './rules/kinds.ts'
import { findFieldContext, listItems, rowsOf, stocksOf } from './store/items.server.ts'

export const maxImportRows = 2_000

type SentFile = { kind: CatalogKind; content: string }

/** All or nothing: what somebody changed since the file was compared, also while it is written, is not written over. */
export async function writeImport(
  { ctx, actor, by, timeZone }: CatalogDesk,
  { seen, ...file }: SentFile & { seen: string },
) {
  const written = await transact(ctx, async (work) => {
    const plan = await compareImport(work.tx, file, timeZone, work.now)
    if (plan.faults.length > 0 || plan.fingerprint !== seen) throw new Outdated()
    for (const row of plan.rows) await writeRow(work, file.kind, row, by)
    const created = plan.rows.filter(({ revision }) => revision === undefined).length
    const changed = plan.rows.length - created
    const rows = plan.rows.slice(0, 200).map(({ key, differences }) => `${key}: ${columnsIn(differences)}`)
    const data = { created, changed, same: plan.same, rows }
    await recordAudit(work, { actor, verb: 'catalog-import', subject: file.kind, data })
    return { ok: true as const, created, changed }
  }).catch((error: unknown) => {
    if (isRefusedByDatabase(error) || error instanceof Outdated) return refuse('import_outdated')
    throw error
  })
  if (written.ok) invalidateCatalog(ctx.db)
  return written
}

class Outdated extends Error {}

async function writeRow(work: UnitOfWork, kind: CatalogKind, planned: PlannedRow, by: string) {
  const { key, row, revision, priceCents, count } = planned
  const plan = kindPlans[kind]
  const { price, stock } = plan
  if (revision === undefined) {
    const made = newRow(plan, row, { cents: priceCents ?? 0, pieces: count ?? 0 })
    requireDone(await rowsOf[kind].create(work, { ...made, [keyColumnOf(kind)]: key }))
    return
  }
  requireDone(await rowsOf[kind].change(work, key, revision, row))
  if (price && priceCents !== undefined) {
    const { kind: priced, minCents } = price
    const entry = { kind: priced, item: key, cents: priceCents, startsAt: null, by, minCents }
    requireDone(await enterPrice(work, entry))
  }
  if (stock && count !== undefined) {
    const entry = { reason: 'counted', typed: count, note: 'From a file', by } as const
    requireDone(await stocksOf[stock.kind].enter(work, key, entry))
  }
}

function requireDone({ ok }: { ok: boolean }) {
  if (!ok) throw new Outdated()
}

const columnsIn = (differences: PlannedRow['differences']) =>
  differences
    .map(({ column, before = '', after }) => `${column} ${before} → ${after}`.slice(0, 120))
    .join('; ')

/** What a file would change right now. Two looks that say the same have the same fingerprint. */
export async function compareImport(
  db: Db,
  { kind, content }: SentFile,
  timeZone: string,
  now: Date,
): Promise<CsvPlan & { fingerprint: string }> {
  const read = readCsv(kind, content)
  const context = await findFieldContext(db, timeZone)
  const items = await listItems(db, kind, now)
  const plan = planImport(kind, read.rows, new Map(items.map((item) => [item.key, item])), context)
  const differences = plan.rows.map(({ key, differences: cells }) => [key, cells])
  return {
    ...plan,
    faults: [...read.faults, ...plan.faults].toSorted((one, other) => one.line - other.line),
    fingerprint: fingerprint(JSON.stringify(differences)),
  }
}

/** Reads a file of items. Lines count from 1, the header's line. Columns that no item has are named, not skipped. */
export function readCsv(kind: CatalogKind, content: string): { rows: CsvRow[]; faults: CsvFault[] } {
  const records = parseRecords(content)
  if (!Array.isArray(records)) return { rows: [], faults: [records] }
  const [header, ...rest] = records
  const columns = (header?.record ?? []).map((name) => name.trim())
  const known = csvColumns(kind)
  const key = keyColumnOf(kind)
  const wrong = [
    ...columns
      .filter((name) => !known.includes(name))
      .map((name) => `There is no column ${name || '(empty)'}`),
    ...columns
      .filter((name, at) => columns.indexOf(name) !== at)
      .map((name) => `The column ${name} is there twice`),
    ...(columns.includes(key) ? [] : [`The column ${key} is missing: it names each row`]),
    ...(rest.length > maxImportRows ? [`At most ${maxImportRows} rows; this file has ${rest.length}`] : []),
  ]
  if (wrong.length > 0) return { rows: [], faults: wrong.map((why) => ({ line: 1, column: '', why })) }
  const rows: CsvRow[] = []
  const faults: CsvFault[] = []
  for (const { record, info } of rest) {
    // The parser counts the line on which a row ends; a row begins after the one before it.
    const breaks = record.reduce((sum, cell) => sum + (cell.match(/\n/g)?.length ?? 0), 0)
    const line = info.lines - breaks
    if (record.length !== columns.length)
      faults.push({ line, column: '', why: `It has ${record.length} cells, the header ${columns.length}` })
    else
      rows.push({
        line,
        cells: Object.fromEntries(columns.map((name, at) => [name, unquoteFormula(record[at] ?? '')])),
      })
  }
  return { rows, faults }
}

type ParsedRecord = { record: string[]; info: { lines: number } }

function parseRecords(content: string): ParsedRecord[] | CsvFault {
  const options = { bom: true, info: true, relax_column_count: true, skip_empty_lines: true } as const
  try {
    return parse(content, options) as unknown as ParsedRecord[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = typeof error.lines === 'number' ? error.lines : 1
    const why = 'A quotation mark is not closed or is inside a cell, so the rest cannot be read'
    return { line, column: '', why }
  }
}
