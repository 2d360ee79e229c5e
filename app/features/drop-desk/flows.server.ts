// What staff do to a drop, each with its row of the audit log in the same transaction.
import { randomUUID } from 'node:crypto'
import { actOnce } from '#app/access/act.server.ts'
import { recordAudit } from '#app/access/audit.server.ts'
import { transact, type AppContext } from '#app/db/work.server.ts'
import {
  blankPlan,
  copyOf,
  type DropPlan,
  nameOf,
  reservedSlugs,
  slugOf,
} from '#app/features/drops/rules/plan.ts'
import type { FieldChange } from '#app/features/drops/rules/plan-fields.ts'
import {
  endPlanned,
  launchDrop,
  pausePlanned,
  type PlanChanged,
  type PlanRefused,
  publishPlan,
  putAway,
  resumePlanned,
  savePlan,
  takeBack,
} from '#app/features/drops/store/change-plan.server.ts'
import { createPlan, findPlan, nextDropNumber } from '#app/features/drops/store/plans.server.ts'
import { NumberInUse } from '#app/features/drops/store/plan-writing.server.ts'
import { renameSubject } from '#app/features/photos/store/library.server.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import type { PlanVerb } from './rules.ts'

/** Who acts, as revisions name them and as the audit log does. */
export type DropDesk = { ctx: AppContext; by: string; actor: string; timeZone: string }

/** What came of a verb. */
export type Outcome = PlanChanged | PlanRefused | Refusal<'number_in_use'>

/** Begins a plan that nobody sees: blank, or from another drop. `formKey` is that of its form: sent twice, it begins one. */
export async function beginPlan(
  { ctx, by, actor, timeZone }: DropDesk,
  { formKey, name, from }: { formKey: string; name: string; from: string | null },
) {
  const now = ctx.now()
  const source = from === null ? undefined : await findPlan(ctx.db, from, { now, timeZone })
  if (from !== null && !source) return refuse('plan_not_found')
  const begun = source ? copyOf(source.plan, randomUUID) : blankPlan
  const plan: DropPlan = {
    ...begun,
    name,
    volume: source && source.plan.name === name ? begun.volume : 1,
    dropNumber: await nextDropNumber(ctx.db),
    slug: '',
  }
  plan.slug = slugOf(nameOf(plan))
  if (plan.slug === '' || reservedSlugs.includes(plan.slug)) return refuse('no_address')
  const copiedFrom = source ? nameOf(source.plan) : null
  const act = { verb: 'drop-create', subject: plan.slug, data: { name: nameOf(plan), copiedFrom } }
  const form = { key: formKey, typed: ['plan', name, from] }
  const done = await actOnce(ctx, actor, act, form, (work) => createPlan(work, plan, { by, copiedFrom }))
  return done.ok ? { ok: true as const, slug: plan.slug } : done
}

/** Saves a plan. What was and what is now is in the audit log, field by field. */
export function changePlan(
  desk: DropDesk,
  slug: string,
  form: { seen: number; plan: DropPlan; mayMakeVersion: boolean },
): Promise<Outcome> {
  const { by, timeZone } = desk
  return audited(desk, 'drop-save', slug, async (work) => {
    const done = await savePlan(work, slug, { ...form, by, timeZone })
    if (done.ok && done.slug !== slug) await renameSubject(work, { kind: 'drop', key: slug }, done.slug)
    return done
  })
}

const verbs = {
  publication: publishPlan,
  launch: launchDrop,
  pause: pausePlanned,
  resumption: resumePlanned,
  end: endPlanned,
  archive: putAway,
  return: takeBack,
} satisfies Record<PlanVerb, typeof publishPlan>

/** Carries out a verb on the revision that was seen. */
export function carryOut(desk: DropDesk, verb: PlanVerb, slug: string, seen: number): Promise<Outcome> {
  const { by, timeZone } = desk
  return audited(desk, `drop-${verb}`, slug, (work) => verbs[verb](work, slug, { by, seen, timeZone }))
}

type Task = (work: Parameters<typeof publishPlan>[0]) => Promise<PlanChanged | PlanRefused>

async function audited({ ctx, actor }: DropDesk, verb: string, slug: string, task: Task): Promise<Outcome> {
  try {
    return await transact(ctx, async (work) => {
      const done = await task(work)
      if (done.ok) {
        const { revision, version, notified, changes } = done
        const data = {
          revision,
          ...(version !== undefined && { version, notified: notified ?? 0 }),
          ...auditOf(changes),
        }
        await recordAudit(work, { actor, verb, subject: slug, data })
      }
      return done
    })
  } catch (error) {
    if (error instanceof NumberInUse) return refuse('number_in_use')
    throw error
  }
}

/** Each changed field with what it was and what it is. Long texts are cut: the revisions have them whole. */
function auditOf(changes: readonly FieldChange[]): Record<string, string | null> {
  const cut = (value: string | undefined) => (value === undefined ? null : value.slice(0, 200))
  return Object.fromEntries(
    changes.flatMap(({ field, before, after }) => [
      [`${field} before`, cut(before)],
      [`${field} after`, cut(after)],
    ]),
  )
}
