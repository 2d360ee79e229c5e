import { artPalette, raisedGround } from '#app/art/art-theme.ts'
import { contrastOf, isHexColor, textContrast } from '#app/art/contrast.ts'
import { type DropPlan, type FieldChange, fieldChanges, type PlannedVariant } from '../plan-fields.ts'
import { type DropStatus, maxUnits } from '../rules.ts'

export function nameOf({ name, volume }: Pick<DropPlan, 'name' | 'volume'>): string {
  return volume === null ? name : `${name} Vol. ${volume}`
}

export function splitName(full: string): Pick<DropPlan, 'name' | 'volume'> {
  const [, name = full, volume] = /^(.+?)\s+Vol\. ([1-9]\d{0,2})$/.exec(full) ?? []
  return { name, volume: volume ? Number(volume) : null }
}

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
  const prices = variants.flatMap(({ priceCents }) => priceCents ?? [])
  return prices.length === 0 ? null : Math.min(...prices)
}

export function agreedOn(variants: readonly PlannedVariant[], field: 'caliber' | 'barrel'): string {
  const [first, ...others] = new Set(variants.map((variant) => variant[field]))
  return first !== undefined && others.length === 0 ? first : ''
}

/** A copy of a plan for a new drop, without what belongs to one drop alone (number, address, dates, numbers set aside). */
export function copyOf(plan: DropPlan, newId: () => string): DropPlan {
  return {
    ...plan,
    volume: plan.volume === null ? null : plan.volume + 1,
    slug: '',
    dropNumber: null,
    artSeed: '',
    launchAt: '',
    endAt: '',
    variants: plan.variants.map((variant) => ({ ...variant, id: newId() })),
    patches: plan.patches.map((patch) => ({ ...patch, id: newId() })),
  }
}

export type DropProgress = {
  isPublished: boolean
  /** The present status; `coming_soon` also while it is not published. */
  status: DropStatus
  /** Numbers that orders hold or have taken, those set aside for the house not counted. */
  used: readonly number[]
  patchesUsed: Readonly<Record<string, number>>
}

export type PlanRefusal =
  | 'published_address'
  | 'engraved_name'
  | 'launched'
  | 'ended'
  | 'below_used'
  | 'only_up'
  | 'house_used'
  | 'patch_used'
  | 'patch_below_used'

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
const fact = /^(units|depositCents|itemClass|variants\.[^.]+\.(name|caliber|barrel|finish|priceCents))$/

function refusalOf(change: FieldChange, after: DropPlan, progress: DropProgress): PlanRefusal | undefined {
  const { field } = change
  const { status, used } = progress
  if (status === 'archived') return story.test(field) ? undefined : 'ended'
  if (field === 'slug' || field === 'dropNumber' || field === 'smallBatch') return 'published_address'
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

export function reliedOnChanges(before: DropPlan, after: DropPlan, progress: DropProgress): FieldChange[] {
  return isReliedOn(progress) ? fieldChanges(before, after).filter(({ field }) => fact.test(field)) : []
}

export type PublishPoint = keyof typeof publishPoints

export type PublishFacts = {
  /** Whether documents can name their maker and seller: the owner has typed the licensee. */
  hasLicensee: boolean
  isSlugFree: boolean
  isNumberFree: boolean
  /** What the shop's clock shows now: `2026-12-01 12:00`. */
  nowShown: string
  isLaunched: boolean
}

type Point = {
  fact: string
  todo: string
  isDone: (plan: DropPlan, facts: PublishFacts) => boolean
}

export const publishPoints = {
  licensee: {
    fact: 'The licensee is typed',
    todo: 'Type the legal name and license of the shop at Shop, Licensee: documents name them as maker and seller.',
    isDone: (_, { hasLicensee }) => hasLicensee,
  },
  name: { fact: 'It has a name', todo: 'Give the drop a name.', isDone: ({ name }) => name !== '' },
  address: {
    fact: 'Its address is free',
    todo: 'Choose an address that no other drop has: small letters, digits, dashes.',
    isDone: ({ slug }, { isSlugFree }) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) && isSlugFree,
  },
  drop_number: {
    fact: 'Its number is free',
    todo: 'Give it a drop number that no other drop has.',
    isDone: ({ dropNumber }, { isNumberFree }) => dropNumber !== null && isNumberFree,
  },
  story: {
    fact: 'Tagline and story are written',
    todo: 'Write a tagline, and a story or a description.',
    isDone: ({ tagline, story, description }) => tagline !== '' && (story !== '' || description !== ''),
  },
  units: {
    fact: 'The run has a size',
    todo: `Say how many units are made: 1 to ${maxUnits}.`,
    isDone: ({ units }) => units !== null && units >= 1 && units <= maxUnits,
  },
  house: {
    fact: 'Kept numbers are within the run',
    todo: 'Keep only numbers of the run, and leave at least one for buyers.',
    isDone: ({ house, units }) =>
      house.every((number) => number <= (units ?? 0)) && house.length < (units ?? 1),
  },
  variants: {
    fact: 'Variants say what they are',
    todo: 'Give every variant a name, caliber, barrel and finish. There must be at least one.',
    isDone: ({ variants }) =>
      variants.length > 0 &&
      variants.every(({ name, caliber, barrel, finish }) => name && caliber && barrel && finish),
  },
  prices: {
    fact: 'Every variant has a price',
    todo: 'Give every variant its price.',
    isDone: ({ variants }) => variants.every(({ priceCents }) => (priceCents ?? 0) > 0),
  },
  deposit: {
    fact: 'Deposit and prices agree',
    todo: 'Set a deposit, at most the lowest price.',
    isDone: (plan) =>
      (plan.depositCents ?? 0) > 0 && (plan.depositCents ?? 0) <= (startingCents(plan) ?? Infinity),
  },
  patches: {
    fact: 'Patches are complete',
    todo: 'Give every patch a name, a price and how many there are.',
    isDone: ({ patches }) =>
      patches.every(({ name, priceCents, quantity }) => name && (priceCents ?? 0) > 0 && (quantity ?? 0) > 0),
  },
  colors: {
    fact: 'Colors can be read',
    todo: 'Choose an accent with a contrast of at least 4.5 : 1.',
    isDone: (plan) => colorFault(plan) === undefined,
  },
  launch: {
    fact: 'The opening is to come',
    todo: 'Set an opening in the future, or none to open it by hand. A build window needs one.',
    isDone: ({ launchAt, smallBatch }, { isLaunched, nowShown }) =>
      launchAt === '' ? smallBatch === null : isLaunched || launchAt > nowShown,
  },
  end: {
    fact: 'The end follows the opening',
    todo: 'Set an end after the opening and in the future, or none. A build window needs one.',
    isDone: ({ launchAt, endAt, smallBatch }, { nowShown }) =>
      endAt === '' ? smallBatch === null : endAt > nowShown && endAt > launchAt,
  },
} satisfies Record<string, Point>

export function openPoints(plan: DropPlan, facts: PublishFacts): PublishPoint[] {
  const points = Object.entries<Point>(publishPoints) as [PublishPoint, Point][]
  return points.filter(([, { isDone }]) => !isDone(plan, facts)).map(([point]) => point)
}

export type ColorFault = { field: 'ground' | 'accent'; why: 'no_color' | 'too_dark'; ratio?: number }

/** The accent is written on the lightest surface and carries text of the ground's: both need the contrast of reading text. */
export function colorFault({
  theme,
  ground,
  accent,
}: Pick<DropPlan, 'theme' | 'ground' | 'accent'>): ColorFault | undefined {
  if (ground !== '' && !isHexColor(ground)) return { field: 'ground', why: 'no_color' }
  if (accent !== '' && !isHexColor(accent)) return { field: 'accent', why: 'no_color' }
  const own = { ground, accent }
  const palette = artPalette(theme, own)
  const ratio = Math.min(
    contrastOf(palette.accent, raisedGround(theme, own)),
    contrastOf(palette.accent, palette.ground),
  )
  return ratio < textContrast ? { field: 'accent', why: 'too_dark', ratio } : undefined
}

export const previewDays = ['before', 'opening', 'half', 'sold-out'] as const
export type PreviewDay = (typeof previewDays)[number]

export function parsePreviewDay(text: string | null): PreviewDay {
  return previewDays.find((day) => day === text) ?? 'before'
}

export type DeskStatus =
  | 'draft'
  | 'put_away'
  | 'scheduled'
  | 'announced'
  | 'live'
  | 'paused'
  | 'sold_out'
  | 'ended'

export function deskStatus({
  drop,
  putAwayAt,
  launchAt,
}: {
  drop: { status: DropStatus; pausedAt: Date | null } | undefined
  putAwayAt: Date | null
  launchAt: Date | string | null
}): DeskStatus {
  if (putAwayAt) return 'put_away'
  if (!drop) return 'draft'
  if (drop.status === 'archived') return 'ended'
  if (drop.pausedAt) return 'paused'
  if (drop.status === 'coming_soon') return launchAt ? 'scheduled' : 'announced'
  return drop.status
}
