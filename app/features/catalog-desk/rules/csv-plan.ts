import { parseDollars } from '#app/kit/money.ts'
import type { FieldContext } from './fields.ts'
import { formatItem, parseItem, type TypedItem } from './item-form.ts'
import { type CatalogKind, fieldsOf, type KindPlan } from './kind.ts'
import { kindPlans } from './kinds.ts'
import { catalogStates } from '#app/catalog/rules.ts'

export type StoredItem = {
  key: string
  row: Record<string, unknown> & { revision: number }
  priceCents?: number | undefined
  onShelf?: number | undefined
  /** How many of those on the shelf belong to orders. */
  reserved?: number | undefined
}

export type CsvRow = { line: number; cells: TypedItem }

/** A wrong cell. `column` is empty where the row as a whole is wrong. */
export type CsvFault = { line: number; column: string; why: string }
/** One difference of a row. `before` is undefined for a new item. */
type Difference = { column: string; before: string | undefined; after: string }

export type PlannedRow = {
  line: number
  key: string
  /** That of the item it changes; a new one has none. */
  revision: number | undefined
  differences: Difference[]
  row: Record<string, unknown>
  priceCents?: number | undefined
  count?: number | undefined
}

/** What a whole file does: rows without a difference are only counted. */
export type CsvPlan = { rows: PlannedRow[]; same: number; faults: CsvFault[] }

export function csvColumns(kind: CatalogKind): string[] {
  const plan: KindPlan = kindPlans[kind]
  const names = fieldsOf(plan).map(({ name }) => name)
  return [
    ...(plan.key ? [plan.key] : ['id']),
    'revision',
    ...(plan.hasState ? ['state'] : []),
    ...(plan.price ? ['price'] : []),
    ...(plan.stock ? ['onShelf'] : []),
    ...names.filter((name) => name !== plan.key),
  ]
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
  return {
    ...formatItem(kind, row, context),
    [kindPlans[kind].key ?? 'id']: key,
    revision: String(row.revision),
    ...(typeof row.state === 'string' && { state: row.state }),
    ...(priceCents !== undefined && { price: (priceCents / 100).toFixed(2) }),
    ...(onShelf !== undefined && { onShelf: String(onShelf) }),
  }
}

export function planImport(
  kind: CatalogKind,
  rows: readonly CsvRow[],
  stored: ReadonlyMap<string, StoredItem>,
  context: FieldContext,
): CsvPlan {
  const plan: CsvPlan = { rows: [], same: 0, faults: [] }
  const lines = new Map<string, number>()
  for (const row of rows) {
    const key = keyIn(kind, row.cells)
    const earlier = lines.get(key)
    if (earlier !== undefined) {
      plan.faults.push({ line: row.line, column: '', why: `${key} is in line ${earlier} already` })
      continue
    }
    lines.set(key, row.line)
    planRow(plan, kind, row, stored.get(key), context)
  }
  return plan
}

function planRow(
  plan: CsvPlan,
  kind: CatalogKind,
  { line, cells }: CsvRow,
  item: StoredItem | undefined,
  context: FieldContext,
) {
  if (!item && kindPlans[kind].key === null) {
    plan.faults.push({ line, column: 'id', why: 'No item has this id. A new one is made at the desk.' })
    return
  }
  const key = keyIn(kind, cells)
  // A column that the file leaves out stays as it is; a new item needs all that its fields ask for.
  const known = item && typedOf(kind, item, context)
  const read = readRow(kind, key, { ...known, ...cells }, item, context)
  if (!read.ok) {
    plan.faults.push(...read.faults.map((fault) => ({ line, ...fault })))
    return
  }
  const { row, priceCents, onShelf } = read
  const revision = item?.row.revision ?? 1
  const after = typedOf(kind, { key, row: { ...item?.row, ...row, revision }, priceCents, onShelf }, context)
  const differences = csvColumns(kind)
    .filter((column) => column !== 'revision' && (known?.[column] ?? '') !== (after[column] ?? ''))
    .map((column) => ({ column, before: known && (known[column] ?? ''), after: after[column] ?? '' }))
  if (item && differences.length === 0) {
    plan.same += 1
    return
  }
  plan.rows.push({
    line,
    key,
    revision: item?.row.revision,
    differences,
    row,
    ...(priceCents !== item?.priceCents && { priceCents }),
    ...(onShelf !== item?.onShelf && { count: onShelf }),
  })
}

function keyIn(kind: CatalogKind, cells: TypedItem): string {
  return (cells[kindPlans[kind].key ?? 'id'] ?? '').trim()
}

type ReadRow =
  | { ok: true; row: Record<string, unknown>; priceCents: number | undefined; onShelf: number | undefined }
  | { ok: false; faults: Omit<CsvFault, 'line'>[] }

function readRow(
  kind: CatalogKind,
  key: string,
  typed: TypedItem,
  item: StoredItem | undefined,
  context: FieldContext,
): ReadRow {
  const { price, stock, hasState }: KindPlan = kindPlans[kind]
  const text = (column: string) => (typed[column] ?? '').trim()
  const parsed = parseItem(kind, typed, context, item?.row)
  const state = hasState ? text('state') || 'visible' : undefined
  const priceCents = price ? parseDollars(typed.price ?? '') : undefined
  const shelf = stock ? text('onShelf') || '0' : undefined

  const wrong: [column: string, why: string | undefined][] = [
    ['revision', item && revisionFault(key, text('revision'), item)],
    ...Object.entries(parsed.ok ? {} : parsed.faults),
    ['state', state === undefined ? undefined : stateFault(state)],
    ['price', price && priceFault(priceCents, price.minCents)],
    ['onShelf', shelf === undefined ? undefined : shelfFault(shelf, item?.reserved ?? 0)],
  ]
  const faults = wrong.flatMap(([column, why]) => (why ? [{ column, why }] : []))
  if (faults.length > 0 || !parsed.ok) return { ok: false, faults }
  return {
    ok: true,
    row: { ...parsed.row, ...(state !== undefined && { state }) },
    priceCents,
    onShelf: shelf === undefined ? undefined : Number(shelf),
  }
}

/** A file without revisions takes the items as they are. */
function revisionFault(key: string, revision: string, { row }: StoredItem): string | undefined {
  if (revision === '' || revision === String(row.revision)) return undefined
  return `${key} was changed since the file was made: it is at revision ${row.revision}, the file has ${revision}`
}

function stateFault(state: string): string | undefined {
  const isKnown = (catalogStates as readonly string[]).includes(state)
  return isKnown ? undefined : `Write ${catalogStates.join(', ')}`
}

function priceFault(priceCents: number | undefined, minCents: number): string | undefined {
  const isPrice = priceCents !== undefined && priceCents >= minCents
  return isPrice ? undefined : 'Enter dollars and cents, like 89 or 89.50'
}

/** Never fewer than belong to orders. */
function shelfFault(shelf: string, reserved: number): string | undefined {
  if (!/^\d{1,6}$/.test(shelf)) return 'Enter the number of pieces on the shelf'
  return Number(shelf) < reserved ? `${reserved} of those on the shelf belong to orders` : undefined
}
