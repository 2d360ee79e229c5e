import fc from 'fast-check'
import { expect, test } from 'vitest'
import { requestedPage, pagePath, pagesAround, pagingOf } from './paging.ts'

test('nonsense asks for the first page', () => {
  const wanted = (query: string) => requestedPage(new URLSearchParams(query))
  expect(['', 'page=', 'page=0', 'page=-3', 'page=2.5', 'page=1e9', 'page=x'].map(wanted)).toEqual(
    Array.from({ length: 7 }, () => 1),
  )
  expect([wanted('page=2'), wanted('page=007'), wanted('page=999999')]).toEqual([2, 7, 100_000])
})

test('every row is on exactly one page, and a page beyond the last is the last', () => {
  fc.assert(
    fc.property(
      fc.nat(500),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 600 }),
      (found, size, wanted) => {
        const { page, pages } = pagingOf({ wanted, found, size })
        expect(page).toBe(Math.min(wanted, pages))
        expect(pages * size).toBeGreaterThanOrEqual(found)
        expect(pages === 1 || (pages - 1) * size < found).toBe(true)
      },
    ),
  )
})

test('links lead to the ends and the neighbors', () => {
  expect(pagesAround({ page: 5, pages: 9, found: 0 })).toEqual([1, 4, 5, 6, 9])
  expect(pagesAround({ page: 1, pages: 1, found: 0 })).toEqual([1])
  expect(pagePath('/list', new URLSearchParams('q=a&page=3'), 1)).toBe('/list?q=a')
  expect(pagePath('/list', new URLSearchParams(), 2)).toBe('/list?page=2')
})
