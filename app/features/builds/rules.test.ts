import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PART_STEPS } from '#app/art/blueprint/build.ts'
import { sampleParts, samplePlatforms } from '#db/sample/data/builds.ts'
import {
  type ConfiguratorState,
  configuratorStateOf,
  canGoTo,
  type Catalog,
  chosenParts,
  choosePart,
  completedSteps,
  findConfigurablePlatform,
  emptySelection,
  hotspotSteps,
  partIdsAt,
  needsAttention,
  type Part,
  partsFor,
  priceBuild,
  removeAccessory,
  steps,
  toggleSuppressor,
  removeMissingParts,
} from './rules.ts'
import type { PartStep } from '#app/art/blueprint/build.ts'

const catalog: Catalog = {
  platforms: samplePlatforms.map((platform) =>
    Object.assign({ expected: null, hypeText: null }, platform as unknown as Catalog['platforms'][number]),
  ),
  parts: sampleParts as unknown as Part[],
}

const platformIds = ['ar15', 'ar9', 'scorpion'] as const
const platformId = fc.constantFrom(...platformIds)
type Move = { kind: 'part'; at: number } | { kind: 'remove'; at: number } | { kind: 'toggle' }
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('part' as const), at: fc.nat(40) }) },
  fc.record({ kind: fc.constant('remove' as const), at: fc.nat(6) }),
  fc.record({ kind: fc.constant('toggle' as const) }),
)
const moves = fc.array(move, { maxLength: 30 })

function partsOf(id: (typeof platformIds)[number]): Part[] {
  return steps.flatMap((step) => partsFor(catalog, id, step))
}

function play(bench: ConfiguratorState, one: Move): ConfiguratorState {
  const parts = partsOf(bench.selection.platformId)
  if (one.kind === 'part') return choosePart(bench, parts[one.at % parts.length] as Part)
  return one.kind === 'remove' ? removeAccessory(bench, one.at) : toggleSuppressor(bench)
}

const bench = fc.tuple(platformId, moves).map(([id, played]) => played.reduce(play, begun(id)))

test('the steps are those of the drawing, in the order of the configurator', () => {
  expect(steps).toEqual(PART_STEPS)
})

const begun = (id: (typeof platformIds)[number]) => configuratorStateOf(emptySelection(id))

describe('choosing a platform', () => {
  test('begins with nothing chosen, at the first step', () => {
    expect(begun('ar9')).toEqual({ selection: emptySelection('ar9'), step: 'lower' })
  })

  test('is possible only where the platform is available', () => {
    expect(platformIds.every((id) => findConfigurablePlatform(catalog, id)?.id === id)).toBe(true)
    expect(findConfigurablePlatform(catalog, 'vector')).toBeUndefined()
    expect(findConfigurablePlatform(catalog, 'nothing')).toBeUndefined()
  })
})

describe('choosing a part', () => {
  test('replaces the previous part, while accessories add up', () => {
    fc.assert(
      fc.property(bench, fc.nat(40), (before, index) => {
        const parts = partsOf(before.selection.platformId)
        const part = parts[index % parts.length] as Part
        const after = choosePart(before, part)
        const earlier = partIdsAt(before.selection, part.step)
        expect(partIdsAt(after.selection, part.step)).toEqual(
          part.step === 'accessories' ? [...earlier, part.id] : [part.id],
        )
        for (const step of steps.filter((other) => other !== part.step))
          expect(partIdsAt(after.selection, step)).toEqual(partIdsAt(before.selection, step))
      }),
    )
  })

  test('advances from the current step by one, past those with a part, and never from another step', () => {
    fc.assert(
      fc.property(bench, fc.nat(40), (before, index) => {
        const parts = partsOf(before.selection.platformId)
        const part = parts[index % parts.length] as Part
        const here = steps.indexOf(before.step)
        const after = choosePart(before, part)
        const next = steps[Math.min(here + 1, steps.length - 1)] as PartStep
        const open = steps.filter((step) => !completedSteps(after.selection).includes(step))
        const advanced =
          open.length === 0 || open.includes(next)
            ? next
            : (open.find((step) => steps.indexOf(step) > here) ?? open[0])
        expect(after.step).toBe(part.step === before.step ? advanced : before.step)
      }),
    )
  })

  test('goes on to the first open step after parts were chosen out of order', () => {
    const [barrel, lower, upper] = (['barrel', 'lower', 'upper'] as const).map(
      (step) => partsFor(catalog, 'ar15', step)[0] as Part,
    )
    const played = [barrel, lower, upper].reduce(
      (bench, part) => choosePart(bench, part as Part),
      begun('ar15'),
    )
    expect(played.step).toBe('stock')
    expect(needsAttention(played, 'stock')).toBe(true)
  })

  test('the same accessory can be added twice and removed one at a time', () => {
    const light = partsFor(catalog, 'ar15', 'accessories')[0] as Part
    const sling = partsFor(catalog, 'ar15', 'accessories')[1] as Part
    const three = [light, sling, light].reduce(choosePart, begun('ar15'))
    expect(three.selection.accessories).toEqual([light.id, sling.id, light.id])
    expect(removeAccessory(three, 0).selection.accessories).toEqual([sling.id, light.id])
    expect(removeAccessory(three, 2).selection.accessories).toEqual([light.id, sling.id])
    expect(removeAccessory(three, 7).selection.accessories).toHaveLength(3)
  })
})

describe('progress', () => {
  test('counts completed steps of eight', () => {
    fc.assert(
      fc.property(bench, ({ selection }) => {
        const done = steps.filter((step) => partIdsAt(selection, step).length > 0)
        expect(completedSteps(selection)).toEqual(done)
      }),
    )
  })

  test('a step is clickable when it is at or before the current one, or completed, and not otherwise', () => {
    fc.assert(
      fc.property(bench, fc.constantFrom(...steps), (at, step) => {
        const reached = steps.indexOf(step) <= steps.indexOf(at.step)
        expect(canGoTo(at, step)).toBe(reached || completedSteps(at.selection).includes(step))
      }),
    )
  })

  test('exactly the hotspot of the current step pulses, and only while it is incomplete', () => {
    fc.assert(
      fc.property(bench, (at) => {
        const calling = steps.filter((step) => needsAttention(at, step))
        expect(calling).toEqual(completedSteps(at.selection).includes(at.step) ? [] : [at.step])
      }),
    )
  })

  test('hotspots appear only for steps that have parts for the platform', () => {
    const bare = { ...catalog, parts: catalog.parts.filter(({ step }) => step !== 'muzzle') }
    expect(hotspotSteps(catalog, 'ar9')).toEqual(steps)
    expect(hotspotSteps(bare, 'ar9')).toEqual(steps.filter((step) => step !== 'muzzle'))
    expect(hotspotSteps({ ...catalog, parts: [] }, 'ar15')).toEqual([])
  })

  test('a configurator opened from an address starts at the first incomplete step, or at the last', () => {
    fc.assert(
      fc.property(bench, ({ selection }) => {
        const { step } = configuratorStateOf(selection)
        const open = steps.filter((one) => !completedSteps(selection).includes(one))
        expect(step).toBe(open[0] ?? 'accessories')
      }),
    )
  })
})

describe('the price', () => {
  test('is the sum of the platform and all chosen parts, in whole cents', () => {
    fc.assert(
      fc.property(bench, ({ selection }) => {
        const price = priceBuild(selection, catalog)
        const parts = chosenParts(selection, catalog)
        const sum = parts.reduce((total, part) => total + part.priceCents, price.baseCents)
        expect(price.totalCents).toBe(sum)
        expect(Number.isSafeInteger(sum)).toBe(true)
        expect(price.itemCount).toBe(parts.length)
      }),
    )
  })

  test('is not changed by the suppressor toggle', () => {
    fc.assert(
      fc.property(bench, (at) => {
        const toggled = toggleSuppressor(at)
        expect(priceBuild(toggled.selection, catalog)).toEqual(priceBuild(at.selection, catalog))
        expect(toggleSuppressor(toggled)).toEqual(at)
      }),
    )
  })
})

describe('missing parts', () => {
  test('are listed and removed; the rest stays', () => {
    fc.assert(
      fc.property(bench, fc.nat(40), ({ selection }, index) => {
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
