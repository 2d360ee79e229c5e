import { and, desc, eq, isNull, lt, max, ne, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { hasLicensee } from '#app/facts/facts.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { shownIn } from '#app/kit/zoned-time.ts'
import { dropPlanRevisions, dropPlans } from '../plan-tables.ts'
import { type DropPlan, nameOf } from '../rules/plan.ts'
import { fieldChanges } from '../rules/plan-fields.ts'
import type { DropProgress } from '../rules/plan-changes.ts'
import { type PublishCheck, publishChecks } from '../rules/publish-checks.ts'
import { drops } from '../tables.ts'
import { type Drop, hasDrop, listDrops } from './drops.server.ts'
import { type DropRow, planOfDrop, progressOf, unpublished } from './plan-of-drop.server.ts'

/** Who acts on a plan: the name for its revisions, and the revision that they have seen. */
export type PlanActor = { by: string; seen: number }

/** A plan with how far its drop has come. */
export type PlannedDrop = {
  /** Missing where nobody has written about a published drop yet: its plan is what the shop sells. */
  planId: string | undefined
  revision: number
  plan: DropPlan
  drop: DropRow | undefined
  progress: DropProgress
  copiedFrom: string | null
  archivedAt: Date | null
}

/** The plan at an address, or undefined. */
export async function findPlan(
  db: Db,
  slug: string,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<PlannedDrop | undefined> {
  const [row] = await db.select().from(dropPlans).where(eq(dropPlans.slug, slug))
  const [drop] = await db.select().from(drops).where(eq(drops.slug, slug))
  if (!row && !drop) return undefined
  const plan = drop
    ? await planOfDrop(db, drop, timeZone)
    : row && (await findRevision(db, row.id, row.revision))
  if (!plan) throw new Error(`The plan ${slug} has no revision`)
  return {
    planId: row?.id,
    revision: row?.revision ?? 1,
    plan,
    drop,
    progress: drop ? await progressOf(db, drop, now) : unpublished,
    copiedFrom: row?.copiedFrom ?? null,
    archivedAt: row?.archivedAt ?? null,
  }
}

/** The plan as it was at a revision, or undefined. */
export async function findRevision(db: Db, planId: string, revision: number): Promise<DropPlan | undefined> {
  const [found] = await db
    .select({ plan: dropPlanRevisions.plan })
    .from(dropPlanRevisions)
    .where(and(eq(dropPlanRevisions.planId, planId), eq(dropPlanRevisions.revision, revision)))
  return found?.plan
}

/** The revisions of a plan, newest first. */
export function listRevisions(db: Db, planId: string, limit = 12) {
  return db
    .select()
    .from(dropPlanRevisions)
    .where(eq(dropPlanRevisions.planId, planId))
    .orderBy(desc(dropPlanRevisions.revision))
    .limit(limit)
}

/** A drop in the desk's list, published or not. */
export type PlanRow = {
  slug: string
  name: string
  plan: Pick<DropPlan, 'dropNumber' | 'theme' | 'units' | 'launchAt'>
  drop: Drop | undefined
  archivedAt: Date | null
}

/** Every drop that is planned or published, the newest number first, drafts without a number before them. */
export async function listPlans(db: Db, now: Date): Promise<PlanRow[]> {
  const [published, rows] = await Promise.all([
    listDrops(db, now),
    db
      .select({ row: dropPlans, plan: dropPlanRevisions.plan })
      .from(dropPlans)
      .innerJoin(
        dropPlanRevisions,
        and(eq(dropPlanRevisions.planId, dropPlans.id), eq(dropPlanRevisions.revision, dropPlans.revision)),
      ),
  ])
  const archived = new Map(rows.map(({ row }) => [row.dropId, row.archivedAt]))
  const drafts = rows
    .filter(({ row }) => row.dropId === null)
    .map(({ row, plan }) => ({
      slug: row.slug,
      name: nameOf(plan),
      plan,
      drop: undefined,
      archivedAt: row.archivedAt,
    }))
  const known = published.map((drop) => ({
    slug: drop.slug,
    name: drop.name,
    plan: { dropNumber: drop.dropNumber, theme: drop.theme, units: drop.totalUnits, launchAt: '' },
    drop,
    archivedAt: archived.get(drop.id) ?? null,
  }))
  return [...drafts, ...known].toSorted(
    (one, other) => (other.plan.dropNumber ?? Infinity) - (one.plan.dropNumber ?? Infinity),
  )
}

/** The number that the next drop would have: one more than any that is published or planned. It has three digits. */
export async function nextDropNumber(db: Db): Promise<number> {
  const planned = sql<number>`(${dropPlanRevisions.plan} ->> 'dropNumber')::int`
  const [published] = await db
    .select({ last: max(drops.dropNumber) })
    .from(drops)
    .where(lt(drops.dropNumber, 999))
  const [draft] = await db
    .select({ last: sql<number | null>`max(${planned})` })
    .from(dropPlanRevisions)
    .where(lt(planned, 999))
  return Math.max(published?.last ?? 0, draft?.last ?? 0) + 1
}

/** The list before publishing, with what only the database knows. */
export async function listPublishChecks(
  db: Db,
  { planId, plan, drop, progress }: Pick<PlannedDrop, 'planId' | 'plan' | 'drop' | 'progress'>,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<PublishCheck[]> {
  const isOther = drop ? ne(drops.id, drop.id) : undefined
  const otherPlan = planId ? ne(dropPlans.id, planId) : undefined
  const slugs = await db.$count(drops, and(eq(drops.slug, plan.slug), isOther))
  const numbers = await db.$count(drops, and(eq(drops.dropNumber, plan.dropNumber ?? -1), isOther))
  const plans = await db.$count(
    dropPlans,
    and(eq(dropPlans.slug, plan.slug), otherPlan, drop ? undefined : isNull(dropPlans.dropId)),
  )
  return publishChecks(plan, {
    hasLicensee: await hasLicensee(db),
    isSlugFree: slugs + plans === 0,
    isNumberFree: numbers === 0,
    nowShown: shownIn(timeZone, now),
    isLaunched: progress.status !== 'coming_soon',
  })
}

/** Writes a new plan that nobody sees. Refused where its address is in use. */
export async function createPlan(
  { tx, now }: UnitOfWork,
  plan: DropPlan,
  { by, copiedFrom = null }: { by: string; copiedFrom?: string | null },
): Promise<{ ok: true; planId: string } | Refusal<'slug_taken'>> {
  if (await isSlugTaken(tx, plan.slug)) return refuse('slug_taken')
  const [row] = await tx
    .insert(dropPlans)
    .values({ slug: plan.slug, revision: 1, copiedFrom })
    .onConflictDoNothing()
    .returning({ id: dropPlans.id })
  if (!row) return refuse('slug_taken')
  await tx
    .insert(dropPlanRevisions)
    .values({ planId: row.id, revision: 1, at: now, by, change: 'created', plan })
  return { ok: true, planId: row.id }
}

/** Whether a drop or a plan has this address. */
export async function isSlugTaken(db: Db, slug: string): Promise<boolean> {
  return (await hasDrop(db, slug)) || (await db.$count(dropPlans, eq(dropPlans.slug, slug))) > 0
}

/** A plan that is locked to be changed: with what is seen, what is, and what both began from. */
export type LockedPlan = PlannedDrop & { planId: string; base: DropPlan; lastBy: string }

/**
 * Locks a plan, and its drop if it is published. A drop that nobody has written about gets its first revision: as it is.
 */
export async function lockPlan(
  work: UnitOfWork,
  slug: string,
  { seen, timeZone }: { seen: number; timeZone: string },
): Promise<LockedPlan | undefined> {
  const { tx, now } = work
  const [drop] = await tx.select().from(drops).where(eq(drops.slug, slug)).for('update')
  if (drop) {
    const [made] = await tx
      .insert(dropPlans)
      .values({ slug, dropId: drop.id, revision: 1 })
      .onConflictDoNothing()
      .returning({ id: dropPlans.id })
    if (made)
      await tx.insert(dropPlanRevisions).values({
        planId: made.id,
        revision: 1,
        at: now,
        by: 'shop',
        change: 'written down',
        plan: await planOfDrop(tx, drop, timeZone),
      })
  }
  const [row] = await tx.select().from(dropPlans).where(eq(dropPlans.slug, slug)).for('update')
  if (!row) return undefined
  if (drop) await tx.execute(sql`select 1 from patches where drop_id = ${drop.id} order by id for update`)
  const [latest] = await listRevisions(tx, row.id, 1)
  if (!latest) throw new Error(`The plan ${slug} has no revision`)
  const plan = drop ? await planOfDrop(tx, drop, timeZone) : latest.plan
  // The command line changes drops too: what it did becomes a revision before anything is compared.
  const isOutside = fieldChanges(latest.plan, plan).length > 0
  const by = isOutside ? 'command line' : latest.by
  const revision = isOutside
    ? await addRevision(
        work,
        { planId: row.id, revision: row.revision },
        { plan, by, change: 'changed outside' },
      )
    : row.revision
  return {
    planId: row.id,
    revision,
    plan,
    drop,
    progress: drop ? await progressOf(tx, drop, now) : unpublished,
    copiedFrom: row.copiedFrom,
    archivedAt: row.archivedAt,
    base: (await findRevision(tx, row.id, seen)) ?? plan,
    lastBy: by,
  }
}

/** Writes the next revision of a locked plan. */
export async function addRevision(
  { tx, now }: UnitOfWork,
  { planId, revision }: Pick<LockedPlan, 'planId' | 'revision'>,
  {
    plan,
    by,
    change,
    ...values
  }: {
    plan: DropPlan
    by: string
    change: string
    dropId?: string
    archivedAt?: Date | null
  },
): Promise<number> {
  const next = revision + 1
  await tx.insert(dropPlanRevisions).values({ planId, revision: next, at: now, by, change, plan })
  await tx
    .update(dropPlans)
    .set({ slug: plan.slug, revision: next, ...values })
    .where(eq(dropPlans.id, planId))
  return next
}
