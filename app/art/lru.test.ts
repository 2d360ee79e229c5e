import { expect, test } from 'vitest'
import { createLru } from './lru.ts'

test('what was used longest ago goes first', () => {
  const lru = createLru<number>(2)
  lru.set('a', 1)
  lru.set('b', 2)
  lru.get('a')
  lru.set('c', 3)
  expect([lru.get('a'), lru.get('b'), lru.get('c')]).toEqual([1, undefined, 3])
})

test('weights never add up past the ceiling, and a value heavier than all of it is not held', () => {
  const lru = createLru<string>(10, (text) => text.length)
  lru.set('a', 'aaaaaa')
  lru.set('b', 'bbbbbb')
  expect(lru.weight()).toBe(6)
  lru.set('b', 'b')
  expect(lru.weight()).toBe(1)
  lru.set('c', 'c'.repeat(11))
  expect(lru.get('c')).toBeUndefined()
  expect(lru.get('b')).toBe('b')
})
