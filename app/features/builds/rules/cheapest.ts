import type { PlatformId } from '#app/art/blueprint/build.ts'
import {
  type Catalog,
  chosenParts,
  emptySelection,
  findConfigurablePlatform,
  type Part,
  partsFor,
  priceBuild,
  type Selection,
} from '../rules.ts'
import { findAdvisories } from './advisories.ts'
import { buildForDrawing } from './build-class.ts'
import { caliberMixes, exclusions, requiredSteps } from './buildable.ts'

/** What a platform can be had for: a build that may be submitted as it is, and its price in US cents. */
export type CheapestBuild = { selection: Selection; totalCents: number; parts: Part[] }

/**
 * The cheapest complete build of a platform: one part for each step that a firearm needs, of which none contradicts another
 * and, where there is such a build, without a note about its fit. Undefined where the platform is not on offer, or where no
 * parts of its steps go together.
 */
export function cheapestBuild(platformId: PlatformId, catalog: Catalog): CheapestBuild | undefined {
  if (!findConfigurablePlatform(catalog, platformId)) return undefined
  return cheapestOf(platformId, catalog, hasNoNotes) ?? cheapestOf(platformId, catalog, canBeBuilt)
}

type Check = (selection: Selection, catalog: Catalog) => boolean

function canBeBuilt(selection: Selection, catalog: Catalog): boolean {
  return caliberMixes(selection, catalog).length === 0 && exclusions(selection, catalog).length === 0
}

// A note about a part stays when more parts are chosen: the barrel is chosen before what is fitted to it.
function hasNoNotes(selection: Selection, catalog: Catalog): boolean {
  return (
    findAdvisories(selection, catalog, buildForDrawing(selection, catalog), ({ kind }) => kind).length === 0
  )
}

function cheapestOf(platformId: PlatformId, catalog: Catalog, accepts: Check): CheapestBuild | undefined {
  const steps = requiredOffers(platformId, catalog)
  // What the steps that are still to come cost at the least.
  const rest = steps.map((_, at) => steps.slice(at + 1).reduce((sum, [first]) => sum + first.priceCents, 0))
  let best: { selection: Selection; cents: number } | undefined
  const choose = (at: number, selection: Selection, cents: number) => {
    const offered = steps[at]
    if (!offered) {
      best = { selection, cents }
      return
    }
    for (const part of offered) {
      const sum = cents + part.priceCents
      // The parts of a step are in the order of their prices: none that follows can be cheaper.
      if (best && sum + (rest[at] ?? 0) >= best.cents) return
      const next = { ...selection, parts: { ...selection.parts, [part.step]: part.id } }
      if (accepts(next, catalog)) choose(at + 1, next, sum)
    }
  }
  choose(0, emptySelection(platformId), 0)
  if (!best) return undefined
  return {
    selection: best.selection,
    totalCents: priceBuild(best.selection, catalog).totalCents,
    parts: chosenParts(best.selection, catalog),
  }
}

/**
 * The parts of each step that a firearm needs, the cheapest first; a step without parts comes with the platform. Of parts that fit
 * the same, only the cheapest is worth trying.
 */
function requiredOffers(platformId: PlatformId, catalog: Catalog): [Part, ...Part[]][] {
  return requiredSteps.flatMap((step) => {
    const offered = partsFor(catalog, platformId, step).toSorted((a, b) => a.priceCents - b.priceCents)
    const kinds = new Set<string>()
    const [first, ...others] = offered.filter((part) => {
      const kind = fitOf(part, catalog)
      return !kinds.has(kind) && kinds.add(kind)
    })
    return first ? [[first, ...others] as [Part, ...Part[]]] : []
  })
}

/** All facts that decide which parts fit together. */
function fitOf({ id, tags, outline, excludes }: Part, { parts }: Catalog): string {
  const refusing = parts.filter((part) => part.excludes.includes(id)).map((part) => part.id)
  return JSON.stringify([tags, outline, excludes, refusing])
}
