import { changeOf } from '#app/access/difference.ts'
import { recordAudit } from '#app/access/audit.server.ts'
import { makeOnce, type SentForm } from '#app/access/make-once.server.ts'
import { enterPrice, withdrawPrice } from '#app/catalog/prices.server.ts'
import type { CatalogState, PriceRefusal, StockReason } from '#app/catalog/rules.ts'
import type { RevisedRow, RowOutcome } from '#app/catalog/revised-rows.server.ts'
import { type AppContext, sqlState, transact, type UnitOfWork } from '#app/db/work.server.ts'
import { invalidateCatalog } from '#app/features/builds/store.server.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import type { FieldContext } from './rules/fields.ts'
import type { FieldFaults } from './rules/item-faults.ts'
import { formatItem, parseItem, type TypedItem } from './rules/item-form.ts'
import type { CatalogKind, KindPlan } from './rules/kind.ts'
import { kindPlans } from './rules/kinds.ts'
import { rowsOf, stocksOf } from './store/items.server.ts'

export type CatalogDesk = { ctx: AppContext; by: string; actor: string }

export type Invalid = Refusal<'invalid'> & { faults: FieldFaults }
/** Somebody else changed it: the current value of each differing field, in words. */
export type Outdated = Refusal<'changed'> & { revision: number; now: TypedItem }
export type Saved = { ok: true; key: string }

type RowRefusal = Exclude<Exclude<RowOutcome, { ok: true }>['why'], 'changed'> | 'refused_by_database'

/** A form of a new item. `formKey` is its own: sent twice with the same values, it makes one item. */
type NewItem = {
  formKey: string
  typed: TypedItem
  price?: number | undefined
  stock?: number | undefined
}

export function createItem(
  desk: CatalogDesk,
  kind: CatalogKind,
  { formKey, typed, price = 0, stock = 0 }: NewItem,
  context: FieldContext,
): Promise<Saved | Invalid | Refusal<RowRefusal>> {
  const plan: KindPlan = kindPlans[kind]
  const parsed = parseItem(kind, typed, context)
  if (!parsed.ok) return Promise.resolve({ ...refuse('invalid'), faults: parsed.faults })
  const row = {
    ...parsed.row,
    ...(plan.price && { [plan.price.column]: price }),
    ...(plan.stock === 'accessory' && { stock: 0 }),
    ...(plan.stock === 'patch' && { availableQuantity: 0 }),
  }
  const form = { key: formKey, typed: ['item', kind, typed, price, stock] }
  return makeOnceOf(desk, kind, form, async (work) => {
    const made = await rowsOf[kind].create(work, row)
    if (!made.ok) return refusalOf(made)
    if (plan.stock && stock > 0)
      await stocksOf[plan.stock].enter(work, made.key, {
        reason: 'received',
        typed: stock,
        note: 'First stock',
        by: desk.by,
      })
    await audit(work, desk, 'catalog-create', kind, made)
    return { ok: true, key: made.key }
  })
}

export function changeItem(
  desk: CatalogDesk,
  kind: CatalogKind,
  key: string,
  { seen, typed }: { seen: number; typed: TypedItem },
  context: FieldContext,
): Promise<Saved | Invalid | Outdated | Refusal<RowRefusal>> {
  return write(desk, kind, async (work) => {
    const stored = await rowsOf[kind].findForUpdate(work.tx, key)
    if (!stored) return refuse('no_such_row')
    if (stored.revision !== seen) return outdated(kind, stored, typed, context)
    const parsed = parseItem(kind, typed, context, stored)
    if (!parsed.ok) return { ...refuse('invalid'), faults: parsed.faults }
    return saved(work, desk, kind, 'catalog-change', await rowsOf[kind].change(work, key, seen, parsed.row))
  })
}

/** Shows, hides or retires an item. What orders bought of it stays theirs. */
export function setItemState(
  desk: CatalogDesk,
  kind: CatalogKind,
  key: string,
  { seen, state }: { seen: number; state: CatalogState },
  context: FieldContext,
): Promise<Saved | Invalid | Outdated | Refusal<RowRefusal>> {
  return write(desk, kind, async (work) => {
    if (!kindPlans[kind].hasState) return refuse('no_such_row')
    const stored = await rowsOf[kind].findForUpdate(work.tx, key)
    if (!stored) return refuse('no_such_row')
    if (stored.revision !== seen) return outdated(kind, stored, {}, context)
    return saved(work, desk, kind, 'catalog-state', await rowsOf[kind].change(work, key, seen, { state }))
  })
}

function outdated(kind: CatalogKind, stored: RevisedRow, typed: TypedItem, context: FieldContext): Outdated {
  const now = Object.entries(formatItem(kind, stored, context)).filter(
    ([name, is]) => typed[name] !== undefined && typed[name].replaceAll('\r\n', '\n').trim() !== is,
  )
  return { ...refuse('changed'), revision: stored.revision, now: Object.fromEntries(now) }
}

async function saved(
  work: UnitOfWork,
  desk: CatalogDesk,
  kind: CatalogKind,
  verb: string,
  outcome: RowOutcome,
) {
  if (!outcome.ok) return refusalOf(outcome)
  await audit(work, desk, verb, kind, outcome)
  return { ok: true as const, key: outcome.key }
}

/** A conflict cannot come here: the revision was compared under the same lock. */
function refusalOf(outcome: Exclude<RowOutcome, { ok: true }>): Refusal<RowRefusal> {
  return outcome.why === 'changed' ? refuse('refused_by_database') : { ok: false, why: outcome.why }
}

/** What the log says: the fields that differ, before and after. A form that was sent without a change leaves no entry. */
async function audit(
  work: UnitOfWork,
  { actor }: CatalogDesk,
  verb: string,
  kind: CatalogKind,
  outcome: RowOutcome & { ok: true },
) {
  const { key, before, after } = outcome
  if (before === after) return
  const data = changeOf(before as Parameters<typeof changeOf>[0], after as Parameters<typeof changeOf>[1])
  await recordAudit(work, { actor, verb, subject: subjectOf(kind, key), data })
}

export function subjectOf(kind: CatalogKind, key: string): string {
  return `${kind}/${key}`
}

/** Enters a price that holds at once or from a moment on. `formKey` is that of its form: sent twice, it enters one. */
export function priceItem(
  desk: CatalogDesk,
  kind: CatalogKind,
  key: string,
  { formKey, cents, startsAt }: { formKey: string; cents: number; startsAt: Date | null },
): Promise<Saved | Refusal<PriceRefusal | 'no_such_row' | 'refused_by_database'>> {
  const form = { key: formKey, typed: ['price', kind, key, cents, startsAt] }
  return makeOnceOf(desk, kind, form, async (work) => {
    const { price }: KindPlan = kindPlans[kind]
    if (!price || !(await rowsOf[kind].findForUpdate(work.tx, key))) return refuse('no_such_row')
    const entered = await enterPrice(work, {
      kind: price.kind,
      item: key,
      cents,
      startsAt,
      by: desk.by,
      minCents: price.minCents,
    })
    if (!entered.ok) return entered
    const data = { cents, startsAt: (startsAt ?? work.now).toISOString() }
    await recordAudit(work, { actor: desk.actor, verb: 'catalog-price', subject: subjectOf(kind, key), data })
    return { ok: true, key }
  })
}

export function withdrawItemPrice(
  desk: CatalogDesk,
  kind: CatalogKind,
  key: string,
  id: number,
): Promise<Saved | Refusal<PriceRefusal | 'no_such_row' | 'refused_by_database'>> {
  return write(desk, kind, async (work) => {
    const { price }: KindPlan = kindPlans[kind]
    if (!price || !(await rowsOf[kind].findForUpdate(work.tx, key))) return refuse('no_such_row')
    const gone = await withdrawPrice(work, { kind: price.kind, item: key, id, by: desk.by })
    if (!gone.ok) return gone
    const data = { before: { cents: gone.cents, startsAt: gone.startsAt.toISOString() }, after: {} }
    await recordAudit(work, {
      actor: desk.actor,
      verb: 'catalog-price-withdraw',
      subject: subjectOf(kind, key),
      data,
    })
    return { ok: true, key }
  })
}

/** Enters a change of stock, unless another one was entered since `seen`, the newest entry on the form. */
export function stockItem(
  desk: CatalogDesk,
  kind: CatalogKind,
  key: string,
  { seen, reason, typed, note }: { seen: number; reason: StockReason; typed: number; note: string },
): Promise<
  Saved | Refusal<'below_held' | 'no_change' | 'stock_changed' | 'no_such_row' | 'refused_by_database'>
> {
  return write(desk, kind, async (work) => {
    const { stock }: KindPlan = kindPlans[kind]
    if (!stock) return refuse('no_such_row')
    const entered = await stocksOf[stock].enter(work, key, { seen, reason, typed, note, by: desk.by })
    if (!entered.ok) return entered
    const data = { reason, quantity: entered.quantity, note }
    await recordAudit(work, { actor: desk.actor, verb: 'catalog-stock', subject: subjectOf(kind, key), data })
    return { ok: true, key }
  })
}

/** One transaction for a form that makes something: sent again, it gets the first answer. */
function makeOnceOf<Result extends { ok: boolean }>(
  desk: CatalogDesk,
  kind: CatalogKind,
  form: SentForm,
  task: (work: UnitOfWork) => Promise<Result>,
) {
  return write(desk, kind, (work) => makeOnce(work, form, () => task(work)))
}

/** One transaction. What the database's own checks refuse is an answer; the rest is thrown. */
async function write<Result extends { ok: boolean }>(
  { ctx }: CatalogDesk,
  kind: CatalogKind,
  task: (work: UnitOfWork) => Promise<Result>,
): Promise<Result | Refusal<'refused_by_database'>> {
  try {
    const done = await transact(ctx, task)
    if (done.ok && builderKinds.includes(kind)) invalidateCatalog(ctx.db)
    return done
  } catch (error) {
    if (['23514', '23503', '23505'].includes(sqlState(error) ?? '')) return refuse('refused_by_database')
    throw error
  }
}

const builderKinds: readonly CatalogKind[] = ['platforms', 'parts', 'packages', 'conversions']
