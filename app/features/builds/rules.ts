import { type Build, PART_STEPS, type PartStep, type PlatformId } from '#app/art/blueprint/build.ts'
import type { buildParts, platforms } from './tables.ts'

export type BuildState = 'waiting' | 'declined' | 'approved' | 'expired' | 'reserved'

type Decided = { decision: 'approved' | 'declined'; validUntil: string | null }

/** The state of a submitted build. A slot that is taken is an order by now, whatever was decided before. Days are of the shop's zone. */
export function buildStateOf(decided: Decided | undefined, isTaken: boolean, today: string): BuildState {
  if (isTaken) return 'reserved'
  if (!decided) return 'waiting'
  if (decided.decision === 'declined') return 'declined'
  return decided.validUntil !== null && decided.validUntil < today ? 'expired' : 'approved'
}

/** Without the trust pack that `totalCents` contains, which is a line of its own and paid with the deposit. */
export function buildCentsOf(
  { totalCents }: { totalCents: number },
  saved: { price: { totalCents: number } } | undefined,
): number {
  return saved?.price.totalCents ?? totalCents
}

/** What the proof of work of a slot's hold is bound to, beside the key of its form. */
export const slotProof = 'build-slot'

/** Saved builds hold the ids: one is never removed or given another look. */
export const finishes = [
  { id: 'standard', name: 'Standard black', coat: 'Black hard coat', isMetalOnly: false },
  { id: 'matte-black', name: 'Matte black', coat: 'Matte black', isMetalOnly: false },
  { id: 'green-gray', name: 'Matte green-gray', coat: 'Matte green-gray', isMetalOnly: false },
  { id: 'cool-gray', name: 'Cool gray', coat: 'Cool gray', isMetalOnly: false },
  {
    id: 'brushed-clear',
    name: 'Brushed, clear hard coat',
    coat: 'Brushed, clear hard coat',
    isMetalOnly: true,
  },
  {
    id: 'brushed-black',
    name: 'Brushed, black hard coat',
    coat: 'Brushed, black hard coat',
    isMetalOnly: true,
  },
] as const

export type Finish = (typeof finishes)[number]
export type FinishId = Finish['id']
export type FinishColors = Readonly<Record<FinishId, string>>

/** The finish of a build that says nothing else: it is in the price. Any other is quoted with the final price. */
export const standardFinish = finishes[0]

export function isStandard({ id }: Finish): boolean {
  return id === standardFinish.id
}

export const finishIds = finishes.map(({ id }) => id)

/** The finishes for a platform. The Scorpion's receiver is molded, and takes no coat that is only for metal. */
export function finishesFor(platformId: PlatformId): readonly Finish[] {
  return finishes.filter(({ isMetalOnly }) => platformId !== 'scorpion' || !isMetalOnly)
}

export function finishIn({ platformId, finish }: { platformId: PlatformId; finish?: FinishId }): Finish {
  return finishesFor(platformId).find(({ id }) => id === finish) ?? standardFinish
}

type Hidden = 'position' | 'state' | 'revision'

export type Platform = Omit<typeof platforms.$inferSelect, Hidden | 'availableAt'> & { isAvailable: boolean }

/** What a part changes in the drawing: styles, and outer lengths in inches. */
export type Outline = Partial<
  Pick<Build, 'barrelIn' | 'lower' | 'upper' | 'stock' | 'handguard' | 'muzzle' | 'optic' | 'accessories'>
>

/** A tag that contradicts the build is an advisory and never blocks it. What it excludes is of other steps, in both directions. */
export type Part = Omit<typeof buildParts.$inferSelect, Hidden | 'platformId' | 'outline'> & {
  platformId: PlatformId | null
  outline: Outline
}

export type Selection = {
  platformId: PlatformId
  parts: Partial<Record<SingleStep, string>>
  accessories: string[]
  /** Shows the suppressor-ready badges. Does not change the price. */
  isSuppressorOptimized: boolean
  /** Missing for the standard finish, so that addresses of builds from before finishes existed stay valid. */
  finish?: FinishId
}

export type SingleStep = Exclude<PartStep, 'accessories'>

export type Catalog = { platforms: Platform[]; parts: Part[] }

export const steps = PART_STEPS

export const singleSteps = steps.slice(0, -1) as readonly SingleStep[]

export const slotCents = 10_000

export const slotStates = ['open', 'held', 'taken'] as const
export const submissionVerdicts = ['allowed', 'review'] as const

export function emptySelection(platformId: PlatformId): Selection {
  return { platformId, parts: {}, accessories: [], isSuppressorOptimized: false }
}

export function currentStep(selection: Selection): PartStep {
  const done = completedSteps(selection)
  return steps.find((step) => !done.includes(step)) ?? 'accessories'
}

export function choosePart(selection: Selection, { id, step }: Pick<Part, 'id' | 'step'>): Selection {
  return step === 'accessories'
    ? { ...selection, accessories: [...selection.accessories, id] }
    : { ...selection, parts: { ...selection.parts, [step]: id } }
}

export function completedSteps({ parts, accessories }: Selection): PartStep[] {
  return steps.filter((step) => (step === 'accessories' ? accessories.length > 0 : parts[step] !== undefined))
}

export function canGoTo(selection: Selection, step: PartStep): boolean {
  return (
    steps.indexOf(step) <= steps.indexOf(currentStep(selection)) || completedSteps(selection).includes(step)
  )
}

export function needsAttention(selection: Selection, step: PartStep): boolean {
  return step === currentStep(selection) && !completedSteps(selection).includes(step)
}

export function partsFor({ parts }: Catalog, platformId: PlatformId, step: PartStep): Part[] {
  return parts.filter(
    (part) => part.step === step && (part.platformId === null || part.platformId === platformId),
  )
}

export function hotspotSteps(catalog: Catalog, platformId: PlatformId): PartStep[] {
  return steps.filter((step) => partsFor(catalog, platformId, step).length > 0)
}

/** The chosen parts in the order of the steps, accessories in the order they were added. Unknown ids are skipped. */
export function chosenParts(selection: Selection, catalog: Catalog): Part[] {
  return steps.flatMap((step) => {
    const offered = partsFor(catalog, selection.platformId, step)
    return partIdsAt(selection, step).flatMap((id) => offered.find((part) => part.id === id) ?? [])
  })
}

export function partIdsAt({ parts, accessories }: Selection, step: PartStep): string[] {
  if (step === 'accessories') return accessories
  const id = parts[step]
  return id === undefined ? [] : [id]
}

export function removeMissingParts(
  selection: Selection,
  catalog: Catalog,
): { selection: Selection; missing: string[] } {
  const known = (step: PartStep, id: string) =>
    partsFor(catalog, selection.platformId, step).some((part) => part.id === id)
  const missing = steps.flatMap((step) => partIdsAt(selection, step).filter((id) => !known(step, id)))
  const parts = Object.fromEntries(
    singleSteps.flatMap((step) =>
      partIdsAt(selection, step).flatMap((id) => (known(step, id) ? [[step, id]] : [])),
    ),
  )
  const accessories = selection.accessories.filter((id) => known('accessories', id))
  return { selection: { ...selection, parts, accessories }, missing: [...new Set(missing)] }
}

export function findConfigurablePlatform(
  { platforms }: Catalog,
  id: string,
): (Platform & { id: PlatformId }) | undefined {
  const found = platforms.find((platform) => platform.id === id && platform.isAvailable)
  return found && isPlatformId(found.id) ? { ...found, id: found.id } : undefined
}

export function isPlatformId(id: string): id is PlatformId {
  return id === 'ar15' || id === 'ar9' || id === 'scorpion'
}

export type BuildPrice = {
  baseCents: number
  lines: { step: PartStep; id: string; name: string; cents: number }[]
  totalCents: number
  itemCount: number
}

/** Prices a selection in cents. Of a visitor's input only the ids are used. */
export function priceBuild(selection: Selection, catalog: Catalog): BuildPrice {
  const baseCents = findConfigurablePlatform(catalog, selection.platformId)?.startingPriceCents ?? 0
  const lines = chosenParts(selection, catalog).map(({ step, id, name, priceCents }) => ({
    step,
    id,
    name,
    cents: priceCents,
  }))
  const totalCents = lines.reduce((sum, { cents }) => sum + cents, baseCents)
  return { baseCents, lines, totalCents, itemCount: lines.length }
}
