import { eq } from 'drizzle-orm'
import { expect, onTestFinished } from 'vitest'
import { minute } from '#app/kit/clock.ts'
import { createAuthorizeNetGateway } from '#app/gateway/authorize-net/gateway.server.ts'
import { openStandIn, patienceMs } from '#test/authorize-net/stand-in.ts'
import type { Card } from '#test/authorize-net/books.ts'
import { type TestContext, emptyDatabase, test } from '#test/db.ts'
import { givenDrop, ordersOnSale, reservationForm } from '#test/shop.ts'
import { answerOf, givenShop, heldOrder, visit } from '#test/visit.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { recheckAbandoned, reconcilePayments, findOpenAttempt } from './flows.server.ts'
import { reconcileRefunds, refundOrder } from '#app/features/refunds/flows.server.ts'
import { paymentAttempts, refunds } from '#app/features/orders/payment-tables.ts'
import { action as hearNews } from './routes/payment-webhook.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'

async function given(ctx: TestContext) {
  const standIn = await openStandIn(ctx.now)
  onTestFinished(standIn.close)
  const log = { info() {}, warn() {}, error() {} } as never
  const gateway = createAuthorizeNetGateway({
    account: standIn.account,
    timeoutMs: patienceMs,
    now: ctx.now,
    log,
  })
  const shop = { ...givenShop(ctx), gateway }
  await givenDrop(ctx.db)
  const { orderId } = await heldOrder(shop)
  const pay = (card: Card = 'approve') =>
    payOrder(shop, ordersOnSale, orderId, reservationForm({ paymentToken: standIn.books.issueToken(card) }))
  const payInSilence = () => {
    standIn.failNext('createTransactionRequest', 'lost after')
    return pay()
  }
  const tell = ({ body, headers }: { body: string; headers: Record<string, string> }) =>
    answerOf(() => hearNews(visit(shop, { path: '/webhooks/payments', body, headers })))
  const pass = (minutes: number) => ctx.setNow(new Date(ctx.now().getTime() + minutes * minute))
  const order = () => findOrder(ctx.db, orderId)
  return { standIn, shop, orderId, pay, payInSilence, tell, pass, order }
}

const authCapture = 'net.authorize.payment.authcapture.created'

test('an order is paid with the token of the card form, and the charge carries our references', async ({
  ctx,
}) => {
  const { standIn, pay, order, orderId } = await given(ctx)
  expect(await pay()).toEqual({ ok: true, isPaid: true })
  expect(await order()).toMatchObject({ state: 'paid', capturedCents: 10_000 })
  const [attempt] = await ctx.db.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, orderId))
  expect(standIn.books.transactions).toMatchObject([{ invoice: attempt?.id, cents: 10_000 }])
})

test('a timeout after capture is settled by reconciling, once', async ({ ctx }) => {
  const { standIn, shop, pass, order, payInSilence } = await given(ctx)
  await payInSilence()
  expect(await order()).toMatchObject({ state: 'unknown', capturedCents: 0 })
  pass(1)
  await Promise.all([1, 2, 3].map(() => reconcilePayments(shop, ordersOnSale)))
  expect(await order()).toMatchObject({ state: 'paid', capturedCents: 10_000 })
  expect(standIn.books.unrefundedCents()).toBe(10_000)
  await ctx.handOn()
  expect(ctx.queued.filter(({ job }) => job === 'mail-order-confirmation')).toHaveLength(1)
})

test('an attempt is not abandoned while the reports cannot be read', async ({ ctx }) => {
  const { standIn, shop, pass, order, payInSilence } = await given(ctx)
  await payInSilence()
  for (const report of ['getUnsettledTransactionListRequest', 'getUnsettledTransactionListRequest']) {
    pass(10)
    standIn.failNext(report, 'status 503')
    await reconcilePayments(shop, ordersOnSale)
    expect(await order()).toMatchObject({ state: 'unknown' })
  }
  pass(10)
  await reconcilePayments(shop, ordersOnSale)
  expect(await order()).toMatchObject({ state: 'paid' })
})

test('a duplicate, late or forged webhook counts once, once, and never', async ({ ctx }) => {
  const { standIn, shop, orderId, tell, order, payInSilence } = await given(ctx)
  await payInSilence()
  const attempt = await findOpenAttempt(ctx.db, orderId)
  const about = { id: standIn.books.transactions[0]?.transId ?? '', merchantReferenceId: attempt?.id ?? '' }

  const forged = standIn.notify(authCapture, about, 'n0')
  expect(await tell({ ...forged, body: forged.body.replace('n0', 'nX') })).toMatchObject({ status: 400 })
  expect(await order()).toMatchObject({ state: 'unknown' })

  const notified = standIn.notify(authCapture, about, 'n1')
  expect(await tell(notified)).toMatchObject({ status: 200, value: 'Recorded.' })
  expect(await order()).toMatchObject({ state: 'paid' })
  const requested = standIn.calls.length
  expect(await tell(notified)).toMatchObject({ status: 200, value: 'Already recorded.' })
  expect(standIn.calls, 'nothing is asked the second time').toHaveLength(requested)

  await refundOrder(shop, ordersOnSale, orderId)
  expect(await order()).toMatchObject({ state: 'refunded' })
  const late = standIn.notify('net.authorize.payment.fraud.approved', about, 'n2')
  expect(await tell(late)).toMatchObject({ status: 200 })
  expect(await order(), 'what came late changes nothing').toMatchObject({ state: 'refunded' })
  expect(standIn.books.unrefundedCents()).toBe(0)
})

test('a webhook that arrives while the reports cannot be read is retried', async ({ ctx }) => {
  const { standIn, orderId, tell, order, payInSilence } = await given(ctx)
  await payInSilence()
  const attempt = await findOpenAttempt(ctx.db, orderId)
  const notified = standIn.notify(authCapture, { merchantReferenceId: attempt?.id ?? '' })
  standIn.failNext('getUnsettledTransactionListRequest', 'status 503')
  expect(await tell(notified)).toMatchObject({ status: 503 })
  expect(await tell(notified)).toMatchObject({ status: 200 })
  expect(await order()).toMatchObject({ state: 'paid' })
})

test('a held payment is paid or released once a person has decided', async ({ ctx }) => {
  for (const [action, state] of [
    ['approve', 'paid'],
    ['decline', 'held'],
  ] as const) {
    const { standIn, pay, tell, order } = await given(ctx)
    await pay('review')
    expect(await order()).toMatchObject({ state: 'review' })
    const [held] = standIn.books.transactions
    standIn.books.decide(held?.transId ?? '', action)
    // This one only names the transaction: whose it is has to be looked up.
    await tell(standIn.notify(`net.authorize.payment.fraud.${action}d`, { id: held?.transId ?? '' }))
    expect(await order(), action).toMatchObject({ state })
    await emptyDatabase()
  }
})

test('a full refund before settlement is a void', async ({ ctx }) => {
  const { standIn, shop, orderId, pay, order } = await given(ctx)
  await pay()
  await refundOrder(shop, ordersOnSale, orderId)
  expect(await order()).toMatchObject({ state: 'refunded', refundedCents: 10_000 })
  expect(standIn.books.transactions).toMatchObject([{ status: 'voided' }])
})

test('a partial refund waits for settlement and is made once, even if its answer is lost', async ({
  ctx,
}) => {
  const { standIn, shop, orderId, pay, pass, order } = await given(ctx)
  await pay()
  await refundOrder(shop, ordersOnSale, orderId, { amountCents: 2_500 })
  expect(await order()).toMatchObject({ state: 'paid', refundedCents: 0 })
  expect(await ctx.db.select().from(refunds)).toMatchObject([{ state: 'started' }])

  standIn.books.settle()
  pass(60)
  standIn.failNext('createTransactionRequest', 'lost after')
  await reconcileRefunds(shop, ordersOnSale)
  expect(await order()).toMatchObject({ state: 'paid' })
  pass(60)
  await Promise.all([reconcileRefunds(shop, ordersOnSale), reconcileRefunds(shop, ordersOnSale)])
  expect(await order()).toMatchObject({ state: 'part_refunded', refundedCents: 2_500 })
  expect(standIn.books.unrefundedCents()).toBe(7_500)
})

test('a charge found after its attempt was abandoned is refunded', async ({ ctx }) => {
  const { standIn, shop, tell, pass, order, payInSilence } = await given(ctx)
  await payInSilence()
  const [charge] = standIn.books.transactions
  const unsettled = standIn.books.unsettled.bind(standIn.books)
  standIn.books.unsettled = () => [] // the report is late
  pass(5)
  await reconcilePayments(shop, ordersOnSale)
  expect(await order()).toMatchObject({ state: 'held', lastAttempt: { state: 'abandoned' } })
  standIn.books.unsettled = unsettled
  await tell(standIn.notify(authCapture, { id: charge?.transId ?? '' }))
  pass(5)
  await reconcileRefunds(shop, ordersOnSale)
  expect(standIn.books.unrefundedCents()).toBe(0)
})

test('abandoned attempts are looked up again for a day, without any webhook', async ({ ctx }) => {
  const { standIn, shop, pass, payInSilence } = await given(ctx)
  await payInSilence()
  const unsettled = standIn.books.unsettled.bind(standIn.books)
  standIn.books.unsettled = () => []
  pass(5)
  await reconcilePayments(shop, ordersOnSale)
  standIn.books.unsettled = unsettled
  pass(6 * 60)
  for (const _ of [1, 2]) await recheckAbandoned(shop, ordersOnSale)
  pass(5)
  await reconcileRefunds(shop, ordersOnSale)
  expect(standIn.books.unrefundedCents()).toBe(0)
  expect(await ctx.db.select().from(refunds)).toHaveLength(1)
})

test('a charge older than 180 days is refunded by check', async ({ ctx }) => {
  const { standIn, shop, orderId, pay, pass, order } = await given(ctx)
  await pay()
  standIn.books.settle()
  pass(181 * 24 * 60)
  await refundOrder(shop, ordersOnSale, orderId)
  expect(await ctx.db.select().from(refunds)).toMatchObject([
    { state: 'by_check', refusal: expect.stringContaining('too long ago') },
  ])
  expect(await order()).toMatchObject({ state: 'paid', refundedCents: 0 })
  expect(standIn.books.unrefundedCents()).toBe(10_000)
})
