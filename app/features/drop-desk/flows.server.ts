import { randomUUID } from 'node:crypto'
import { actAs, type Recorded } from '#app/access/act.server.ts'
import type { AppContext, UnitOfWork } from '#app/db/db.server.ts'
import { dropTopic } from '#app/features/drops/rules.ts'
import {
  blankPlan,
  type DropPlan,
  type FieldChange,
  fieldChanges,
  reservedSlugs,
} from '#app/features/drops/plan-fields.ts'
import {
  copyOf,
  type PublishPoint,
  type RefusedChange,
  refusedChanges,
  slugOf,
} from '#app/features/drops/rules/plan.ts'
import {
  changeLife,
  createDraft,
  deleteDraft,
  findPlan,
  isSlugTaken,
  type LifeChange,
  listOpenPoints,
  nextDropNumber,
  NumberInUse,
  type PlannedDrop,
  publishDraft,
  updateDraft,
  updateDrop,
} from '#app/features/drops/store/plans.server.ts'
import type { Drop } from '#app/features/drops/store/drops.server.ts'
import { forgetSubjects, renameSubject } from '#app/features/photos/store/library.server.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import type { PlanVerb } from './rules.ts'

export type DropDesk = { ctx: AppContext; by: string; actor: string; timeZone: string }

type Done = { ok: true; slug: string; revision: number; changes: FieldChange[] }

type Refused =
  | Refusal<'plan_not_found' | 'slug_taken' | 'not_coming_soon' | 'archived'>
  | Refusal<'already_published' | 'not_published' | 'number_in_use'>
  | (Refusal<'changed'> & { now: DropPlan })
  | (Refusal<'not_allowed'> & { refused: RefusedChange[] })
  | (Refusal<'not_ready'> & { points: PublishPoint[] })

export type RefusedPlan = Refused
type Outcome = Recorded<Done | Refused> | Refusal<'number_in_use'>

/** Begins a draft: blank, or from another drop. `formKey` is that of its form: sent twice, it begins one. */
export async function beginPlan(
  { ctx, by, actor, timeZone }: DropDesk,
  { formKey, name, from }: { formKey: string; name: string; from: string | null },
) {
  const source = from === null ? undefined : await findPlan(ctx.db, from, { now: ctx.now(), timeZone })
  if (from !== null && !source) return refuse('plan_not_found')
  const slug = slugOf(name)
  if (slug === '' || reservedSlugs.includes(slug)) return refuse('no_address')
  const plan: DropPlan = {
    ...(source ? copyOf(source.plan, randomUUID) : blankPlan),
    name,
    slug,
    dropNumber: await nextDropNumber(ctx.db),
  }
  const act = {
    verb: 'drop-create',
    subject: slug,
    data: { name, copiedFrom: source?.plan.name ?? null },
    form: { key: formKey, typed: ['plan', name, from] },
  }
  return actAs(ctx, actor, act, async (work) => {
    const made = await createDraft(work, plan, by)
    return made.ok ? { ok: true as const, slug } : made
  })
}

/** Saves a plan over the revision that was seen. Orders keep what they were made under. */
export function changePlan(
  desk: DropDesk,
  slug: string,
  { seen, plan }: { seen: number; plan: DropPlan },
): Promise<Outcome> {
  const { by, timeZone } = desk
  return audited(desk, 'drop-save', slug, async (work, found) => {
    const { plan: before, drop, progress, revision } = found
    const changes = fieldChanges(before, plan)
    const done = { ok: true as const, slug: plan.slug, changes, revision: revision + 1 }
    if (changes.length === 0) return { ...done, revision }
    if (revision !== seen) return { ...refuse('changed'), now: before }
    const refused = refusedChanges(before, plan, progress)
    if (refused.length > 0) return { ...refuse('not_allowed'), refused }
    if (!drop) {
      if (plan.slug !== slug && (await isSlugTaken(work.tx, plan.slug))) return refuse('slug_taken')
      await updateDraft(work.tx, found, plan, by)
      if (plan.slug !== slug) await renameSubject(work, { kind: 'drop', key: slug }, plan.slug)
      return done
    }
    const points = await pointsOf(work, desk, { ...found, plan })
    if (points.length > 0 && progress.status !== 'archived') return { ...refuse('not_ready'), points }
    await updateDrop(work.tx, drop, { before, after: plan, by, timeZone })
    work.announce(dropTopic(slug))
    return done
  })
}

export function carryOut(desk: DropDesk, verb: PlanVerb, slug: string, seen: number): Promise<Outcome> {
  const { ctx, timeZone } = desk
  return audited(desk, `drop-${verb}`, slug, async (work, found) => {
    if (found.revision !== seen) return { ...refuse('changed'), now: found.plan }
    const done = await verbs[verb](work, found, desk)
    if (!done.ok) return done
    const after = await findPlan(work.tx, slug, { now: ctx.now(), timeZone })
    return {
      ok: true,
      slug,
      revision: found.revision + 1,
      changes: after ? fieldChanges(found.plan, after.plan) : [],
    }
  })
}

type Verb = (work: UnitOfWork, found: PlannedDrop, desk: DropDesk) => Promise<{ ok: true } | Refused>

const verbs: Record<PlanVerb, Verb> = {
  async publication(work, found, desk) {
    if (found.drop) return refuse('already_published')
    const points = await pointsOf(work, desk, found)
    if (points.length > 0) return { ...refuse('not_ready'), points }
    await publishDraft(work, found, desk)
    work.announce(dropTopic(found.plan.slug))
    return { ok: true }
  },
  launch: onDrop('not_coming_soon', ({ status }, now) =>
    status === 'coming_soon' ? { status: 'live', launchDate: now } : undefined,
  ),
  /** No new holds. Existing holds and payments go on. */
  pause: onDrop('archived', ({ status, pausedAt }, now) =>
    status === 'archived' ? undefined : { pausedAt: pausedAt ?? now },
  ),
  resumption: onDrop('archived', ({ status }) => (status === 'archived' ? undefined : { pausedAt: null })),
  /** For good. Existing holds and payments go on; no new ones can start. */
  end: onDrop('archived', ({ status, launchDate }, now) => {
    if (status === 'archived') return undefined
    const wasLaunched = launchDate !== null && launchDate < now
    return { status: 'archived', ...(wasLaunched && { endDate: now }) }
  }),
  /** Nobody but staff has seen it. The next draft of its name begins without its photographs. */
  async discard(work, { plan: { slug, variants }, drop }) {
    if (drop) return refuse('already_published')
    await deleteDraft(work.tx, slug)
    const ofVariants = variants.map(({ id }) => ({ kind: 'variant' as const, key: id }))
    await forgetSubjects(work, [{ kind: 'drop', key: slug }, ...ofVariants])
    return { ok: true }
  },
}

function onDrop(
  why: 'not_coming_soon' | 'archived',
  changeOf: (drop: Drop, now: Date) => LifeChange | undefined,
): Verb {
  return async (work, { drop }, { by }) => {
    if (!drop) return refuse('not_published')
    const change = changeOf(drop, work.now)
    if (!change) return refuse(why)
    await changeLife(work, drop, change, by)
    return { ok: true }
  }
}

const pointsOf = ({ tx, now }: UnitOfWork, { timeZone }: DropDesk, found: PlannedDrop) =>
  listOpenPoints(tx, found, { now, timeZone })

async function audited(
  { ctx, actor, timeZone }: DropDesk,
  verb: string,
  slug: string,
  task: (work: UnitOfWork, found: PlannedDrop) => Promise<Done | Refused>,
): Promise<Outcome> {
  const data = ({ revision, changes }: Done) => ({ revision, ...auditOf(changes) })
  try {
    return await actAs<Done | Refused>(ctx, actor, { verb, subject: slug, data }, async (work) => {
      const found = await findPlan(work.tx, slug, { now: work.now, timeZone, isLocked: true })
      return found ? task(work, found) : refuse('plan_not_found')
    })
  } catch (error) {
    if (error instanceof NumberInUse) return refuse('number_in_use')
    throw error
  }
}

function auditOf(changes: readonly FieldChange[]): Record<string, string | null> {
  const cut = (value: string | undefined) => (value === undefined ? null : value.slice(0, 1_000))
  return Object.fromEntries(
    changes.flatMap(({ field, before, after }) => [
      [`${field} before`, cut(before)],
      [`${field} after`, cut(after)],
    ]),
  )
}
