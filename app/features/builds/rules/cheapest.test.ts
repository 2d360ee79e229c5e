import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sampleParts, samplePlatforms } from '#db/sample/data/builds.ts'
import { type Catalog, emptySelection, type Part, partsFor, priceBuild, type Selection } from '../rules.ts'
import { findAdvisories } from './advisories.ts'
import { buildForDrawing } from './build-class.ts'
import { buildFaults, requiredSteps } from './buildable.ts'
import { cheapestBuild } from './cheapest.ts'

const catalog = { platforms: samplePlatforms, parts: sampleParts } as unknown as Catalog
const platforms = ['ar15', 'ar9', 'scorpion'] as const

const notesOf = (selection: Selection, from: Catalog) =>
  findAdvisories(selection, from, buildForDrawing(selection, from), ({ kind }) => kind)

test('the starting build of a platform is complete and its parts fit', () => {
  for (const id of platforms) {
    const cheapest = cheapestBuild(id, catalog)
    expect(cheapest && buildFaults(cheapest.selection, catalog)).toEqual([])
    expect(cheapest && notesOf(cheapest.selection, catalog)).toEqual([])
    expect(cheapest?.totalCents).toBe(cheapest && priceBuild(cheapest.selection, catalog).totalCents)
  }
})

test('no complete build without contradictions is cheaper, whatever the parts cost and exclude', () => {
  const own = catalog.parts.filter(
    ({ platformId, step }) => platformId === 'ar15' && requiredSteps.includes(step),
  )
  const priced = fc
    .tuple(
      fc.array(fc.nat(9), { minLength: own.length, maxLength: own.length }),
      fc.array(fc.option(fc.constantFrom(...own.map(({ id }) => id))), {
        minLength: own.length,
        maxLength: own.length,
      }),
    )
    .map(([prices, excluded]) =>
      own.map(
        (part, at): Part => ({
          ...part,
          priceCents: prices[at] ?? 0,
          excludes: [excluded[at] ?? []].flat(),
        }),
      ),
    )
  fc.assert(
    fc.property(priced, (parts) => {
      const priceList: Catalog = { ...catalog, parts }
      const allowed = everyBuild(priceList).filter((each) => buildFaults(each, priceList).length === 0)
      const fitting = allowed.filter((each) => notesOf(each, priceList).length === 0)
      const totals = (fitting.length > 0 ? fitting : allowed).map(
        (each) => priceBuild(each, priceList).totalCents,
      )
      expect(cheapestBuild('ar15', priceList)?.totalCents).toBe(
        totals.length > 0 ? Math.min(...totals) : undefined,
      )
    }),
    { numRuns: 60 },
  )
})

test('a platform that is coming, or whose parts do not go together, has no price to start from', () => {
  const isAvailable = false
  expect(
    cheapestBuild('ar15', {
      ...catalog,
      platforms: catalog.platforms.map((each) => ({ ...each, isAvailable })),
    }),
  ).toBeUndefined()
  const uppers = catalog.parts.filter(({ step }) => step === 'upper').map(({ id }) => id)
  const parts = catalog.parts.map((part) => (part.step === 'lower' ? { ...part, excludes: uppers } : part))
  expect(cheapestBuild('ar15', { ...catalog, parts })).toBeUndefined()
})

test('many parts for each step are searched at once', () => {
  const many = catalog.parts.flatMap((part) =>
    Array.from({ length: 12 }, (_, at) => ({
      ...part,
      id: `${part.id}-${at}`,
      priceCents: part.priceCents + at,
    })),
  )
  expect(cheapestBuild('ar15', { ...catalog, parts: many })?.totalCents).toBe(
    cheapestBuild('ar15', catalog)?.totalCents,
  )
})

/** One part for each of the steps, in every way. */
function everyBuild(from: Catalog): Selection[] {
  return requiredSteps.reduce<Selection[]>(
    (selections, step) =>
      selections.flatMap((selection) =>
        partsFor(from, 'ar15', step).map(({ id }) => ({
          ...selection,
          parts: { ...selection.parts, [step]: id },
        })),
      ),
    [emptySelection('ar15')],
  )
}
