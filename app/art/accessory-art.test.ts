import { expect, test } from 'vitest'
import { accessorySheet, shadingPath } from './accessory-art.ts'

const things = ['magazine-30', 'loader', 'cover', 'light', 'pouch', 'bottle']

test('an accessory has a closed outline inside its box', () => {
  for (const thing of things) {
    const sheet = accessorySheet(thing)
    expect(sheet?.outline).toMatch(/^M.*Z$/)
    expect(`${sheet?.outline}${sheet?.detail}`).not.toMatch(/NaN|undefined/)
  }
})

test('an unknown accessory has no drawing', () => {
  expect(accessorySheet('toString')).toBeUndefined()
  expect(accessorySheet('patch-noir')).toBeUndefined()
})

test('shading covers the box from where it begins', () => {
  expect(shadingPath().match(/M/g)).toHaveLength(65)
})
