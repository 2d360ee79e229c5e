import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPreferences, type Place, parsePreferences, placeOf, places } from './rules.ts'
import { isConsolePath } from './rules/path.ts'

test('the console is what is at /staff and below', () => {
  expect(['/staff', '/staff/orders'].every(isConsolePath)).toBe(true)
  expect(['/', '/staffing', '/orders/staff'].some(isConsolePath)).toBe(false)
})

test('preferences survive their cookie', () => {
  fc.assert(
    fc.property(fc.constantFrom('dark' as const, 'light' as const), fc.boolean(), (paper, keys) => {
      expect(parsePreferences(formatPreferences({ paper, keys }))).toEqual({ paper, keys })
    }),
  )
})

test.each([undefined, '', 'blue', '<script>'])('an unknown cookie (%s) is as by default', (cookie) => {
  expect(parsePreferences(cookie)).toEqual({ paper: 'dark', keys: true })
})

test('a page belongs to the menu entry whose path it begins with; other pages below /staff to none', () => {
  const among: Place[] = [
    { word: 'Today', path: '/staff', key: 't', right: 'orders.read' },
    { word: 'Orders', path: '/staff/orders', key: 'o', right: 'orders.read' },
  ]
  expect(placeOf('/staff/orders/ABC', among)?.word).toBe('Orders')
  expect(placeOf('/staff', among)?.word).toBe('Today')
  expect(placeOf('/staff/ordersheet', among)).toBeUndefined()
  expect(placeOf('/staff/account')).toBeUndefined()
  expect(placeOf('/staff/dealers/15900010777001')?.word).toBe('Transfers')
  expect(placeOf('/', among)).toBeUndefined()
})

test('no two places share a key or a path', () => {
  expect(new Set(places.map(({ key }) => key)).size).toBe(places.length)
  expect(new Set(places.map(({ path }) => path)).size).toBe(places.length)
})
