import { describe, expect, test } from 'vitest'
import type { PartStep } from '#app/art/blueprint/build.ts'
import { sampleParts, samplePlatforms } from '#db/sample/data/builds.ts'
import { type Catalog, emptySelection, partsFor, type Selection, singleSteps } from '../rules.ts'
import { stepWords } from '../words.ts'
import { buildFaults } from './checks.ts'

const catalog = { platforms: samplePlatforms, parts: sampleParts } as unknown as Catalog
const complete = {
  lower: 'forged-lower',
  upper: 'upper-556',
  barrel: 'barrel-10-3',
  stock: 'sopmod-stock',
  handguard: 'quad-rail',
}
const ar15 = (parts: Selection['parts']): Selection => ({ ...emptySelection('ar15'), parts })

describe('a build can be submitted', () => {
  test('with a receiver, a barrel, a stock and a handguard', () => {
    expect(buildFaults(ar15(complete), catalog)).toEqual([])
  })

  test('on every platform of the sample, with the first part of each step', () => {
    for (const id of ['ar15', 'ar9', 'scorpion'] as const) {
      const parts = Object.fromEntries(singleSteps.map((step) => [step, partsFor(catalog, id, step)[0]?.id]))
      expect(buildFaults({ ...emptySelection(id), parts }, catalog)).toEqual([])
    }
  })

  test('in .300 BLK, although its only barrel is short for the handguard', () => {
    const parts = { ...complete, upper: 'upper-300', barrel: 'barrel-7-5', muzzle: 'three-prong' }
    expect(buildFaults(ar15(parts), catalog)).toEqual([])
  })

  test('without a part that the platform does not offer', () => {
    const parts = catalog.parts.filter(({ step }) => step !== 'stock')
    const { stock: _, ...rest } = complete
    expect(buildFaults(ar15(rest), { ...catalog, parts })).toEqual([])
  })
})

describe('a build cannot be submitted', () => {
  test('with one part of eight: the missing steps are named in their order', () => {
    const selection = { ...ar15({ lower: 'forged-lower' }), accessories: ['weapon-light'] }
    expect(buildFaults(selection, catalog)).toEqual([
      {
        text: 'Still to choose: Upper Receiver / Caliber, Barrel Length, Stock or Brace, Handguard / Furniture.',
      },
    ])
  })

  test.each(Object.keys(complete))('without its %s', (step) => {
    const parts = { ...complete, [step]: undefined }
    expect(buildFaults(ar15(parts), catalog)).toEqual([
      { text: `Still to choose: ${stepWords[step as PartStep].label}.` },
    ])
  })

  test('with a .300 BLK upper on a 5.56 barrel: the barrels that fit are named', () => {
    expect(buildFaults(ar15({ ...complete, upper: 'upper-300' }), catalog)).toEqual([
      {
        step: 'barrel',
        text: '10.3 in barrel is for 5.56; the upper is for .300 BLK. Choose 7.5 in barrel, or another upper.',
      },
    ])
  })

  test('with a muzzle device for another caliber: one that names no caliber fits', () => {
    const parts = { ...complete, upper: 'upper-300', barrel: 'barrel-7-5', muzzle: 'birdcage' }
    expect(buildFaults(ar15(parts), catalog)).toMatchObject([
      {
        step: 'muzzle',
        text: expect.stringMatching(/the upper is .* Choose Three-prong, quick detach, or another upper/),
      },
    ])
  })

  test('with a muzzle device that fits the upper, not the barrel', () => {
    const parts = catalog.parts.map((part) => {
      if (part.id === 'upper-556') return { ...part, tags: ['5.56', '.300 BLK'] }
      return part.id === 'birdcage' ? { ...part, tags: ['.300 BLK'] } : part
    })
    const selection = ar15({ ...complete, muzzle: 'birdcage' })
    expect(buildFaults(selection, { ...catalog, parts })).toMatchObject([
      { step: 'muzzle', text: expect.stringContaining('the barrel is for 5.56.') },
    ])
  })

  test.each(['forged-lower', 'birdcage'])(
    'with parts that exclude each other, whichever of them says so: %s',
    (saying) => {
      const [other] = ['forged-lower', 'birdcage'].filter((id) => id !== saying)
      const parts = catalog.parts.map((part) =>
        part.id === saying ? { ...part, excludes: [other ?? ''] } : part,
      )
      const selection = ar15({ ...complete, muzzle: 'birdcage' })
      expect(buildFaults(selection, { ...catalog, parts })).toEqual([
        {
          step: 'muzzle',
          text: 'Birdcage flash hider cannot be built with Forged lower. Choose another of the two.',
        },
      ])
      expect(buildFaults(ar15(complete), { ...catalog, parts })).toEqual([])
    },
  )
})
