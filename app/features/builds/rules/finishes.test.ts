import fc from 'fast-check'
import { expect, test } from 'vitest'
import { STARTING_BUILDS } from '#app/art/blueprint/build.ts'
import { finishOf } from '#app/art/relief/finish.ts'
import { coatPath, coatViewOf, finishes, finishesFor, finishIn, standardFinish } from './finishes.ts'

test('a build without a finish, or with one its platform does not take, has the standard one', () => {
  expect(finishIn({ platformId: 'ar15' })).toBe(standardFinish)
  expect(finishIn({ platformId: 'scorpion', finish: 'brushed-clear' })).toBe(standardFinish)
  expect(finishIn({ platformId: 'ar9', finish: 'brushed-clear' }).id).toBe('brushed-clear')
})

test('each finish looks different', () => {
  const looks = finishes.map(({ coat }) => JSON.stringify(finishOf(coat, 'noir')))
  expect(new Set(looks).size).toBe(finishes.length)
})

test('the address of a lit view leads to the view of the same receiver and finish', () => {
  for (const build of Object.values(STARTING_BUILDS))
    for (const finish of finishesFor(build.platform)) {
      const [, file = ''] = /builds\/([^?]+)\?/.exec(coatPath(build, finish)) ?? []
      const { lower, upper, handguard } = build
      expect(coatViewOf(file)).toMatchObject({ finish, build: { lower, upper, handguard } })
    }
})

test('no other name leads to a view', () => {
  const stray = fc.check(
    fc.property(
      fc.array(fc.constantFrom('coat', 'ar15', 'forged', 'slick', 'quad', 'cool-gray', 'webp', '')),
      (words) =>
        coatViewOf(words.join('.')) === undefined ||
        words.join('.') === 'coat.ar15.forged.slick.quad.cool-gray.webp',
    ),
  )
  expect(stray.counterexample).toBeNull()
  expect(coatViewOf('coat.scorpion.polymer.slick.slotted.brushed-clear.webp')).toBeUndefined()
})
