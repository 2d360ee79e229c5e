import { expect, test } from 'vitest'
import { finishOf } from '#app/art/relief/finish.ts'
import { finishes, finishIn, standardFinish } from '../rules.ts'

test('a build without a finish, or with one its platform does not take, has the standard one', () => {
  expect(finishIn({ platformId: 'ar15' })).toBe(standardFinish)
  expect(finishIn({ platformId: 'scorpion', finish: 'brushed-clear' })).toBe(standardFinish)
  expect(finishIn({ platformId: 'ar9', finish: 'brushed-clear' }).id).toBe('brushed-clear')
})

test('each finish looks different', () => {
  const looks = finishes.map(({ coat }) => JSON.stringify(finishOf(coat, 'noir')))
  expect(new Set(looks).size).toBe(finishes.length)
})
