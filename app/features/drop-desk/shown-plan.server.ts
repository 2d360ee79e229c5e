import type { RouterContextProvider } from 'react-router'
import { artThemes } from '#app/art/art-theme.ts'
import {
  deskStatus,
  isReliedOn,
  nameOf,
  type PlanRefusal,
  type PublishPoint,
  publishPoints,
  startingCents,
} from '#app/features/drops/rules/plan.ts'
import { findPlan, listOpenPoints } from '#app/features/drops/store/plans.server.ts'
import {
  type DropPlan,
  type FieldChange,
  fieldChanges,
  fieldLabel,
  formValues,
  valueWords,
} from '#app/features/drops/plan-fields.ts'
import { dropNumberWords } from '#app/features/drops/words.ts'
import { listPanelPhotos, listPanelPhotosOf } from '#app/features/photo-desk/store.server.ts'
import { requireRight } from '#app/features/staff/access.server.ts'
import { deskOf } from '#app/features/staff/action.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import type { FieldErrors } from '#app/http/form.ts'
import { notFound } from '#app/http/not-found.ts'
import { formatCount } from '#app/kit/count.ts'
import { dateFormat } from '#app/kit/date-format.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { formatCents } from '#app/kit/money.ts'
import type { DropDesk, Outcome } from './flows.server.ts'
import type { RefusedPlan } from './plan-form.tsx'
import { verbsAt } from './rules.ts'

export type ShownPlan = NonNullable<Awaited<ReturnType<typeof findShownPlan>>>

export async function findShownPlan(shop: Shop, slug: string) {
  const { db, timeZone } = shop
  const now = shop.now()
  const found = await findPlan(db, slug, { now, timeZone })
  if (!found) return undefined
  const { plan, drop, progress, putAwayAt } = found
  const isEnded = progress.status === 'archived'
  const open = isEnded ? [] : await listOpenPoints(db, found, { now, timeZone })
  const points = isEnded ? [] : (Object.keys(publishPoints) as PublishPoint[])
  const status = deskStatus({
    drop: drop && { status: progress.status, pausedAt: drop.pausedAt },
    putAwayAt,
    launchAt: plan.launchAt,
  })
  return {
    slug: plan.slug,
    smallBatch: plan.smallBatch,
    name: nameOf(plan) || 'A drop without a name',
    number: plan.dropNumber === null ? '' : dropNumberWords(plan.dropNumber),
    revision: found.revision,
    changedBy: found.changedBy,
    copiedFrom: found.copiedFrom,
    progress,
    status,
    verbs: verbsAt[status],
    isPublished: drop !== undefined,
    isReliedOn: isReliedOn(progress),
    values: formValues(plan),
    variants: plan.variants.map(({ id }) => id),
    theme: plan.theme,
    units: plan.units ?? 0,
    house: plan.house,
    used: [...progress.used],
    money: moneyWords(plan, progress.used.length),
    checks: points.map((point) => {
      const isDone = !open.includes(point)
      return { point, isDone, words: publishPoints[point][isDone ? 'fact' : 'todo'] }
    }),
    zone: zoneWords(timeZone, now),
    artVersion: fingerprint(JSON.stringify([plan, artThemes])),
    photos: await listPanelPhotos(shop, { kind: 'drop', key: plan.slug }),
    variantPhotos: await listPanelPhotosOf(
      shop,
      'variant',
      plan.variants.map(({ id }) => id),
    ),
  }
}

function zoneWords(timeZone: string, now: Date): string {
  const parts = dateFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(now)
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return `the shop’s time, ${offset.replace('GMT', 'UTC ')}`
}

function moneyWords(plan: DropPlan, sold: number): string {
  const prices = plan.variants.flatMap(({ priceCents }) => priceCents ?? [])
  const from = startingCents(plan)
  const offered = (plan.units ?? 0) - plan.house.length
  if (from === null || plan.depositCents === null || offered <= 0)
    return 'What the run brings is worked out from units, prices and deposit.'
  const sum = (each: number) => formatCents(each * offered)
  const high = Math.max(...prices)
  const value = high === from ? sum(from) : `${sum(from)} to ${sum(high)}`
  const used = sold > 0 ? ` ${formatCount(sold)} held or sold so far.` : ''
  return `${formatCount(offered)} for buyers: deposits ${sum(plan.depositCents)}, prices ${value} in all.${used}`
}

const planRefusalWords: Record<PlanRefusal, string> = {
  published_address: 'Published: links and certificates name it. It stays.',
  engraved_name: 'Numbers are held or sold under this name. It stays.',
  launched: 'The drop has opened. Its opening stays in the record.',
  ended: 'The run is closed. Only its description may still be corrected.',
  below_used: 'A higher number is held or sold. The run may not be smaller than that.',
  only_up: 'Buyers count on the size of the run. It may only grow.',
  house_used: 'One of these numbers is held or sold. Only open numbers may be kept.',
  patch_used: 'Orders hold or have bought this patch. It stays as they bought it.',
  patch_below_used: 'More pieces than this are held or sold.',
}

export type ShownChange = { field: string; label: string; before: string; after: string }

export const refusalWords: Record<Exclude<Outcome, { ok: true }>['why'], string> = {
  plan_not_found: 'There is no such drop.',
  drop_not_found: 'There is no such drop.',
  slug_taken: 'Another drop has this address.',
  changed: 'Someone saved before you.',
  not_allowed: 'Nothing was saved: some fields may not be changed now.',
  not_ready: 'Nothing was done: the list has open points.',
  relied_on: 'Buyers rely on what you changed. Confirm it, and save again.',
  number_in_use: 'Nothing was saved: one of these numbers was held or sold at this moment.',
  not_coming_soon: 'It is already open, or over.',
  archived: 'The run is closed.',
  still_open: 'Only drafts and ended drops are archived. End it first.',
  already_published: 'It is already published.',
  not_published: 'It is not published yet.',
  not_put_away: 'It is not archived.',
}

export function showRefusal(
  refused: Exclude<Outcome, { ok: true }>,
  mine: DropPlan,
): Omit<RefusedPlan, 'typed'> {
  const errors: FieldErrors = { form: [refusalWords[refused.why]] }
  const show = (changes: readonly FieldChange[], other: DropPlan): ShownChange[] =>
    changes.map(({ field, before, after }) => ({
      field,
      label: fieldLabel(field, { before: other, after: mine }),
      before: valueWords(field, before),
      after: valueWords(field, after),
    }))
  switch (refused.why) {
    case 'changed': {
      const { by, revision, saved } = refused
      errors.form = [
        `Someone saved before you: ${by}. Nothing of yours is saved yet. Both values are shown; saving again writes yours.`,
      ]
      return { errors, saved: { by, revision, differences: show(fieldChanges(saved, mine), saved) } }
    }
    case 'relied_on':
      return { errors, reliedOn: show(refused.changes, mine) }
    case 'not_allowed':
      for (const { field, why } of refused.refused) {
        errors[field] = [planRefusalWords[why]]
        const name = fieldLabel(field, { before: mine, after: mine })
        if (!(field in formValues(mine))) errors.form?.push(`${name}: ${planRefusalWords[why]}`)
      }
      return { errors }
    case 'not_ready':
      errors.form?.push(...refused.points.map((point) => publishPoints[point].todo))
      return { errors }
    case 'slug_taken':
      return { errors: { ...errors, slug: [refusalWords.slug_taken] } }
    default:
      return { errors }
  }
}

export function dropDesk(context: Readonly<RouterContextProvider>): DropDesk {
  return deskOf(context, requireRight(context, 'drops.write'))
}

export function noSuchDrop(slug: string) {
  return notFound('No Such Drop', {
    text: `There is no drop with the address ${slug}.`,
    link: { to: '/staff/drops', label: 'Drops' },
  })
}
