import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sampleParts, samplePlatforms } from '#db/sample/data/builds.ts'
import {
  canGoTo,
  type Catalog,
  chosenParts,
  choosePart,
  completedSteps,
  currentStep,
  findConfigurablePlatform,
  emptySelection,
  hotspotSteps,
  partIdsAt,
  needsAttention,
  type Part,
  partsFor,
  priceBuild,
  steps,
  removeMissingParts,
} from './rules.ts'

const catalog: Catalog = {
  platforms: samplePlatforms.map((platform) =>
    Object.assign({ expected: null, hypeText: null }, platform as unknown as Catalog['platforms'][number]),
  ),
  parts: sampleParts as unknown as Part[],
}

const platformIds = ['ar15', 'ar9', 'scorpion'] as const
const platformId = fc.constantFrom(...platformIds)
const moves = fc.array(fc.nat(40), { maxLength: 30 })

function partsOf(id: (typeof platformIds)[number]): Part[] {
  return steps.flatMap((step) => partsFor(catalog, id, step))
}

const selections = fc.tuple(platformId, moves).map(([id, chosen]) => {
  const parts = partsOf(id)
  return chosen.reduce(
    (selection, at) => choosePart(selection, parts[at % parts.length] as Part),
    emptySelection(id),
  )
})

test('a platform is configured only where it is available', () => {
  expect(platformIds.every((id) => findConfigurablePlatform(catalog, id)?.id === id)).toBe(true)
  expect(findConfigurablePlatform(catalog, 'vector')).toBeUndefined()
  expect(findConfigurablePlatform(catalog, 'nothing')).toBeUndefined()
})

describe('choosing a part', () => {
  test('replaces the previous part, while accessories add up', () => {
    fc.assert(
      fc.property(selections, fc.nat(40), (before, index) => {
        const parts = partsOf(before.platformId)
        const part = parts[index % parts.length] as Part
        const after = choosePart(before, part)
        const earlier = partIdsAt(before, part.step)
        expect(partIdsAt(after, part.step)).toEqual(
          part.step === 'accessories' ? [...earlier, part.id] : [part.id],
        )
        for (const step of steps.filter((other) => other !== part.step))
          expect(partIdsAt(after, step)).toEqual(partIdsAt(before, step))
      }),
    )
  })

  test('leads to the first open step, which only a part of the current one changes', () => {
    fc.assert(
      fc.property(selections, fc.nat(40), (before, index) => {
        const parts = partsOf(before.platformId)
        const part = parts[index % parts.length] as Part
        const after = choosePart(before, part)
        const open = steps.filter((step) => !completedSteps(after).includes(step))
        expect(currentStep(after)).toBe(open[0] ?? 'accessories')
        const isAhead = part.step !== currentStep(before)
        expect(isAhead && currentStep(after) !== currentStep(before)).toBe(false)
      }),
    )
  })
})

describe('progress', () => {
  test('counts completed steps of eight', () => {
    fc.assert(
      fc.property(selections, (selection) => {
        const done = steps.filter((step) => partIdsAt(selection, step).length > 0)
        expect(completedSteps(selection)).toEqual(done)
      }),
    )
  })

  test('a step is clickable when it is at or before the current one, or completed, and not otherwise', () => {
    fc.assert(
      fc.property(selections, fc.constantFrom(...steps), (selection, step) => {
        const reached = steps.indexOf(step) <= steps.indexOf(currentStep(selection))
        expect(canGoTo(selection, step)).toBe(reached || completedSteps(selection).includes(step))
      }),
    )
  })

  test('exactly the hotspot of the current step pulses, and only while it is incomplete', () => {
    fc.assert(
      fc.property(selections, (selection) => {
        const current = currentStep(selection)
        const calling = steps.filter((step) => needsAttention(selection, step))
        expect(calling).toEqual(completedSteps(selection).includes(current) ? [] : [current])
      }),
    )
  })

  test('hotspots appear only for steps that have parts for the platform', () => {
    const bare = { ...catalog, parts: catalog.parts.filter(({ step }) => step !== 'muzzle') }
    expect(hotspotSteps(catalog, 'ar9')).toEqual(steps)
    expect(hotspotSteps(bare, 'ar9')).toEqual(steps.filter((step) => step !== 'muzzle'))
    expect(hotspotSteps({ ...catalog, parts: [] }, 'ar15')).toEqual([])
  })
})

describe('the price', () => {
  test('is the sum of the platform and all chosen parts, in whole cents', () => {
    fc.assert(
      fc.property(selections, (selection) => {
        const price = priceBuild(selection, catalog)
        const parts = chosenParts(selection, catalog)
        const sum = parts.reduce((total, part) => total + part.priceCents, price.baseCents)
        expect(price.totalCents).toBe(sum)
        expect(Number.isSafeInteger(sum)).toBe(true)
        expect(price.itemCount).toBe(parts.length)
      }),
    )
  })

  test('is not changed by the preparation for a suppressor', () => {
    fc.assert(
      fc.property(selections, (selection) => {
        const prepared = { ...selection, isSuppressorOptimized: true }
        expect(priceBuild(prepared, catalog)).toEqual(priceBuild(selection, catalog))
      }),
    )
  })
})

describe('missing parts', () => {
  test('are listed and removed; the rest stays', () => {
    fc.assert(
      fc.property(selections, fc.nat(40), (selection, index) => {
        const gone = catalog.parts[index % catalog.parts.length] as Part
        const rest = { ...catalog, parts: catalog.parts.filter((part) => part !== gone) }
        const held = steps.some((step) => partIdsAt(selection, step).includes(gone.id))
        const stored = removeMissingParts(selection, rest)
        expect(stored.missing).toEqual(held ? [gone.id] : [])
        for (const step of steps)
          expect(partIdsAt(stored.selection, step)).toEqual(
            partIdsAt(selection, step).filter((id) => id !== gone.id),
          )
      }),
    )
  })

  test('include parts of another platform', () => {
    const other = { ...emptySelection('ar9'), parts: { barrel: 'barrel-14-5', optics: 'red-dot' } }
    const stored = removeMissingParts(other, catalog)
    expect(stored.missing).toEqual(['barrel-14-5'])
    expect(stored.selection.parts).toEqual({ optics: 'red-dot' })
  })
})
