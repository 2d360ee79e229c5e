import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { cachedQuery } from '#app/db/cached-query.server.ts'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { stageOfLine } from '#app/features/orders/store.server.ts'
import { second } from '#app/kit/clock.ts'
import { refuse } from '#app/kit/refusal.ts'
import { finishedStages, showingSentence, showingStateOf, type ShowingState } from '../rules/showing.ts'
import { buildShowings } from '../showing-tables.ts'
import { buildSubmissions, savedBuilds } from '../tables.ts'
import { findSavedBuilds, type SavedBuild } from './saved-builds.server.ts'

/** How many builds of others a page shows at most. */
const maxShown = 6

const stageOfSlot = stageOfLine({
  orderId: sql`${buildSubmissions.orderId}`,
  kind: 'build_slot',
  ref: sql`jsonb_build_object('submission', ${buildSubmissions.id})`,
})

/** Notes that the sender of a new submission agreed to have it shown when it is finished. */
export async function consentToShowing({ tx, now }: Pick<UnitOfWork, 'tx' | 'now'>, submissionId: string) {
  await tx.insert(buildShowings).values({ submissionId, sentence: showingSentence, consentedAt: now })
}

/** Takes a consent back; the build is no longer shown. Safe to repeat: the first time counts. */
export async function withdrawShowing({ tx, now }: Pick<UnitOfWork, 'tx' | 'now'>, submissionId: string) {
  const [found] = await tx
    .select({ withdrawnAt: buildShowings.withdrawnAt })
    .from(buildShowings)
    .where(eq(buildShowings.submissionId, submissionId))
    .for('update')
  if (!found) return refuse('not_consented')
  if (found.withdrawnAt === null)
    await tx
      .update(buildShowings)
      .set({ withdrawnAt: now })
      .where(eq(buildShowings.submissionId, submissionId))
  return { ok: true as const }
}

/**
 * Hides a build on the page, or shows it again, apart from its sender's consent. Safe to repeat: the first time counts. Returns since
 * when it was hidden before.
 */
export async function hideShowing(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  submissionId: string,
  isHidden: boolean,
) {
  const [found] = await tx
    .select({ hiddenAt: buildShowings.hiddenAt, withdrawnAt: buildShowings.withdrawnAt })
    .from(buildShowings)
    .where(eq(buildShowings.submissionId, submissionId))
    .for('update')
  if (!found || found.withdrawnAt !== null) return refuse('not_consented')
  if ((found.hiddenAt !== null) !== isHidden)
    await tx
      .update(buildShowings)
      .set({ hiddenAt: isHidden ? now : null })
      .where(eq(buildShowings.submissionId, submissionId))
  return { ok: true as const, wasHidden: found.hiddenAt !== null }
}

/** Whether a submitted build is shown, or will be. */
export async function findShowingState(db: Db, submissionId: string): Promise<ShowingState> {
  const [found] = await listFacts(db, [submissionId])
  return found ? showingStateOf(found) : 'not_consented'
}

/** Which of these submissions are shown or will be, by id. Those without a consent in force are left out. */
export async function listShownStates(
  db: Db,
  submissionIds: readonly string[],
): Promise<Map<string, 'waiting' | 'shown'>> {
  const found = await listFacts(db, submissionIds)
  return new Map(
    found.flatMap(({ submissionId, ...facts }) => {
      const state = showingStateOf(facts)
      return state === 'waiting' || state === 'shown' ? [[submissionId, state]] : []
    }),
  )
}

function listFacts(db: Db, submissionIds: readonly string[]) {
  return db
    .select({
      submissionId: buildShowings.submissionId,
      consentedAt: buildShowings.consentedAt,
      withdrawnAt: buildShowings.withdrawnAt,
      hiddenAt: buildShowings.hiddenAt,
      stage: stageOfSlot,
    })
    .from(buildShowings)
    .innerJoin(buildSubmissions, eq(buildSubmissions.id, buildShowings.submissionId))
    .where(inArray(buildShowings.submissionId, [...submissionIds]))
}

/** The consents of these submissions, for an export of a person's data. */
export async function listShowings(db: Db, submissionIds: readonly string[]) {
  const found = await db
    .select()
    .from(buildShowings)
    .where(inArray(buildShowings.submissionId, [...submissionIds]))
  return new Map(found.map(({ submissionId, ...showing }) => [submissionId, showing]))
}

/**
 * The finished builds whose buyers agreed to show them, the newest consent first, each build once; cached for a second. Nothing
 * of their buyers is read.
 */
export const listShownBuilds = cachedQuery(async (db): Promise<SavedBuild[]> => {
  const newest = sql<Date>`max(${buildShowings.consentedAt})`
  const found = await db
    .select({ code: savedBuilds.code })
    .from(buildShowings)
    .innerJoin(buildSubmissions, eq(buildSubmissions.id, buildShowings.submissionId))
    .innerJoin(savedBuilds, eq(savedBuilds.code, buildSubmissions.buildCode))
    .where(
      and(
        isNull(buildShowings.withdrawnAt),
        isNull(buildShowings.hiddenAt),
        inArray(stageOfSlot, [...finishedStages]),
      ),
    )
    .groupBy(savedBuilds.code)
    .orderBy(sql`${newest} desc`, savedBuilds.code)
    .limit(maxShown)
  return findSavedBuilds(
    db,
    found.map(({ code }) => code),
  )
}, second)
