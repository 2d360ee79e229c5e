import { expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import { makeLink } from '#app/features/orders/store/links.server.ts'
import { expireHolds } from '#app/features/checkout/flows.server.ts'
import { loader as checkoutPage } from '#app/features/checkout/routes/checkout.tsx'
import { reconcileRefunds, refundOwnLines } from '#app/features/refunds/flows.server.ts'
import { after, day, hour } from '#app/kit/clock.ts'
import { givenAgreed } from '#test/world.ts'
import { type TestContext, test } from '#test/db.ts'
import { ordersOnSale } from '#test/shop.ts'
import { answerOf, givenShop, visit } from '#test/visit.ts'
import { action, loader } from './balance.tsx'

async function given(ctx: TestContext) {
  const agreed = await givenAgreed(ctx)
  const shop = { ...givenShop(ctx), gateway: agreed.paymentCtx.gateway }
  const { orderId } = agreed
  const token = await transact(ctx, (work) => makeLink(work, orderId))
  const cookies = [`paco-order-${orderId}=${token}`]
  const args = (form?: Record<string, string>, own = cookies) =>
    visit(shop, {
      path: `/orders/${orderId}/balance/0`,
      params: { order: orderId, position: '0' },
      cookies: own,
      ...(form && { form }),
    })
  return { ...agreed, shop, args }
}

test('the page exists once the balance was requested, for everybody who may open the order', async ({
  ctx,
}) => {
  const { ask, args } = await given(ctx)
  expect((await answerOf(() => loader(args()))).status).toBe(404)
  await ask()
  expect((await answerOf(() => loader(args(undefined, [])))).status).toBe(404)
  expect((await answerOf(() => action(args({}, [])))).status).toBe(404)
  const { value } = await answerOf(() => loader(args()))
  expect(value).toMatchObject({
    title: 'Balance due',
    text: 'The rest of the price is due December 4, 2026. The build begins once it’s paid.',
    payLabel: 'Pay $2,573.93',
    rows: [
      { term: 'For' },
      { term: 'What we build', value: 'Black, 10.3 in' },
      { term: 'Included', value: 'Case and patch' },
      { term: 'Price', value: '$2,499.00' },
      { term: 'Deposit credited', value: '-$100.00' },
      { term: 'Balance', value: '$2,399.00' },
      { term: 'Sales tax', value: '$174.93' },
      { term: 'Total', value: '$2,573.93' },
      { term: 'Due', value: 'December 4, 2026' },
    ],
  })
})

test('its button opens the checkout of the balance in this browser, filled in', async ({ ctx }) => {
  const { ask, args, shop, balance } = await given(ctx)
  await ask()
  const response = (await action(args({}))) as Response
  const paidBy = (await balance())?.orderId ?? ''
  expect(response.headers.get('Location')).toBe(`/checkout/${paidBy}`)
  const [cookie = ''] = response.headers.getSetCookie()
  const checkout = visit(shop, {
    path: `/checkout/${paidBy}`,
    params: { order: paidBy },
    cookies: [cookie.split(';')[0] ?? ''],
  })
  expect((await answerOf(() => checkoutPage(checkout))).value).toMatchObject({
    totalCents: 257_393,
    canRenew: true,
    needs: { fflTransfer: false, shipping: false },
    given: { name: 'Jordan Buyer', email: 'buyer@example.com' },
    backTo: { label: 'Back to your reservation' },
    sums: { charges: [{ cents: 17_493 }] },
  })
})

test('too late, it says so, and offers nothing to press', async ({ ctx }) => {
  const { ask, args, paymentCtx } = await given(ctx)
  await ask()
  ctx.setNow(after(new Date('2026-12-05T04:59:00Z'), 8 * day))
  await expireHolds(paymentCtx, ordersOnSale)
  expect((await answerOf(() => loader(args()))).value).toMatchObject({
    title: 'Balance overdue',
    payLabel: '',
  })
  expect(await answerOf(() => action(args({})))).toMatchObject({ status: 409 })
})

test('in review it is on hold, and what was waived is not due', async ({ ctx }) => {
  const { ask, args, gates, waive } = await given(ctx)
  await ask()
  await gates.review.close()
  expect((await answerOf(() => loader(args()))).value).toMatchObject({
    title: 'Balance on hold',
    payLabel: '',
    note: '',
    rows: expect.arrayContaining([{ term: 'Due', value: 'Set once the review is decided' }]),
  })
  await waive()
  expect((await answerOf(() => loader(args()))).value).toMatchObject({
    title: 'Nothing to pay',
    payLabel: '',
  })
})

test('paid, it thanks', async ({ ctx }) => {
  const { ask, pay, args } = await given(ctx)
  await ask()
  await pay()
  expect((await answerOf(() => loader(args()))).value).toMatchObject({ title: 'Balance paid', payLabel: '' })
})

test('on its way back, it says so', async ({ ctx }) => {
  const { ask, pay, args, orderId, paymentCtx, balance } = await given(ctx)
  await ask()
  await pay()
  await refundOwnLines(paymentCtx, ordersOnSale, orderId, [0])
  expect((await answerOf(() => loader(args()))).value).toMatchObject({ title: 'Refund on its way' })
  expect(await balance()).toMatchObject({ state: 'paid' })
  ctx.setNow(after(ctx.now(), hour))
  await reconcileRefunds(paymentCtx, ordersOnSale)
  expect((await answerOf(() => loader(args()))).value).toMatchObject({ title: 'No longer due' })
})
