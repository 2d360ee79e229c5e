import type { PlatformId } from '#app/art/blueprint/build.ts'

/**
 * What can be chosen. `coat` describes the look, and `isMetalOnly` a coat that cannot go on polymer. Saved builds hold the ids:
 * one is never removed or given another look.
 */
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
