import { expect, test } from 'vitest'
import { cartIdOf, parseCartId, reserveAddress } from '../rules.ts'

const variant = '0198f3a2-4a5b-4c6d-8e7f-0123456789ab'

test('a number in a cart keeps its variant', () => {
  expect(parseCartId(cartIdOf('test-drop', 7))).toEqual({ slug: 'test-drop', number: 7 })
  expect(parseCartId(cartIdOf('test-drop', 7, variant))).toEqual({ slug: 'test-drop', number: 7, variant })
})

test.each(['test-drop', 'test-drop_0', 'test-drop_7_field', 'test-drop_7_', `_7_${variant}`, 'Drop_7'])(
  'an id that is written by hand is no number: %s',
  (id) => {
    expect(parseCartId(id)).toBeUndefined()
  },
)

test('the page of a number opens with its variant chosen', () => {
  expect(reserveAddress({ slug: 'test-drop', smallBatch: null }, 7)).toBe('/drops/test-drop/reserve?number=7')
  expect(reserveAddress({ slug: 'test-drop', smallBatch: null }, 7, variant)).toBe(
    `/drops/test-drop/reserve?number=7&variant=${variant}`,
  )
  expect(reserveAddress({ slug: 'window', smallBatch: 'outlaw' }, 7)).toBe(
    '/small-batch/outlaw/reserve?number=7',
  )
})
