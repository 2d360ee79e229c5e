import { and, eq, inArray } from 'drizzle-orm'
import { clearAlert } from '#app/alerts/alerts.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { confirmDealerAnswer, lockOrder } from '#app/features/orders/store.server.ts'
import { after } from '#app/kit/clock.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { answerPeriodMs, type RequestState } from '../rules.ts'
import { dealerRequests, dealers } from '../tables.ts'
import { type DealerRequest, tellOrder } from './requests.server.ts'

/**
 * Staff enter a dealer's address for every later order: after a look at the license copy, or a call to the
 * number on the license. Nothing else ever writes a dealer's address. `by` is who confirmed it.
 */
export async function setDealerEmail(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  key: string,
  email: string | null,
  by: string,
): Promise<{ ok: true; name: string } | Refusal<'dealer_not_found'>> {
  const confirmed = email
    ? { emailConfirmedAt: now, emailConfirmedBy: by }
    : { emailConfirmedAt: null, emailConfirmedBy: null }
  const [dealer] = await tx
    .update(dealers)
    .set({ email, ...confirmed })
    .where(eq(dealers.key, key))
    .returning({ name: dealers.name })
  return dealer ? { ok: true, name: dealer.name } : refuse('dealer_not_found')
}

/** Staff send the waiting request of an order. The days to answer count from now. */
export async function sendRequest(
  work: UnitOfWork,
  orderId: string,
): Promise<{ ok: true; request: DealerRequest } | Refusal<'nothing_to_send'>> {
  const request = await findForUpdate(work, orderId, ['pending'])
  if (!request) return refuse('nothing_to_send')
  const { now } = work
  await update(work, request, { state: 'requested', requestedAt: now, expiresAt: after(now, answerPeriodMs) })
  await clearAlert(work, 'dealer_request_pending', orderId)
  await tellOrder(work, request, 'requested')
  await work.enqueue('mail-dealer-request', { requestId: request.id })
  return { ok: true, request }
}

/** Staff found no such dealer: nothing is mailed to it, and the buyer is asked by email to choose another one. */
export async function refuseRequest(
  work: UnitOfWork,
  orderId: string,
): Promise<{ ok: true; request: DealerRequest } | Refusal<'nothing_to_send'>> {
  const request = await findForUpdate(work, orderId, ['pending'])
  if (!request) return refuse('nothing_to_send')
  await update(work, request, { state: 'refused', answeredAt: work.now })
  await clearAlert(work, 'dealer_request_pending', orderId)
  await tellOrder(work, request, 'refused')
  const answeredAt = work.now.toISOString()
  await work.enqueue('mail-dealer-answer', { requestId: request.id, answeredAt })
  return { ok: true, request }
}

/**
 * Staff confirmed that the address of a request is the dealer's: from now on the answer counts. The
 * address still serves this order only.
 */
export async function confirmRequest(
  work: UnitOfWork,
  orderId: string,
  by: string,
): Promise<{ ok: true; request: DealerRequest } | Refusal<'nothing_to_confirm'>> {
  const request = await findForUpdate(work, orderId, ['pending', 'requested', 'accepted'])
  if (!request) return refuse('nothing_to_confirm')
  await update(work, request, { confirmedAt: work.now, confirmedBy: by })
  await confirmDealerAnswer(work, orderId)
  return { ok: true, request }
}

async function findForUpdate(work: UnitOfWork, orderId: string, states: RequestState[]) {
  await lockOrder(work, orderId)
  const [request] = await work.tx
    .select()
    .from(dealerRequests)
    .where(and(eq(dealerRequests.orderId, orderId), inArray(dealerRequests.state, states)))
    .for('update')
  return request
}

async function update({ tx }: UnitOfWork, { id }: DealerRequest, values: Partial<DealerRequest>) {
  await tx.update(dealerRequests).set(values).where(eq(dealerRequests.id, id))
}
