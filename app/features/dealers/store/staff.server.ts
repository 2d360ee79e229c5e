import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { mayChooseDealer } from '#app/features/orders/refunds.ts'
import { confirmDealerAnswer, lockOrder } from '#app/features/orders/store/buyer.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { publicCode } from '#app/kit/ids.ts'
import { allowed, type Refusal, refuse } from '#app/kit/refusal.ts'
import type { AnswerInput } from '../input.ts'
import type { RequestState } from '../rules.ts'
import { dealerRequests, dealers } from '../tables.ts'
import { askDealer, type DealerRequest, tellOrder } from './requests.server.ts'

/** Nothing else writes a dealer's address. Open requests that went to it count now, too: the buyer may have typed it before. */
export async function setDealerEmail(
  work: UnitOfWork,
  key: string,
  email: string | null,
  by: string,
): Promise<{ ok: true; name: string } | Refusal<'dealer_not_found'>> {
  const { tx, now } = work
  if (email) await confirmRequestsAt(work, key, email, by)
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

async function confirmRequestsAt(work: UnitOfWork, dealerKey: string, email: string, by: string) {
  const open = await work.tx
    .select({ orderId: dealerRequests.orderId })
    .from(dealerRequests)
    .where(
      and(
        eq(dealerRequests.dealerKey, dealerKey),
        eq(dealerRequests.email, email),
        isNull(dealerRequests.confirmedAt),
        inArray(dealerRequests.state, openStates),
      ),
    )
    .orderBy(dealerRequests.orderId)
  for (const { orderId } of open) await confirmRequest(work, orderId, by)
}

/** At an address that staff vouch for. An earlier request ends. */
export async function askForStaff(work: UnitOfWork, orderId: string, email: string, by: string) {
  const order = await findChoosing(work, orderId)
  return order.ok ? askDealer(work, order, { email, source: 'staff', by }) : order
}

/** It counts at once, because staff spoke to them at the number of the license. The buyer is mailed as for an answer by link. */
export async function recordCall(work: UnitOfWork, orderId: string, answer: AnswerInput, by: string) {
  const order = await findChoosing(work, orderId)
  if (!order.ok) return order
  const { dealerKey, dealerName, dealerCity, dealerState } = order
  if (!dealerName || !dealerCity || !dealerState) return refuse('no_dealer')
  const { answeredBy, feeCents, hours, saysNfa, reason } = answer
  const { now } = work
  const state = answer.answer === 'accept' ? ('accepted' as const) : ('declined' as const)
  const said = { state, answeredAt: now, answeredBy, feeCents, hours, saysNfa, reason }
  const values = { ...said, confirmedAt: now, confirmedBy: by }
  const open = await findForUpdate(work, orderId, openStates)
  const requestId = open?.id ?? publicCode()
  if (open) await update(work, open, values)
  else
    await work.tx.insert(dealerRequests).values({
      id: requestId,
      orderId,
      dealerKey,
      dealerName,
      dealerCity,
      dealerState,
      source: 'staff',
      requestedAt: now,
      expiresAt: now,
      ...values,
    })
  await tellOrder(work, { orderId, confirmedAt: now }, state, { feeCents, hours }, by)
  await work.enqueue('mail-dealer-answer', { requestId, answeredAt: now.toISOString() })
  return allowed
}

async function findChoosing(work: UnitOfWork, orderId: string) {
  await lockOrder(work, orderId)
  const order = await findOrder(work.tx, orderId)
  if (!order) return refuse('order_not_found')
  const may = mayChooseDealer(order, work.now)
  return may.ok ? { ok: true as const, ...order } : may
}

/** From now on the answer counts. The address still serves this order only. */
export async function confirmRequest(
  work: UnitOfWork,
  orderId: string,
  by: string,
): Promise<{ ok: true; request: DealerRequest } | Refusal<'nothing_to_confirm'>> {
  const request = await findForUpdate(work, orderId, openStates)
  if (!request || request.confirmedAt) return refuse('nothing_to_confirm')
  await update(work, request, { confirmedAt: work.now, confirmedBy: by })
  await confirmDealerAnswer(work, orderId, by)
  return { ok: true, request }
}

const openStates: RequestState[] = ['requested', 'accepted']

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
