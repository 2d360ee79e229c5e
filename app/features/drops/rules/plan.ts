// What staff plan about a drop, before and after it is published: its fields, and which of them buyers rely on.
import type { ItemClass } from '#app/features/compliance/rules.ts'
import type { DropCategory, DropTheme } from '../rules.ts'

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

/** A patch of the drop. */
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

/** What a buyer relies on, as one version of it. */
export type VersionFacts = Pick<DropPlan, 'units' | 'depositCents' | 'itemClass'> & {
  variants: Omit<PlannedVariant, 'description'>[]
}

/** The empty plan of a new drop. */
export const blankPlan: DropPlan = {
  name: '',
  volume: 1,
  slug: '',
  dropNumber: null,
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

/** The name on the page, the plate and the patch: `Outlaw Vol. 1`. */
export function nameOf({ name, volume }: Pick<DropPlan, 'name' | 'volume'>): string {
  return volume === null ? name : `${name} Vol. ${volume}`
}

/** Takes `Outlaw Vol. 1` apart. */
export function splitName(full: string): Pick<DropPlan, 'name' | 'volume'> {
  const [, name = full, volume] = /^(.+?)\s+Vol\. ([1-9]\d{0,2})$/.exec(full) ?? []
  return { name, volume: volume ? Number(volume) : null }
}

/** An address made of a name: `Outlaw Vol. 1` becomes `outlaw-vol-1`. */
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

/** The patches of a plan in the order of their places. */
export const patchesInOrder = ({ patches }: Pick<DropPlan, 'patches'>): PlannedPatch[] =>
  patches.toSorted((one, other) => one.position - other.position)

/** The facts of a plan that buyers rely on. */
export function factsOf({ units, depositCents, itemClass, variants }: DropPlan): VersionFacts {
  return {
    units,
    depositCents,
    itemClass,
    variants: variants.map(({ description: _, ...facts }) => facts),
  }
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
