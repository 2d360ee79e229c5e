import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import { unquoteFormula } from '#app/kit/csv.ts'
import type { CsvFault, CsvRow } from '../rules/csv-plan.ts'
import { csvColumns } from '../rules/csv-plan.ts'
import { maxImportRows } from '../rules/import-states.ts'
import type { CatalogKind } from '../rules/kind.ts'
import { kindPlans } from '../rules/kinds.ts'

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
