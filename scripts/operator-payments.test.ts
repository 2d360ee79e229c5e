import { expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { reconcileAttempt } from '#app/features/payments/flows.server.ts'
import { findOrder } from '#app/features/orders/store.server.ts'
import { listAttempts } from '#app/features/payments/store/attempts.server.ts'
import { createManualGateway } from '#app/gateway/manual/gateway.server.ts'
import { minute } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { operatorOn } from '#test/operator.ts'
import { givenDrop, ordersOnSale, reservationForm } from '#test/shop.ts'
import { givenShop, heldOrder } from '#test/visit.ts'
import { verbs } from './operator-verbs.ts'

/** An order whose first invoice was withdrawn, and which waits for its second. */
async function givenTwoInvoices(ctx: TestContext) {
  const gateway = createManualGateway({
    db: ctx.db,
    now: ctx.now,
    payTo: 'By wire.',
    dueDays: 7,
    holdHours: 48,
  })
  const shop = { ...givenShop(ctx), gateway }
  await givenDrop(ctx.db)
  const { orderId } = await heldOrder(shop)
  const operator = operatorOn(ctx)
  const operate = (name: string, ...args: string[]) =>
    verbs[name]?.run({ ...operator, paymentCtx: { ...operator.paymentCtx, gateway } }, args)
  const invoice = async () => {
    await payOrder(shop, ordersOnSale, orderId, reservationForm({ paymentToken: 'invoice' }))
    return (await listAttempts(ctx.db, orderId)).at(-1)
  }
  const first = await invoice()
  if (!first) throw new Error('No invoice')
  await gateway.settleReview(first.id, 'declined')
  await reconcileAttempt(shop, ordersOnSale, first)
  ctx.setNow(new Date(ctx.now().getTime() + minute))
  const second = await invoice()
  if (!second || second.id === first.id) throw new Error('No second invoice')
  return { orderId, first, second, operate, order: () => findOrder(ctx.db, orderId) }
}

test('the invoices of an order are listed, open and closed', async ({ ctx }) => {
  const { orderId, first, second, operate } = await givenTwoInvoices(ctx)
  const list = (await operate('invoices', orderId))?.words ?? ''
  expect(list).toMatch(new RegExp(`${first.id}.*closed`))
  expect(list).toMatch(new RegExp(`${second.id}.*open`))
})

test('a payment is booked on the named invoice, never on a guessed one', async ({ ctx }) => {
  const { orderId, first, second, operate, order } = await givenTwoInvoices(ctx)
  expect(await operate('payment-received', orderId, 'WIRE 1')).toMatchObject({
    isDone: false,
    words: expect.stringContaining('several invoices'),
  })
  expect(await order()).toMatchObject({ state: 'review' })
  expect(await listAuditEntries(ctx.db)).toEqual([])

  // For the first one, which is closed: it is refunded, and the second still waits.
  expect(await operate('payment-received', first.id, 'WIRE 1')).toMatchObject({
    isDone: true,
    words: expect.stringContaining(`Invoice ${first.id} was closed`),
  })
  expect(await order()).toMatchObject({ state: 'review', capturedCents: 0 })

  expect(await operate('payment-received', second.id, 'WIRE 2')).toMatchObject({ isDone: true })
  expect(await order()).toMatchObject({ state: 'paid', capturedCents: 10_000 })
  expect((await listAuditEntries(ctx.db)).map(({ data }) => data)).toMatchObject([
    { invoice: second.id, reference: 'WIRE 2' },
    { invoice: first.id, reference: 'WIRE 1' },
  ])
  expect(await operate('payment-received', second.id)).toMatchObject({ isDone: false })
})

test('withdrawing by order code means its open invoice', async ({ ctx }) => {
  const { orderId, operate, order } = await givenTwoInvoices(ctx)
  expect(await operate('payment-refused', orderId)).toMatchObject({ isDone: true })
  expect(await order()).toMatchObject({ state: 'held' })
  expect(await operate('payment-refused', orderId)).toMatchObject({ isDone: false })
})
