import { catalogStates } from '#app/catalog/rules.ts'
import type { FieldContext } from './fields.ts'
import { type FieldFaults, formatFields, parseFields, parseItem, type TypedItem } from './item-form.ts'
import { type CatalogKind, field, fieldsOf, type KindPlan, numberFields, plain } from './kind.ts'
import { kindPlans } from './kinds.ts'

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

export type PlannedRow = {
  line: number
  key: string
  /** That of the item it changes; a new one has none. */
  revision: number | undefined
  /** `before` is undefined for a new item. */
  differences: { column: string; before: string | undefined; after: string }[]
  row: Record<string, unknown>
  priceCents?: number | undefined
  count?: number | undefined
}

/** What a whole file does: rows without a difference are only counted. */
export type CsvPlan = { rows: PlannedRow[]; same: number; faults: CsvFault[] }

const stateField = field('state', 'State', {
  kind: 'choice',
  options: plain(catalogStates),
  isOptional: true,
})

/** What a file says beside the fields of the form. */
const extraFields = (plan: KindPlan) => [...(plan.hasState ? [stateField] : []), ...numberFields(plan)]

export const keyColumnOf = (kind: CatalogKind) => kindPlans[kind].key ?? 'id'

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

export function planImport(
  kind: CatalogKind,
  rows: readonly CsvRow[],
  stored: ReadonlyMap<string, StoredItem>,
  context: FieldContext,
): CsvPlan {
  const plan: CsvPlan = { rows: [], same: 0, faults: [] }
  const lines = new Map<string, number>()
  for (const { line, cells } of rows) {
    const key = (cells[keyColumnOf(kind)] ?? '').trim()
    const earlier = lines.get(key)
    if (earlier !== undefined) {
      plan.faults.push({ line, column: '', why: `${key} is in line ${earlier} already` })
      continue
    }
    lines.set(key, line)
    const planned = planRow(kind, { line, cells, key }, stored.get(key), context)
    if ('faults' in planned)
      for (const [column, why] of Object.entries(planned.faults)) plan.faults.push({ line, column, why })
    else if (planned.revision !== undefined && planned.differences.length === 0) plan.same += 1
    else plan.rows.push(planned)
  }
  return plan
}

/** A column that the file leaves out stays as it is; a new item needs all that its fields ask for. */
function planRow(
  kind: CatalogKind,
  { line, cells, key }: CsvRow & { key: string },
  item: StoredItem | undefined,
  context: FieldContext,
): PlannedRow | { faults: FieldFaults } {
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
    revision,
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
