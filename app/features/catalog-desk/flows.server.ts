import { actAs, type Recorded, type SentForm } from '#app/access/act.server.ts'
import { type AuditData, changeOf } from '#app/access/difference.ts'
import { enterPrice, withdrawPrice } from '#app/catalog/prices.server.ts'
import type { CatalogState, StockReason } from '#app/catalog/rules.ts'
import type { RevisedRow, RowOutcome } from '#app/catalog/revised-rows.server.ts'
import { type AppContext, sqlState, type UnitOfWork } from '#app/db/db.server.ts'
import { invalidateCatalog } from '#app/features/builds/store.server.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import type { FieldContext } from './rules/fields.ts'
import {
  type FieldFaults,
  formatItem,
  parseFields,
  parseItem,
  type ParsedItem,
  type TypedItem,
} from './rules/item-form.ts'
import { type CatalogKind, type KindPlan, numberFields } from './rules/kind.ts'
import { kindPlans } from './rules/kinds.ts'
import { findFieldContext, rowsOf, stocksOf } from './store/items.server.ts'
import type { refusalWords } from './words.ts'

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
