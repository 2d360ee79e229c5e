import { eq, type SQL, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop, givenPaymentContext, reservationForm, holdLines } from '#test/shop.ts'
import { dropUnit } from '#app/features/drops/store/units.server.ts'
import { dropUnits } from '#app/features/drops/tables.ts'
import { payOrder } from './flows.server.ts'
import { refundOwnLines } from '#app/features/refunds/flows.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { paymentAttempts } from '#app/features/orders/payment-tables.ts'

const freeOnSale = {
  drop_unit: {
    ...dropUnit,
    paidJob: 'mail-a-code',
    stock: (ref: SQL, now: SQL) => sql`
      select drop_id, number, early_code, ref, title, detail, quantity, 0 as unit_cents, fulfillment, tax_class, item_class,
        refund_until, magazine, plate, firearm, flags, variant
      from (${dropUnit.stock(ref, now)}) priced`,
  },
} satisfies Sellables

async function held(ctx: TestContext) {
  await givenDrop(ctx.db)
  return heldNumber(ctx, 1)
}

async function heldNumber(ctx: TestContext, number: number) {
  const lines = [{ kind: 'drop_unit' as const, ref: { slug: 'test-drop', number } }]
  const started = await holdLines(ctx, lines, freeOnSale)
  return started.orderId
}

test('a free order is confirmed once, without a gateway, and its jobs are enqueued', async ({ db, ctx }) => {
  const orderId = await held(ctx)
  const confirm = () => payOrder(givenPaymentContext(ctx), freeOnSale, orderId, reservationForm({ total: 0 }))
  const said = await Promise.all([confirm(), confirm()])
  expect(said).toContainEqual({ ok: true, isPaid: true })
  expect(said).toContainEqual({ ok: false, why: 'already_paid' })
  expect(await findOrder(db, orderId)).toMatchObject({
    state: 'paid',
    totalCents: 0,
    capturedCents: 0,
    buyerEmail: 'buyer@example.com',
    attestation: expect.stringMatching(/^I am 21 or older, .* I accept the Terms and the Refund Policy\.$/),
    attestedAge: 21,
    lines: [{ stage: 'reserved' }],
  })
  expect(await db.$count(paymentAttempts)).toBe(0)
  await ctx.handOn()
  expect(ctx.queued.toSorted((a, b) => a.job.localeCompare(b.job))).toEqual([
    { job: 'mail-a-code', payload: { orderId } },
    { job: 'mail-order-confirmation', payload: { orderId } },
  ])
})

test('a free order is confirmed alone: what others hold stays held', async ({ db, ctx }) => {
  const orderId = await held(ctx)
  const other = await heldNumber(ctx, 2)
  const before = await findOrder(db, other)
  await payOrder(givenPaymentContext(ctx), freeOnSale, orderId, reservationForm())
  expect(await findOrder(db, orderId)).toMatchObject({ state: 'paid' })
  expect(await findOrder(db, other)).toEqual(before)
})

test('a free order is returned without a gateway: its stock is released and its buyer mailed', async ({
  db,
  ctx,
}) => {
  const orderId = await held(ctx)
  const paymentCtx = givenPaymentContext(ctx)
  await payOrder(paymentCtx, freeOnSale, orderId, reservationForm())
  expect(await refundOwnLines(paymentCtx, freeOnSale, orderId, [0])).toEqual({ ok: true, refund: null })
  expect(await findOrder(db, orderId)).toMatchObject({
    state: 'refunded',
    refundedCents: 0,
    lines: [
      {
        stage: 'refunded',
        returnedAt: expect.any(Date),
      },
    ],
  })
  expect(await db.$count(dropUnits, eq(dropUnits.state, 'open'))).toBe(3)
  expect(ctx.queued).toContainEqual({
    job: 'mail-order-return',
    payload: { orderId, positions: [0], returnedAt: ctx.now().toISOString() },
  })
  expect(await refundOwnLines(paymentCtx, freeOnSale, orderId, [0])).toEqual({ ok: false, why: 'returned' })
})
