import { and, desc, eq, inArray, isNull, lte, type SQL } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { Work } from '#app/db/work.server.ts'
import { mayChooseDealer } from '#app/features/orders/rules/refunds.ts'
import { findOrder, type OrderView, recordDealerAnswer } from '#app/features/orders/store.server.ts'
import { after } from '#app/kit/clock.ts'
import { publicCode } from '#app/kit/ids.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import type { AnswerInput } from '../input.ts'
import { answerWithinMs, canMove, mayAnswer, remindAfterMs, type RequestState } from '../rules.ts'
import { dealerRequests, dealers } from '../tables.ts'
import { revokeDealerLinks } from './links.server.ts'

/** One question to one dealer, with what came of it. */
export type DealerRequest = typeof dealerRequests.$inferSelect

/** Asks the dealer of an order by mail, at this address. Whoever was asked for it before is asked no more. */
export async function askDealer(
  work: Work,
  order: Pick<OrderView, 'id' | 'dealerKey' | 'dealerName' | 'dealerCity' | 'dealerState'>,
  email: string,
): Promise<{ ok: true; id: string } | Refusal<'no_dealer'>> {
  const { dealerKey, dealerName, dealerCity, dealerState } = order
  if (!dealerName || !dealerCity || !dealerState) return refuse('no_dealer')
  await withdrawRequests(work, order.id)
  const id = publicCode()
  await work.tx.insert(dealerRequests).values({
    ...{ id, orderId: order.id, dealerKey, dealerName, dealerCity, dealerState, email },
    ...{ state: 'asked', askedAt: work.now, expiresAt: after(work.now, answerWithinMs) },
  })
  await tellOrder(work, order.id, 'asked')
  await work.enqueue('mail-dealer-request', { requestId: id })
  return { ok: true, id }
}

/** Takes back what was asked for an order: no link opens anything any more, also of those who have declined. */
export async function withdrawRequests(work: Work, orderId: string): Promise<void> {
  await work.tx
    .update(dealerRequests)
    .set({ state: 'withdrawn' })
    .where(and(eq(dealerRequests.orderId, orderId), isOpen()))
  for (const { id } of await listRequests(work.tx, orderId)) await revokeDealerLinks(work, id)
}

/** Why an answer was not taken. */
export type AnswerRefusal = Refusal<'withdrawn' | 'declined' | 'expired' | 'form_filed'>

/**
 * Writes a dealer's answer down, and tells the buyer. An acceptance may be corrected until the transfer form is filed; a
 * refusal stands. An order that is over needs no dealer.
 */
export async function answerRequest(
  work: Work,
  requestId: string,
  answer: AnswerInput,
): Promise<{ ok: true } | AnswerRefusal> {
  const { tx, now } = work
  const [request] = await tx
    .select()
    .from(dealerRequests)
    .where(eq(dealerRequests.id, requestId))
    .for('update')
  if (!request) return refuse('withdrawn')
  const may = mayAnswer(request, now)
  if (!may.ok) return may
  const needed = await stillNeeded(tx, request.orderId, now)
  if (!needed.ok) return needed
  const state = answer.answer === 'accept' ? 'accepted' : 'declined'
  if (!canMove(request.state, state)) return refuse('declined')
  const { answeredBy, feeCents, hours, saysNfa, reason } = answer
  await tx
    .update(dealerRequests)
    .set({ state, answeredAt: now, answeredBy, feeCents, hours, saysNfa, reason })
    .where(eq(dealerRequests.id, requestId))
  // Whoever answered from there can be asked there again.
  if (request.dealerKey)
    await tx.update(dealers).set({ email: request.email }).where(eq(dealers.key, request.dealerKey))
  await tellOrder(work, request.orderId, state, { feeCents, hours })
  await work.enqueue('mail-dealer-answer', { requestId, answeredAt: now.toISOString() })
  return { ok: true }
}

/** A request by its id, or undefined. */
export async function findRequest(db: Db, id: string): Promise<DealerRequest | undefined> {
  const [request] = await db.select().from(dealerRequests).where(eq(dealerRequests.id, id))
  return request
}

/** Everything that was asked for an order, newest first. */
export function listRequests(db: Db, orderId: string): Promise<DealerRequest[]> {
  return db
    .select()
    .from(dealerRequests)
    .where(eq(dealerRequests.orderId, orderId))
    .orderBy(desc(dealerRequests.askedAt))
}

/** The newest requests to dealers, for the operator. */
export function listNewestRequests(db: Db, most = 50): Promise<DealerRequest[]> {
  return db.select().from(dealerRequests).orderBy(desc(dealerRequests.askedAt)).limit(most)
}

/** Asks those once more who have been silent for some days. Returns how many. */
export async function remindDealers(work: Work): Promise<number> {
  const silent = await work.tx
    .update(dealerRequests)
    .set({ remindedAt: work.now })
    .where(
      and(
        eq(dealerRequests.state, 'asked'),
        isNull(dealerRequests.remindedAt),
        lte(dealerRequests.askedAt, after(work.now, -remindAfterMs)),
      ),
    )
    .returning({ id: dealerRequests.id })
  for (const { id } of silent) await work.enqueue('mail-dealer-reminder', { requestId: id })
  return silent.length
}

/** Ends requests that nobody answered in time, and tells their buyers. Returns how many. */
export async function expireRequests(work: Work): Promise<number> {
  const over = await endAll(
    work,
    'expired',
    and(eq(dealerRequests.state, 'asked'), lte(dealerRequests.expiresAt, work.now)),
  )
  for (const { id, orderId } of over) {
    await tellOrder(work, orderId, 'expired')
    await work.enqueue('mail-dealer-answer', { requestId: id, answeredAt: work.now.toISOString() })
  }
  return over.length
}

/** Takes requests back whose orders were refunded meanwhile. Returns how many. */
export async function withdrawOverRequests(work: Work): Promise<number> {
  const open = await work.tx
    .select({ id: dealerRequests.id, orderId: dealerRequests.orderId })
    .from(dealerRequests)
    .where(isOpen())
  const over: string[] = []
  for (const { id, orderId } of open) {
    const needed = await stillNeeded(work.tx, orderId, work.now)
    if (!needed.ok && needed.why === 'withdrawn') over.push(id)
  }
  if (over.length) await endAll(work, 'withdrawn', inArray(dealerRequests.id, over))
  return over.length
}

function isOpen(): SQL {
  return inArray(dealerRequests.state, ['asked', 'accepted'])
}

async function endAll(work: Work, state: RequestState, which: SQL | undefined) {
  const ended = await work.tx.update(dealerRequests).set({ state }).where(which).returning()
  for (const { id } of ended) await revokeDealerLinks(work, id)
  return ended
}

/** Does the order still want a dealer's word? Not when it is over, and not when the form names the dealer already. */
async function stillNeeded(db: Db, orderId: string, now: Date) {
  const order = await findOrder(db, orderId)
  if (!order) return refuse('withdrawn')
  const may = mayChooseDealer(order, now)
  if (may.ok) return may
  return refuse(may.why === 'form_filed' ? 'form_filed' : 'withdrawn')
}

async function tellOrder(
  work: Work,
  orderId: string,
  is: 'asked' | 'accepted' | 'declined' | 'expired',
  said: { feeCents: number | null; hours: string | null } = { feeCents: null, hours: null },
) {
  const { feeCents, hours } = is === 'accepted' ? said : { feeCents: null, hours: null }
  await recordDealerAnswer(work, orderId, { is, at: work.now.toISOString(), feeCents, hours: hours ?? '' })
}
