import type { Shop } from '#app/http/context.server.ts'
import { listOrderTokens } from '#app/features/orders/access.server.ts'
import { holdMs, mayPay } from '#app/features/orders/rules.ts'
import { tryParse } from '#app/features/orders/rules/stored-good.ts'
import { findOwnOrder } from '#app/features/orders/store.server.ts'
import { courseSeat } from '../store/seats.server.ts'

/**
 * The orders with which this browser holds seats. `same` holds this session already, so that going back finds the same
 * seat. `others` hold only seats of other sessions, oldest first; they are canceled once the new session is held.
 */
export async function findHeldSeats(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  request: Request,
  session: string,
): Promise<{ same: string | undefined; others: string[] }> {
  let same: string | undefined
  const others: string[] = []
  for (const { orderId, token } of listOrderTokens(request)) {
    const order = await findOwnOrder(db, orderId, token, now())
    if (!order || !mayPay(order, now()).ok) continue
    const seats = order.lines.filter(({ kind }) => kind === 'course_seat')
    if (seats.some(({ ref }) => tryParse(courseSeat.parseRef, ref)?.session === session)) same = orderId
    else if (seats.length > 0 && seats.length === order.lines.length && !isOffer(order, now()))
      others.push(orderId)
  }
  return { same, others }
}

/** A seat offered from the waitlist stays held while its student looks at other dates. */
function isOffer({ expiresAt }: { expiresAt: Date }, now: Date): boolean {
  return expiresAt.getTime() - now.getTime() > holdMs
}
