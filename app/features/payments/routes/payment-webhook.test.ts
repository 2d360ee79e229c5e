import { expect } from 'vitest'
import { GatewayTimeout } from '#app/gateway/gateway.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop, ordersOnSale, reservationForm } from '#test/shop.ts'
import { answerOf, givenShop, heldOrder, type TestShop, visit } from '#test/visit.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { findOpenAttempt } from '../flows.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { action, loader } from './payment-webhook.ts'

async function given(ctx: TestContext, paymentToken: string) {
  const shop = givenShop(ctx)
  await givenDrop(shop.db)
  const { orderId } = await heldOrder(shop)
  await payOrder(shop, ordersOnSale, orderId, reservationForm({ paymentToken }))
  const attempt = await findOpenAttempt(shop.db, orderId)
  return { shop, orderId, attemptId: attempt?.id ?? '' }
}

/** What its gateway makes of a notification, which it has to sign. */
function tell(
  shop: TestShop,
  attemptId: string,
  {
    notificationId = crypto.randomUUID(),
    isSigned = true,
  }: { notificationId?: string; isSigned?: boolean } = {},
) {
  const parseWebhook = async () => (isSigned ? { notificationId, attemptId } : undefined)
  shop.gateway = { ...shop.gateway, parseWebhook }
  return answerOf(() => action(visit(shop, { path: '/webhooks/payments', body: 'news' })))
}

test('a webhook settles an order with an unknown outcome, also when it is repeated', async ({ ctx }) => {
  const { shop, orderId, attemptId } = await given(ctx, 'sandbox_silent_after')
  expect(await tell(shop, attemptId)).toMatchObject({ status: 200, value: 'Recorded.' })
  expect(await findOrder(shop.db, orderId)).toMatchObject({ state: 'paid' })
  expect(await tell(shop, attemptId)).toMatchObject({ status: 200 })
  await ctx.handOn()
  expect(ctx.queued.filter(({ job }) => job === 'mail-order-confirmation')).toHaveLength(1)
})

test('a notification that comes again is looked up once, and again after the gateway was silent', async ({
  ctx,
}) => {
  const { shop, orderId, attemptId } = await given(ctx, 'sandbox_silent_after')
  let lookUps = 0
  let isSilent = true
  const { gateway } = shop
  shop.gateway = {
    ...gateway,
    async findCharge(...of) {
      lookUps++
      if (isSilent) throw new GatewayTimeout('The payment service did not answer')
      return gateway.findCharge(...of)
    },
  }
  const again = () => tell(shop, attemptId, { notificationId: 'n1' })
  expect(await again()).toMatchObject({ status: 503 })
  isSilent = false
  expect(await again()).toMatchObject({ status: 200, value: 'Recorded.' })
  expect(await again()).toMatchObject({ status: 200, value: 'Already recorded.' })
  expect(lookUps).toBe(2)
  expect(await findOrder(shop.db, orderId)).toMatchObject({ state: 'paid' })
})

test('only the attempt id is trusted: its status is looked up', async ({ ctx }) => {
  const { shop, orderId, attemptId } = await given(ctx, 'sandbox_review')
  expect(await tell(shop, attemptId)).toMatchObject({ status: 200 })
  expect(await findOrder(shop.db, orderId)).toMatchObject({ state: 'review', capturedCents: 0 })
})

test('what its gateway has not signed is refused and changes nothing', async ({ ctx }) => {
  const { shop, orderId, attemptId } = await given(ctx, 'sandbox_silent_after')
  const { gateway } = shop
  expect(await tell(shop, attemptId, { isSigned: false })).toMatchObject({ status: 400 })
  shop.gateway = gateway
  const body = JSON.stringify({ notificationId: 'n', attemptId })
  const args = visit(shop, { path: '/webhooks/payments', body })
  expect(await answerOf(() => action(args)), 'the sandbox sends none').toMatchObject({ status: 400 })
  expect(await findOrder(shop.db, orderId)).toMatchObject({ state: 'unknown' })
})

test('a webhook about an unknown attempt is accepted and ignored', async ({ ctx }) => {
  const { shop } = await given(ctx, 'sandbox_approve')
  expect(await tell(shop, 'NOTOURS')).toMatchObject({ status: 200, value: 'Unknown payment attempt.' })
})

test('GET is not allowed', () => {
  expect(loader().status).toBe(405)
})
