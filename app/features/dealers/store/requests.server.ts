import { and, desc, eq, inArray, isNotNull, isNull, lte, type SQL } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { AppContext, UnitOfWork } from '#app/db/work.server.ts'
import { hasLicensee } from '#app/facts/facts.server.ts'
import type { DealerAnswer } from '#app/features/orders/review.ts'
import { mayChooseDealer } from '#app/features/orders/refunds.ts'
import { findOrder, type OrderView } from '#app/features/orders/store/read.server.ts'
import { lockOrder, recordDealerAnswer } from '#app/features/orders/store/buyer.server.ts'
import { after } from '#app/kit/clock.ts'
import { publicCode } from '#app/kit/ids.ts'
import { allowed, type Refusal, refuse } from '#app/kit/refusal.ts'
import type { AnswerInput } from '../input.ts'
import { answerPeriodMs, canTransition, mayAnswer, mayAskToday, remindAfterMs } from '../rules.ts'
import { readLink, signLink } from '#app/http/private-link.server.ts'
import { dealerRequests } from '../tables.ts'
import { findDealerByKey } from './search.server.ts'

export type DealerRequest = typeof dealerRequests.$inferSelect

export type RequestAddress = { email: string } & (
  | { source: 'buyer' }
  | { source: 'staff' | 'file'; by: string }
)

/** Nothing is mailed to strangers on a buyer's word: theirs is a dealer of the federal list, or staff ask. */
export async function askDealer(
  work: UnitOfWork,
  order: Pick<OrderView, 'id' | 'dealerKey' | 'dealerName' | 'dealerCity' | 'dealerState'>,
  address: RequestAddress,
  who = address.source === 'buyer' ? 'buyer' : address.by,
): Promise<{ ok: true; id: string } | Refusal<'no_dealer' | 'unlisted' | 'no_licensee' | 'asked_enough'>> {
  const { dealerKey, dealerName, dealerCity, dealerState } = order
  if (!dealerName || !dealerCity || !dealerState) return refuse('no_dealer')
  if (address.source === 'buyer' && dealerKey === null) return refuse('unlisted')
  if (!(await hasLicensee(work.tx))) return refuse('no_licensee')
  await lockOrder(work, order.id)
  const { email, source } = address
  const confirmedBy =
    address.source === 'buyer' ? await findWhoConfirmed(work.tx, dealerKey, email) : address.by
  const requestedOn = work.now.toISOString().slice(0, 10)
  const isToday = and(eq(dealerRequests.orderId, order.id), eq(dealerRequests.requestedOn, requestedOn))
  const requestsToday = await work.tx.$count(dealerRequests, and(isToday, isNotNull(dealerRequests.turn)))
  const may = source === 'staff' ? allowed : mayAskToday(requestsToday)
  if (!may.ok) return may
  await withdrawRequests(work, order.id)
  const id = publicCode()
  await work.tx.insert(dealerRequests).values({
    id,
    orderId: order.id,
    dealerKey,
    dealerName,
    dealerCity,
    dealerState,
    email,
    source,
    state: 'requested',
    ...(confirmedBy && { confirmedAt: work.now, confirmedBy }),
    requestedAt: work.now,
    requestedOn,
    turn: source === 'staff' ? null : requestsToday + 1,
    expiresAt: after(work.now, answerPeriodMs),
  })
  const sent = { orderId: order.id, confirmedAt: confirmedBy ? work.now : null }
  await tellOrder(work, sent, 'requested', undefined, who)
  await work.enqueue('mail-dealer-request', { requestId: id })
  return { ok: true, id }
}

async function findWhoConfirmed(db: Db, dealerKey: string | null, email: string): Promise<string | null> {
  const known = dealerKey === null ? undefined : await findDealerByKey(db, dealerKey)
  return known?.email === email ? known.emailConfirmedBy : null
}

export async function withdrawRequests(work: UnitOfWork, orderId: string): Promise<void> {
  await work.tx
    .update(dealerRequests)
    .set({ state: 'withdrawn' })
    .where(and(eq(dealerRequests.orderId, orderId), isOpen()))
  await work.tx
    .update(dealerRequests)
    .set({ linksEndedAt: work.now })
    .where(and(eq(dealerRequests.orderId, orderId), isNull(dealerRequests.linksEndedAt)))
}

export type AnswerRefusal = Refusal<'withdrawn' | 'declined' | 'expired' | 'form_filed'>

/** An acceptance may be corrected until the transfer form is filed; a refusal stands. An order that is over needs no dealer. */
export async function answerRequest(
  work: UnitOfWork,
  requestId: string,
  answer: AnswerInput,
): Promise<{ ok: true } | AnswerRefusal> {
  const { tx, now } = work
  const known = await findRequest(tx, requestId)
  if (!known) return refuse('withdrawn')
  // The order first, as everywhere.
  await lockOrder(work, known.orderId)
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
  if (!canTransition(request.state, state)) return refuse('declined')
  const { answeredBy, feeCents, hours, saysNfa, reason } = answer
  await tx
    .update(dealerRequests)
    .set({ state, answeredAt: now, answeredBy, feeCents, hours, saysNfa, reason })
    .where(eq(dealerRequests.id, requestId))
  await tellOrder(work, request, state, { feeCents, hours })
  await work.enqueue('mail-dealer-answer', { requestId, answeredAt: now.toISOString() })
  return { ok: true }
}

export async function findRequest(db: Db, id: string): Promise<DealerRequest | undefined> {
  const [request] = await db.select().from(dealerRequests).where(eq(dealerRequests.id, id))
  return request
}

export function listRequests(db: Db, orderId: string): Promise<DealerRequest[]> {
  return db
    .select()
    .from(dealerRequests)
    .where(eq(dealerRequests.orderId, orderId))
    .orderBy(desc(dealerRequests.requestedAt))
}

export async function remindDealers(work: UnitOfWork): Promise<number> {
  const silent = await work.tx
    .update(dealerRequests)
    .set({ remindedAt: work.now })
    .where(
      and(
        eq(dealerRequests.state, 'requested'),
        isNull(dealerRequests.remindedAt),
        lte(dealerRequests.requestedAt, after(work.now, -remindAfterMs)),
      ),
    )
    .returning({ id: dealerRequests.id })
  for (const { id } of silent) await work.enqueue('mail-dealer-reminder', { requestId: id })
  return silent.length
}

export async function expireRequests(work: UnitOfWork): Promise<number> {
  const over = await work.tx
    .update(dealerRequests)
    .set({ state: 'expired', linksEndedAt: work.now })
    .where(and(eq(dealerRequests.state, 'requested'), lte(dealerRequests.expiresAt, work.now)))
    .returning()
  for (const request of over) {
    await tellOrder(work, request, 'expired')
    await work.enqueue('mail-dealer-answer', { requestId: request.id, answeredAt: work.now.toISOString() })
  }
  return over.length
}

export async function withdrawOverRequests(work: UnitOfWork): Promise<number> {
  const open = await work.tx
    .select({ id: dealerRequests.id, orderId: dealerRequests.orderId })
    .from(dealerRequests)
    .where(isOpen())
    .orderBy(dealerRequests.orderId)
  let over = 0
  for (const { orderId } of open) {
    await lockOrder(work, orderId)
    const needed = await stillNeeded(work.tx, orderId, work.now)
    if (needed.ok || needed.why !== 'withdrawn') continue
    await tellWhoAccepted(work, orderId)
    await withdrawRequests(work, orderId)
    over++
  }
  return over
}

/** Mails the dealer who accepted a request of this order that the firearm does not come to them. Called before the request ends. */
export async function tellWhoAccepted(work: UnitOfWork, orderId: string): Promise<void> {
  const accepted = and(eq(dealerRequests.orderId, orderId), eq(dealerRequests.state, 'accepted'))
  for (const { id } of await work.tx.select({ id: dealerRequests.id }).from(dealerRequests).where(accepted))
    await work.enqueue('mail-dealer-over', { requestId: id })
}

function isOpen(): SQL {
  return inArray(dealerRequests.state, ['requested', 'accepted'])
}

/** Does the order still want a dealer's word? Not when it is over, and not when the form names the dealer already. */
async function stillNeeded(db: Db, orderId: string, now: Date) {
  const order = await findOrder(db, orderId)
  if (!order) return refuse('withdrawn')
  const may = mayChooseDealer(order, now)
  if (may.ok) return may
  return refuse(may.why === 'form_filed' ? 'form_filed' : 'withdrawn')
}

export async function tellOrder(
  work: UnitOfWork,
  request: Pick<DealerRequest, 'orderId' | 'confirmedAt'>,
  is: DealerAnswer['is'],
  answer: { feeCents: number | null; hours: string | null } = { feeCents: null, hours: null },
  by?: string,
) {
  const { feeCents, hours } = is === 'accepted' ? answer : { feeCents: null, hours: null }
  const isConfirmed = request.confirmedAt !== null
  const at = work.now.toISOString()
  await recordDealerAnswer(work, request.orderId, { is, isConfirmed, at, feeCents, hours: hours ?? '' }, by)
}

export function dealerToken({ sign, now }: Pick<UnitOfWork, 'sign' | 'now'>, requestId: string): string {
  return signLink(sign, ['dealer request', requestId], { madeAt: now, epoch: '' })
}

export function dealerLink({ publicUrl }: { publicUrl: string }, requestId: string, token: string): string {
  return `${publicUrl}/dealers/answer/${requestId}?key=${token}`
}

export async function findOwnRequest(
  { db, now, sign }: Pick<AppContext, 'db' | 'now' | 'sign'>,
  requestId: string,
  token: string,
): Promise<DealerRequest | undefined> {
  if (!readLink(sign, ['dealer request', requestId], token, { now: now() })) return undefined
  const isOpen = and(eq(dealerRequests.id, requestId), isNull(dealerRequests.linksEndedAt))
  const [request] = await db.select().from(dealerRequests).where(isOpen)
  return request
}
