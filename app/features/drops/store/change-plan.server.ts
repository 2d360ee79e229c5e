// Everything staff do to a drop from the console. Each verb locks the plan and compares what its person has seen.
import { eq } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { noteDropVersion } from '#app/features/orders/store/drop-version.server.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { dropVersions } from '../plan-tables.ts'
import { dropTopic } from '../rules.ts'
import { type DropPlan, factsOf } from '../rules/plan.ts'
import { type FieldChange, type FieldConflict, fieldChanges, mergePlans } from '../rules/plan-fields.ts'
import { isReliedOn, type RefusedChange, refusedChanges, versionedChanges } from '../rules/plan-changes.ts'
import { openPoints, type PublishPoint } from '../rules/publish-checks.ts'
import { drops } from '../tables.ts'
import { changesWords } from '../words/plan.ts'
import { endDrop, openDrop, pauseDrop, resumeDrop } from './operate.server.ts'
import { planOfDrop } from './plan-of-drop.server.ts'
import { insertDrop, updateDrop } from './plan-writing.server.ts'
import {
  addRevision,
  isSlugTaken,
  listPublishChecks,
  type LockedPlan,
  lockPlan,
  type PlanActor,
} from './plans.server.ts'

/** Why a verb on a plan came to nothing, with what its person needs to know. */
export type PlanRefused =
  | Refusal<'plan_not_found' | 'slug_taken' | 'not_coming_soon' | 'archived' | 'drop_not_found'>
  | Refusal<'still_open' | 'already_published' | 'not_put_away' | 'not_published'>
  /** Another person changed it since; `changes` says what. */
  | (Refusal<'changed'> & { by: string; revision: number; changes: FieldChange[] })
  /** Both changed the same fields to different values. */
  | (Refusal<'conflict'> & { by: string; revision: number; conflicts: FieldConflict[]; merged: DropPlan })
  | (Refusal<'not_allowed'> & { refused: RefusedChange[] })
  | (Refusal<'not_ready'> & { points: PublishPoint[] })
  /** Facts that buyers rely on would change: it needs a new version, which the person has not confirmed. */
  | (Refusal<'new_version'> & { versioned: FieldChange[]; version: number })

/** A change that was made: what is different now, and what another person had changed meanwhile. */
export type PlanChanged = {
  ok: true
  slug: string
  revision: number
  changes: FieldChange[]
  taken: FieldChange[]
  /** The new version of the facts, where it needed one, and how many orders were notified. */
  version?: number | undefined
  notified?: number | undefined
}

type Saving = PlanActor & { timeZone: string; plan: DropPlan; mayMakeVersion: boolean }

/**
 * Saves what a person wrote, put together with what others wrote meanwhile.
 * @throws `NumberInUse` where a number was held or sold at this very moment, so that it can neither be set aside nor removed.
 */
export async function savePlan(
  work: UnitOfWork,
  slug: string,
  { by, seen, timeZone, plan: mine, mayMakeVersion }: Saving,
): Promise<PlanChanged | PlanRefused> {
  const locked = await lockPlan(work, slug, { seen, timeZone })
  if (!locked) return refuse('plan_not_found')
  const { plan: theirs, base, drop, progress } = locked
  const { plan, conflicts, taken } = mergePlans(base, theirs, mine)
  if (conflicts.length > 0)
    return { ...refuse('conflict'), by: locked.lastBy, revision: locked.revision, conflicts, merged: plan }
  const refused = refusedChanges(theirs, plan, progress)
  if (refused.length > 0) return { ...refuse('not_allowed'), refused }
  const changes = fieldChanges(theirs, plan)
  const done = { ok: true as const, slug: plan.slug, changes, taken }
  if (changes.length === 0) return { ...done, revision: locked.revision }

  if (!drop) {
    if (plan.slug !== theirs.slug && (await isSlugTaken(work.tx, plan.slug))) return refuse('slug_taken')
    return { ...done, revision: await addRevision(work, locked, { plan, by, change: 'saved' }) }
  }
  const points = openPoints(
    await listPublishChecks(work.tx, { ...locked, plan }, { now: work.now, timeZone }),
  )
  if (points.length > 0 && progress.status !== 'archived') return { ...refuse('not_ready'), points }
  const versioned = versionedChanges(theirs, plan, progress)
  const version = drop.version + (versioned.length > 0 ? 1 : 0)
  if (versioned.length > 0 && !mayMakeVersion) return { ...refuse('new_version'), versioned, version }
  await updateDrop(work, drop.id, { before: theirs, after: plan, timeZone })
  const notified = await writeVersion(work, { ...locked, drop }, { plan, by, version, versioned })
  const revision = await addRevision(work, locked, { plan, by, change: 'saved' })
  work.announce(dropTopic(slug))
  return { ...done, revision, ...(versioned.length > 0 && { version, notified }) }
}

/** Until buyers rely on it, the first version is what the drop says now. After, each change of facts is a version of its own. */
async function writeVersion(
  work: UnitOfWork,
  { drop, progress, plan: before }: LockedPlan & { drop: NonNullable<LockedPlan['drop']> },
  { plan, by, version, versioned }: { plan: DropPlan; by: string; version: number; versioned: FieldChange[] },
): Promise<number> {
  const { tx, now } = work
  const row = { dropId: drop.id, since: now, by }
  // The replaced facts become a version first, also for a drop that was on sale before versions existed.
  await tx
    .insert(dropVersions)
    .values({ ...row, version: drop.version, facts: factsOf(before) })
    .onConflictDoNothing()
  if (!isReliedOn(progress)) {
    await tx
      .update(dropVersions)
      .set({ facts: factsOf(plan), since: now, by })
      .where(eq(dropVersions.dropId, drop.id))
    return 0
  }
  if (versioned.length === 0) return 0
  await tx.insert(dropVersions).values({ ...row, version, facts: factsOf(plan) })
  await tx.update(drops).set({ version }).where(eq(drops.id, drop.id))
  return noteDropVersion(work, drop.slug, {
    version,
    words: changesWords(versioned, { before, after: plan }),
  })
}

type Acting = PlanActor & { timeZone: string }

/** Shows a drop to buyers, once its list is settled: it opens at its launch, or when it is launched by hand. */
export async function publishPlan(
  work: UnitOfWork,
  slug: string,
  acting: Acting,
): Promise<PlanChanged | PlanRefused> {
  const seen = await lockSeen(work, slug, acting)
  if (!seen.ok) return seen
  const { locked } = seen
  if (locked.drop) return refuse('already_published')
  const points = openPoints(
    await listPublishChecks(work.tx, locked, { now: work.now, timeZone: acting.timeZone }),
  )
  if (points.length > 0) return { ...refuse('not_ready'), points }
  const dropId = await insertDrop(work, locked.plan, acting.timeZone)
  await work.tx
    .insert(dropVersions)
    .values({ dropId, version: 1, since: work.now, by: acting.by, facts: factsOf(locked.plan) })
  work.announce(dropTopic(slug))
  return finish(work, locked, acting, { change: 'published', values: { dropId, archivedAt: null } })
}

/** Opens a published drop to everybody now. */
export function launchDrop(work: UnitOfWork, slug: string, acting: Acting) {
  return byVerb(work, slug, acting, 'launched', openDrop)
}

/** No new holds until it is resumed. Holds and payments in progress continue. */
export function pausePlanned(work: UnitOfWork, slug: string, acting: Acting) {
  return byVerb(work, slug, acting, 'paused', pauseDrop)
}

/** Numbers may be held again. */
export function resumePlanned(work: UnitOfWork, slug: string, acting: Acting) {
  return byVerb(work, slug, acting, 'resumed', resumeDrop)
}

/** Closes the run for good, before its end. */
export function endPlanned(work: UnitOfWork, slug: string, acting: Acting) {
  return byVerb(work, slug, acting, 'ended', endDrop)
}

/** Archives a draft or an ended drop: it leaves the console's list. The public archive still shows an ended one. */
export async function putAway(
  work: UnitOfWork,
  slug: string,
  acting: Acting,
): Promise<PlanChanged | PlanRefused> {
  const seen = await lockSeen(work, slug, acting)
  if (!seen.ok) return seen
  const { locked } = seen
  if (locked.drop && locked.progress.status !== 'archived') return refuse('still_open')
  return finish(work, locked, acting, { change: 'put away', values: { archivedAt: work.now } })
}

/** Puts a drop back into the list. */
export async function takeBack(
  work: UnitOfWork,
  slug: string,
  acting: Acting,
): Promise<PlanChanged | PlanRefused> {
  const seen = await lockSeen(work, slug, acting)
  if (!seen.ok) return seen
  if (!seen.locked.archivedAt) return refuse('not_put_away')
  return finish(work, seen.locked, acting, { change: 'taken back', values: { archivedAt: null } })
}

type StatusVerb = (
  work: UnitOfWork,
  slug: string,
) => Promise<{ ok: true } | Refusal<'drop_not_found' | 'not_coming_soon' | 'archived'>>

async function byVerb(
  work: UnitOfWork,
  slug: string,
  acting: Acting,
  change: string,
  verb: StatusVerb,
): Promise<PlanChanged | PlanRefused> {
  const seen = await lockSeen(work, slug, acting)
  if (!seen.ok) return seen
  if (!seen.locked.drop) return refuse('not_published')
  const done = await verb(work, slug)
  return done.ok ? finish(work, seen.locked, acting, { change }) : done
}

/** Locks a plan and refuses when it changed since: a verb acts on what its person has seen. */
async function lockSeen(
  work: UnitOfWork,
  slug: string,
  { seen, timeZone }: Acting,
): Promise<{ ok: true; locked: LockedPlan } | PlanRefused> {
  const locked = await lockPlan(work, slug, { seen, timeZone })
  if (!locked) return refuse('plan_not_found')
  if (locked.revision === seen) return { ok: true, locked }
  const changes = fieldChanges(locked.base, locked.plan)
  return { ...refuse('changed'), by: locked.lastBy, revision: locked.revision, changes }
}

/** Writes the revision of a verb: the plan as it is after it. */
async function finish(
  work: UnitOfWork,
  { planId, plan: before, revision: seen }: LockedPlan,
  { by, timeZone }: Acting,
  { change, values = {} }: { change: string; values?: { dropId?: string; archivedAt?: Date | null } },
): Promise<PlanChanged> {
  const [drop] = await work.tx.select().from(drops).where(eq(drops.slug, before.slug))
  const plan = drop ? await planOfDrop(work.tx, drop, timeZone) : before
  const revision = await addRevision(work, { planId, revision: seen }, { plan, by, change, ...values })
  return { ok: true, slug: plan.slug, revision, changes: fieldChanges(before, plan), taken: [] }
}
