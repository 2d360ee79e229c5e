import { and, eq, inArray, ne, notInArray, sql } from 'drizzle-orm'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { isHolding } from '#app/db/held-stock.server.ts'
import { judge } from '#app/features/compliance/rules.ts'
import { findRulesFor } from '#app/features/compliance/store/state-rules.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { findReservation, sendAgreement } from '#app/features/reservations/store/agreement.server.ts'
import { formatIsoDay } from '#app/kit/dates.ts'
import { refuse } from '#app/kit/refusal.ts'
import { buildFaults } from '../rules/checks.ts'
import type { Catalog } from '../rules.ts'
import { buildDecisions, buildSubmissions } from '../tables.ts'
import { findSavedBuild } from '../store.server.ts'
import { type BuildSubmission, findSubmission } from './submissions.server.ts'

export type BuildDecision = typeof buildDecisions.$inferSelect

export type BuildTerms = {
  variant: string
  includes: string
  priceCents: number
  leadWeeks: number
  /** The last day, `2026-12-07`. */
  validUntil: string
  note: string
}

/** A decision of staff. `seen` is the revision that their form was made from: 0 where nothing was decided. */
export type NewDecision = { submissionId: string; by: string; seen: number } & (
  | ({ decision: 'approved' } & BuildTerms)
  | { decision: 'declined'; note: string }
)

export async function findDecision(db: Db, submissionId: string): Promise<BuildDecision | undefined> {
  const [found] = await db.select().from(buildDecisions).where(eq(buildDecisions.submissionId, submissionId))
  return found
}

export async function listDecisions(
  db: Db,
  submissionIds: readonly string[],
): Promise<Map<string, BuildDecision>> {
  const found = await db
    .select()
    .from(buildDecisions)
    .where(inArray(buildDecisions.submissionId, [...submissionIds]))
  return new Map(found.map((decision) => [decision.submissionId, decision]))
}

export const countUndecided = (db: Db) =>
  db.$count(
    buildSubmissions,
    and(
      ne(buildSubmissions.slotState, 'taken'),
      notInArray(buildSubmissions.id, db.select({ id: buildDecisions.submissionId }).from(buildDecisions)),
    ),
  )

export async function checkSubmission(db: Db, submission: BuildSubmission, catalog: Catalog, now: Date) {
  const saved = await findSavedBuild(db, submission.buildCode)
  const rules = await findRulesFor(db, [submission.state])
  const { itemClass, state } = submission
  return {
    saved,
    faults: saved ? buildFaults(saved.selection, catalog) : [],
    verdict: judge({ itemClass, buyerState: state, dealerState: null }, rules, now),
  }
}

/** Refused where the state rules refuse the build or its parts do not go together, and once its deposit is being paid. */
export async function decideBuild(work: UnitOfWork, catalog: Catalog, input: NewDecision, today: string) {
  const { submissionId, seen, by } = input
  const submission = await lockSubmission(work.tx, submissionId)
  if (!submission) return refuse('no_such_build')
  if (submission.slotState === 'taken') return refuse('reserved')
  if (submission.slotState === 'held' && isHolding(submission.heldUntil, work.now))
    return refuse('in_checkout')
  const before = await findDecision(work.tx, submissionId)
  if ((before?.revision ?? 0) !== seen) return refuse('changed')
  if (input.decision === 'approved') {
    const { faults, verdict } = await checkSubmission(work.tx, submission, catalog, work.now)
    if (verdict.outcome === 'refused') return refuse('refused_by_state')
    if (faults.length > 0) return refuse('not_buildable')
    if (input.priceCents < submission.slotCents) return refuse('below_deposit')
    if (input.validUntil < today) return refuse('day_past')
  }
  const { submissionId: _, seen: _s, by: _b, ...decided } = input
  const stored = { ...noTerms, ...decided, revision: seen + 1, decidedBy: by, decidedAt: work.now }
  await work.tx
    .insert(buildDecisions)
    .values({ submissionId, ...stored })
    .onConflictDoUpdate({ target: buildDecisions.submissionId, set: stored })
  await work.enqueue('mail-build-decision', { submissionId, revision: seen + 1 })
  return { ok: true as const, before }
}

const noTerms = { variant: null, includes: null, priceCents: null, leadWeeks: null, validUntil: null }

/** The price that staff fixed before the deposit is mailed as the agreement of its order. Safe to repeat; terms that staff sent meanwhile stay. */
export async function sendBuildAgreement(
  work: UnitOfWork,
  { sellables, timeZone }: { sellables: Sellables; timeZone: string },
  orderId: string,
) {
  const order = await findOrder(work.tx, orderId)
  const line = order?.lines.find(({ kind }) => kind === 'build_slot')
  const [found] = await work.tx
    .select({ decided: buildDecisions })
    .from(buildSubmissions)
    .innerJoin(buildDecisions, eq(buildDecisions.submissionId, buildSubmissions.id))
    .where(eq(buildSubmissions.orderId, orderId))
  if (!order?.paidAt || !line || !found) return refuse('nothing_approved')
  const { variant, includes, priceCents, validUntil, decidedBy: by } = found.decided
  if (!variant || !includes || !priceCents || !validUntil) return refuse('nothing_approved')
  if (formatIsoDay(order.paidAt, timeZone) > validUntil) return refuse('expired')
  const { position } = line
  if (await findReservation(work.tx, orderId, position)) return refuse('already_sent')
  return sendAgreement(work, sellables, { orderId, position, variant, includes, priceCents, by })
}

async function lockSubmission(tx: Db, id: string): Promise<BuildSubmission | undefined> {
  await tx.execute(sql`select from ${buildSubmissions} where ${buildSubmissions.id} = ${id} for update`)
  return findSubmission(tx, id)
}
