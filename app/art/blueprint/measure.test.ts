import { expect, test } from 'vitest'
import { type Build, STARTING_BUILDS } from './build.ts'
import { measure, classify } from './measure.ts'

test.each([
  ['ar15', 7.5, 24.8],
  ['ar15', 10.3, 27.6],
  ['ar15', 14.5, 31.8],
  ['ar9', 5.5, 21],
  ['ar9', 8, 23.5],
  ['ar9', 16, 31.5],
  ['scorpion', 4.3, 20.7],
  ['scorpion', 7.7, 24.1],
  ['scorpion', 9.6, 26],
] as const)('the %s with a %s in barrel is %s in overall', (platform, barrelIn, overallIn) => {
  const measures = measure({ ...STARTING_BUILDS[platform], barrelIn })
  expect(measures.barrelIn).toBe(barrelIn)
  expect(measures.overallIn).toBe(overallIn)
  expect(measures.muzzleX - measures.breechX).toBeCloseTo(barrelIn)
})

test('a muzzle device lengthens the drawing but neither the barrel nor the overall length', () => {
  const bare: Build = { ...STARTING_BUILDS.ar15, muzzle: null }
  const fitted: Build = { ...STARTING_BUILDS.ar15, muzzle: 'prong' }
  expect(measure(fitted).overallIn).toBe(measure(bare).overallIn)
  expect(measure(fitted).tipX).toBeGreaterThan(measure(bare).tipX)
})

test('a handguard that reaches past the muzzle is the tip', () => {
  const build: Build = { ...STARTING_BUILDS.ar15, barrelIn: 7.5, muzzle: null }
  expect(measure(build).tipX).toBe(9.3)
})

test('a shorter stock shortens the overall length', () => {
  const skeleton: Build = { ...STARTING_BUILDS.ar15, stock: 'skeleton' }
  expect(measure(skeleton).overallIn).toBe(27)
})

test('a barrel under 16 in is short-barreled however long the whole is', () => {
  expect(classify({ barrelIn: 14.5, overallIn: 31.8 })).toEqual({
    shortBarreled: true,
    barrelUnderLimit: true,
    overallUnderLimit: false,
  })
})

test('an overall length under 26 in is short-barreled however long the barrel is', () => {
  expect(classify({ barrelIn: 16, overallIn: 25.9 })).toEqual({
    shortBarreled: true,
    barrelUnderLimit: false,
    overallUnderLimit: true,
  })
})

test('exactly 16 in of barrel and 26 in overall is not short-barreled', () => {
  expect(classify({ barrelIn: 16, overallIn: 26 }).shortBarreled).toBe(false)
  expect(classify({ barrelIn: 15.9, overallIn: 26 }).shortBarreled).toBe(true)
})
