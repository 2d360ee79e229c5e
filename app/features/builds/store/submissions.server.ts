import { and, desc, eq, getTableColumns, lte, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { after } from '#app/kit/clock.ts'
import { fingerprint, publicCode } from '#app/kit/ids.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { judge, type Verdict } from '../../compliance/rules.ts'
import { findRulesFor } from '../../compliance/store/state-rules.server.ts'
import type { SubmissionInput } from '../input.ts'
import { type BuildFault, buildFaults } from '../rules/buildable.ts'
import { describeFirearm, itemClassOf } from '../rules/build-class.ts'
import { type Catalog, priceBuild, type Selection, removeMissingParts } from '../rules.ts'
import { buildSubmissions } from '../tables.ts'
import { saveBuild } from './saved-builds.server.ts'

type Submitted = { ok: true; id: string }
type RefusedByState = Refusal<'refused_by_state'> & { verdict: Verdict }
type NotBuildable = Refusal<'not_buildable'> & { faults: BuildFault[] }
export type SubmissionRefusal =
  | Refusal<'nothing_chosen' | 'part_missing' | 'price_changed'>
  | NotBuildable
  | RefusedByState

/**
 * Submits a build at the catalog price and queues the mails to its sender and to staff. It is judged as what its parts
 * make it in law, which is stored with it. The same form sent twice is one submission.
 */
export async function submitBuild(
  work: UnitOfWork,
  catalog: Catalog,
  selection: Selection,
  form: SubmissionInput,
): Promise<Submitted | SubmissionRefusal> {
  const { tx, now } = work
  const price = priceBuild(selection, catalog)
  if (price.itemCount === 0) return refuse('nothing_chosen')
  if (removeMissingParts(selection, catalog).missing.length > 0) return refuse('part_missing')
  const faults = buildFaults(selection, catalog)
  if (faults.length > 0) return { ...refuse('not_buildable'), faults }
  const itemClass = itemClassOf(selection, catalog)
  const { totalCents } = price
  if (form.shownCents !== totalCents) return refuse('price_changed')

  const rules = await findRulesFor(tx, [form.state])
  const verdict = judge({ itemClass, buyerState: form.state, dealerState: null }, rules, now)
  if (verdict.outcome === 'refused') return { ...refuse('refused_by_state'), verdict }

  const { name, email, phone, state } = form
  const buildCode = await saveBuild(work, selection, catalog)
  const onceKey = fingerprint(JSON.stringify([form, buildCode]))
  const [inserted] = await tx
    .insert(buildSubmissions)
    .values({
      id: publicCode(),
      onceKey,
      buildCode,
      name,
      email,
      phone,
      state,
      itemClass,
      firearm: describeFirearm(selection, catalog),
      totalCents,
      verdict: verdict.outcome,
      submittedAt: now,
    })
    .onConflictDoNothing({ target: buildSubmissions.onceKey })
    .returning({ id: buildSubmissions.id })
  if (!inserted) return { ok: true, id: await findExistingId(tx, onceKey) }
  await work.enqueue('mail-build-submitted', { submissionId: inserted.id })
  await work.enqueue('mail-build-to-staff', { submissionId: inserted.id })
  return { ok: true, id: inserted.id }
}

export async function findSubmission(db: Db, id: string) {
  const [found] = await db.select().from(buildSubmissions).where(eq(buildSubmissions.id, id))
  return found
}

export type BuildSubmission = NonNullable<Awaited<ReturnType<typeof findSubmission>>>

export function listSubmissions(db: Db, limit: number): Promise<BuildSubmission[]> {
  return db
    .select()
    .from(buildSubmissions)
    .orderBy(desc(buildSubmissions.submittedAt), desc(buildSubmissions.id))
    .limit(limit)
}

export function listSubmissionsOf(db: Db, email: string) {
  const { onceKey: _k, holdVersion: _v, ...shown } = getTableColumns(buildSubmissions)
  return db
    .select(shown)
    .from(buildSubmissions)
    .where(isFrom(email))
    .orderBy(desc(buildSubmissions.submittedAt))
}

/** Deletes what an address has submitted, except builds with an order, which stay as long as it. Returns the count. */
export async function deleteSubmissionsOf({ tx }: Pick<UnitOfWork, 'tx'>, email: string): Promise<number> {
  const gone = await tx
    .delete(buildSubmissions)
    .where(and(eq(buildSubmissions.slotState, 'open'), isFrom(email)))
    .returning({ id: buildSubmissions.id })
  return gone.length
}

function isFrom(email: string) {
  return sql`lower(${buildSubmissions.email}) = ${email.toLowerCase()}`
}

async function findExistingId(tx: Db, onceKey: string): Promise<string> {
  const [existing] = await tx
    .select({ id: buildSubmissions.id })
    .from(buildSubmissions)
    .where(eq(buildSubmissions.onceKey, onceKey))
  if (!existing) throw new Error('The submission was neither inserted nor found')
  return existing.id
}

/** Deletes submissions older than `keepMs` without an order; those with one are records. Returns the count. */
export async function deleteOldSubmissions({ tx, now }: UnitOfWork, keepMs: number): Promise<number> {
  const deleted = await tx
    .delete(buildSubmissions)
    .where(
      and(eq(buildSubmissions.slotState, 'open'), lte(buildSubmissions.submittedAt, after(now, -keepMs))),
    )
    .returning({ id: buildSubmissions.id })
  return deleted.length
}
