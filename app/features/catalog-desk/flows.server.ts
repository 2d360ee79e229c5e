import { actAs, type Recorded } from '#app/access/act.server.ts'
import { type AuditData, changeOf } from '#app/access/difference.ts'
import type { SentForm } from '#app/access/make-once.server.ts'
import { enterPrice, withdrawPrice } from '#app/catalog/prices.server.ts'
import type { CatalogState, StockReason } from '#app/catalog/rules.ts'
import type { RevisedRow, RowOutcome } from '#app/catalog/revised-rows.server.ts'
import { type AppContext, sqlState, type UnitOfWork } from '#app/db/work.server.ts'
import { invalidateCatalog } from '#app/features/builds/store.server.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import type { FieldContext } from './rules/fields.ts'
import { type FieldFaults, formatItem, parseItem, type TypedItem } from './rules/item-form.ts'
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

export async function createItem(
  desk: CatalogDesk,
  kind: CatalogKind,
  { formKey, typed, price = 0, stock = 0 }: NewItem,
  context: FieldContext,
) {
  const plan: KindPlan = kindPlans[kind]
  const parsed = parseItem(kind, typed, context)
  if (!parsed.ok) return { ...refuse('invalid'), faults: parsed.faults }
  const row = {
    ...parsed.row,
    ...(plan.price && { [plan.price.column]: price }),
    ...(plan.stock === 'accessory' && { stock: 0 }),
    ...(plan.stock === 'patch' && { availableQuantity: 0 }),
  }
  const form = { key: formKey, typed: ['item', kind, typed, price, stock] }
  return write(desk, kind, { verb: 'catalog-create', form }, async (work, say) => {
    const made = await rowsOf[kind].create(work, row)
    if (!made.ok) return refusalOf(made)
    if (plan.stock && stock > 0)
      await stocksOf[plan.stock].enter(work, made.key, {
        reason: 'received',
        typed: stock,
        note: 'First stock',
        by: desk.by,
      })
    return saved(made, say)
  })
}

export function changeItem(
  desk: CatalogDesk,
  kind: CatalogKind,
  key: string,
  { seen, typed }: { seen: number; typed: TypedItem },
  context: FieldContext,
) {
  return write(desk, kind, { verb: 'catalog-change' }, async (work, say) => {
    const stored = await rowsOf[kind].findForUpdate(work.tx, key)
    if (!stored) return refuse('no_such_row')
    if (stored.revision !== seen) return outdated(kind, stored, typed, context)
    const parsed = parseItem(kind, typed, context, stored)
    if (!parsed.ok) return { ...refuse('invalid'), faults: parsed.faults }
    return saved(await rowsOf[kind].change(work, key, seen, parsed.row), say)
  })
}

/** Shows, hides or retires an item. What orders bought of it stays theirs. */
export function setItemState(
  desk: CatalogDesk,
  kind: CatalogKind,
  key: string,
  { seen, state }: { seen: number; state: CatalogState },
  context: FieldContext,
) {
  return write(desk, kind, { verb: 'catalog-state' }, async (work, say) => {
    const stored = kindPlans[kind].hasState && (await rowsOf[kind].findForUpdate(work.tx, key))
    if (!stored) return refuse('no_such_row')
    if (stored.revision !== seen) return outdated(kind, stored, {}, context)
    return saved(await rowsOf[kind].change(work, key, seen, { state }), say)
  })
}

function outdated(kind: CatalogKind, stored: RevisedRow, typed: TypedItem, context: FieldContext): Outdated {
  const now = Object.entries(formatItem(kind, stored, context)).filter(
    ([name, is]) => typed[name] !== undefined && typed[name].replaceAll('\r\n', '\n').trim() !== is,
  )
  return { ...refuse('changed'), revision: stored.revision, now: Object.fromEntries(now) }
}

/** What the log says: the fields that differ, before and after. A form that was sent without a change leaves no entry. */
function saved(outcome: RowOutcome, say: Say): Saved | Refusal<RowRefusal> {
  if (!outcome.ok) return refusalOf(outcome)
  const { key, before, after } = outcome
  type Fields = Parameters<typeof changeOf>[0]
  if (before !== after) say(key, changeOf(before as Fields, after as Fields))
  return { ok: true, key }
}

/** A conflict cannot come here: the revision was compared under the same lock. */
function refusalOf(outcome: Exclude<RowOutcome, { ok: true }>): Refusal<RowRefusal> {
  return outcome.why === 'changed' ? refuse('refused_by_database') : { ok: false, why: outcome.why }
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
) {
  const form = { key: formKey, typed: ['price', kind, key, cents, startsAt] }
  return write(desk, kind, { verb: 'catalog-price', form }, async (work, say) => {
    const { price }: KindPlan = kindPlans[kind]
    if (!price || !(await rowsOf[kind].findForUpdate(work.tx, key))) return refuse('no_such_row')
    const { kind: priced, minCents } = price
    const entered = await enterPrice(work, {
      kind: priced,
      item: key,
      cents,
      startsAt,
      by: desk.by,
      minCents,
    })
    if (!entered.ok) return entered
    say(key, { cents, startsAt: (startsAt ?? work.now).toISOString() })
    return { ok: true, key }
  })
}

export function withdrawItemPrice(desk: CatalogDesk, kind: CatalogKind, key: string, id: number) {
  return write(desk, kind, { verb: 'catalog-price-withdraw' }, async (work, say) => {
    const { price }: KindPlan = kindPlans[kind]
    if (!price || !(await rowsOf[kind].findForUpdate(work.tx, key))) return refuse('no_such_row')
    const gone = await withdrawPrice(work, { kind: price.kind, item: key, id, by: desk.by })
    if (!gone.ok) return gone
    say(key, { before: { cents: gone.cents, startsAt: gone.startsAt.toISOString() }, after: {} })
    return { ok: true, key }
  })
}

/** Enters a change of stock, unless another one was entered since `seen`, the newest entry on the form. */
export function stockItem(
  desk: CatalogDesk,
  kind: CatalogKind,
  key: string,
  { seen, reason, typed, note }: { seen: number; reason: StockReason; typed: number; note: string },
) {
  return write(desk, kind, { verb: 'catalog-stock' }, async (work, say) => {
    const { stock }: KindPlan = kindPlans[kind]
    if (!stock) return refuse('no_such_row')
    const entered = await stocksOf[stock].enter(work, key, { seen, reason, typed, note, by: desk.by })
    if (!entered.ok) return entered
    say(key, { reason, quantity: entered.quantity, note })
    return { ok: true, key }
  })
}

type Say = (key: string, data: AuditData) => void

/** One transaction with its row in the log. What the database's own checks refuse is an answer; the rest is thrown. */
async function write<Refused extends Refusal>(
  { ctx, actor }: CatalogDesk,
  kind: CatalogKind,
  { verb, form }: { verb: string; form?: SentForm },
  task: (work: UnitOfWork, say: Say) => Promise<Saved | Refused>,
): Promise<Recorded<Saved | Refused> | Refusal<'refused_by_database'>> {
  let said: { key: string; data: AuditData } | undefined
  const say: Say = (key, data) => {
    said = { key, data }
  }
  const act = {
    verb,
    subject: () => subjectOf(kind, said?.key ?? ''),
    data: () => said?.data ?? null,
    ...(form && { form }),
  }
  try {
    const done = await actAs<Saved | Refused>(ctx, actor, act, (work) => task(work, say))
    if (done.ok && builderKinds.includes(kind)) invalidateCatalog(ctx.db)
    return done
  } catch (error) {
    if (['23514', '23503', '23505'].includes(sqlState(error) ?? '')) return refuse('refused_by_database')
    throw error
  }
}

const builderKinds: readonly CatalogKind[] = ['platforms', 'parts', 'packages', 'conversions']
