import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import { recordAudit } from '#app/access/audit.server.ts'
import { enterPrice } from '#app/catalog/prices.server.ts'
import type { Db } from '#app/db/db.server.ts'
import { sqlState, transact, type UnitOfWork } from '#app/db/work.server.ts'
import { invalidateCatalog } from '#app/features/builds/store.server.ts'
import { unquoteFormula } from '#app/kit/csv.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import type { CatalogDesk } from './flows.server.ts'
import {
  type CsvFault,
  type CsvPlan,
  type CsvRow,
  csvColumns,
  type PlannedRow,
  planImport,
} from './rules/csv-plan.ts'
import type { FieldContext } from './rules/fields.ts'
import type { CatalogKind, KindPlan } from './rules/kind.ts'
import { kindPlans } from './rules/kinds.ts'
import { findFieldContext, listItems, rowsOf, stocksOf } from './store/items.server.ts'

export const maxImportRows = 2_000
export const maxImportCharacters = 2_000_000

/** All or nothing: what somebody changed since the file was compared, also while it is written, is not written over. */
export async function writeImport(
  { ctx, actor, by }: CatalogDesk,
  { kind, content, seen }: { kind: CatalogKind; content: string; seen: string },
  timeZone: string,
): Promise<{ ok: true; created: number; changed: number } | Refusal<'import_outdated'>> {
  const written = await transact(ctx, async (work) => {
    const context = await findFieldContext(work.tx, timeZone)
    const plan = await compareImport(work.tx, { kind, content }, context, work.now)
    if (plan.faults.length > 0 || plan.fingerprint !== seen) throw new Outdated()
    for (const row of plan.rows) await writeRow(work, kind, row, by)
    const created = plan.rows.filter(({ revision }) => revision === undefined).length
    const changed = plan.rows.length - created
    const data = {
      created,
      changed,
      same: plan.same,
      rows: plan.rows.slice(0, 200).map(({ key, differences }) => `${key}: ${columnsIn(differences)}`),
    }
    await recordAudit(work, { actor, verb: 'catalog-import', subject: kind, data })
    return { ok: true as const, created, changed }
  }).catch((error: unknown) => {
    const isRefused = ['23514', '23503', '23505'].includes(sqlState(error) ?? '')
    if (isRefused || error instanceof Outdated) return refuse('import_outdated')
    throw error
  })
  if (written.ok) invalidateCatalog(ctx.db)
  return written
}

class Outdated extends Error {}

async function writeRow(work: UnitOfWork, kind: CatalogKind, planned: PlannedRow, by: string) {
  const { key, row, revision, priceCents, count } = planned
  const { price, stock, key: keyColumn }: KindPlan = kindPlans[kind]
  const isNew = revision === undefined
  const done = isNew
    ? await rowsOf[kind].create(work, {
        ...row,
        ...(keyColumn && { [keyColumn]: key }),
        ...(price && { [price.column]: priceCents ?? 0 }),
        ...(stock === 'accessory' && { stock: count ?? 0 }),
      })
    : await rowsOf[kind].change(work, key, revision, row)
  if (!done.ok) throw new Outdated()
  if (isNew) return
  const item = { item: key, startsAt: null, by }
  const priced =
    price && priceCents !== undefined
      ? await enterPrice(work, { ...item, kind: price.kind, cents: priceCents, minCents: price.minCents })
      : done
  const counted =
    stock && count !== undefined
      ? await stocksOf[stock].enter(work, key, { reason: 'counted', typed: count, note: 'From a file', by })
      : done
  if (!priced.ok || !counted.ok) throw new Outdated()
}

const columnsIn = (differences: PlannedRow['differences']) =>
  differences
    .map(({ column, before = '', after }) => `${column} ${before} → ${after}`.slice(0, 120))
    .join('; ')

/** What a file would change right now. Two looks that say the same have the same fingerprint. */
export async function compareImport(
  db: Db,
  { kind, content }: { kind: CatalogKind; content: string },
  context: FieldContext,
  now: Date,
): Promise<CsvPlan & { fingerprint: string }> {
  const read = readCsv(kind, content)
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
  const fault = (why: string): CsvFault => ({ line: 1, column: '', why })
  const key = kindPlans[kind].key ?? 'id'
  const faults = [
    ...columns
      .filter((name) => !known.includes(name))
      .map((name) => fault(`There is no column ${name || '(empty)'}`)),
    ...columns
      .filter((name, at) => columns.indexOf(name) !== at)
      .map((name) => fault(`The column ${name} is there twice`)),
    ...(columns.includes(key) ? [] : [fault(`The column ${key} is missing: it names each row`)]),
    ...(rest.length > maxImportRows
      ? [fault(`At most ${maxImportRows} rows; this file has ${rest.length}`)]
      : []),
  ]
  if (faults.length > 0) return { rows: [], faults }
  const rows: CsvRow[] = []
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
  try {
    return parse(content, {
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    }) as unknown as ParsedRecord[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = typeof error.lines === 'number' ? error.lines : 1
    return {
      line,
      column: '',
      why: 'A quotation mark is not closed or is inside a cell, so the rest cannot be read',
    }
  }
}
