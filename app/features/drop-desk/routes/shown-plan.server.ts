import { artThemes } from '#app/art/art-theme.ts'
import { isReliedOn } from '#app/features/drops/rules/plan-changes.ts'
import { type DropPlan, nameOf, patchesInOrder, startingCents } from '#app/features/drops/rules/plan.ts'
import { deskStatus } from '#app/features/drops/rules/desk-status.ts'
import { fieldChanges } from '#app/features/drops/rules/plan-fields.ts'
import { colorFault } from '#app/features/drops/rules/publish-checks.ts'
import {
  findPlan,
  findRevision,
  listPublishChecks,
  listRevisions,
} from '#app/features/drops/store/plans.server.ts'
import { dropNumberWords } from '#app/features/drops/words.ts'
import { fieldLabel, planRefusalWords, publishWords, valueWords } from '#app/features/drops/words/plan.ts'
import { listPanelPhotos, listPanelPhotosOf } from '#app/features/photo-desk/store.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import type { FieldErrors } from '#app/http/form.ts'
import { formatCount } from '#app/kit/count.ts'
import { dateFormat, formatStamp } from '#app/kit/date-format.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { formatCents } from '#app/kit/money.ts'
import type { Outcome } from '../flows.server.ts'
import { formValues } from '../input.ts'
import { verbsFor } from '../rules.ts'
import { refusalWords } from '../words.ts'

/** A drop's sheet as it is shown. */
export type ShownPlan = NonNullable<Awaited<ReturnType<typeof findShownPlan>>>

/** Everything the sheet of a drop shows, or undefined. */
export async function findShownPlan(shop: Shop, slug: string) {
  const { db, timeZone } = shop
  const now = shop.now()
  const found = await findPlan(db, slug, { now, timeZone })
  if (!found) return undefined
  const { planId, plan, drop, progress, archivedAt } = found
  const isEnded = progress.status === 'archived'
  const checks = isEnded ? [] : await listPublishChecks(db, found, { now, timeZone })
  const status = deskStatus({
    drop: drop && { status: progress.status, pausedAt: drop.pausedAt },
    archivedAt,
    launchAt: plan.launchAt,
  })
  const stamp = (moment: Date) => formatStamp(moment, timeZone, now)
  return {
    slug: plan.slug,
    name: nameOf(plan) || 'A drop without a name',
    number: plan.dropNumber === null ? '' : dropNumberWords(plan.dropNumber),
    revision: found.revision,
    copiedFrom: found.copiedFrom,
    progress,
    status,
    verbs: verbsFor(status),
    isPublished: drop !== undefined,
    isReliedOn: isReliedOn(progress),
    version: drop?.version ?? 1,
    values: formValues(plan),
    variants: plan.variants.map(({ id }) => id),
    patches: patchesInOrder(plan).map(({ id }) => id),
    theme: plan.theme,
    units: plan.units ?? 0,
    house: plan.house,
    used: [...progress.used],
    money: moneyWords(plan, progress.used.length),
    checks: checks.map(({ point, isDone, field }) => ({
      point,
      isDone,
      field,
      words: isDone ? publishWords[point].fact : publishWords[point].todo,
    })),
    colorFault: colorFault(plan),
    zone: zoneWords(timeZone, now),
    /** The drawing's address changes with all that it is drawn from. */
    artVersion: fingerprint(JSON.stringify([plan, artThemes])),
    photos: await listPanelPhotos(shop, { kind: 'drop', key: plan.slug }),
    /** By the id of a saved variant. */
    variantPhotos: await listPanelPhotosOf(
      shop,
      'variant',
      plan.variants.map(({ id }) => id),
    ),
    revisions: planId ? await shownRevisions(shop, planId, plan, stamp) : [],
  }
}

/** The shop's clock, with how far it is from UTC now. */
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

async function shownRevisions(
  { db }: Shop,
  planId: string,
  current: DropPlan,
  stamp: (moment: Date) => string,
) {
  const rows = await listRevisions(db, planId, 9)
  const oldest = rows.at(-1)
  const before =
    oldest && oldest.revision > 1 ? await findRevision(db, planId, oldest.revision - 1) : undefined
  return rows.map((row, at) => {
    const previous = rows[at + 1]?.plan ?? before
    const changes = previous ? fieldChanges(previous, row.plan) : []
    const between = { before: previous ?? current, after: row.plan }
    const labels = [...new Set(changes.map(({ field }) => fieldLabel(field, between)))]
    const more = labels.length > 4 ? `, and ${labels.length - 4} more` : ''
    return {
      revision: row.revision,
      at: stamp(row.at),
      by: row.by,
      change: labels.length > 0 ? `${row.change}: ${labels.slice(0, 4).join(', ')}${more}` : row.change,
    }
  })
}

/** A field that another person changed too, or a change that needs a new version: as the form shows it. */
export type ShownChange = { field: string; label: string; before: string; after: string; by: string }

/** What a refused form answers: words by field, and both people's changes side by side. */
export function showRefusal(
  refused: Exclude<Outcome, { ok: true }>,
  mine: DropPlan,
): {
  errors: FieldErrors
  conflicts: ShownChange[]
  versioned: ShownChange[]
  revision: number | undefined
} {
  const between = { before: mine, after: mine }
  const errors: FieldErrors = { form: [refusalWords[refused.why]] }
  const show = (field: string, before: string | undefined, after: string | undefined, by = '') => ({
    field,
    label: fieldLabel(field, between),
    before: valueWords(field, before),
    after: valueWords(field, after),
    by,
  })
  switch (refused.why) {
    case 'conflict': {
      const { conflicts, by, revision } = refused
      return {
        errors,
        conflicts: conflicts.map(({ field, base, theirs }) => show(field, base, theirs, by)),
        versioned: [],
        revision,
      }
    }
    case 'new_version':
      return {
        errors,
        conflicts: [],
        versioned: refused.versioned.map(({ field, before, after }) => show(field, before, after)),
        revision: undefined,
      }
    case 'not_allowed':
      for (const { field, why } of refused.refused) {
        const name = fieldLabel(field, between)
        errors[field] = [planRefusalWords[why]]
        // A row that was taken out has no field any more to show it at.
        if (!(field in formValues(mine))) errors.form?.push(`${name}: ${planRefusalWords[why]}`)
      }
      return { errors, conflicts: [], versioned: [], revision: undefined }
    case 'not_ready':
      errors.form?.push(...refused.points.map((point) => publishWords[point].todo))
      return { errors, conflicts: [], versioned: [], revision: undefined }
    case 'slug_taken':
      errors.slug = [refusalWords.slug_taken]
      return { errors, conflicts: [], versioned: [], revision: undefined }
    default:
      return { errors, conflicts: [], versioned: [], revision: undefined }
  }
}
