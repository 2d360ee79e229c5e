import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { after, minute } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop, givenPaymentContext, ordersOnSale, reservationForm } from '#test/shop.ts'
import { answerOf, givenShop, heldOrder, visit } from '#test/visit.ts'
import { dropUnits } from '#app/features/drops/tables.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { loader } from '#app/features/checkout/routes/checkout.tsx'
import { holdCapMs, maxExtendingDeclines, retryMs, stockHeldUntil } from '#app/features/orders/rules.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { orders } from '#app/features/orders/tables.ts'

const decline = (ctx: TestContext, orderId: string) =>
  payOrder(
    givenPaymentContext(ctx),
    ordersOnSale,
    orderId,
    reservationForm({ paymentToken: 'sandbox_decline' }),
  )

async function endIn({ db, now }: TestContext, orderId: string, ms: number) {
  await db
    .update(orders)
    .set({ expiresAt: after(now(), ms) })
    .where(eq(orders.id, orderId))
  await db
    .update(dropUnits)
    .set({ heldUntil: stockHeldUntil(after(now(), ms)) })
    .where(eq(dropUnits.orderId, orderId))
}

test('declines near the cap do not extend the hold beyond it, and the page shows its end', async ({
  db,
  ctx,
}) => {
  const shop = givenShop(ctx)
  await givenDrop(db)
  const { orderId, cookies } = await heldOrder(shop)
  const cap = after(ctx.now(), holdCapMs)
  ctx.setNow(after(cap, -minute))
  await endIn(ctx, orderId, minute / 2)
  await decline(ctx, orderId)
  await decline(ctx, orderId)
  expect((await findOrder(db, orderId))?.expiresAt).toEqual(cap)
  const [unit] = await db.select().from(dropUnits).where(eq(dropUnits.orderId, orderId))
  expect(unit?.heldUntil).toEqual(stockHeldUntil(cap))

  const request = { path: `/checkout/${orderId}`, params: { order: orderId }, cookies }
  const { value } = await answerOf(() => loader(visit(shop, request)))
  expect(value).toMatchObject({
    declined: { text: expect.stringContaining('number 2 is held for you until Nov 20, 2026, 7:30 AM EST') },
  })
})

test('a limited number of declines extends the hold, each order by its own', async ({ db, ctx }) => {
  await givenDrop(db)
  const other = await heldOrder(givenShop(ctx), 1)
  for (let times = 0; times < maxExtendingDeclines; times++) await decline(ctx, other.orderId)
  const { orderId } = await heldOrder(givenShop(ctx))
  for (let declines = 1; declines <= maxExtendingDeclines + 1; declines++) {
    await endIn(ctx, orderId, minute)
    await decline(ctx, orderId)
    const isExtended = declines <= maxExtendingDeclines
    expect((await findOrder(db, orderId))?.expiresAt).toEqual(after(ctx.now(), isExtended ? retryMs : minute))
  }
})
