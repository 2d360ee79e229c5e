import { expect, test } from 'vitest'
import { type Place, placeOf, places } from './rules.ts'
import { isConsolePath } from './rules/path.ts'

test('the console is what is at /staff and below', () => {
  expect(['/staff', '/staff/orders'].every(isConsolePath)).toBe(true)
  expect(['/', '/staffing', '/orders/staff'].some(isConsolePath)).toBe(false)
})

test('a page belongs to the menu entry whose path it begins with; other pages below /staff to none', () => {
  const among: Place[] = [
    { word: 'Today', path: '/staff', right: 'orders.read' },
    { word: 'Orders', path: '/staff/orders', right: 'orders.read' },
  ]
  expect(placeOf('/staff/orders/ABC', among)?.word).toBe('Orders')
  expect(placeOf('/staff', among)?.word).toBe('Today')
  expect(placeOf('/staff/ordersheet', among)).toBeUndefined()
  expect(placeOf('/staff/account')).toBeUndefined()
  expect(placeOf('/staff/dealers/15900010777001')?.word).toBe('Transfers')
  expect(placeOf('/', among)).toBeUndefined()
})

test('no two places share a path', () => {
  expect(new Set(places.map(({ path }) => path)).size).toBe(places.length)
})
