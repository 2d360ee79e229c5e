import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { test } from '#test/db.ts'
import { givenSample } from '#test/reference.ts'
import { findPicture, listAccessories } from './store.server.ts'
import { accessories } from './tables.ts'

const noon = new Date('2026-11-20T12:00:00Z')

test('the sample shelf is the specification’s: nineteen items, their prices, four of them featured', async ({
  db,
}) => {
  await givenSample(db, noon)
  const shelf = await listAccessories(db, noon)
  expect(shelf).toHaveLength(19)
  expect(new Set(shelf.map(({ category }) => category)).size).toBe(5)
  expect(Math.min(...shelf.map(({ priceCents }) => priceCents))).toBe(799)
  expect(Math.max(...shelf.map(({ priceCents }) => priceCents))).toBe(8_999)
  expect(shelf.filter(({ featured }) => featured)).toHaveLength(4)
  expect(shelf.every(({ left, specs }) => left > 0 && specs.length >= 3)).toBe(true)
})

test('a product without stock is out of stock', async ({ db }) => {
  await givenSample(db, noon)
  await db.update(accessories).set({ stock: 0 }).where(eq(accessories.id, 'magazine-30'))
  const shelf = await listAccessories(db, noon)
  expect(shelf.filter(({ left }) => left === 0).map(({ id }) => id)).toEqual(['magazine-30'])
})

test('products are listed in the operator’s order, those that are featured first', async ({ db }) => {
  await givenSample(db, noon)
  await db.update(accessories).set({ position: 0 }).where(eq(accessories.id, 'speed-loader'))
  const shelf = await listAccessories(db, noon)
  expect(shelf.slice(0, 4).every(({ featured }) => featured)).toBe(true)
  expect(shelf[4]?.id).toBe('speed-loader')
})

test('a product names its drawing, and an unknown one has none', async ({ db }) => {
  await givenSample(db, noon)
  expect(await findPicture(db, 'magazine-30')).toMatchObject({ image: 'magazine-30' })
  expect(await findPicture(db, 'gone')).toBeUndefined()
})

test('the database refuses a price of nothing, stock below nothing and half a magazine', async ({ db }) => {
  await givenSample(db, noon)
  const change = (values: Partial<typeof accessories.$inferInsert>) =>
    db.update(accessories).set(values).where(eq(accessories.id, 'magazine-30'))
  await expect(change({ priceCents: 0 })).rejects.toThrow('Failed query')
  await expect(change({ stock: -1 })).rejects.toThrow('Failed query')
  await expect(change({ capacity: null })).rejects.toThrow('Failed query')
})
