import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { test } from '#test/db.ts'
import { textOf, visitor } from '#test/visitor.ts'
import { accessories } from './tables.ts'

const none = 'No accessories found matching your criteria.'

test('the shelf shows every category, what is featured, and each product with price, stock and facts', async ({
  ctx,
}) => {
  const buyer = await visitor(ctx, { sample: true })
  await buyer.open('/accessories')
  expect(buyer.heading).toBe('Accessories')
  expect(buyer.text).toContain('19 of 19 accessories')
  expect(buyer.parts('article', undefined, buyer.part('region', 'Featured'))).toHaveLength(4)
  expect(buyer.parts('article')).toHaveLength(19)
  const tabs = buyer.parts('link', undefined, buyer.part('navigation', 'Category'))
  expect(tabs.map(textOf)).toEqual([
    'All',
    'Magazines & Feeding',
    'Morale Patches',
    'Suppressor Accessories',
    'Tactical Gear',
    'Maintenance & Care',
  ])
  expect(buyer.text).toContain('magazine capacity limits apply in some states')

  await buyer.follow('Magazines & Feeding')
  expect(buyer.part('link', 'Magazines & Feeding').getAttribute('aria-current')).toBe('true')
  const [card] = buyer.parts('article').filter((each) => textOf(each).includes('30-Round Magazine'))
  expect(textOf(card ?? null)).toContain('$16')
  expect(textOf(card ?? null)).toContain('In Stock')
  expect(buyer.parts('listitem', undefined, card)).toHaveLength(3)
})

test('a search and a category have an address, keep each other, and are cleared', async ({ ctx }) => {
  const buyer = await visitor(ctx, { sample: true })
  const found = () => /\d+ of \d+ accessories/.exec(buyer.text)?.[0]
  await buyer.open('/accessories')
  buyer.fill({ Search: 'patch' })
  await buyer.press('Search', buyer.part('search', 'Accessories'))
  expect(buyer.path).toBe('/accessories?q=patch')
  expect(buyer.parts('region', 'Featured')).toEqual([])
  expect(found()).toMatch(/^[1-9] of 19 accessories$/)
  await buyer.follow('Morale Patches')
  expect(buyer.field('Search').value).toBe('patch')
  expect(buyer.parts('heading', 'Morale Patches')).toHaveLength(1)
  await buyer.follow('Tactical Gear')
  expect(buyer.path).toContain('category=gear')

  buyer.fill({ Search: 'MAGAZINE' })
  await buyer.press('Search', buyer.part('search', 'Accessories'))
  expect(buyer.path).toMatch(/category=gear.*q=MAGAZINE|q=MAGAZINE.*category=gear/)
  await buyer.follow('All')
  buyer.part('heading', '30-Round Magazine')

  await buyer.open('/accessories?q=nothing+like+it')
  expect(buyer.text).toContain(none)
  expect(found()).toBe('0 of 19 accessories')
  await buyer.follow('Clear Filters')
  expect(buyer.path).toBe('/accessories')
  expect(buyer.field('Search').value).toBe('')
  expect(found()).toBe('19 of 19 accessories')
})

test('stock is told where little is left or nothing', async ({ ctx }) => {
  const buyer = await visitor(ctx, { sample: true })
  const put = (id: string, stock: number) =>
    ctx.db.update(accessories).set({ stock }).where(eq(accessories.id, id))
  await put('sling', 3)
  await put('magazine-pouch', 0)
  await buyer.open('/accessories?category=gear')
  const card = (name: string) => buyer.parts('article').find((each) => textOf(each).includes(name))
  expect(textOf(card('Two-Point Sling') ?? null)).toContain('In Stock: 3 left')
  const gone = card('Double Magazine Pouch')
  expect(textOf(gone ?? null)).toContain('Out of Stock')
  expect((buyer.part('button', 'Add to Cart', gone) as HTMLButtonElement).disabled).toBe(true)
})
