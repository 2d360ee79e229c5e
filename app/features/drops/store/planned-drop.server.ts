import { momentIn } from '#app/kit/zoned-time.ts'
import { countUnits, type DropStatus, type UnitState } from '../rules.ts'
import { agreedOn, type DropPlan, nameOf, startingCents } from '../rules/plan.ts'
import type { PreviewDay } from '../rules/preview.ts'
import type { Drop } from './drops.server.ts'

/** A day on which staff look at a drop: its status, and how much of the run is gone. */
const days: Record<PreviewDay, { status: DropStatus; share: number }> = {
  before: { status: 'coming_soon', share: 0 },
  opening: { status: 'live', share: 0 },
  half: { status: 'live', share: 0.5 },
  'sold-out': { status: 'sold_out', share: 1 },
}

/** A plan as the drop that visitors would see on a day. Nothing is stored. What is not decided yet is the least there is. */
export function plannedDrop(plan: DropPlan, day: PreviewDay, timeZone: string): Drop {
  const { status, share } = days[day]
  const total = plan.units ?? 1
  const units = unitsOf(total, plan.house, share)
  return {
    id: '00000000-0000-4000-8000-000000000000',
    slug: plan.slug,
    name: nameOf(plan) || 'A drop without a name',
    tagline: plan.tagline || null,
    description: plan.description || null,
    story: plan.story || null,
    smallPrint: plan.smallPrint,
    status,
    category: plan.category,
    theme: plan.theme,
    dropNumber: plan.dropNumber ?? 0,
    launchDate: momentIn(timeZone, plan.launchAt) ?? null,
    endDate: momentIn(timeZone, plan.endAt) ?? null,
    pausedAt: null,
    soldOutAt: null,
    totalUnits: total,
    basePrice: startingCents(plan) ?? 0,
    depositPrice: plan.depositCents ?? 0,
    maxPerBuyer: plan.maxPerBuyer,
    unpaidPerNetwork: plan.unpaidPerNetwork,
    itemClass: plan.itemClass,
    caliber: agreedOn(plan.variants, 'caliber'),
    barrel: agreedOn(plan.variants, 'barrel'),
    heroImageUrl: null,
    patchArtworkUrl: null,
    colorPrimary: plan.ground || null,
    colorSecondary: null,
    colorAccent: plan.accent || null,
    artSeed: plan.artSeed,
    version: 1,
    units,
    house: plan.house.filter((number) => number <= total),
    counts: countUnits(units),
  }
}

/** Numbers go all over the run, as they do; the same ones on each look. */
function unitsOf(total: number, house: readonly number[], share: number): UnitState[] {
  const aside = new Set(house)
  const isGone = (number: number) => (number * 0.618_034) % 1 < share
  return Array.from({ length: total }, (_, at) => (aside.has(at + 1) || isGone(at + 1) ? 'taken' : 'open'))
}
