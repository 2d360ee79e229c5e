import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endings, stages } from '#app/features/orders/rules.ts'
import { finishedStages, showingStateOf } from './showing.ts'

const moment = fc.option(fc.date({ noInvalidDate: true }))
const facts = fc.record({
  consentedAt: moment,
  withdrawnAt: moment,
  hiddenAt: moment,
  stage: fc.option(fc.constantFrom(...stages, ...endings)),
})

test('a build is shown only with a consent in force, not hidden, and only while it is finished and its buyer’s', () => {
  fc.assert(
    fc.property(facts, (given) => {
      const isShown = showingStateOf(given) === 'shown'
      const { consentedAt, withdrawnAt, hiddenAt, stage } = given
      const isAllowed =
        consentedAt !== null &&
        withdrawnAt === null &&
        hiddenAt === null &&
        finishedStages.some((finished) => finished === stage)
      expect(isShown).toBe(isAllowed)
    }),
  )
})

test('a build is finished from the stage on at which it is built', () => {
  expect(finishedStages).toContain('built')
  expect(finishedStages).toContain('picked_up')
  expect(finishedStages).not.toContain('in_build')
})
