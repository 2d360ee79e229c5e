import { expect } from 'vitest'
import { test } from '#test/db.ts'
import { givenDrop } from '#test/shop.ts'
import { answerOf, givenShop, heldOrder, visit } from '#test/visit.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { action } from './checkout.tsx'

test('a request with card data is refused: nothing is paid or echoed', async ({ ctx }) => {
  const shop = givenShop(ctx)
  await givenDrop(ctx.db)
  const { orderId, cookies } = await heldOrder(shop)
  for (const card of [
    { cardNumber: '' },
    { name: '4111 1111 1111 1111' },
    { paymentToken: '4111111111111111' },
  ]) {
    const form = {
      name: 'Jordan Buyer',
      email: 'buyer@example.com',
      paymentToken: 'sandbox_approve',
      ...card,
    }
    const args = visit(shop, { path: `/checkout/${orderId}`, params: { order: orderId }, form, cookies })
    const answer = await answerOf(() => action(args))
    expect(answer).toMatchObject({ status: 422, value: { given: {} } })
    expect(JSON.stringify(answer.value)).not.toContain('4111')
  }
  expect(await findOrder(ctx.db, orderId)).toMatchObject({ state: 'held', lastAttempt: null })
})
