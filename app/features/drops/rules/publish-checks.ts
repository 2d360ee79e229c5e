// What has to be true before a drop may be shown to buyers. Pure: what others know (free names, the clock) comes in.
import { artPalette, raisedGround } from '#app/art/art-theme.ts'
import { contrastOf, isHexColor, textContrast } from '#app/art/contrast.ts'
import { maxUnits } from '../rules.ts'
import { type DropPlan, startingCents } from './plan.ts'

/** The points of the list, in the order in which they are shown. */
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

/** A point with whether it is settled, and the field at which it is mended. */
export type PublishCheck = { point: PublishPoint; isDone: boolean; field: string }

/** What a plan alone does not say. */
export type PublishFacts = {
  /** Whether documents can name their maker and seller: the owner has typed the licensee. */
  hasLicensee: boolean
  isSlugFree: boolean
  isNumberFree: boolean
  /** What the shop's clock shows now: `2026-12-01 12:00`. */
  nowShown: string
  /** Its launch has been. */
  isLaunched: boolean
}

/** The list before publishing: every point, settled or not. */
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
    launch: [launchAt === '' || facts.isLaunched || launchAt > facts.nowShown, 'launchAt'],
    end: [endAt === '' || (endAt > facts.nowShown && endAt > launchAt), 'endAt'],
  }
  return publishPoints.map((point) => ({ point, isDone: settled[point][0], field: settled[point][1] }))
}

/** The points that are not settled. */
export function openPoints(checks: readonly PublishCheck[]): PublishPoint[] {
  return checks.filter(({ isDone }) => !isDone).map(({ point }) => point)
}

function firstField(list: string, rows: readonly { id: string }[], name: string): string {
  return `${list}.${rows[0]?.id ?? 'new'}.${name}`
}

/** Why colors of its own may not be used: no color at all, or too little contrast, with what was measured. */
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
