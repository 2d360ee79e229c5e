// What may change about a drop when: the law of numbers, and the facts that buyers relied on.
import type { DropStatus } from '../rules.ts'
import type { DropPlan } from './plan.ts'
import { type FieldChange, fieldChanges } from './plan-fields.ts'

/** The facts of a drop that decide which fields of its plan may change. */
export type DropProgress = {
  isPublished: boolean
  /** The present status; `coming_soon` also while it is not published. */
  status: DropStatus
  /** Numbers that orders hold or have taken, those set aside for the house not counted. */
  used: readonly number[]
  /** Pieces of each patch that orders hold or have bought, by the patch's id. */
  patchesUsed: Readonly<Record<string, number>>
}

/** Why a field may not be changed now. */
const planRefusals = [
  'published_address',
  'engraved_name',
  'launched',
  'ended',
  'below_used',
  'only_up',
  'house_used',
  'patch_used',
  'patch_below_used',
] as const
export type PlanRefusal = (typeof planRefusals)[number]

/** A change that is refused. */
export type RefusedChange = FieldChange & { why: PlanRefusal }

/** Whether buyers may rely on the facts: after the launch, or since somebody holds a number. */
export function isReliedOn({ isPublished, status, used }: DropProgress): boolean {
  return isPublished && (status !== 'coming_soon' || used.length > 0)
}

/** The changes between two states of a plan that may not be made at this stage. */
export function refusedChanges(before: DropPlan, after: DropPlan, progress: DropProgress): RefusedChange[] {
  if (!progress.isPublished) return []
  return fieldChanges(before, after).flatMap((change) => {
    const why = refusalOf(change, after, progress)
    return why ? [{ ...change, why }] : []
  })
}

/** After the end only the run's description may be corrected. */
const story = /^(tagline|description|story|smallPrint|category)$/
const fact = /^(units|depositCents|itemClass|variants\.[^.]+\.(name|caliber|barrel|finish|priceCents))$/

function refusalOf(change: FieldChange, after: DropPlan, progress: DropProgress): PlanRefusal | undefined {
  const { field } = change
  const { status, used } = progress
  if (status === 'archived') return story.test(field) ? undefined : 'ended'
  if (field === 'slug' || field === 'dropNumber') return 'published_address'
  if (field === 'name' || field === 'volume') return isReliedOn(progress) ? 'engraved_name' : undefined
  if (field === 'launchAt') return status === 'coming_soon' ? undefined : 'launched'
  if (field === 'units') return unitsRefusal(change, progress)
  if (field === 'house') return after.house.some((number) => used.includes(number)) ? 'house_used' : undefined
  return patchRefusal(field, after, progress)
}

/** A number that somebody holds or has stays; and once buyers count on the run it is never made smaller. */
function unitsRefusal({ before, after }: FieldChange, progress: DropProgress): PlanRefusal | undefined {
  if (Number(after) < Math.max(0, ...progress.used)) return 'below_used'
  return isReliedOn(progress) && Number(after) < Number(before) ? 'only_up' : undefined
}

function patchRefusal(
  field: string,
  after: DropPlan,
  { patchesUsed }: DropProgress,
): PlanRefusal | undefined {
  const [, id = '', name] = /^patches\.([^.]+)\.(.+)$/.exec(field) ?? []
  const used = patchesUsed[id] ?? 0
  if (used === 0) return undefined
  const patch = after.patches.find((other) => other.id === id)
  if (!patch) return 'patch_used'
  // Its codes were promised to those who bought it.
  if (name === 'opensEarly') return 'patch_used'
  return name === 'quantity' && (patch.quantity ?? 0) < used ? 'patch_below_used' : undefined
}

/** The changes of facts that buyers rely on: they need a new version. None while nobody relies on them. */
export function versionedChanges(before: DropPlan, after: DropPlan, progress: DropProgress): FieldChange[] {
  return isReliedOn(progress) ? fieldChanges(before, after).filter(({ field }) => fact.test(field)) : []
}
