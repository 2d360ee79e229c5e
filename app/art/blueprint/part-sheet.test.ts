import { expect, test } from 'vitest'
import { type Build, PART_STEPS, STARTING_BUILDS } from './build.ts'
import { type PartChoice, renderPart } from './part-sheet.ts'

test('every part of every platform can be shown on its own', () => {
  for (const build of Object.values(STARTING_BUILDS)) {
    for (const step of PART_STEPS) {
      const choice: PartChoice = step === 'accessories' ? { step, accessory: 'light' } : { step }
      const sheet = renderPart(build, choice)
      expect(sheet.layers[0]?.shapes.length).toBeGreaterThan(1)
      expect(sheet.contours[0]?.d).toMatch(/^M[^NaI]+/)
    }
  }
})

test('the barrels of one platform share a frame, so that their lengths compare', () => {
  const short = renderPart({ ...STARTING_BUILDS.ar15, barrelIn: 7.5 }, { step: 'barrel' })
  const long = renderPart({ ...STARTING_BUILDS.ar15, barrelIn: 14.5 }, { step: 'barrel' })
  expect(short.frame).toEqual(long.frame)
  expect(short.contours).not.toEqual(long.contours)
})

test('a step left empty gives an empty sheet', () => {
  const bare: Build = { ...STARTING_BUILDS.ar15, muzzle: null }
  expect(renderPart(bare, { step: 'muzzle' }).layers[0]?.shapes).toEqual([])
})

test('each style that the catalog offers is drawn', () => {
  for (const lower of ['forged', 'billet', 'polymer'] as const)
    for (const start of [STARTING_BUILDS.ar15, STARTING_BUILDS.ar9])
      expect(renderPart({ ...start, lower }, { step: 'lower' }).contours[0]?.d.length).toBeGreaterThan(600)
})
