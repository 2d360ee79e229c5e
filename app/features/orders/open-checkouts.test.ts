import { expect } from 'vitest'
import { test } from '#test/db.ts'
import { givenDrop } from '#test/shop.ts'
import { givenShop, heldOrder } from '#test/visit.ts'
import { orderStates } from './rules.ts'
import { countOpenCheckouts } from './store/order-list.server.ts'
import { orders } from './tables.ts'

test('a checkout is open until it is paid or has ended, also while its payment is pending', async ({
  ctx,
}) => {
  const shop = givenShop(ctx)
  await givenDrop(shop.db)
  await heldOrder(shop)
  const open: string[] = []
  for (const state of orderStates) {
    const wasPaid = ['paid', 'paid_unfulfilled', 'part_refunded', 'refunded'].includes(state)
    await ctx.db.update(orders).set({ state, paidAt: wasPaid ? ctx.now() : null })
    const count = await countOpenCheckouts(ctx.db, { ageClass: 'sbr', state: 'US' })
    if (count === 1) open.push(state)
  }
  expect(open).toEqual(['held', 'paying', 'unknown', 'review'])
})
