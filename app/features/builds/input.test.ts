import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildQuery, maxAccessories, parseBuildAddress, selectionInput } from './input.ts'
import { emptySelection, type Selection, singleSteps } from './rules.ts'

const id = fc.stringMatching(/^[a-z0-9][a-z0-9.-]{0,20}$/)
const selection: fc.Arbitrary<Selection> = fc.record({
  platformId: fc.constantFrom('ar15', 'ar9', 'scorpion'),
  parts: fc.dictionary(fc.constantFrom(...singleSteps), id, { noNullPrototype: true }),
  accessories: fc.array(id, { maxLength: 12 }),
  isSuppressorOptimized: fc.boolean(),
})

describe('a build is an address', () => {
  test('whatever was chosen comes back from it', () => {
    fc.assert(
      fc.property(selection, (selection) => {
        expect(parseBuildAddress(buildQuery(selection))?.selection).toEqual(selection)
      }),
    )
  })

  test('never throws, and gives nothing without a platform that we can draw', () => {
    fc.assert(fc.property(fc.string(), (text) => void parseBuildAddress(text)))
    fc.assert(
      fc.property(fc.webQueryParameters(), (text) => {
        parseBuildAddress(`platform=ar15&${text}`)
      }),
    )
    expect(parseBuildAddress('?platform=vector')).toBeUndefined()
    expect(parseBuildAddress('')).toBeUndefined()
  })

  test('of two parts for a step the last counts, and ids that are none are left out', () => {
    const asked = parseBuildAddress('?platform=ar15&barrel=a&barrel=b&lower=%3Cb%3E&step=optics')
    expect(asked?.selection.parts).toEqual({ barrel: 'b' })
    expect(asked?.openStep).toBe('optics')
  })

  test('without script one accessory is taken off by its place', () => {
    const asked = parseBuildAddress('?platform=ar15&accessories=a&accessories=b&accessories=a&remove=0')
    expect(asked?.selection.accessories).toEqual(['b', 'a'])
  })
})

test('a stored selection is checked: unknown platforms, steps and ids that are none are refused', () => {
  fc.assert(
    fc.property(selection, (one) => {
      expect(selectionInput.parse(one)).toEqual(one)
    }),
  )
  const plain = emptySelection('ar15')
  for (const wrong of [
    { ...plain, platformId: 'vector' },
    { ...plain, parts: { barrel: 'a b' } },
    { ...plain, parts: { trigger: 'a' } },
    { ...plain, accessories: Array.from({ length: maxAccessories + 1 }, () => 'a') },
  ])
    expect(selectionInput.safeParse(wrong).success).toBe(false)
})
