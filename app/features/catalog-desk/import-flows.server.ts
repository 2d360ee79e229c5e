import { recordAudit } from '#app/access/audit.server.ts'
import { enterPrice } from '#app/catalog/prices.server.ts'
import { type AppContext, sqlState, transact, type UnitOfWork } from '#app/db/work.server.ts'
import { invalidateCatalog } from '#app/features/builds/store.server.ts'
import { actorName } from '#app/features/staff/rules.ts'
import { allowed, type Refusal, refuse } from '#app/kit/refusal.ts'
import type { PlannedRow } from './rules/csv-plan.ts'
import type { CatalogKind, KindPlan } from './rules/kind.ts'
import { kindPlans } from './rules/kinds.ts'
import type { CatalogDesk } from './flows.server.ts'
import {
  compareImport,
  findImport,
  findImportForUpdate,
  lockImport,
  updateImport,
} from './store/imports.server.ts'
import { findFieldContext, rowsOf, stocksOf } from './store/items.server.ts'

export const importJob = 'catalog-import'
/** Rows that go to the database in one statement; progress is reported after each. */
const batchSize = 250

export function requestImport(
  { ctx, actor }: CatalogDesk,
  id: string,
  seen: string,
): Promise<{ ok: true } | Refusal<'import_gone'>> {
  return transact(ctx, async (work) => {
    const found = await findImportForUpdate(work.tx, id)
    if (!found || (found.state !== 'checked' && found.state !== 'outdated')) return refuse('import_gone')
    await updateImport(work.tx, id, { state: 'writing', fingerprint: seen, writtenBy: actor, done: 0 })
    await work.enqueue(importJob, { id }, { once: `${importJob}:${id}:${work.now.getTime()}` })
    return allowed
  })
}

/**
 * Imports an uploaded file: all of it or nothing. Rows are locked first and the file is compared again; if it would
 * do anything else than its person saw, nothing is written. Safe to repeat.
 */
export async function writeImport(ctx: AppContext & { timeZone: string }, id: string): Promise<void> {
  const outcome = await transact(ctx, async (work) => {
    await lockImport(work.tx, id)
    const found = await findImport(work.tx, id)
    if (found?.state !== 'writing') return 'nothing to do'
    const context = await findFieldContext(work.tx, ctx.timeZone)
    const first = await compareImport(work.tx, found, context, work.now)
    await rowsOf[found.kind].lockAll(
      work.tx,
      first.rows.map(({ key }) => key),
    )
    const plan = await compareImport(work.tx, found, context, work.now)
    if (plan.faults.length > 0 || plan.fingerprint !== found.fingerprint) return 'outdated'
    const total = plan.rows.length
    const by = actorName(found.writtenBy ?? '')
    for (let at = 0; at < plan.rows.length; at += batchSize) {
      await writeBatch(work, found.kind, plan.rows.slice(at, at + batchSize), by)
      // Outside the transaction, so that whoever waits sees it.
      await updateImport(ctx.db, id, { done: Math.min(total, at + batchSize), total })
    }
    const written = plan.rows.map(({ line, key, differences }) => ({ line, key, differences }))
    await updateImport(work.tx, id, { state: 'written', content: '', done: total, total, written })
    const created = plan.rows.filter(({ does }) => does === 'creates').length
    const data = {
      import: id,
      created,
      changed: total - created,
      same: plan.same,
      fingerprint: plan.fingerprint,
    }
    await recordAudit(work, {
      actor: found.writtenBy ?? 'the shop',
      verb: 'catalog-import',
      subject: found.kind,
      data,
    })
    return 'written'
  }).catch((error: unknown) => {
    // A refusal of the catalog is shown to the person; an error is retried by the queue.
    if (['23514', '23503', '23505'].includes(sqlState(error) ?? '')) return 'outdated' as const
    throw error
  })
  if (outcome === 'outdated') await updateImport(ctx.db, id, { state: 'outdated' })
  if (outcome === 'written') invalidateCatalog(ctx.db)
}

async function writeBatch(work: UnitOfWork, kind: CatalogKind, rows: readonly PlannedRow[], by: string) {
  const plan: KindPlan = kindPlans[kind]
  const keyColumn = plan.key ?? 'id'
  const locked = await rowsOf[kind].lockAll(
    work.tx,
    rows.map(({ key }) => key),
  )
  const stored = new Map(locked.map((row) => [String(row[keyColumn]), row]))
  const values = rows.map(({ key, row, priceCents = 0, count = 0 }) => {
    const before = stored.get(key)
    return {
      // Also what no field changes: the row is written whole.
      ...before,
      ...row,
      [keyColumn]: key,
      revision: before ? before.revision + 1 : 1,
      ...(plan.price && { [plan.price.column]: before ? before[plan.price.column] : priceCents }),
      ...(plan.stock === 'accessory' && { stock: before ? before.stock : count }),
    }
  })
  await rowsOf[kind].writeAll(work, values)
  for (const { key, does, priceCents, count } of rows) {
    if (plan.price && does === 'changes' && priceCents !== undefined)
      await enterPrice(work, {
        kind: plan.price.kind,
        item: key,
        cents: priceCents,
        startsAt: null,
        by,
        minCents: plan.price.minCents,
      })
    if (plan.stock && does === 'changes' && count !== undefined) {
      const entered = await stocksOf[plan.stock].enter(work, key, {
        reason: 'counted',
        typed: count,
        note: 'From a file',
        by,
      })
      if (!entered.ok)
        throw new Error(`The count of ${key} was refused although it was compared under its lock`)
    }
  }
}
