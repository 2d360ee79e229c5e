import { expect, test } from 'vitest'
import { classify } from './classify.ts'

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
