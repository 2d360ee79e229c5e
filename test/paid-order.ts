import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { listOpenAlerts } from '#app/alerts/alerts.server.ts'
import { transact } from '#app/db/work.server.ts'
import { dropUnits } from '#app/features/drops/tables.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { refunds } from '#app/features/orders/refund-tables.ts'
import { reconcileRefunds, refundOrder, refundOwnLines } from '#app/features/refunds/flows.server.ts'
import { findOrder, findPrices, moveStage } from '#app/features/orders/store.server.ts'
import { saveDelivery, startOrder } from '#app/features/checkout/store.server.ts'
import type { TestContext } from './db.ts'
import { scriptedRefunds } from './scripted-refunds.ts'
import { givenDrop, givenPaymentContext, ordersOnSale, reservationForm } from './shop.ts'
import { givenPieces } from './sound-orders.ts'
import { toMiami } from './miami.ts'

/** A paid order of a number ($100), two pieces ($39.98 and $2.80 tax) and their shipping ($9.95 and 70 cents tax). */
export async function givenPaid(ctx: TestContext) {
  const { db } = ctx
  await givenDrop(db, { totalUnits: 3 })
  await givenPieces(db)
  const scripted = scriptedRefunds(givenPaymentContext(ctx).gateway)
  const paymentCtx = { ...givenPaymentContext(ctx), gateway: scripted.gateway }
  const lines = [
    { kind: 'drop_unit' as const, ref: { slug: 'test-drop', number: 2 } },
    { kind: 'accessory' as const, ref: { accessory: 'piece', quantity: 2 } },
  ]
  const started = await transact(ctx, (work) =>
    startOrder(work, ordersOnSale, { key: crypto.randomUUID(), lines }),
  )
  if (!started.ok) throw new Error(started.why)
  const { orderId } = started
  const prices = await findPrices(paymentCtx)
  await transact(ctx, (work) => saveDelivery(work, ordersOnSale, orderId, toMiami, prices))
  expect(await payOrder(paymentCtx, ordersOnSale, orderId, reservationForm())).toMatchObject({ isPaid: true })
  return {
    db,
    paymentCtx,
    scripted,
    orderId,
    order: () => findOrder(db, orderId),
    unit: async () => (await db.select().from(dropUnits)).find(({ number }) => number === 2)?.state,
    pieces: async () =>
      (await db.execute(sql`select 1 from accessory_holds where state = 'sold'`)).rows.length,
    alerts: async () => (await listOpenAlerts(db)).map(({ kind }) => kind),
    // The clock stands still: those of one moment come by their amounts.
    refunds: () => db.select().from(refunds).orderBy(refunds.startedAt, refunds.amountCents),
    takeBack: (...positions: number[]) => refundOwnLines(paymentCtx, ordersOnSale, orderId, positions),
    give: (what: Parameters<typeof refundOrder>[3], isReleased = false) =>
      refundOrder(paymentCtx, ordersOnSale, orderId, what, { terms: { isReleased } }),
    pass: (ms: number) => ctx.setNow(new Date(ctx.now().getTime() + ms)),
    stage: (to: Parameters<typeof moveStage>[3], position?: number) =>
      transact(ctx, (work) => moveStage(work, ordersOnSale, orderId, to, { position })),
    reconcile: () => reconcileRefunds(paymentCtx, ordersOnSale),
  }
}

/** The requested refund. */
export const refundIdOf = (args: Awaited<ReturnType<typeof refundOrder>>) => {
  if (!args.ok || !args.refund) throw new Error(args.ok ? 'No refund' : args.why)
  return args.refund.id
}
