import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import { recordAudit } from '#app/access/audit.server.ts'
import { enterPrice } from '#app/catalog/prices.server.ts'
import { type Db, transact, type UnitOfWork } from '#app/db/db.server.ts'
import { invalidateCatalog } from '#app/features/builds/store.server.ts'
import { unquoteFormula } from '#app/kit/csv.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { refuse } from '#app/kit/refusal.ts'
import { findFieldContext, listItems, rowsOf, stocksOf, type StoredItem } from './items.server.ts'
import {
  field,
  fieldsOf,
  type KindPlan,
  choice,
  numberFields,
  optional,
  plain,
  type FieldContext,
} from './rules/kind.ts'
import { kindPlans, keyColumnOf, type CatalogKind } from './rules/kinds.ts'
import { catalogStates } from '#app/catalog/rules.ts'
import { type FieldFaults, formatFields, parseFields, parseItem, type TypedItem } from './rules/item-form.ts'
import { type CatalogDesk, newRow, isRefusedByDatabase } from './item-forms.server.ts'

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

/** What a file would change right now: rows without a difference are only counted. Two looks that say the same have the same fingerprint. */
export async function compareImport(db: Db, { kind, content }: SentFile, timeZone: string, now: Date) {
  const read = readCsv(kind, content)
  const context = await findFieldContext(db, timeZone)
  const stored = new Map((await listItems(db, kind, now)).map((item) => [item.key, item]))
  const rows: PlannedRow[] = []
  const faults = [...read.faults]
  const lines = new Map<string, number>()
  let same = 0
  for (const { line, cells } of read.rows) {
    const key = (cells[keyColumnOf(kind)] ?? '').trim()
    const earlier = lines.get(key)
    if (earlier !== undefined) {
      faults.push({ line, column: '', why: `${key} is in line ${earlier} already` })
      continue
    }
    lines.set(key, line)
    const planned = planRow(kind, { line, cells, key }, stored.get(key), context)
    if ('faults' in planned)
      for (const [column, why] of Object.entries(planned.faults)) faults.push({ line, column, why })
    else if (planned.revision !== undefined && planned.differences.length === 0) same += 1
    else rows.push(planned)
  }
  const differences = rows.map(({ key, differences: cells }) => [key, cells])
  return {
    rows,
    same,
    faults: faults.toSorted((one, other) => one.line - other.line),
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

type CsvRow = { line: number; cells: TypedItem }

/** A wrong cell. `column` is empty where the row as a whole is wrong. */
type CsvFault = { line: number; column: string; why: string }

type PlannedRow = Extract<ReturnType<typeof planRow>, { key: string }>

const stateField = field('state', 'State', optional(choice(plain(catalogStates))))

/** What a file says beside the fields of the form. */
const extraFields = (plan: KindPlan) => [...(plan.hasState ? [stateField] : []), ...numberFields(plan)]

export function csvColumns(kind: CatalogKind): string[] {
  const plan = kindPlans[kind]
  const names = [...extraFields(plan), ...fieldsOf(plan)].map(({ name }) => name)
  return [...new Set([keyColumnOf(kind), 'revision', ...names])]
}

export function csvCells(
  kind: CatalogKind,
  item: StoredItem,
  context: Pick<FieldContext, 'timeZone'>,
): string[] {
  const typed = typedOf(kind, item, context)
  return csvColumns(kind).map((column) => typed[column] ?? '')
}

function typedOf(
  kind: CatalogKind,
  { key, row, priceCents, onShelf }: StoredItem,
  context: Pick<FieldContext, 'timeZone'>,
): TypedItem {
  const plan = kindPlans[kind]
  return {
    ...formatFields(fieldsOf(plan), row, context),
    ...formatFields(extraFields(plan), { state: row.state, price: priceCents, onShelf }, context),
    [keyColumnOf(kind)]: key,
    revision: String(row.revision),
  }
}

/** A column that the file leaves out stays as it is; a new item needs all that its fields ask for. */
function planRow(
  kind: CatalogKind,
  { line, cells, key }: CsvRow & { key: string },
  item: StoredItem | undefined,
  context: FieldContext,
) {
  const plan = kindPlans[kind]
  if (!item && plan.key === null)
    return { faults: { id: 'No item has this id. A new one is made at the desk.' } }
  const known = item && typedOf(kind, item, context)
  const typed = { ...known, ...cells }
  const parsed = parseItem(kind, typed, context, item?.row)
  const { values, faults } = parseFields(extraFields(plan), typed, context)
  const state = plan.hasState ? (values.get('state') ?? 'visible') : undefined
  const priceCents = values.get('price') as number | undefined
  const onShelf = values.has('onShelf') ? Number(values.get('onShelf') ?? 0) : undefined
  const wrong = {
    ...(item && revisionFault(key, (typed.revision ?? '').trim(), item)),
    ...(parsed.ok ? {} : parsed.faults),
    ...faults,
    ...(onShelf !== undefined && shelfFault(onShelf, item?.reserved ?? 0)),
  }
  if (!parsed.ok || Object.keys(wrong).length > 0) return { faults: wrong }
  const row = { ...parsed.row, ...(state !== undefined && { state }) }
  const revision = item?.row.revision
  const after = typedOf(
    kind,
    { key, row: { ...item?.row, ...row, revision: revision ?? 1 }, priceCents, onShelf },
    context,
  )
  return {
    line,
    key,
    /** That of the item it changes; a new one has none. */
    revision,
    /** `before` is undefined for a new item. */
    differences: csvColumns(kind)
      .filter((column) => column !== 'revision' && (known?.[column] ?? '') !== (after[column] ?? ''))
      .map((column) => ({ column, before: known && (known[column] ?? ''), after: after[column] ?? '' })),
    row,
    ...(priceCents !== item?.priceCents && { priceCents }),
    ...(onShelf !== item?.onShelf && { count: onShelf }),
  }
}

/** A file without revisions takes the items as they are. */
function revisionFault(key: string, typed: string, { row: { revision } }: StoredItem): FieldFaults {
  if (typed === '' || typed === String(revision)) return {}
  const why = `${key} was changed since the file was made: it is at revision ${revision}, the file has ${typed}`
  return { revision: why }
}

/** Never fewer than belong to orders. */
function shelfFault(onShelf: number, reserved: number): FieldFaults {
  return onShelf < reserved ? { onShelf: `${reserved} of those on the shelf belong to orders` } : {}
}
