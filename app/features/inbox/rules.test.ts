import { expect, test } from 'vitest'
import { after, day, hour } from '#app/kit/clock.ts'
import { answerDataBy, countInCheckout, dueWords, isLate } from './rules.ts'
import { inCheckoutWords } from './words.ts'

const now = new Date('2026-11-23T12:00:00Z')

test('a message is late once it has waited longer than 24 hours', () => {
  expect(isLate(after(now, -24 * hour), now)).toBe(false)
  expect(isLate(after(now, -24 * hour - 1), now)).toBe(true)
})

test('what is due is counted in whole days', () => {
  expect(dueWords(answerDataBy(now), now)).toBe('45 d')
  expect(dueWords(after(now, day - 1), now)).toBe('Today')
  expect(dueWords(after(now, -1), now)).toBe('1 d over')
})

test('what is in checkout is named, as a deletion leaves it until its checkout has ended', () => {
  const orders = (['held', 'paying', 'unknown', 'review', 'paid', 'refunded', 'expired'] as const).map(
    (state) => ({ state }),
  )
  const builds = (['open', 'held', 'taken'] as const).map((slotState) => ({ slotState }))
  expect(countInCheckout({ orders, builds })).toEqual({ orders: 4, builds: 1 })
  expect(inCheckoutWords({ orders: 4, builds: 1 })).toMatch(/^Still in checkout: 4 orders, 1 build\. /)
  expect(inCheckoutWords({ orders: 0, builds: 2 })).toMatch(/^Still in checkout: 2 builds\. /)
  expect(inCheckoutWords(countInCheckout({ orders: [], builds: [] }))).toBe('')
})
