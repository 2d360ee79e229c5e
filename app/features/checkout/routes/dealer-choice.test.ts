import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { orders } from '#app/features/orders/tables.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop, ordersOnSale, reservationForm } from '#test/shop.ts'
import { answerOf, givenShop, heldOrder, type TestShop, visit } from '#test/visit.ts'
import { payOrder } from '../flows.server.ts'
import { loader } from './checkout.tsx'

type Shown = { lastDealer: string; given: Record<string, string> }

const named = { dealerName: 'Corner Arms', dealerCity: 'Tampa', dealerState: 'FL' }

async function given(ctx: TestContext) {
  const shop = givenShop(ctx)
  await givenDrop(shop.db)
  const earlier = await heldOrder(shop, 1)
  await payOrder(shop, ordersOnSale, earlier.orderId, reservationForm({ dealer: 'now', ...named }))
  const held = await heldOrder(shop, 2)
  return { shop, earlier, held, cookies: [...earlier.cookies, ...held.cookies] }
}

async function shown(shop: TestShop, orderId: string, cookies: readonly string[]): Promise<Shown> {
  const path = `/checkout/${orderId}`
  const { value } = await answerOf(() => loader(visit(shop, { path, params: { order: orderId }, cookies })))
  return value as Shown
}

test('no browser is offered the dealer of an order that it may not open', async ({ ctx }) => {
  const { shop, earlier, held } = await given(ctx)
  const forged = [...held.cookies, `paco-order-${earlier.orderId}=${'x'.repeat(22)}`]
  for (const cookies of [held.cookies, forged])
    expect(await shown(shop, held.orderId, cookies)).toMatchObject({
      lastDealer: '',
      given: { dealerName: '' },
    })
})

test('a dealer who declined, left the list, or was replaced in this order is not offered', async ({
  ctx,
}) => {
  const { shop, earlier, held, cookies } = await given(ctx)
  const change = (orderId: string, values: Partial<typeof orders.$inferInsert>) =>
    shop.db.update(orders).set(values).where(eq(orders.id, orderId))
  const answer = { isConfirmed: true, at: ctx.now().toISOString(), feeCents: null, hours: '' }
  await change(earlier.orderId, { dealerAnswer: { ...answer, is: 'declined' } })
  expect(await shown(shop, held.orderId, cookies)).toMatchObject({ lastDealer: '' })
  await change(earlier.orderId, {
    dealerAnswer: { ...answer, is: 'accepted' },
    dealerKey: '1-59-000-01-00000',
  })
  expect(await shown(shop, held.orderId, cookies)).toMatchObject({ lastDealer: '' })
  await change(earlier.orderId, { dealerKey: null })
  expect(await shown(shop, held.orderId, cookies)).toMatchObject({ lastDealer: 'Corner Arms, Tampa, FL' })
  await change(held.orderId, { draft: { dealerName: 'Second Range' } })
  expect(await shown(shop, held.orderId, cookies)).toMatchObject({
    lastDealer: '',
    given: { dealer: 'now', dealerName: 'Second Range' },
  })
})
