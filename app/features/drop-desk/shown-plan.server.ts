import { deskStatus, isReliedOn, planRefusalWords, publishWords } from '#app/features/drops/rules/plan.ts'
import { findPlan, listOpenPoints } from '#app/features/drops/store/plans.server.ts'
import { type DropPlan, fieldLabel, formValues, planWords } from '#app/features/drops/plan-fields.ts'
import { dropNumberWords } from '#app/features/drops/words.ts'
import { listPanelPhotos, listPanelPhotosOf } from '#app/features/photo-desk/store.server.ts'
import { changedErrors } from '#app/features/staff/action.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import type { FieldErrors } from '#app/http/form.ts'
import { notFound } from '#app/http/errors.ts'
import type { RefusedPlan } from './flows.server.ts'
import { verbsAt } from './rules.ts'

export type ShownPlan = NonNullable<Awaited<ReturnType<typeof findShownPlan>>>

export async function findShownPlan(shop: Shop, slug: string) {
  const { db, timeZone } = shop
  const now = shop.now()
  const found = await findPlan(db, slug, { now, timeZone })
  if (!found) return undefined
  const { plan, drop, progress, revision, changedBy } = found
  const open = progress.status === 'archived' ? [] : await listOpenPoints(db, found, { now, timeZone })
  const status = deskStatus({
    drop: drop && { status: progress.status, pausedAt: drop.pausedAt },
    launchAt: plan.launchAt,
  })
  const variants = plan.variants.map(({ id }) => id)
  return {
    slug: plan.slug,
    smallBatch: plan.smallBatch,
    name: plan.name || 'A drop without a name',
    number: plan.dropNumber === null ? '' : dropNumberWords(plan.dropNumber),
    revision,
    changedBy,
    status,
    verbs: verbsAt(status),
    isPublished: drop !== undefined,
    isReliedOn: isReliedOn(progress),
    used: progress.used.length,
    values: formValues(plan),
    variants,
    open: open.map((point) => publishWords[point]),
    photos: await listPanelPhotos(shop, { kind: 'drop', key: plan.slug }),
    variantPhotos: await listPanelPhotosOf(shop, 'variant', variants),
  }
}

export const refusalWords: Record<RefusedPlan['why'], string> = {
  plan_not_found: 'There is no such drop.',
  slug_taken: 'Another drop has this address.',
  changed: 'Somebody changed it since you opened it. It is shown as it is now: check it, then press again.',
  not_allowed: 'Nothing was saved: some fields may not be changed now.',
  not_ready: 'Nothing was done: the list has open points.',
  number_in_use: 'Nothing was saved: one of these numbers was held or sold at this moment.',
  not_coming_soon: 'It is already open, or over.',
  archived: 'The run is closed.',
  already_published: 'It is already published.',
  not_published: 'It is not published yet.',
}

export function planErrors(refused: RefusedPlan, mine: DropPlan): FieldErrors {
  if (refused.why === 'changed') return changedErrors(planWords(refused.now), planWords(mine))
  const form = [refusalWords[refused.why]]
  if (refused.why === 'slug_taken') return { form, slug: form }
  if (refused.why === 'not_ready') form.push(...refused.points.map((point) => publishWords[point]))
  if (refused.why !== 'not_allowed') return { form }
  const fields = refused.refused.map(({ field, why }) => [field, [planRefusalWords[why]]] as const)
  const shown = formValues(mine)
  const unshown = fields.filter(([field]) => !(field in shown))
  form.push(...unshown.map(([field, [words]]) => `${fieldLabel(field, mine)}: ${words}`))
  return { form, ...Object.fromEntries(fields) }
}

export function noSuchDrop(slug: string) {
  return notFound('No Such Drop', {
    text: `There is no drop with the address ${slug}.`,
    link: { to: '/staff/drops', label: 'Drops' },
  })
}
