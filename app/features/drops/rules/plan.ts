import { artPalette, raisedGround } from '#app/art/art-theme.ts'
import { contrastOf, isHexColor, textContrast } from '#app/art/contrast.ts'
import type { ItemClass } from '#app/features/compliance/rules.ts'
import { type DropCategory, type DropStatus, type DropTheme, maxUnits, type SmallBatch } from '../rules.ts'

/** An execution of the item. The id stays through all changes. Prices are US cents; `null` is not decided yet. */
export type PlannedVariant = {
  id: string
  name: string
  description: string
  caliber: string
  barrel: string
  finish: string
  priceCents: number | null
}

type PlannedPatch = {
  id: string
  name: string
  description: string
  priceCents: number | null
  quantity: number | null
  opensEarly: boolean
  /** Its place among the patches: lower comes first. */
  position: number
}

/** Everything staff write about a drop. Empty texts and `null` are not decided yet. */
export type DropPlan = {
  name: string
  volume: number | null
  slug: string
  dropNumber: number | null
  /** The small-batch release that it is a build window of. */
  smallBatch: SmallBatch | null
  category: DropCategory
  tagline: string
  description: string
  story: string
  smallPrint: string
  theme: DropTheme
  /** Colors of its own as sRGB hex, empty for those of the theme. */
  ground: string
  accent: string
  artSeed: string
  units: number | null
  /** Numbers set aside for the house, ascending. */
  house: number[]
  maxPerBuyer: number | null
  /** Unpaid holds of one network before more proof is asked; `null` for the usual. */
  unpaidPerNetwork: number | null
  depositCents: number | null
  itemClass: ItemClass
  variants: PlannedVariant[]
  patches: PlannedPatch[]
  /** As the shop's clock shows it: `2026-12-01 12:00`. Empty: no date. */
  launchAt: string
  endAt: string
}

export const blankPlan: DropPlan = {
  name: '',
  volume: 1,
  slug: '',
  dropNumber: null,
  smallBatch: null,
  category: 'hype',
  tagline: '',
  description: '',
  story: '',
  smallPrint: '',
  theme: 'noir',
  ground: '',
  accent: '',
  artSeed: '',
  units: null,
  house: [],
  maxPerBuyer: 2,
  unpaidPerNetwork: null,
  depositCents: 10_000,
  itemClass: 'sbr',
  variants: [],
  patches: [],
  launchAt: '',
  endAt: '',
}

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

/** Addresses below `/drops` and `/staff/drops` that are pages of their own. */
export const reservedSlugs = ['vault', 'details', 'offers', 'new']

/** The starting price: that of the cheapest variant, in US cents. */
export function startingCents({ variants }: Pick<DropPlan, 'variants'>): number | null {
  const prices = variants.flatMap(({ priceCents }) => priceCents ?? [])
  return prices.length === 0 ? null : Math.min(...prices)
}

/** What all variants agree on, for the dealer; empty where they differ. */
export function agreedOn(variants: readonly PlannedVariant[], field: 'caliber' | 'barrel'): string {
  const [first, ...others] = new Set(variants.map((variant) => variant[field]))
  return first !== undefined && others.length === 0 ? first : ''
}

export const patchesInOrder = ({ patches }: Pick<DropPlan, 'patches'>): PlannedPatch[] =>
  patches.toSorted((one, other) => one.position - other.position)

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

/** Every field by its path, as text: `units`, `variants.<id>.priceCents`. What is missing is not there. */
export type PlanFields = Record<string, string>

const lists = ['variants', 'patches'] as const

/** The fields of a plan. Missing values are empty texts; rows that are not there have no fields. */
function fieldsOf(plan: DropPlan): PlanFields {
  const fields: PlanFields = {}
  const { variants: _, patches: __, ...single } = plan
  for (const [name, value] of Object.entries(single)) fields[name] = textOf(value)
  for (const list of lists)
    for (const { id, ...row } of plan[list])
      for (const [name, value] of Object.entries(row)) fields[`${list}.${id}.${name}`] = textOf(value)
  return fields
}

function textOf(value: string | number | boolean | null | readonly number[]): string {
  return typeof value === 'object' && value !== null ? formatNumbers(value) : String(value ?? '')
}

/** A field that changed. `undefined`: its row was not there, or is no more. */
export type FieldChange = { field: string; before: string | undefined; after: string | undefined }

export function fieldChanges(before: DropPlan, after: DropPlan): FieldChange[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((field) => was[field] !== is[field])
    .map((field) => ({ field, before: was[field], after: is[field] }))
}

export function formatNumbers(numbers: readonly number[]): string {
  const runs: [number, number][] = []
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last && number <= last[1] + 1) last[1] = Math.max(last[1], number)
    else runs.push([number, number])
  }
  return runs
    .flatMap(([from, to]) => (to - from < 2 ? [...new Set([from, to])].map(String) : [`${from}-${to}`]))
    .join(', ')
}

/** Reads `1, 7, 40-45` into ascending numbers; `undefined` where it is anything else or names one beyond `max`. */
export function parseNumbers(text: string, max: number): number[] | undefined {
  const numbers = new Set<number>()
  for (const part of text.split(/[\s,;]+/).filter(Boolean)) {
    const [, first = '', last = first] = /^(\d{1,4})(?:[-–](\d{1,4}))?$/.exec(part) ?? []
    const [from, to] = [Number(first), Number(last)]
    if (first === '' || from < 1 || to < from || to > max) return undefined
    for (let number = from; number <= to; number++) numbers.add(number)
  }
  return [...numbers].toSorted((a, b) => a - b)
}

export type DropProgress = {
  isPublished: boolean
  /** The present status; `coming_soon` also while it is not published. */
  status: DropStatus
  /** Numbers that orders hold or have taken, those set aside for the house not counted. */
  used: readonly number[]
  /** Pieces of each patch that orders hold or have bought, by the patch's id. */
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

/** Whether buyers may rely on the facts: after the launch, or since somebody holds a number. */
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

export const publishPoints = [
  'licensee',
  'name',
  'address',
  'drop_number',
  'story',
  'units',
  'house',
  'variants',
  'prices',
  'deposit',
  'patches',
  'colors',
  'launch',
  'end',
] as const
export type PublishPoint = (typeof publishPoints)[number]

export type PublishCheck = { point: PublishPoint; isDone: boolean; field: string }

export type PublishFacts = {
  /** Whether documents can name their maker and seller: the owner has typed the licensee. */
  hasLicensee: boolean
  isSlugFree: boolean
  isNumberFree: boolean
  /** What the shop's clock shows now: `2026-12-01 12:00`. */
  nowShown: string
  isLaunched: boolean
}

export function publishChecks(plan: DropPlan, facts: PublishFacts): PublishCheck[] {
  const { units, house, variants, patches, depositCents, launchAt, endAt } = plan
  const starting = startingCents(plan)
  const settled: Record<PublishPoint, [isDone: boolean, field: string]> = {
    licensee: [facts.hasLicensee, 'name'],
    name: [plan.name !== '', 'name'],
    address: [/^[a-z0-9]+(-[a-z0-9]+)*$/.test(plan.slug) && facts.isSlugFree, 'slug'],
    drop_number: [plan.dropNumber !== null && facts.isNumberFree, 'dropNumber'],
    story: [plan.tagline !== '' && (plan.story !== '' || plan.description !== ''), 'tagline'],
    units: [units !== null && units >= 1 && units <= maxUnits, 'units'],
    house: [house.every((number) => number <= (units ?? 0)) && house.length < (units ?? 1), 'house'],
    variants: [
      variants.length > 0 &&
        variants.every(({ name, caliber, barrel, finish }) => name && caliber && barrel && finish),
      firstField('variants', variants, 'name'),
    ],
    prices: [
      variants.every(({ priceCents }) => (priceCents ?? 0) > 0),
      firstField('variants', variants, 'priceCents'),
    ],
    deposit: [
      depositCents !== null && depositCents > 0 && (starting === null || depositCents <= starting),
      'depositCents',
    ],
    patches: [
      patches.every(({ name, priceCents, quantity }) => name && (priceCents ?? 0) > 0 && (quantity ?? 0) > 0),
      firstField('patches', patches, 'name'),
    ],
    colors: [colorFault(plan) === undefined, 'accent'],
    launch: [
      launchAt === '' ? plan.smallBatch === null : facts.isLaunched || launchAt > facts.nowShown,
      'launchAt',
    ],
    end: [endAt === '' ? plan.smallBatch === null : endAt > facts.nowShown && endAt > launchAt, 'endAt'],
  }
  return publishPoints.map((point) => ({ point, isDone: settled[point][0], field: settled[point][1] }))
}

export function openPoints(checks: readonly PublishCheck[]): PublishPoint[] {
  return checks.filter(({ isDone }) => !isDone).map(({ point }) => point)
}

function firstField(list: string, rows: readonly { id: string }[], name: string): string {
  return `${list}.${rows[0]?.id ?? 'new'}.${name}`
}

export type ColorFault = { field: 'ground' | 'accent'; why: 'no_color' | 'too_dark'; ratio?: number }

/**
 * What is wrong with a plan's own colors. Buttons and links are written in the accent, also on the lightest surface, and
 * carry text of the ground's: both need the contrast of reading text.
 */
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

/** The day in the address; by default the day before the drop opens. */
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
