import { expect } from 'vitest'
import { listActs } from '#app/access/audit.server.ts'
import { payOrder, reconcileAttempt } from '#app/features/orders/flows.server.ts'
import { findOrder, listAttempts } from '#app/features/orders/store.server.ts'
import { createManualGateway } from '#app/payments/manual/gateway.server.ts'
import { minute } from '#app/kit/clock.ts'
import { type Bench, test } from '#test/db.ts'
import { operatorOn } from '#test/operator.ts'
import { givenDrop, ordersOnSale, reservationForm } from '#test/shop.ts'
import { givenShop, heldOrder } from '#test/visit.ts'
import { verbs } from './operator-verbs.ts'

/** An order whose first invoice was withdrawn, and which waits for its second. */
async function givenTwoInvoices(place: Bench) {
  const gateway = createManualGateway({
    db: place.db,
    now: place.now,
    payTo: 'By wire.',
    dueDays: 7,
    holdHours: 48,
  })
  const shop = { ...givenShop(place), gateway }
  await givenDrop(place.db)
  const { orderId } = await heldOrder(shop)
  const operator = operatorOn(place)
  const operate = (name: string, ...args: string[]) =>
    verbs[name]?.run({ ...operator, till: { ...operator.till, gateway } }, args)
  const invoice = async () => {
    await payOrder(shop, ordersOnSale, orderId, reservationForm({ paymentToken: 'invoice' }))
    return (await listAttempts(place.db, orderId)).at(-1)
  }
  const first = await invoice()
  if (!first) throw new Error('No invoice')
  await gateway.settleReview(first.id, 'declined')
  await reconcileAttempt(shop, ordersOnSale, first)
  place.setNow(new Date(place.now().getTime() + minute))
  const second = await invoice()
  if (!second || second.id === first.id) throw new Error('No second invoice')
  return { orderId, first, second, operate, order: () => findOrder(place.db, orderId) }
}

test('the invoices of an order are listed, open and closed', async ({ place }) => {
  const { orderId, first, second, operate } = await givenTwoInvoices(place)
  const list = (await operate('invoices', orderId))?.words ?? ''
  expect(list).toMatch(new RegExp(`${first.id}.*closed`))
  expect(list).toMatch(new RegExp(`${second.id}.*open`))
})

test('money is booked on the invoice that it names, and on none by a guess', async ({ place }) => {
  const { orderId, first, second, operate, order } = await givenTwoInvoices(place)
  expect(await operate('payment-received', orderId, 'WIRE 1')).toMatchObject({
    isDone: false,
    words: expect.stringContaining('several invoices'),
  })
  expect(await order()).toMatchObject({ state: 'review' })
  expect(await listActs(place.db)).toEqual([])

  // For the first one, which is closed: it goes back, and the second still waits.
  expect(await operate('payment-received', first.id, 'WIRE 1')).toMatchObject({
    isDone: true,
    words: expect.stringContaining(`Invoice ${first.id} was closed`),
  })
  expect(await order()).toMatchObject({ state: 'review', capturedCents: 0 })

  expect(await operate('payment-received', second.id, 'WIRE 2')).toMatchObject({ isDone: true })
  expect(await order()).toMatchObject({ state: 'paid', capturedCents: 10_000 })
  expect((await listActs(place.db)).map(({ data }) => data)).toMatchObject([
    { invoice: second.id, reference: 'WIRE 2' },
    { invoice: first.id, reference: 'WIRE 1' },
  ])
  expect(await operate('payment-received', second.id)).toMatchObject({ isDone: false })
})

test('withdrawing by the order means the invoice that is open', async ({ place }) => {
  const { orderId, operate, order } = await givenTwoInvoices(place)
  expect(await operate('payment-refused', orderId)).toMatchObject({ isDone: true })
  expect(await order()).toMatchObject({ state: 'held' })
  expect(await operate('payment-refused', orderId)).toMatchObject({ isDone: false })
})
