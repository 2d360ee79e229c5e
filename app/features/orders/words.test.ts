import { expect, test } from 'vitest'
import type { Ending, OrderState } from './rules.ts'
import { statusWords } from './words.ts'

const review = 'Maryland allows it with conditions.'

const said = (state: OrderState, under = '', ending: Ending | null = null) => {
  const number = { plate: { unitNumber: 7 }, title: 'Test Drop', kind: 'drop_unit', count: 1 } as const
  return statusWords({ ...number, state, invoice: null, paidFor: 'deposit', ending, review: under })
}

test('a paid number is the buyer’s, but only reserved while a review is open', () => {
  expect(said('paid').title).toBe('Number 7 is yours')
  const reviewed = said('paid', review)
  expect(reviewed).toMatchObject({ title: 'Number 7 is reserved, under review', review })
  expect(reviewed.text).toContain('we refund you in full')
  expect(reviewed.text).not.toContain('yours')
  expect(said('held', review)).toMatchObject({ title: 'Held for you', review: '' })
})

test('a reservation that ended has no owner, before and after its refund', () => {
  const ended = said('paid', review, 'disapproved')
  expect(ended).toMatchObject({ title: 'Transfer disapproved', review: '' })
  expect(ended.text).not.toContain('yours')
  expect(said('refunded', '', 'canceled').title).toBe('Refunded')
})
