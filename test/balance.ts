import { transact } from '#app/db/work.server.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { findOrder, findPrices } from '#app/features/orders/store.server.ts'
import { findBalance } from '#app/features/reservations/store/balance-lookup.server.ts'
import { openBalance } from '#app/features/reservations/store/balance-open.server.ts'
import {
  type BalanceRequest,
  requestBalance,
} from '#app/features/reservations/store/balance-request.server.ts'
import type { TestContext } from './db.ts'
import { givenReservation } from './reservation.ts'
import { ordersOnSale, reservationForm } from './shop.ts'

export const zone = 'America/New_York'

/**
 * A reservation at `agreed`, of $2,499.00 with $100 paid, handed over in Miami-Dade: its balance is $2,399.00, and 7% of the
 * price is $174.93.
 */
export async function givenAgreed(ctx: TestContext) {
  const reserved = await givenReservation(ctx)
  const { db, orderId, paymentCtx } = reserved
  await reserved.gates.balance.close()
  await reserved.move('agreed')
  const ask = (more: Partial<BalanceRequest> = {}) =>
    transact(ctx, async (work) =>
      requestBalance(
        work,
        { orderId, position: 0, county: 'Miami-Dade', by: 'sam', ...more },
        await findPrices(ctx),
        zone,
      ),
    )
  const open = () => transact(ctx, (work) => openBalance(work, orderId, 0))
  return {
    ...reserved,
    ask,
    open,
    balance: () => findBalance(db, orderId, 0),
    /** The buyer opens the balance and pays it with this card. */
    pay: async (card = 'sandbox_approve') => {
      const opened = await open()
      if (!opened.ok) return opened
      const form = reservationForm({ paymentToken: card })
      return payOrder(paymentCtx, ordersOnSale, opened.orderId, form)
    },
    balanceOrder: async () => {
      const found = await findBalance(db, orderId, 0)
      return found?.orderId ? findOrder(db, found.orderId) : undefined
    },
  }
}

/** What a balance of `givenAgreed` comes to, in cents. */
export const due = { amountCents: 239_900, taxCents: 17_493, totalCents: 257_393 }
