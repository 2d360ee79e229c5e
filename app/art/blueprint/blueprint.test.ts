import { describe, expect, test } from 'vitest'
import { type BlueprintOptions, renderBlueprint, shapesOf } from './blueprint.ts'
import { type Build, PART_STEPS, type PlatformId, STARTING_BUILDS } from './build.ts'
import { measure } from './measure.ts'

const PLATFORMS = Object.keys(STARTING_BUILDS) as PlatformId[]
const BARRELS = { ar15: [7.5, 10.3, 14.5], ar9: [5.5, 8, 16], scorpion: [4.3, 7.7, 9.6] } as const

function everyStyle(): Build[] {
  const base = STARTING_BUILDS.ar15
  const handguard = { style: 'quad', lengthIn: 9.5 } as const
  return [
    { ...base, upper: 'slick', lower: 'billet', stock: 'skeleton', muzzle: 'prong', engravedNumber: '017' },
    {
      ...base,
      handguard,
      optic: 'scope',
      accessories: ['light', 'sling', 'sights', 'grip'],
      suppressor: true,
    },
    { ...base, muzzle: null, optic: null },
    { ...STARTING_BUILDS.scorpion, accessories: ['light', 'sling', 'sights', 'grip'], optic: 'scope' },
    { ...STARTING_BUILDS.ar9, muzzle: 'birdcage', stock: 'sopmod' },
  ]
}

function layerOf(build: Build, name: string, options: BlueprintOptions = {}) {
  return renderBlueprint(build, options).layers.find((layer) => layer.name === name)
}

describe.each(PLATFORMS)('%s', (platform) => {
  test.each(BARRELS[platform])('gives its lengths with a %s in barrel', (barrelIn) => {
    const build = { ...STARTING_BUILDS[platform], barrelIn }
    const measures = measure(build)
    expect(measures.barrelIn).toBe(barrelIn)
    expect(measures.overallIn).toBeGreaterThan(barrelIn + 10)
    expect(renderBlueprint(build).frame.width).toBeGreaterThan(measures.overallIn)
  })

  test('draws every step that its starting build fills', () => {
    const steps = new Set(renderBlueprint(STARTING_BUILDS[platform]).layers.map(({ step }) => step))
    expect([...steps].toSorted()).toEqual(PART_STEPS.filter((step) => step !== 'accessories').toSorted())
  })

  test('draws the same build the same way twice', () => {
    const draw = () => renderBlueprint(STARTING_BUILDS[platform], { rulerY: 10.5 })
    expect(JSON.stringify(draw())).toBe(JSON.stringify(draw()))
  })
})

test('no path contains NaN', () => {
  const builds: Build[] = [
    ...everyStyle(),
    ...PLATFORMS.flatMap((id) => BARRELS[id].map((barrelIn) => ({ ...STARTING_BUILDS[id], barrelIn }))),
  ]
  for (const build of builds) {
    const blueprint = renderBlueprint(build, { rulerY: 10.5 })
    const paths = [...shapesOf(blueprint), ...blueprint.contours].map(({ d }) => d)
    expect(paths.filter((d) => /NaN|undefined|Infinity|e[-+]?\d/.test(d))).toEqual([])
    expect(paths.filter((d) => d !== '' && !d.startsWith('M'))).toEqual([])
  }
})

test('chosen steps are inked and the others phantom', () => {
  const { layers } = renderBlueprint(STARTING_BUILDS.ar15, { chosen: ['lower', 'barrel'] })
  const inked = layers.filter(({ ink }) => ink === 'ink').map(({ name }) => name)
  expect(inked).toEqual(['barrel', 'magazine', 'lower'])
  expect(layers.find(({ name }) => name === 'upper')?.ink).toBe('phantom')
})

test('only inked parts get the heavy contour', () => {
  const { contours } = renderBlueprint(STARTING_BUILDS.ar15, { chosen: ['optics'] })
  expect(contours.map(({ name }) => name)).toEqual(['optic'])
})

test('without a choice everything is inked', () => {
  const { layers } = renderBlueprint(STARTING_BUILDS.scorpion)
  expect(layers.every(({ ink }) => ink === 'ink')).toBe(true)
})

test('the step being chosen is in focus', () => {
  expect(layerOf(STARTING_BUILDS.ar15, 'optic', { focus: 'optics' })?.focused).toBe(true)
  expect(layerOf(STARTING_BUILDS.ar15, 'stock', { focus: 'optics' })?.focused).toBe(false)
})

test('a suppressor is never inked, because it is a separate transfer', () => {
  const build: Build = { ...STARTING_BUILDS.ar15, suppressor: true }
  expect(layerOf(build, 'suppressor', { focus: 'muzzle' })).toMatchObject({ ink: 'phantom', focused: false })
})

test('under 17 px per inch detail is left out', () => {
  const shapes = (pxPerInch: number) => shapesOf(renderBlueprint(STARTING_BUILDS.ar9, { pxPerInch }))
  expect(shapes(16.9).some(({ detail }) => detail)).toBe(false)
  expect(shapes(16.9).some(({ className }) => className === 'bp-engraving')).toBe(false)
  expect(shapes(16.9).some(({ className }) => className === 'bp-hatch')).toBe(false)
  expect(shapes(17).some(({ className }) => className === 'bp-engraving')).toBe(true)
})

test('a sheet measured at zero width still has finite lettering', () => {
  const { drafting } = renderBlueprint(STARTING_BUILDS.ar15, { pxPerInch: 0 })
  expect(drafting.every(({ d }) => !/NaN|Infinity/.test(d))).toBe(true)
})

test('dimensions, limits and ruler can be left out', () => {
  const pens = (options: BlueprintOptions) =>
    renderBlueprint(STARTING_BUILDS.ar15, options).drafting.map(({ className }) => className)
  expect(pens({ dimensions: false })).toEqual([])
  expect(pens({ limits: false })).not.toContain('bp-limit')
  expect(pens({})).not.toContain('bp-ruler')
  expect(pens({ rulerY: 10.5 })).toContain('bp-ruler')
})

test('the number of a limit is above the line inside a dimension, and beside the mark everywhere else', () => {
  const options = { overallLineY: 9, barrelLineY: 4 }
  const numbersOf = (build: Build) =>
    renderBlueprint(build, options)
      .drafting.filter(({ className }) => className === 'bp-limit-text')
      .map(({ d }) => Math.max(...heightsIn(d)))
  const [barrel = 0, overall = 0] = numbersOf({ ...STARTING_BUILDS.ar15, barrelIn: 10.3 })
  expect(barrel).toBeGreaterThan(options.barrelLineY) // 16 in lie past the muzzle
  expect(overall).toBeLessThan(options.overallLineY - 0.25) // 26 in lie within 27.6
  const [atTheEnd = 0] = numbersOf({ ...STARTING_BUILDS.ar15, barrelIn: 16 })
  expect(atTheEnd).toBeGreaterThan(options.barrelLineY)
})

test('the edition number engraved on the lower changes the drawing', () => {
  const seven = layerOf({ ...STARTING_BUILDS.ar15, engravedNumber: '007' }, 'lower')
  const eight = layerOf({ ...STARTING_BUILDS.ar15, engravedNumber: '008' }, 'lower')
  expect(seven?.shapes).not.toEqual(eight?.shapes)
})

function heightsIn(d: string): number[] {
  return [...d.matchAll(/-?[\d.]+/g)].filter((_, at) => at % 2 === 1).map(([y]) => Number(y))
}
