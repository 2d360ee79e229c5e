import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { type Db, transact, type UnitOfWork } from '#app/db/db.server.ts'
import { after, second } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { refundIdOf } from '#test/world.ts'
import { scriptedRefunds } from '#test/scripted-refunds.ts'
import { givenDrop, givenPaymentContext, ordersOnSale, reservationForm, toMiami } from '#test/shop.ts'
import { givenPieces } from '#test/goods.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import {
  cancelHold,
  renewHold,
  saveBuyer,
  expireHold,
  removeLine,
  saveDelivery,
} from '#app/features/checkout/store/hold.server.ts'
import { startOrder } from '#app/features/checkout/store/start.server.ts'
import { findPrices } from '#app/features/orders/store/buyer.server.ts'
import { markDelivered, moveStage } from '#app/features/orders/store/stage.server.ts'
import { paymentAttempts, refunds } from '#app/features/orders/payment-tables.ts'
import { recordCapture } from '#app/features/payments/store/capture.server.ts'
import { settleCapture } from '#app/features/payments/flows.server.ts'
import { recordPaidOutside, refundOrder, refundOwnLines, retryRefund } from './flows.server.ts'

async function givenOrders(ctx: TestContext) {
  const { db } = ctx
  await givenDrop(db, { totalUnits: 8 })
  await givenPieces(db, 8)
  const scripted = scriptedRefunds(givenPaymentContext(ctx).gateway)
  const paymentCtx = { ...givenPaymentContext(ctx), gateway: scripted.gateway }
  const inShop = <Result>(act: (work: UnitOfWork) => Promise<Result>) => transact(ctx, act)
  const pay = (orderId: string, paymentToken = 'sandbox_approve') =>
    payOrder(paymentCtx, ordersOnSale, orderId, reservationForm({ paymentToken }))
  const giveBack = (orderId: string, what: Parameters<typeof refundOrder>[3] = 'all') =>
    refundOrder(paymentCtx, ordersOnSale, orderId, what)
  let taken = 0
  async function order() {
    const lines = [
      { kind: 'drop_unit' as const, ref: { slug: 'test-drop', number: ++taken } },
      { kind: 'accessory' as const, ref: { accessory: 'piece', quantity: 1 } },
    ]
    const started = await inShop((work) =>
      startOrder(work, ordersOnSale, { key: crypto.randomUUID(), lines }),
    )
    if (!started.ok) throw new Error(started.why)
    const prices = await findPrices(paymentCtx)
    await inShop((work) => saveDelivery(work, ordersOnSale, started.orderId, toMiami, prices))
    return started.orderId
  }
  return { db, ctx, scripted, paymentCtx, inShop, pay, giveBack, order }
}

type Given = Awaited<ReturnType<typeof givenOrders>>

async function rowsOf(db: Db, orderId: string, whose: 'own' | 'others') {
  const { rows: tables } = await db.execute<{ name: string; key: string }>(sql`
    select table_name as name, column_name as key from information_schema.columns
    where table_schema = 'public' and (column_name = 'order_id' or (table_name, column_name) = ('orders', 'id'))
    order by table_name`)
  const is = sql.raw(whose === 'own' ? '=' : '<>')
  const selects = tables.map(
    ({ name, key }) => sql`
      select ${name} as name, to_jsonb(each) as data from ${sql.identifier(name)} each where ${sql.identifier(key)} ${is} ${orderId}`,
  )
  const { rows } = await db.execute<{ name: string; data: object }>(
    sql`select * from (${sql.join(selects, sql` union all `)}) found order by name, data::text`,
  )
  return Object.groupBy(rows, ({ name }) => name)
}

const later = (ctx: TestContext, ms: number): UnitOfWork['now'] => after(ctx.now(), ms)

async function attemptOf({ db }: Given, orderId: string) {
  const found = (await db.select().from(paymentAttempts)).find((each) => each.orderId === orderId)
  if (!found) throw new Error('Nothing was begun')
  return found
}

async function paid({ order, pay }: Given) {
  const orderId = await order()
  await pay(orderId)
  return orderId
}

async function silent({ order, pay }: Given) {
  const orderId = await order()
  await pay(orderId, 'sandbox_silent_after')
  return orderId
}

async function declined({ order, pay }: Given) {
  const orderId = await order()
  await pay(orderId, 'sandbox_decline')
  return orderId
}

async function refused(given: Given) {
  const orderId = await paid(given)
  given.scripted.next('refused')
  const refundId = refundIdOf(await given.giveBack(orderId, { position: 0 }))
  given.scripted.next('refunded')
  return { orderId, refundId }
}

async function refundOpen(given: Given) {
  const orderId = await paid(given)
  given.scripted.next('pending')
  await given.giveBack(orderId, { position: 0 })
  given.scripted.next('refunded')
  return orderId
}

type Deed = (given: Given) => Promise<{ orderId: string; act: () => Promise<unknown> }>
const withOrder =
  (
    begin: (given: Given) => Promise<string>,
    act: (given: Given, orderId: string) => Promise<unknown>,
  ): Deed =>
  async (given) => {
    const orderId = await begin(given)
    return { orderId, act: () => act(given, orderId) }
  }
const held = ({ order }: Given) => order()

const deeds: Record<string, Deed> = {
  'a payment': withOrder(held, ({ pay }, orderId) => pay(orderId)),
  'a payment that is declined': withOrder(held, ({ pay }, orderId) => pay(orderId, 'sandbox_decline')),
  'a payment that is not answered': withOrder(held, ({ pay }, orderId) =>
    pay(orderId, 'sandbox_silent_after'),
  ),
  'a payment that is reviewed': withOrder(held, ({ pay }, orderId) => pay(orderId, 'sandbox_review')),
  'a recorded charge': withOrder(silent, async (given, orderId) =>
    given.inShop(async (work) =>
      recordCapture(work, await attemptOf(given, orderId), { chargeRef: 'ch_1', amountCents: 13_163 }),
    ),
  ),
  'a charge that comes late': withOrder(declined, async (given, orderId) =>
    given.inShop(async (work) => {
      const attempt = await attemptOf(given, orderId)
      await recordCapture(work, attempt, { chargeRef: 'ch_1', amountCents: 13_163 })
      await settleCapture(work, ordersOnSale, attempt)
    }),
  ),
  'more time': withOrder(held, ({ inShop, ctx }, orderId) =>
    inShop((work) => renewHold({ ...work, now: later(ctx, second) }, ordersOnSale, orderId)),
  ),
  'a form that was refused': withOrder(held, ({ inShop }, orderId) =>
    inShop((work) => saveBuyer(work, orderId, { buyerName: 'Jordan' })),
  ),
  'another address': withOrder(held, async ({ inShop, paymentCtx }, orderId) => {
    const prices = await findPrices(paymentCtx)
    const elsewhere = { ...toMiami, shipStreet: '2 Ocean Drive' }
    return inShop((work) => saveDelivery(work, ordersOnSale, orderId, elsewhere, prices))
  }),
  'a line that is removed': withOrder(held, ({ inShop }, orderId) =>
    inShop((work) => removeLine(work, ordersOnSale, orderId, 1)),
  ),
  'a cancellation': withOrder(held, ({ inShop }, orderId) =>
    inShop((work) => cancelHold(work, ordersOnSale, orderId)),
  ),
  'the end of its hold': withOrder(held, ({ inShop, ctx }, orderId) =>
    inShop((work) => expireHold({ ...work, now: later(ctx, 3_600 * second) }, ordersOnSale, orderId)),
  ),
  'a stage': withOrder(paid, ({ inShop }, orderId) =>
    inShop((work) => moveStage(work, ordersOnSale, orderId, 'agreed', { position: 0 })),
  ),
  'a delivery': withOrder(paid, ({ inShop }, orderId) => inShop((work) => markDelivered(work, orderId, 1))),
  'a refund of one line': withOrder(paid, ({ paymentCtx }, orderId) =>
    refundOwnLines(paymentCtx, ordersOnSale, orderId, [0]),
  ),
  'a refund of everything': withOrder(paid, ({ giveBack }, orderId) => giveBack(orderId)),
  'a refund of all its money': withOrder(paid, ({ giveBack }, orderId) =>
    giveBack(orderId, { amountCents: 13_163 }),
  ),
  'a refund that is refused': withOrder(paid, ({ giveBack, scripted }, orderId) => {
    scripted.next('refused')
    return giveBack(orderId)
  }),
  'a refund that is paid by check': async (given) => {
    const { orderId, refundId } = await refused(given)
    const how = { method: 'check' as const, reference: 'Check 1' }
    return {
      orderId,
      act: () =>
        given.inShop((work) => recordPaidOutside(work, ordersOnSale, { orderId, id: refundId }, how)),
    }
  },
  'a refund that is tried again': async (given) => {
    const { orderId, refundId } = await refused(given)
    return {
      orderId,
      act: () => given.inShop((work) => retryRefund(work, ordersOnSale, { orderId, id: refundId })),
    }
  },
}

test.for(Object.entries(deeds))('%s changes no order of another visitor', async ([, deed], { ctx }) => {
  const given = await givenOrders(ctx)
  await silent(given)
  await paid(given)
  await refused(given)
  await refundOpen(given)
  await held(given)
  const { orderId, act } = await deed(given)
  const [own, others] = [await rowsOf(given.db, orderId, 'own'), await rowsOf(given.db, orderId, 'others')]
  await act()
  expect(await rowsOf(given.db, orderId, 'own')).not.toEqual(own)
  expect(await rowsOf(given.db, orderId, 'others')).toEqual(others)
  const chargeOf = sql`(select order_id from payment_attempts where id = attempt_id)`
  expect(
    await given.db.$count(refunds, sql`order_id <> ${chargeOf}`),
    'each refund is of its own charge',
  ).toBe(0)
})

test('the key of a payment form counts for its own order', async ({ ctx }) => {
  const { paymentCtx, order } = await givenOrders(ctx)
  const form = reservationForm()
  for (const orderId of [await order(), await order()])
    expect(await payOrder(paymentCtx, ordersOnSale, orderId, form)).toEqual({ ok: true, isPaid: true })
})
