import { artPalette, raisedGround } from '#app/art/art-theme.ts'
import { contrastOf, textContrast } from '#app/art/color.ts'
import { type DropPlan, type FieldChange, fieldChanges, type PlannedVariant } from '../plan-fields.ts'
import { type DropStatus, maxUnits } from '../rules.ts'

export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
    .replace(/-+$/, '')
}

export function startingCents({ variants }: Pick<DropPlan, 'variants'>): number | null {
  const prices = variants.flatMap(({ price }) => price ?? [])
  return prices.length === 0 ? null : Math.min(...prices)
}

export function agreedOn(variants: readonly PlannedVariant[], field: 'caliber' | 'barrel'): string {
  const [first, ...others] = new Set(variants.map((variant) => variant[field]))
  return first !== undefined && others.length === 0 ? first : ''
}

/** A copy of a plan for a new drop, without what belongs to one drop alone: drawing, dates, and the ids of its variants. */
export function copyOf(plan: DropPlan, newId: () => string): DropPlan {
  return {
    ...plan,
    artSeed: '',
    launchAt: '',
    endAt: '',
    variants: plan.variants.map((variant) => ({ ...variant, id: newId() })),
  }
}

export type DropProgress = {
  isPublished: boolean
  /** The present status; `coming_soon` also while it is not published. */
  status: DropStatus
  /** Numbers that orders hold or have taken, those set aside for the house not counted. */
  used: readonly number[]
}

export const planRefusalWords = {
  published_address: 'Published: links and certificates name it. It stays.',
  engraved_name: 'Numbers are held or sold under this name. It stays.',
  launched: 'The drop has opened. Its opening stays in the record.',
  ended: 'The run is closed. Only its description may still be corrected.',
  below_used: 'A higher number is held or sold. The run may not be smaller than that.',
  only_up: 'Buyers count on the size of the run. It may only grow.',
  house_used: 'One of these numbers is held or sold. Only open numbers may be kept.',
}
type PlanRefusal = keyof typeof planRefusalWords

export type RefusedChange = FieldChange & { why: PlanRefusal }

export function isReliedOn({ isPublished, status, used }: DropProgress): boolean {
  return isPublished && (status !== 'coming_soon' || used.length > 0)
}

export function refusedChanges(before: DropPlan, after: DropPlan, progress: DropProgress): RefusedChange[] {
  if (!progress.isPublished) return []
  return fieldChanges(before, after).flatMap((change) => {
    const why = refusalOf(change, after, progress)
    return why ? [{ ...change, why }] : []
  })
}

/** After the end only the run's description may be corrected. */
const story = /^(tagline|description|story|smallPrint|category)$/

function refusalOf(change: FieldChange, after: DropPlan, progress: DropProgress): PlanRefusal | undefined {
  const { field } = change
  const { status, used } = progress
  if (status === 'archived') return story.test(field) ? undefined : 'ended'
  if (field === 'slug' || field === 'dropNumber' || field === 'smallBatch') return 'published_address'
  if (field === 'name') return isReliedOn(progress) ? 'engraved_name' : undefined
  if (field === 'launchAt') return status === 'coming_soon' ? undefined : 'launched'
  if (field === 'totalUnits') return unitsRefusal(change, progress)
  if (field === 'house') return after.house.some((number) => used.includes(number)) ? 'house_used' : undefined
  return undefined
}

/** A number that somebody holds or has stays; and once buyers count on the run it is never made smaller. */
function unitsRefusal({ before, after }: FieldChange, progress: DropProgress): PlanRefusal | undefined {
  if (Number(after) < Math.max(0, ...progress.used)) return 'below_used'
  return isReliedOn(progress) && Number(after) < Number(before) ? 'only_up' : undefined
}

export const publishWords = {
  licensee:
    'Type the legal name and license of the shop at Shop, Licensee: documents name them as maker and seller.',
  name: 'Give the drop a name.',
  address: 'Choose an address that no other drop has: small letters, digits, dashes.',
  drop_number: 'Give it a drop number that no other drop has.',
  story: 'Write a tagline, and a story or a description.',
  units: `Say how many units are made: 1 to ${maxUnits}.`,
  house: 'Keep only numbers of the run, and leave at least one for buyers.',
  variants: 'Give every variant a name, caliber, barrel and finish. There must be at least one.',
  prices: 'Give every variant its price.',
  deposit: 'Set a deposit, at most the lowest price.',
  colors: 'Choose an accent with a contrast of at least 4.5 : 1.',
  launch: 'Set an opening in the future, or none to open it by hand. A build window needs one.',
  end: 'Set an end after the opening and in the future, or none. A build window needs one.',
}
export type PublishPoint = keyof typeof publishWords

export type PublishFacts = {
  /** Whether documents can name their maker and seller: the owner has typed the licensee. */
  hasLicensee: boolean
  isSlugFree: boolean
  isNumberFree: boolean
  /** What the shop's clock shows now: `2026-12-01 12:00`. */
  nowShown: string
  isLaunched: boolean
}

/** What is still to do before a plan may be published, by point. A published drop keeps all of it. */
export function openPoints(plan: DropPlan, facts: PublishFacts): PublishPoint[] {
  const { variants, house, launchAt, endAt, smallBatch, totalUnits } = plan
  const deposit = plan.depositPrice ?? 0
  const isDone: Record<PublishPoint, boolean> = {
    licensee: facts.hasLicensee,
    name: plan.name !== '',
    address: /^[a-z0-9]+(-[a-z0-9]+)*$/.test(plan.slug) && facts.isSlugFree,
    drop_number: plan.dropNumber !== null && facts.isNumberFree,
    story: plan.tagline !== '' && (plan.story !== '' || plan.description !== ''),
    units: totalUnits !== null && totalUnits >= 1 && totalUnits <= maxUnits,
    house: house.every((number) => number <= (totalUnits ?? 0)) && house.length < (totalUnits ?? 1),
    variants:
      variants.length > 0 &&
      variants.every(({ name, caliber, barrel, finish }) => name && caliber && barrel && finish),
    prices: variants.every(({ price }) => (price ?? 0) > 0),
    deposit: deposit > 0 && deposit <= (startingCents(plan) ?? Infinity),
    colors: accentContrast(plan) >= textContrast,
    launch: launchAt === '' ? smallBatch === null : facts.isLaunched || launchAt > facts.nowShown,
    end: endAt === '' ? smallBatch === null : endAt > facts.nowShown && endAt > launchAt,
  }
  return publishPoints.filter((point) => !isDone[point])
}

const publishPoints = Object.keys(publishWords) as PublishPoint[]

type OwnTheme = Pick<DropPlan, 'theme' | 'colorPrimary' | 'colorAccent'>

/** The accent is written on the lightest surface and carries text of the ground's: both need the contrast of reading text. */
export function accentContrast({ theme, colorPrimary: ground, colorAccent: accent }: OwnTheme): number {
  const own = { ground, accent }
  const palette = artPalette(theme, own)
  return Math.min(
    contrastOf(palette.accent, raisedGround(theme, own)),
    contrastOf(palette.accent, palette.ground),
  )
}

export const previewDays = ['before', 'opening', 'half', 'sold-out'] as const
export type PreviewDay = (typeof previewDays)[number]

export function parsePreviewDay(text: string | null): PreviewDay {
  return previewDays.find((day) => day === text) ?? 'before'
}

export type DeskStatus = 'draft' | 'scheduled' | 'announced' | 'live' | 'paused' | 'sold_out' | 'ended'

type DeskFacts = {
  drop: { status: DropStatus; pausedAt: Date | null } | undefined
  launchAt: Date | string | null
}

export function deskStatus({ drop, launchAt }: DeskFacts): DeskStatus {
  if (!drop) return 'draft'
  if (drop.status === 'archived') return 'ended'
  if (drop.pausedAt) return 'paused'
  if (drop.status === 'coming_soon') return launchAt ? 'scheduled' : 'announced'
  return drop.status
}
