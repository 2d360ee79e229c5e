import { describe, expect, test } from 'vitest'
import { type PlatformId, STARTING_BUILDS } from '#app/art/blueprint/build.ts'
import { sampleParts, samplePlatforms } from '#db/sample/data/builds.ts'
import { type Catalog, emptySelection, type Selection } from '../rules.ts'
import {
  findAdvisories,
  caliberOf,
  describeFirearm,
  readBuild,
  buildForDrawing,
  classifyBuild,
} from '../rules/checks.ts'

const catalog = {
  platforms: samplePlatforms,
  parts: sampleParts,
} as unknown as Catalog

const withParts = (platformId: PlatformId, parts: Selection['parts'], accessories: string[] = []) => ({
  ...emptySelection(platformId),
  parts,
  accessories,
})

const itemClassIn = (...args: Parameters<typeof readBuild>) => readBuild(...args).itemClass

const textsOf = (selection: Selection) => findAdvisories(selection, catalog).map(({ text }) => text)

describe('the drawing follows the selection', () => {
  test('an empty selection draws the starting build of the platform', () => {
    for (const id of Object.keys(STARTING_BUILDS) as PlatformId[])
      expect(buildForDrawing(emptySelection(id), catalog)).toEqual(STARTING_BUILDS[id])
  })

  test('each part applies its outline, and a duplicate accessory is drawn once', () => {
    for (const part of catalog.parts) {
      const id = part.platformId ?? 'ar15'
      const selection =
        part.step === 'accessories'
          ? withParts(id, {}, [part.id, part.id])
          : withParts(id, { [part.step]: part.id })
      expect(buildForDrawing(selection, catalog)).toMatchObject(part.outline)
    }
  })
})

test('what a build is in law comes from its own parts: a braced one is a handgun', () => {
  const short = { lower: 'forged-lower', upper: 'upper-556', barrel: 'barrel-10-3', stock: 'sopmod-stock' }
  expect(itemClassIn(withParts('ar15', short), catalog)).toBe('sbr')
  expect(itemClassIn(withParts('ar9', { barrel: 'barrel-5-5', stock: 'brace' }), catalog)).toBe('handgun')
  const folding = { barrel: 'barrel-7-7', stock: 'folding-brace' }
  expect(itemClassIn(withParts('scorpion', folding), catalog)).toBe('handgun')
  const long = catalog.parts.map((part) =>
    part.id === 'barrel-14-5' ? { ...part, outline: { barrelIn: 16 } } : part,
  )
  const rifle = withParts('ar15', { ...short, barrel: 'barrel-14-5' })
  expect(itemClassIn(rifle, { ...catalog, parts: long })).toBe('rifle')
})

test('a dealer reads the model, the caliber and the lengths of the build', () => {
  const parts = { upper: 'upper-300', barrel: 'barrel-7-5', stock: 'sopmod-stock' }
  expect(describeFirearm(readBuild(withParts('ar15', parts), catalog))).toEqual({
    model: 'AR-15',
    caliber: '.300 BLK',
    barrel: '7.5 in',
    overall: '24.8 in',
  })
})

describe('the build class', () => {
  const buildClass = (platformId: PlatformId, parts: Selection['parts']) => {
    const selection = withParts(platformId, parts)
    return readBuild(selection, catalog).buildClass
  }
  const stock = 'sopmod-stock'

  test('names the limit that the build is under', () => {
    expect(buildClass('ar15', { barrel: 'barrel-14-5', stock })).toMatchObject({
      code: 'SBR',
      reason: 'Barrel 14.5 in is under 16 in',
      overall: '31.8 in',
      extended: 'stock',
      asDrawn: {
        barrel: false,
        overall: false,
        class: false,
      },
    })
    const fitted = catalog.parts.filter(({ id }) => ['barrel-10-3', stock].includes(id))
    const long = { ...STARTING_BUILDS.ar15, barrelIn: 16 }
    expect(classifyBuild(long, fitted)).toMatchObject({
      code: 'RIFLE',
      reason: 'Barrel 16 in or over, overall 26 in or over',
    })
  })

  test.for([
    [{}, 'Barrel and stock as drawn: barrel 10.3 in is under 16 in', true],
    [{ stock }, 'Barrel as drawn: barrel 10.3 in is under 16 in', true],
    [{ barrel: 'barrel-7-5' }, 'Stock as drawn: barrel 7.5 in is under 16 in', false],
  ] as const)('marks values from parts that are not chosen yet (%j)', ([parts, reason, isBarrelDrawn]) => {
    const asDrawn = { barrel: isBarrelDrawn, overall: true, class: true }
    expect(buildClass('ar15', { lower: 'forged-lower', ...parts })).toMatchObject({
      code: 'SBR',
      reason,
      asDrawn,
    })
  })

  test('a braced build is a pistol whatever its lengths', () => {
    expect(buildClass('ar9', { stock: 'brace' })).toMatchObject({
      code: 'HANDGUN',
      reason: 'Brace fitted, no shoulder stock',
      extended: 'brace',
      asDrawn: {
        barrel: true,
        overall: true,
        class: false,
      },
    })
    expect(buildClass('scorpion', {})).toMatchObject({
      code: 'HANDGUN',
      reason: 'Brace as drawn, no shoulder stock',
      asDrawn: { class: true },
    })
  })

  test('is part of the drawing’s text alternative', () => {
    const label = (parts: Selection['parts']) => readBuild(withParts('ar15', parts), catalog).label
    expect(label({})).toBe(
      'AR-15, right side elevation: barrel 10.3 in, overall 27.6 in with the stock extended, as drawn. Nothing chosen yet.',
    )
    expect(label({ barrel: 'barrel-7-5', stock })).toBe(
      'AR-15, right side elevation: barrel 7.5 in, overall 24.8 in with the stock extended. Chosen: 7.5 in barrel, SOPMOD stock.',
    )
  })

  test('the caliber is that of the upper, or all calibers of the platform', () => {
    const ar15 = catalog.platforms.find(({ id }) => id === 'ar15')
    if (!ar15) throw new Error('There is no AR-15')
    const upper = catalog.parts.filter(({ id }) => id === 'upper-300')
    expect(caliberOf(ar15, upper)).toBe('.300 BLK')
    expect(caliberOf(ar15, [])).toBe('5.56 NATO / .300 BLK')
  })
})

describe('advisories', () => {
  test('compatible parts give no advisory', () => {
    const parts = { upper: 'upper-556', barrel: 'barrel-10-3', handguard: 'quad-rail', stock: 'sopmod-stock' }
    expect(textsOf(withParts('ar15', parts, ['vertical-grip']))).toEqual([])
    const scorpion = { barrel: 'barrel-7-7', handguard: 'scorpion-handguard', stock: 'folding-brace' }
    expect(textsOf(withParts('scorpion', scorpion))).toEqual([])
  })

  test('a caliber mismatch and a barrel too short for its handguard give advisories', () => {
    const parts = { upper: 'upper-300', barrel: 'barrel-7-5', handguard: 'quad-rail', muzzle: 'birdcage' }
    expect(textsOf(withParts('ar15', parts))).toEqual([
      '9.5 in quad rail is for barrels of 10.3 in and up; this one has 7.5 in. We confirm the fit before we build.',
      'Birdcage flash hider is for 5.56; the upper is for .300 BLK. Choose Three-prong, quick detach, or another upper.',
    ])
  })

  test('a part for another class of build gives one advisory', () => {
    const braced = {
      ...catalog,
      parts: catalog.parts.map((part) =>
        part.id === 'sopmod-stock' ? { ...part, outline: { stock: 'brace' as const } } : part,
      ),
    }
    const selection = withParts('ar15', { stock: 'sopmod-stock' }, ['vertical-grip', 'vertical-grip'])
    expect(findAdvisories(selection, braced).map(({ text }) => text)).toEqual([
      'SOPMOD stock is marked “Form 4 SBR only”, and this build reads “Handgun, with a brace”.',
      'Vertical grip is marked “Form 4 SBR only”, and this build reads “Handgun, with a brace”.',
    ])
  })

  test('a muzzle device without a mount on a suppressor-optimized build gives an advisory', () => {
    const selection = { ...withParts('ar15', { muzzle: 'birdcage' }), isSuppressorOptimized: true }
    expect(textsOf(selection)).toEqual([
      'Birdcage flash hider takes no suppressor mount; Three-prong, quick detach does.',
    ])
    expect(textsOf({ ...selection, parts: { muzzle: 'three-prong' } })).toEqual([])
  })
})
