import { expect, test } from 'vitest'
import { changeOf, differenceOf } from './difference.ts'

test('a change names only what differs, and times as instants', () => {
  const at = new Date('2026-11-20T12:00:00Z')
  expect(changeOf({ price: 100, name: 'A', at }, { price: 120, name: 'A', at: null })).toEqual({
    before: { price: 100, at: '2026-11-20T12:00:00.000Z' },
    after: { price: 120, at: null },
  })
  expect(changeOf(undefined, { name: 'A' })).toEqual({ before: {}, after: { name: 'A' } })
  expect(changeOf({ name: 'A' }, undefined)).toEqual({ before: { name: 'A' }, after: {} })
  expect(changeOf({ tags: ['a'] }, { tags: ['a'] })).toEqual({ before: {}, after: {} })
})

test('an entry has its values before, its values after, and its other facts', () => {
  expect(
    differenceOf({ before: { price: 100, gone: 'x' }, after: { price: 120, isOpen: true }, reason: 'sale' }),
  ).toEqual([
    { field: 'price', before: '100', after: '120' },
    { field: 'gone', before: 'x', after: undefined },
    { field: 'isOpen', before: undefined, after: 'yes' },
    { field: 'reason', after: 'sale' },
  ])
  expect(differenceOf({ before: 'live', after: 'paused' })).toEqual([
    { field: 'state', before: 'live', after: 'paused' },
  ])
  expect(differenceOf({ was: null, codes: ['a', 'b'] })).toEqual([
    { field: 'was', after: '–' },
    { field: 'codes', after: '["a","b"]' },
  ])
  expect(differenceOf({})).toEqual([])
})
