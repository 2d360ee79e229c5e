// The finishes of a build's receiver and handguard, in the words that the lit drawings of the drops are made from.
import {
  type Build,
  type LowerStyle,
  type PlatformId,
  STARTING_BUILDS,
  type UpperStyle,
} from '#app/art/blueprint/build.ts'

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

/** One of the finishes. */
export type Finish = (typeof finishes)[number]
export type FinishId = Finish['id']
/** The color of each under white light, as sRGB hex. */
export type FinishColors = Readonly<Record<FinishId, string>>

/** The finish of a build that says nothing else: it is in the price. Any other is quoted with the final price. */
export const standardFinish = finishes[0]

/** Whether a finish is in the price. */
export function isStandard({ id }: Finish): boolean {
  return id === standardFinish.id
}

/** The ids of all finishes. */
export const finishIds = finishes.map(({ id }) => id)

/** The finishes for a platform. The Scorpion's receiver is molded, and takes no coat that is only for metal. */
export function finishesFor(platformId: PlatformId): readonly Finish[] {
  return finishes.filter(({ isMetalOnly }) => platformId !== 'scorpion' || !isMetalOnly)
}

/** The finish of a selection: the standard one where it has none, or one that its platform does not take. */
export function finishIn({ platformId, finish }: { platformId: PlatformId; finish?: FinishId }): Finish {
  return finishesFor(platformId).find(({ id }) => id === finish) ?? standardFinish
}

/** Raise it when the lit view of a finish changes, so that files and browsers take the new one. */
const coatRevision = '1'

const lowers = ['forged', 'billet', 'polymer'] as const satisfies readonly LowerStyle[]
const uppers = ['forward-assist', 'slick'] as const satisfies readonly UpperStyle[]
const handguards = ['slotted', 'quad'] as const satisfies readonly Build['handguard']['style'][]

/** What the lit view of a finish is drawn from: the receiver of a build, and no part that it does not show. */
export type CoatView = { build: Build; finish: Finish }

/** The address of the lit view of a build's receiver in a finish. */
export function coatPath({ platform, lower, upper, handguard }: Build, { id }: Finish): string {
  const name = [platform, lower, upper, handguard.style, id].join('.')
  return `/art/builds/coat.${name}.webp?v=${coatRevision}`
}

/** The view with this file name, with the version of its drawing; undefined for any other name. */
export function coatViewOf(file: string): (CoatView & { version: string }) | undefined {
  const [kind, platform, lowerName, upperName, style, id, ending, ...rest] = file.split('.')
  const lower = lowers.find((each) => each === lowerName)
  const upper = uppers.find((each) => each === upperName)
  const handguard = handguards.find((each) => each === style)
  if (kind !== 'coat' || ending !== 'webp' || rest.length > 0 || !lower || !upper || !handguard)
    return undefined
  const start = Object.values(STARTING_BUILDS).find((each) => each.platform === platform)
  const finish = start && finishesFor(start.platform).find((each) => each.id === id)
  if (!start || !finish) return undefined
  const build = { ...start, lower, upper, handguard: { ...start.handguard, style: handguard }, optic: null }
  return { build, finish, version: coatRevision }
}
