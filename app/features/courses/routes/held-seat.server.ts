import { transact } from '#app/db/work.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { listOrderTokens } from '../../orders/access.server.ts'
import { holdMs, mayPay } from '../../orders/rules.ts'
import { cancelHold, findOwnOrder, type Sellables } from '../../orders/store.server.ts'
import { courseSeat } from '../store/seats.server.ts'

/**
 * The order with which this browser holds a seat of a session already: going back and on again leads to the same seat.
 * A seat it holds of another session is let go: whoever chooses another date wants that one instead.
 */
export async function findHeldSeat(
  shop: Shop,
  sellables: Sellables,
  request: Request,
  session: string,
): Promise<string | undefined> {
  let held: string | undefined
  for (const { orderId, token } of listOrderTokens(request)) {
    const order = await findOwnOrder(shop.db, orderId, token)
    const [line] = order?.lines ?? []
    if (!order || line?.kind !== 'course_seat' || !mayPay(order, shop.now()).ok) continue
    if (courseSeat.parseRef(line.ref).session === session) held = orderId
    // A seat that is kept for somebody from the waitlist stays theirs while they look around.
    else if (order.expiresAt.getTime() - shop.now().getTime() <= holdMs)
      await transact(shop, (work) => cancelHold(work, sellables, orderId))
  }
  return held
}
