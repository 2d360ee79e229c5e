import { actAs, type Recorded } from '#app/access/act.server.ts'
import { type AuditData, changeOf } from '#app/access/difference.ts'
import type { SentForm } from '#app/access/make-once.server.ts'
import { enterPrice, withdrawPrice, listPriceChanges } from '#app/catalog/prices.server.ts'
import {
  type CatalogState,
  type StockReason,
  pricePeriods,
  priceAt,
  type StockedKind,
} from '#app/catalog/rules.ts'
import type { RevisedRow, RowOutcome, RevisedRows } from '#app/catalog/revised-rows.server.ts'
import { type AppContext, sqlState, type UnitOfWork, type Db } from '#app/db/db.server.ts'
import {
  invalidateCatalog,
  conversionRows,
  packageRows,
  partRows,
  platformRows,
} from '#app/features/builds/store.server.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import {
  type FieldContext,
  type CatalogKind,
  type KindPlan,
  numberFields,
  catalogKinds,
  isCatalogKind,
} from './rules/kind.ts'
import {
  type FieldFaults,
  formatItem,
  parseFields,
  parseItem,
  type ParsedItem,
  type TypedItem,
} from './rules/item-form.ts'
import { kindPlans, keyColumnOf } from './rules/kinds.ts'
import { listStockEntries, type NewStockEntry, type StockOnHand } from '#app/catalog/stock.server.ts'
import { accessoryRows, accessoryStock, categoryRows } from '#app/features/accessories/store.server.ts'
import { courseRows, instructorRows } from '#app/features/courses/store/roster.server.ts'
import { shippingRows, taxRateRows } from '#app/features/delivery/store.server.ts'
import { listPatchDrops, patchRows, patchStock } from '#app/features/drops/store/patches.server.ts'
import { trustPackageRows } from '#app/features/trust/packs.server.ts'
import { notFound } from '#app/http/errors.ts'

export type CatalogDesk = { ctx: AppContext; by: string; actor: string; timeZone: string }
type Item = { kind: CatalogKind; key: string }

/** `said` is what the log says; null where nothing differs. */
type Saved = { ok: true; key: string; said: AuditData | null }
/** `now` is what somebody else made of each differing field, in words. */
export type Refused =
  | (Refusal<'invalid'> & { faults: FieldFaults })
  | (Refusal<'changed'> & { now: TypedItem })
  | Refusal<Exclude<keyof typeof refusalWords, 'invalid' | 'changed'>>

/** `formKey` is the form's own: sent twice with the same values, it makes one item. */
export async function createItem(
  desk: CatalogDesk,
  kind: CatalogKind,
  { formKey, typed }: { formKey: string; typed: TypedItem },
) {
  const plan = kindPlans[kind]
  const context = await findFieldContext(desk.ctx.db, desk.timeZone)
  const parsed = parseItem(kind, typed, context)
  const { values, faults } = parseFields(numberFields(plan), typed, context)
  if (!parsed.ok || Object.keys(faults).length > 0)
    return invalid({ ...(!parsed.ok && parsed.faults), ...faults })
  const pieces = Number(values.get('onShelf') ?? 0)
  const row = newRow(plan, parsed.row, { cents: Number(values.get('price')), pieces: 0 })
  const form = { key: formKey, typed: ['item', kind, typed] }
  return write(desk, kind, { verb: 'catalog-create', form }, async (work) => {
    const made = await rowsOf[kind].create(work, row)
    if (!made.ok) return refusalOf(made)
    if (plan.stock && pieces > 0)
      await stocksOf[plan.stock.kind].enter(work, made.key, {
        reason: 'received',
        typed: pieces,
        note: 'First stock',
        by: desk.by,
      })
    return saved(made)
  })
}

export function newRow(
  { price, stock }: KindPlan,
  row: Record<string, unknown>,
  { cents, pieces }: { cents: number; pieces: number },
) {
  return { ...row, ...(price && { [price.column]: cents }), ...(stock && { [stock.column]: pieces }) }
}

export function changeItem(desk: CatalogDesk, item: Item, sent: { seen: number; typed: TypedItem }) {
  return revise(desk, item, { verb: 'catalog-change', ...sent }, (stored, context) =>
    parseItem(item.kind, sent.typed, context, stored),
  )
}

/** Shows, hides or retires an item. What orders bought of it stays theirs. */
export async function setItemState(
  desk: CatalogDesk,
  item: Item,
  { seen, state }: { seen: number; state: CatalogState },
) {
  if (!kindPlans[item.kind].hasState) return refuse('no_such_row')
  const sent = { verb: 'catalog-state', seen, typed: {} }
  return revise(desk, item, sent, () => ({ ok: true, row: { state } }))
}

async function revise(
  desk: CatalogDesk,
  { kind, key }: Item,
  { verb, seen, typed }: { verb: string; seen: number; typed: TypedItem },
  parse: (stored: RevisedRow, context: FieldContext) => ParsedItem,
) {
  const context = await findFieldContext(desk.ctx.db, desk.timeZone)
  return write(desk, kind, { verb }, async (work) => {
    const stored = await rowsOf[kind].findForUpdate(work.tx, key)
    if (!stored) return refuse('no_such_row')
    if (stored.revision !== seen) return outdated(kind, stored, typed, context)
    const parsed = parse(stored, context)
    return parsed.ok ? saved(await rowsOf[kind].change(work, key, seen, parsed.row)) : invalid(parsed.faults)
  })
}

const invalid = (faults: FieldFaults) => ({ ...refuse('invalid'), faults })

function outdated(kind: CatalogKind, stored: RevisedRow, typed: TypedItem, context: FieldContext) {
  const now = Object.entries(formatItem(kind, stored, context)).filter(
    ([name, is]) => typed[name] !== undefined && typed[name].replaceAll('\r\n', '\n').trim() !== is,
  )
  return { ...refuse('changed'), now: Object.fromEntries(now) }
}

function saved(outcome: RowOutcome) {
  if (!outcome.ok) return refusalOf(outcome)
  const { key, before, after } = outcome
  type Fields = Parameters<typeof changeOf>[0]
  const said = before === after ? null : changeOf(before as Fields, after as Fields)
  return { ok: true as const, key, said }
}

/** A conflict cannot come here: the revision was compared under the same lock. */
const refusalOf = ({ why }: Exclude<RowOutcome, { ok: true }>) =>
  refuse(why === 'changed' ? 'refused_by_database' : why)

/** Enters a price that holds at once or from a moment on. `formKey` is that of its form: sent twice, it enters one. */
export function priceItem(
  desk: CatalogDesk,
  { kind, key }: Item,
  { formKey, cents, startsAt }: { formKey: string; cents: number; startsAt: Date | null },
) {
  const form = { key: formKey, typed: ['price', kind, key, cents, startsAt] }
  return write(desk, kind, { verb: 'catalog-price', form }, async (work) => {
    const price = await lockPriced(work, kind, key)
    if (!price) return refuse('no_such_row')
    const entered = await enterPrice(work, { ...price, cents, startsAt, by: desk.by })
    if (!entered.ok) return entered
    return { ok: true, key, said: { cents, startsAt: (startsAt ?? work.now).toISOString() } }
  })
}

export function withdrawItemPrice(desk: CatalogDesk, { kind, key }: Item, id: number) {
  return write(desk, kind, { verb: 'catalog-price-withdraw' }, async (work) => {
    const price = await lockPriced(work, kind, key)
    if (!price) return refuse('no_such_row')
    const gone = await withdrawPrice(work, { ...price, id, by: desk.by })
    if (!gone.ok) return gone
    const before = { cents: gone.cents, startsAt: gone.startsAt.toISOString() }
    return { ok: true, key, said: { before, after: {} } }
  })
}

async function lockPriced({ tx }: UnitOfWork, kind: CatalogKind, item: string) {
  const { price } = kindPlans[kind]
  if (!price || !(await rowsOf[kind].findForUpdate(tx, item))) return undefined
  return { kind: price.kind, minCents: price.minCents, item }
}

/** Enters a change of stock, unless another one was entered since `seen`, the newest entry on the form. */
export function stockItem(
  desk: CatalogDesk,
  { kind, key }: Item,
  entry: { seen: number; reason: StockReason; typed: number; note: string },
) {
  return write(desk, kind, { verb: 'catalog-stock' }, async (work) => {
    const { stock } = kindPlans[kind]
    if (!stock) return refuse('no_such_row')
    const entered = await stocksOf[stock.kind].enter(work, key, { ...entry, by: desk.by })
    if (!entered.ok) return entered
    const { reason, note } = entry
    return { ok: true, key, said: { reason, quantity: entered.quantity, note } }
  })
}

/** One transaction with its row in the log. What the database's own checks refuse is an answer; the rest is thrown. */
async function write(
  { ctx, actor }: CatalogDesk,
  kind: CatalogKind,
  act: { verb: string; form?: SentForm },
  task: (work: UnitOfWork) => Promise<Saved | Refused>,
): Promise<Recorded<Saved | Refused> | Refusal<'refused_by_database'>> {
  const subject = ({ key }: Saved) => subjectOf(kind, key)
  const data = ({ said }: Saved) => said
  try {
    const done = await actAs(ctx, actor, { ...act, subject, data }, task)
    if (done.ok && builderKinds.includes(kind)) invalidateCatalog(ctx.db)
    return done
  } catch (error) {
    if (isRefusedByDatabase(error)) return refuse('refused_by_database')
    throw error
  }
}

export const subjectOf = (kind: CatalogKind, key: string) => `${kind}/${key}`

export const isRefusedByDatabase = (error: unknown) =>
  ['23514', '23503', '23505'].includes(sqlState(error) ?? '')

const builderKinds: readonly CatalogKind[] = ['platforms', 'parts', 'packages', 'conversions']

export const rowsOf: Record<CatalogKind, RevisedRows> = {
  accessories: accessoryRows,
  categories: categoryRows,
  patches: patchRows,
  platforms: platformRows,
  parts: partRows,
  packages: packageRows,
  conversions: conversionRows,
  trust: trustPackageRows,
  courses: courseRows,
  instructors: instructorRows,
  shipping: shippingRows,
  tax: taxRateRows,
}

type Stocks = {
  list: (db: Db, now: Date, key?: string) => Promise<Map<string, StockOnHand & { stock: number }>>
  enter: (
    work: Pick<UnitOfWork, 'tx' | 'now'>,
    key: string,
    entry: NewStockEntry,
  ) => ReturnType<typeof accessoryStock.enter>
}

export const stocksOf: Record<StockedKind, Stocks> = {
  accessory: accessoryStock,
  patch: patchStock,
}

export async function listItems(db: Db, kind: CatalogKind, now: Date): Promise<StoredItem[]> {
  const { price, stock } = kindPlans[kind]
  // One after the other: within a transaction there is one connection.
  const rows = await rowsOf[kind].list(db)
  const prices = price && (await listPriceChanges(db, price.kind))
  const stocks = stock && (await stocksOf[stock.kind].list(db, now))
  return rows.map((row) => {
    const key = String(row[keyColumnOf(kind)])
    return {
      key,
      row,
      ...(price && { priceCents: priceAt(Number(row[price.column]), prices?.get(key) ?? [], now) }),
      ...(stocks && shelfOf(stocks.get(key))),
    }
  })
}

const shelfOf = ({ onShelf, left }: StockOnHand = { onShelf: 0, left: 0 }) => ({
  onShelf,
  reserved: onShelf - left,
})

export function countItems(db: Db) {
  return Promise.all(
    catalogKinds.map(async (kind) => {
      const rows = await rowsOf[kind].list(db)
      const visible = rows.filter(({ state }) => state !== 'hidden' && state !== 'retired')
      return { kind, all: rows.length, visible: visible.length }
    }),
  )
}

export async function findItem(db: Db, kind: CatalogKind, key: string, now: Date) {
  const { price, stock } = kindPlans[kind]
  const [row, prices, stocks, entries] = await Promise.all([
    rowsOf[kind].find(db, key),
    price && listPriceChanges(db, price.kind),
    stock && stocksOf[stock.kind].list(db, now, key),
    stock && listStockEntries(db, stock.kind, key),
  ])
  return (
    row && {
      row,
      prices: price && pricePeriods(Number(row[price.column]), prices?.get(key) ?? [], now),
      stock: stocks?.get(key),
      entries: entries ?? [],
    }
  )
}

export async function findFieldContext(db: Db, timeZone: string): Promise<FieldContext> {
  const categories = await categoryRows.list(db)
  const platforms = await platformRows.list(db)
  const parts = await partRows.list(db)
  const drops = await listPatchDrops(db)
  const options: FieldContext['options'] = {
    categories: pairs(categories, 'slug'),
    platforms: pairs(platforms, 'id'),
    drops: drops.map(({ id, name }) => [id, name] as const),
  }
  for (const part of parts) {
    const source = `parts:${String(part.step)}` as const
    options[source] = [...(options[source] ?? []), [String(part.id), String(part.name)] as const]
  }
  return { timeZone, options }
}

function pairs(rows: readonly RevisedRow[], key: string) {
  return rows.map((row) => [String(row[key]), String(row.name)] as const)
}

/** The kind that an address names. @throws The 404 page for any other. */
export function requireKind(name: string): CatalogKind {
  if (isCatalogKind(name)) return name
  throw notFound('No Such List', {
    text: `The catalog has no list called ${name.slice(0, 40)}.`,
    link: { to: '/staff/catalog', label: 'Catalog' },
  })
}

export type StoredItem = {
  key: string
  row: Record<string, unknown> & { revision: number }
  priceCents?: number | undefined
  onShelf?: number | undefined
  /** How many of those on the shelf belong to orders. */
  reserved?: number | undefined
}

export const refusalWords = {
  invalid: 'Nothing was saved. What is wrong is said beside each field.',
  changed: 'Somebody changed this since you opened it. Nothing was saved: look at it and press again.',
  key_taken: 'There is one with this address already. Choose another address.',
  no_such_row: 'It is no longer there.',
  refused_by_database:
    'These values do not go together, or name something that is not there. Nothing was saved.',
  below_held: 'That would be less than what orders hold or bought. Nothing was entered.',
  no_change: 'That changes nothing. Enter how many came or went.',
  stock_changed:
    'Something was entered since this page was read, perhaps by this very form. Look at the ledger before you enter it again.',
  starts_in_past: 'A price cannot begin in the past. Leave the time empty to begin now.',
  price_out_of_range: 'That price is out of range.',
  price_not_scheduled: 'That price has begun, or was withdrawn. What has begun stays in the history.',
  import_outdated:
    'The catalog changed since the file was compared. Nothing was written: read the differences as they are now, then write.',
} as const
