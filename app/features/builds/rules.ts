import type { Build, PartStep, PlatformId } from '#app/art/blueprint/build.ts'

/** A platform of the catalog. Only an available one can be configured; the others say when they are expected. */
export type Platform = {
  id: string
  name: string
  calibers: string[]
  /** What a build on it starts from, in cents; the parts are added to it. */
  startingPriceCents: number
  description: string
  specs: string[]
  isAvailable: boolean
  /** For one that is coming: when, as the shop says it ("Q4 2024"), and a line about it. */
  expected: string | null
  hypeText: string | null
}

/** What a part changes in the drawing: styles, and outer lengths in inches. */
export type Outline = Partial<
  Pick<Build, 'barrelIn' | 'lower' | 'upper' | 'stock' | 'handguard' | 'muzzle' | 'optic' | 'accessories'>
>

/** A part of the catalog. */
export type Part = {
  id: string
  name: string
  /** In cents; 0 is shown as FREE. */
  priceCents: number
  description: string
  specs: string[]
  /** What it goes with, as shown; a tag that contradicts the build is an advisory, never a block. */
  tags: string[]
  step: PartStep
  /** `null` for a part every platform shares. */
  platformId: PlatformId | null
  outline: Outline
}

/** One part for each step, and any number of accessories, the same one twice too. Ids of parts. */
export type Selection = {
  platformId: PlatformId
  parts: Partial<Record<SingleStep, string>>
  accessories: string[]
  /** Shows the suppressor-ready badges; changes no price. */
  isSuppressorOptimized: boolean
}

/** A step that holds one part at a time. */
export type SingleStep = Exclude<PartStep, 'accessories'>

/** What can be configured: everything the server prices a build from. */
export type Catalog = { platforms: Platform[]; parts: Part[] }

/** The eight steps, in the order of the configurator. */
export const steps = [
  ...(['lower', 'upper', 'barrel', 'stock', 'handguard', 'optics', 'muzzle'] as const),
  'accessories',
] as const satisfies readonly PartStep[]

/** The steps that hold one part each. */
export const singleSteps = steps.slice(0, -1) as readonly SingleStep[]

/** How long after a platform was chosen the page moves to the configurator, in milliseconds. */
export const scrollDelayMs = 100

/** What a slot on the bench costs, refundable. US cents. */
export const slotCents = 10_000

/** A slot is free for its build, held while its buyer checks out, or reserved. */
export const slotStates = ['open', 'held', 'taken'] as const
/** What the state rules may say of a submission that is kept. */
export const submissionVerdicts = ['allowed', 'review'] as const

/** What lies on the bench: what is chosen, and the step one is at. */
export type ConfiguratorState = { selection: Selection; step: PartStep }

/** Nothing chosen yet on this platform. */
export function emptySelection(platformId: PlatformId): Selection {
  return { platformId, parts: {}, accessories: [], isSuppressorOptimized: false }
}

/** Choosing a platform, also the same one again, clears everything and begins at the first step. */
export function choosePlatform(platformId: PlatformId): ConfiguratorState {
  return { selection: emptySelection(platformId), step: steps[0] }
}

/** A bench for a selection that came from outside: it stands at the first step that is not done, else at the last. */
export function configuratorStateOf(selection: Selection): ConfiguratorState {
  const done = completedSteps(selection)
  return { selection, step: steps.find((step) => !done.includes(step)) ?? 'accessories' }
}

/**
 * Chooses a part: an accessory joins those that are there, any other part takes the place of the one before. From the
 * step it belongs to one comes to the next; a part of another step leaves the step as it is.
 */
export function choosePart(
  { selection, step }: ConfiguratorState,
  part: Pick<Part, 'id' | 'step'>,
): ConfiguratorState {
  const next = step === part.step ? (steps[steps.indexOf(step) + 1] ?? step) : step
  if (part.step === 'accessories')
    return { step: next, selection: { ...selection, accessories: [...selection.accessories, part.id] } }
  return { step: next, selection: { ...selection, parts: { ...selection.parts, [part.step]: part.id } } }
}

/** Takes one accessory off again, by its place; others of the same kind stay. */
export function removeAccessory({ selection, step }: ConfiguratorState, index: number): ConfiguratorState {
  return { step, selection: { ...selection, accessories: selection.accessories.toSpliced(index, 1) } }
}

/** Turns the suppressor-optimized badges and notice on or off. */
export function toggleSuppressor({ selection, step }: ConfiguratorState): ConfiguratorState {
  return { step, selection: { ...selection, isSuppressorOptimized: !selection.isSuppressorOptimized } }
}

/** The steps that hold a part. */
export function completedSteps({ parts, accessories }: Selection): PartStep[] {
  return steps.filter((step) => (step === 'accessories' ? accessories.length > 0 : parts[step] !== undefined))
}

/** How much of the build is chosen, from 0 to 1. */
export function progress(selection: Selection): number {
  return completedSteps(selection).length / steps.length
}

/** A step can be gone to when it is at or before the one being chosen, or holds a part already. */
export function canGoTo({ selection, step: current }: ConfiguratorState, step: PartStep): boolean {
  return steps.indexOf(step) <= steps.indexOf(current) || completedSteps(selection).includes(step)
}

/** The hotspot of the step one is at calls for attention until it holds a part. */
export function needsAttention({ selection, step: current }: ConfiguratorState, step: PartStep): boolean {
  return step === current && !completedSteps(selection).includes(step)
}

/** The parts of a step for a platform: its own and the shared ones. */
export function partsFor({ parts }: Catalog, platformId: PlatformId, step: PartStep): Part[] {
  return parts.filter(
    (part) => part.step === step && (part.platformId === null || part.platformId === platformId),
  )
}

/** The steps that have a hotspot: those with parts for the platform. */
export function hotspotSteps(catalog: Catalog, platformId: PlatformId): PartStep[] {
  return steps.filter((step) => partsFor(catalog, platformId, step).length > 0)
}

/** The chosen parts in the order of the steps, accessories in the order they were added. Unknown ids are left out. */
export function chosenParts(selection: Selection, catalog: Catalog): Part[] {
  return steps.flatMap((step) => {
    const offered = partsFor(catalog, selection.platformId, step)
    return partIdsAt(selection, step).flatMap((id) => offered.find((part) => part.id === id) ?? [])
  })
}

/** The ids a selection holds at a step. */
export function partIdsAt({ parts, accessories }: Selection, step: PartStep): string[] {
  if (step === 'accessories') return accessories
  const id = parts[step]
  return id === undefined ? [] : [id]
}

/** A selection as the catalog can still make it, and the ids that it cannot: parts that are gone or of another platform. */
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

/** A platform that can be configured, by its id. */
export function findConfigurablePlatform(
  { platforms }: Catalog,
  id: string,
): (Platform & { id: PlatformId }) | undefined {
  const found = platforms.find((platform) => platform.id === id && platform.isAvailable)
  return found && isPlatformId(found.id) ? { ...found, id: found.id } : undefined
}

/** Is this a platform that we can draw? */
export function isPlatformId(id: string): id is PlatformId {
  return id === 'ar15' || id === 'ar9' || id === 'scorpion'
}

/** What a build costs, from the catalog alone: the platform, then the parts. */
export type BuildPrice = {
  baseCents: number
  lines: { step: PartStep; id: string; name: string; cents: number }[]
  totalCents: number
  /** Parts chosen, every accessory counted. */
  itemCount: number
}

/** Prices a selection in cents. Nothing a visitor sends has a part in it but the ids. */
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

/** What was done, so that it can be undone and redone. */
export type History<State> = { past: State[]; present: State; future: State[] }

/** A history in which nothing has happened yet. */
export function createHistory<State>(present: State): History<State> {
  return { past: [], present, future: [] }
}

/** Something new happens; what had been undone is gone. */
export function pushHistory<State>({ past, present }: History<State>, next: State): History<State> {
  return { past: [...past, present].slice(-200), present: next, future: [] }
}

/** One step back, where there is one. */
export function undo<State>(history: History<State>): History<State> {
  const last = history.past.at(-1)
  if (last === undefined) return history
  return { past: history.past.slice(0, -1), present: last, future: [history.present, ...history.future] }
}

/** One step forward again, where there is one. */
export function redo<State>(history: History<State>): History<State> {
  const [next, ...future] = history.future
  if (next === undefined) return history
  return { past: [...history.past, history.present], present: next, future }
}
