import { and, eq, inArray, isNull, notExists, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { orderLines } from '#app/features/orders/tables.ts'
import type { Sellables } from '#app/features/orders/store.server.ts'
import { balances } from '../balance-tables.ts'
import { findBalanceOfOrder } from './balance-lookup.server.ts'
import { moveReservation } from './move.server.ts'

type Ctx = { sellables: Sellables; timeZone: string }

/** Who moves a reservation when its money came or went. */
const shop = 'The shop'

/**
 * A balance was paid: its reservation moves on to `balance_paid`, if it is agreed and no gate holds it. Otherwise it stays, and
 * staff move it once they may. Safe to repeat.
 */
export async function moveOnAfterPayment(
  work: UnitOfWork,
  ctx: Ctx,
  balanceOrderId: string,
): Promise<boolean> {
  const balance = await findBalanceOfOrder(work.tx, balanceOrderId)
  if (balance?.state !== 'paid') return false
  const { reservationId: orderId, position } = balance
  const [line] = await work.tx
    .select({ stage: orderLines.stage })
    .from(orderLines)
    .where(and(eq(orderLines.orderId, orderId), eq(orderLines.position, position)))
  if (line?.stage !== 'agreed') return false
  const note = `Paid by order ${balanceOrderId}`
  return (await moveReservation(work, ctx, { orderId, position, to: 'balance_paid', by: shop, note })).ok
}

/**
 * Reservations that count as paid although their balance went back: they return to `agreed`. Once the build has begun a person
 * decides, and the gate holds them meanwhile.
 */
export function listRefundedBalances(db: Db) {
  const live = db
    .select({ id: balances.id })
    .from(balances)
    .where(
      and(
        eq(balances.reservationId, orderLines.orderId),
        eq(balances.position, orderLines.position),
        inArray(balances.state, ['paid', 'waived']),
      ),
    )
  return db
    .selectDistinct({ orderId: orderLines.orderId, position: orderLines.position })
    .from(orderLines)
    .innerJoin(
      balances,
      and(
        eq(balances.reservationId, orderLines.orderId),
        eq(balances.position, orderLines.position),
        eq(balances.state, 'released'),
        sql`${balances.orderId} is not null`,
      ),
    )
    .where(and(eq(orderLines.stage, 'balance_paid'), isNull(orderLines.returnedAt), notExists(live)))
}

/** Moves such a reservation back. Refused while it is being refunded itself. */
export async function moveBackAfterRefund(
  work: UnitOfWork,
  ctx: Ctx,
  { orderId, position }: { orderId: string; position: number },
): Promise<boolean> {
  const backReason = 'The balance was refunded'
  const moved = await moveReservation(work, ctx, { orderId, position, to: 'agreed', by: shop, backReason })
  return moved.ok
}
