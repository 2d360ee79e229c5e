import type { Build, PartStep, PlatformId } from '#app/art/blueprint/build.ts'

/** A platform of the catalogue. Only an available one can be configured; the others say when they are expected. */
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

/** A part of the catalogue. */
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
  parts: Partial<Record<Exclude<PartStep, 'accessories'>, string>>
  accessories: string[]
  /** Shows the suppressor-ready badges; changes no price. */
  isSuppressorOptimized: boolean
}
