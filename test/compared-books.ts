// A paid order whose charge is compared with the gateway's own list.
import { eq } from 'drizzle-orm'
import { transact } from '#app/db/work.server.ts'
import { compareWithGateway } from '#app/features/bookkeeping/flows.server.ts'
import { acceptDifference } from '#app/features/bookkeeping/store/accept.server.ts'
import { listOpenDifferences } from '#app/features/bookkeeping/store.server.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { paymentAttempts } from '#app/features/orders/attempt-tables.ts'
import type { SandboxGateway } from '#app/gateway/sandbox.server.ts'
import { after, hour } from '#app/kit/clock.ts'
import type { TestContext } from './db.ts'
import { givenDrop, givenPaymentContext, ordersOnSale, reservationForm } from './shop.ts'
import { givenShop, heldOrder } from './visit.ts'

/** A paid reservation of number 2, two hours ago, at a sandbox that can be acted at. */
export async function paidOrder(ctx: TestContext, paymentToken = 'sandbox_approve') {
  await givenDrop(ctx.db)
  const paymentCtx = givenPaymentContext(ctx)
  const { orderId } = await heldOrder(givenShop(ctx))
  await payOrder(paymentCtx, ordersOnSale, orderId, reservationForm({ paymentToken }))
  const [attempt] = await ctx.db.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, orderId))
  ctx.setNow(after(ctx.now(), 2 * hour))
  const compare = () => compareWithGateway(paymentCtx, ordersOnSale)
  const accept = async () => {
    const [open] = await listOpenDifferences(ctx.db)
    const accepted = await transact(ctx, (work) => acceptDifference(work, ordersOnSale, open?.id ?? 0))
    return accepted.ok ? accepted.as : accepted.why
  }
  const sandbox = paymentCtx.gateway as SandboxGateway
  return { paymentCtx, sandbox, orderId, attemptId: attempt?.id ?? '', compare, accept }
}
