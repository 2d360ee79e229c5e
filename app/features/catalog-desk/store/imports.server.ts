import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { isUuid } from '#app/kit/uuid.ts'
import type { FieldContext } from '../rules/fields.ts'
import { type CsvPlan, planImport, type CsvFault, type CsvRow, csvColumns } from '../rules/csv-plan.ts'
import { maxImports, maxImportRows } from '../rules/import-states.ts'
import type { CatalogKind } from '../rules/kind.ts'
import { catalogImports } from '../tables.ts'
import { listItems } from './items.server.ts'
import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import { unquoteFormula } from '#app/kit/csv.ts'
import { kindPlans } from '../rules/kinds.ts'

export type CatalogImport = typeof catalogImports.$inferSelect

/** Stores an uploaded file; the oldest ones that were never written make room. */
export async function storeImport(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  { kind, content, by }: { kind: CatalogKind; content: string; by: string },
): Promise<string> {
  const [stored] = await tx
    .insert(catalogImports)
    .values({ kind, content, uploadedAt: now, uploadedBy: by })
    .returning({ id: catalogImports.id })
  if (!stored) throw new Error('The uploaded file was not stored')
  const waiting = await tx
    .select({ id: catalogImports.id })
    .from(catalogImports)
    .where(and(ne(catalogImports.state, 'written'), ne(catalogImports.state, 'writing')))
    .orderBy(desc(catalogImports.uploadedAt), asc(catalogImports.id))
    .offset(maxImports)
  if (waiting.length > 0)
    await tx.delete(catalogImports).where(
      inArray(
        catalogImports.id,
        waiting.map(({ id }) => id),
      ),
    )
  return stored.id
}

/** An uploaded file, or undefined. `id` may be any string. */
export async function findImport(db: Db, id: string): Promise<CatalogImport | undefined> {
  if (!isUuid(id)) return undefined
  const [found] = await db.select().from(catalogImports).where(eq(catalogImports.id, id))
  return found
}

export async function findImportForUpdate(db: Db, id: string): Promise<CatalogImport | undefined> {
  if (!isUuid(id)) return undefined
  const [found] = await db.select().from(catalogImports).where(eq(catalogImports.id, id)).for('update')
  return found
}

/** One process writes a file at a time. The row itself stays free, so that progress can be noted on it. */
export async function lockImport(db: Db, id: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`catalog-import ${id}`}, 0))`)
}

export async function updateImport(db: Db, id: string, values: Partial<CatalogImport>): Promise<void> {
  await db.update(catalogImports).set(values).where(eq(catalogImports.id, id))
}

/** What a file would change right now. Two looks that say the same have the same fingerprint. */
export async function compareImport(
  db: Db,
  { kind, content }: Pick<CatalogImport, 'kind' | 'content'>,
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
