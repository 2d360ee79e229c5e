import { eq } from 'drizzle-orm'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import { after, day, minute } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { stagesUpTo } from '#test/world.ts'
import { givenDrop, ordersOnSale, reservationForm } from '#test/shop.ts'
import { answerOf, givenShop, heldOrder, type TestShop, visit } from '#test/visit.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { reconcilePayments } from '#app/features/payments/flows.server.ts'
import { refundOrder } from '#app/features/refunds/flows.server.ts'
import { dropUnits } from '../../drops/tables.ts'
import { OrderLines } from '../components/order-details.tsx'
import { stages } from '../rules.ts'
import { findOrder } from '../store/read.server.ts'
import { moveStage } from '../store/stage.server.ts'
import { stateWords } from '../words.ts'
import { stageWords } from '../stages.ts'
import { buyerToken } from '../store/links.server.ts'
import { loader as openMine } from '#app/features/buyer-page/my-orders.tsx'
import { loader } from './order.tsx'
import { action as takeBack, loader as askRefund } from '#app/features/refunds/routes/refund.tsx'

type Held = Awaited<ReturnType<typeof heldOrder>>

async function given(ctx: TestContext, paymentToken?: string, drop: Parameters<typeof givenDrop>[1] = {}) {
  const shop = givenShop(ctx)
  await givenDrop(shop.db, drop)
  const held = await heldOrder(shop)
  if (paymentToken) await payOrder(shop, ordersOnSale, held.orderId, reservationForm({ paymentToken }))
  return { shop, held }
}

const args = (shop: TestShop, { orderId, cookies }: Held, form?: Record<string, string>) =>
  visit(shop, {
    path: `/orders/${orderId}`,
    params: { order: orderId },
    cookies,
    ...(form && { form }),
  })
const page = async (shop: TestShop, held: Held) =>
  (await answerOf(() => loader(args(shop, held)))).value as Exclude<
    Awaited<ReturnType<typeof loader>>,
    Response
  >

const later = (ctx: TestContext, minutes: number) =>
  ctx.setNow(new Date(ctx.now().getTime() + minutes * minute))

describe('the page of an order', () => {
  test('that was charged without stock shows the refund and no items', async ({ db, ctx }) => {
    const { shop, held } = await given(ctx)
    const { gateway } = shop
    const charge: typeof gateway.charge = async (request) => {
      await db.update(dropUnits).set({ orderId: 'SOMEBODY' }).where(eq(dropUnits.number, 2))
      return gateway.charge(request)
    }
    await payOrder(
      { ...shop, gateway: { ...gateway, charge } },
      ordersOnSale,
      held.orderId,
      reservationForm(),
    )
    expect(await page(shop, held)).toMatchObject({
      state: 'paid_unfulfilled',
      isFresh: false,
      certificate: null,
      mayChooseDealer: false,
      lines: [
        {
          clock: '',
          page: null,
        },
      ],
      parcel: null,
      receipt: { paid: '$100.00' },
    })
  })

  test('that was paid says what it reserves, with its balance, and that the amount is a deposit', async ({
    ctx,
  }) => {
    const { shop, held } = await given(ctx, 'sandbox_approve')
    const { lines } = await page(shop, held)
    expect(lines).toMatchObject([{ isDeposit: true }])
    const Page = createRoutesStub([{ path: '*', Component: () => createElement(OrderLines, { lines }) }])
    expect(renderToStaticMarkup(createElement(Page))).toMatch(/\$100\.00<\/span><span[^>]*>deposit</)
    expect((await page(shop, held)).lines[0]?.offered).toEqual([
      { term: 'Price', value: '$2,499 before sales tax and the dealer’s fee' },
      { term: 'Included', value: 'Certificate, patch, drop card and case' },
      { term: 'Balance', value: '$2,399. Due once you accept the agreement, before we build.' },
    ])
  })

  test('that was just paid shows number, receipt, first stage and history', async ({ ctx }) => {
    const { shop, held } = await given(ctx, 'sandbox_approve')
    expect(await page(shop, held)).toMatchObject({
      state: 'paid',
      isFresh: true,
      isUnsettled: false,
      stages: [{ stage: 'reserved' }],
      plate: { unitNumber: 2, total: 3 },
      dealer: null,
      mayChooseDealer: true,
      certificate: expect.any(String),
      refund: { verdict: { ok: true }, open: [] },
      receipt: {
        paidOn: 'Nov 20, 2026, 7:00 AM EST',
        bought: [{ label: 'Test Drop: Number 2 of 3', amount: '$100.00' }],
        paid: '$100.00',
        refunds: [],
      },
      events: [
        { words: 'Deposit of $100 paid' },
        { words: 'Payment of $100 started' },
        { words: 'Held for you' },
      ],
    })
    later(ctx, 2)
    expect(await page(shop, held)).toMatchObject({ isFresh: false })
  })

  test('has the code of the run that was bought, also where windows of a line share a page', async ({
    ctx,
  }) => {
    const window = {
      smallBatch: 'outlaw',
      launchDate: after(ctx.now(), -day),
      endDate: after(ctx.now(), day),
    } as const
    const { shop, held } = await given(ctx, 'sandbox_approve', window)
    const { certificate } = await page(shop, held)
    expect(certificate).toBe(shop.certify('test-drop', 2))
    const token = buyerToken({ sign: ctx.sign, now: ctx.now() }, 'buyer@example.com')
    const mine = visit(shop, { path: '/orders/mine', cookies: [`paco-buyer=${token}`] })
    const { value } = await answerOf(() => openMine(mine))
    expect(value).toMatchObject({ orders: [{ lines: [{ certificate }] }] })
  })

  test('with a pending payment says so and polls', async ({ ctx }) => {
    const { shop, held } = await given(ctx, 'sandbox_silent_after')
    expect(await page(shop, held)).toMatchObject({ state: 'unknown', isUnsettled: true, receipt: null })
    expect(stateWords('unknown', 'number').text).toBe(
      'We have not heard back from the payment service yet. You will not be charged twice. This page updates by itself. If it takes more than a few minutes, we’ll email you what happens next.',
    )
    later(ctx, 1)
    await reconcilePayments(shop, ordersOnSale)
    expect(await page(shop, held)).toMatchObject({ state: 'paid', isUnsettled: false })
  })

  test('that is held links to its checkout, and an overdue one shows as expired before the job ran', async ({
    ctx,
  }) => {
    const { shop, held } = await given(ctx)
    expect(await page(shop, held)).toMatchObject({ state: 'held', stages: [] })
    later(ctx, 10)
    expect(await findOrder(shop.db, held.orderId)).toMatchObject({ state: 'held' })
    expect(await page(shop, held)).toMatchObject({ state: 'expired' })
  })

  test('shows the dealer and the review notice', async ({ ctx }) => {
    const { shop, held } = await given(ctx)
    const dealer = {
      dealer: 'now',
      dealerName: 'Any Arms',
      dealerCity: 'Rockville',
      dealerState: 'MD',
    } as const
    await payOrder(shop, ordersOnSale, held.orderId, reservationForm({ ...dealer, state: 'MD' }))
    expect(await page(shop, held)).toMatchObject({
      dealer: { dealerName: 'Any Arms', dealerCity: 'Rockville', dealerState: 'MD' },
      review: expect.stringContaining('our staff check this reservation'),
    })
  })

  test('has words for every stage, and an event for every move', async ({ ctx }) => {
    const { shop, held } = await given(ctx, 'sandbox_approve')
    for (const stage of stages.slice(1)) {
      await transact(shop, (work) => moveStage(work, ordersOnSale, held.orderId, stage))
      const shown = await page(shop, held)
      expect(shown.stages).toMatchObject([{ stage }])
      expect(shown.events[0]?.words).toBe(`Stage: ${stageWords[stage].label}`)
    }
  })
})

describe('refunding the deposit', () => {
  test('twice refunds once', async ({ ctx }) => {
    const { shop, held } = await given(ctx, 'sandbox_approve')
    const answers = await Promise.all([1, 2].map(() => answerOf(() => takeBack(args(shop, held, {})))))
    for (const answer of answers) expect([303, 409]).toContain(answer.status)
    expect(await findOrder(shop.db, held.orderId)).toMatchObject({ state: 'refunded', refundedCents: 10_000 })
    expect(await answerOf(() => takeBack(args(shop, held, {})))).toMatchObject({ status: 303 })
  })

  test('is refused after the form is filed', async ({ ctx }) => {
    const { shop, held } = await given(ctx, 'sandbox_approve')
    for (const stage of stagesUpTo('form3_filed'))
      await transact(shop, (work) => moveStage(work, ordersOnSale, held.orderId, stage))
    expect(await page(shop, held)).toMatchObject({ refund: { verdict: { ok: false, why: 'form_filed' } } })
    expect(await answerOf(() => askRefund(args(shop, held)))).toMatchObject({
      location: `/orders/${held.orderId}`,
    })
    expect(await answerOf(() => takeBack(args(shop, held, {})))).toMatchObject({
      status: 409,
      value: { refusal: expect.stringMatching(/^The federal transfer form is filed/) },
    })
    expect(await findOrder(shop.db, held.orderId)).toMatchObject({ refundedCents: 0 })
  })

  test('of an unpaid order is refused', async ({ ctx }) => {
    const { shop, held } = await given(ctx)
    expect(await answerOf(() => takeBack(args(shop, held, {})))).toMatchObject({
      status: 409,
      value: { refusal: 'This order has no deposit to refund.' },
    })
  })

  test('too often is refused with a retry time', async ({ ctx }) => {
    const { shop, held } = await given(ctx, 'sandbox_approve')
    shop.refusing.add('orderChange')
    expect(await answerOf(() => takeBack(args(shop, held, {})))).toMatchObject({
      status: 429,
      value: { refusal: 'Too many tries. Please try again in 2 minutes.' },
    })
  })

  test('in part by the operator leaves the reservation, and shows on the receipt', async ({ ctx }) => {
    const { shop, held } = await given(ctx, 'sandbox_approve')
    await refundOrder(shop, ordersOnSale, held.orderId, { amountCents: 2_500 })
    expect(await page(shop, held)).toMatchObject({
      state: 'part_refunded',
      stages: [{ stage: 'reserved' }],
      receipt: { paid: '$100.00', refunds: [{ amount: '-$25.00' }], rest: { amount: '$75.00' } },
    })
    expect(await answerOf(() => askRefund(args(shop, held)))).toMatchObject({
      value: { amountCents: 7_500 },
    })
  })
})
