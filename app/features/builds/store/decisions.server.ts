import { and, eq, inArray, ne, notInArray, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { AppContext, UnitOfWork } from '#app/db/work.server.ts'
import { judge } from '#app/features/compliance/rules.ts'
import { findRulesFor } from '#app/features/compliance/store/state-rules.server.ts'
import { isNfaClass } from '#app/features/orders/stages.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { agreementVersion, type Transferee } from '#app/features/reservations/rules.ts'
import { agreeAsBefore } from '#app/features/reservations/store/agreed-before.server.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { readLink, signLink } from '#app/http/private-link.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import { buildFaults } from '../rules/checks.ts'
import { mayAnswer, type Catalog } from '../rules.ts'
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
  const { submissionId, seen, by, decision } = input
  const submission = await lockSubmission(work.tx, submissionId)
  if (!submission) return refuse('no_such_build')
  if (submission.slotState === 'taken') return refuse('reserved')
  if (submission.slotState === 'held' && submission.heldUntil && submission.heldUntil > work.now)
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
  const terms = input.decision === 'approved' ? termsOf(input) : noTerms
  const stored = {
    ...terms,
    decision,
    note: input.note,
    revision: seen + 1,
    decidedBy: by,
    decidedAt: work.now,
    ...unanswered,
  }
  await work.tx
    .insert(buildDecisions)
    .values({ submissionId, ...stored })
    .onConflictDoUpdate({ target: buildDecisions.submissionId, set: stored })
  await work.enqueue('mail-build-decision', { submissionId, revision: seen + 1 })
  return { ok: true as const, before }
}

const noTerms = { variant: null, includes: null, priceCents: null, leadWeeks: null, validUntil: null }
const unanswered = {
  acceptedAt: null,
  acceptedSentence: null,
  agreementVersion: null,
  transferee: null,
  turnedDownAt: null,
}

function termsOf({ variant, includes, priceCents, leadWeeks, validUntil }: BuildTerms) {
  return { variant, includes, priceCents, leadWeeks, validUntil }
}

/** The secret of the link in the mail of a decision. A later decision ends it. */
export function decisionToken(
  { sign, now }: Pick<UnitOfWork, 'sign' | 'now'>,
  { submissionId, revision }: { submissionId: string; revision: number },
): string {
  return signLink(sign, ['build decision', submissionId], { madeAt: now, epoch: String(revision) })
}

export async function findOwnDecision(
  { db, now, sign }: Pick<AppContext, 'db' | 'now' | 'sign'>,
  submissionId: string,
  token: string,
) {
  const link = readLink(sign, ['build decision', submissionId], token, { now: now() })
  const decision = link && (await findDecision(db, submissionId))
  if (!decision || String(decision.revision) !== link.epoch) return undefined
  const submission = await findSubmission(db, submissionId)
  return submission && { decision, submission }
}

export type BuildAcceptance = {
  submissionId: string
  seen: number
  sentence: string
  /** Who it is transferred to; only NFA items ask for it. */
  transferee: Transferee | undefined
}

/** The sender accepts the price and terms as they saw them. Safe to repeat: the first time counts. */
export async function acceptBuild(work: UnitOfWork, input: BuildAcceptance, today: string) {
  const { submissionId, seen, sentence } = input
  const submission = await lockSubmission(work.tx, submissionId)
  const decision = submission && (await findDecision(work.tx, submissionId))
  const may = mayAnswer(decision, seen, today)
  if (!may.ok || !submission || !decision) return may.ok ? refuse('not_offered') : may
  if (decision.acceptedAt) return { ok: true as const, isFirst: false }
  const isNfa = isNfaClass(submission.itemClass)
  if (isNfa && !input.transferee) return refuse('transferee_missing')
  await work.tx
    .update(buildDecisions)
    .set({
      acceptedAt: work.now,
      acceptedSentence: sentence,
      agreementVersion,
      transferee: isNfa ? (input.transferee ?? null) : null,
    })
    .where(eq(buildDecisions.submissionId, submissionId))
  return { ok: true as const, isFirst: true }
}

/** The sender does not want it. Refused once its deposit is paid: then it is an order, which the refund policy ends. */
export async function turnDownBuild(work: UnitOfWork, submissionId: string, seen: number, today: string) {
  const submission = await lockSubmission(work.tx, submissionId)
  const decision = submission && (await findDecision(work.tx, submissionId))
  const may = mayAnswer(decision, seen, today)
  if (!may.ok) return may.why === 'turned_down' ? { ok: true as const } : may
  if (submission?.slotState === 'taken') return refuse('reserved')
  await work.tx
    .update(buildDecisions)
    .set({
      turnedDownAt: work.now,
      acceptedAt: null,
      acceptedSentence: null,
      agreementVersion: null,
      transferee: null,
    })
    .where(eq(buildDecisions.submissionId, submissionId))
  return { ok: true as const }
}

async function findAcceptedOf(db: Db, orderId: string) {
  const [submission] = await db.select().from(buildSubmissions).where(eq(buildSubmissions.orderId, orderId))
  const decision = submission && (await findDecision(db, submission.id))
  return submission && decision?.acceptedAt ? { submission, decision } : undefined
}

/** Safe to repeat. A deposit that was paid after the price ended agrees nothing: staff send terms again. */
export async function agreePaidBuild(
  work: UnitOfWork,
  ctx: { sellables: Sellables; timeZone: string },
  orderId: string,
) {
  const [order, found] = [await findOrder(work.tx, orderId), await findAcceptedOf(work.tx, orderId)]
  const line = order?.lines.find(({ kind }) => kind === 'build_slot')
  if (!order?.paidAt || !line || !found) return refuse('nothing_accepted')
  const { variant, includes, priceCents, validUntil, acceptedAt, acceptedSentence, agreementVersion } =
    found.decision
  if (
    !variant ||
    !includes ||
    !priceCents ||
    !validUntil ||
    !acceptedAt ||
    !acceptedSentence ||
    !agreementVersion
  )
    return refuse('nothing_accepted')
  if (formatIsoDay(order.paidAt, ctx.timeZone) > validUntil) return refuse('expired')
  return agreeAsBefore(work, ctx, {
    orderId,
    position: line.position,
    variant,
    includes,
    priceCents,
    agreementVersion,
    sentAt: found.decision.decidedAt,
    sentBy: found.decision.decidedBy,
    acceptedAt,
    sentence: acceptedSentence,
    transferee: found.decision.transferee,
  })
}

async function lockSubmission(tx: Db, id: string): Promise<BuildSubmission | undefined> {
  await tx.execute(sql`select from ${buildSubmissions} where ${buildSubmissions.id} = ${id} for update`)
  return findSubmission(tx, id)
}
