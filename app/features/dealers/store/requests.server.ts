import { and, desc, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type AppContext, type Db, transact, type UnitOfWork } from '#app/db/db.server.ts'
import { hasLicensee } from '#app/facts/facts.server.ts'
import { mayChooseDealer } from '#app/features/orders/refunds.ts'
import {
  type ChosenDealer,
  chooseDealer,
  confirmDealerAnswer,
  lockOrder,
  recordDealerAnswer,
} from '#app/features/orders/store/buyer.server.ts'
import { addEvent, type Sellables } from '#app/features/orders/store/lines.server.ts'
import { findOrder, type OrderView } from '#app/features/orders/store/read.server.ts'
import { readLink, signLink } from '#app/http/private-link.server.ts'
import { after } from '#app/kit/clock.ts'
import { emailAddress } from '#app/kit/fields.ts'
import { publicCode } from '#app/kit/ids.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import { oneLine } from '#app/kit/text.ts'
import { answerPeriodMs, maxRequestsPerDay, mayAnswer, remindAfterMs } from '../rules.ts'
import { dealerRequests } from '../tables.ts'
import { findDealerByKey, findDealerFile, type KnownDealer } from './search.server.ts'

const trimmed = z.string().overwrite(oneLine)

export const listedInput = z.object({
  listed: z.string().regex(/^[\w-]{22}$/, 'Choose a dealer from the list'),
})

export const askInput = z.object({ dealerEmail: emailAddress({ missing: 'Enter the dealer’s email' }) })

const feeWords = 'Enter the fee in dollars, like 25 or 25.50'

const dollars = trimmed.max(20, feeWords).transform((typed, context) => {
  const plain = typed.replace(/^\$\s*/, '').replace(/\s*(usd|dollars?)$/i, '')
  const cents = /^\d{1,3}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : undefined
  if (cents !== undefined) return cents
  context.addIssue({ code: 'custom', message: feeWords })
  return z.NEVER
})

const reason = trimmed
  .max(500, 'Keep this under 500 characters')
  .optional()
  .transform((typed) => typed || null)

export const answerInput = answerWith('Enter your name')

export const calledInput = answerWith('Enter who you spoke to')

function answerWith(nameWords: string) {
  const answeredBy = trimmed.min(2, nameWords).max(120, 'Keep the name under 120 characters')
  const accept = z.object({
    answer: z.literal('accept'),
    answeredBy,
    fee: dollars,
    hours: trimmed.min(3, 'Say when you are open').max(300, 'Keep this under 300 characters'),
    nfa: z.literal('yes').optional(),
  })
  const decline = z.object({ answer: z.literal('decline'), answeredBy, reason })
  return z.discriminatedUnion(
    'answer',
    [
      accept.transform(({ fee: feeCents, nfa, ...said }) => {
        return { ...said, feeCents, saysNfa: nfa === 'yes', reason: null }
      }),
      decline.transform((said) => ({ ...said, feeCents: null, hours: null, saysNfa: null })),
    ],
    'Choose yes or no',
  )
}
export type AnswerInput = z.infer<typeof answerInput>

/** As an order keeps its dealer: under the name that people know. */
export function chosenDealer({ key, name, tradeName, city, state, zip }: KnownDealer): ChosenDealer {
  return {
    dealerKey: key,
    dealerName: tradeName ?? name,
    dealerCity: city,
    dealerState: state,
    dealerZip: zip,
  }
}

export function chooseForOrder(ctx: AppContext, sellables: Sellables, orderId: string, dealer: ChosenDealer) {
  return transact(ctx, (work) => chooseAndAsk(work, sellables, orderId, dealer, 'buyer'))
}

/** The state rules are checked again, a dealer with a confirmed address is asked at once, and the buyer is mailed; the same dealer again does nothing. */
export async function assignDealer(
  work: UnitOfWork,
  sellables: Sellables,
  orderId: string,
  key: string,
  by: string,
) {
  const found = await findDealerFile(work.tx, key)
  if (!found) return refuse('dealer_not_found')
  if (!found.file.isListed) return refuse('unlisted')
  if (found.file.blockedReason) return refuse('blocked')
  const order = await findOrder(work.tx, orderId)
  if (order?.dealerKey === key) return { ok: true as const, isRequested: false }
  const chosen = await chooseAndAsk(work, sellables, orderId, chosenDealer(found.dealer), by)
  if (!chosen.ok) return chosen
  await addEvent(work, orderId, 'dealer_assigned', { by })
  await work.enqueue('mail-dealer-assigned', { orderId, assignedAt: work.now.toISOString() })
  return chosen
}

async function chooseAndAsk(
  work: UnitOfWork,
  sellables: Sellables,
  orderId: string,
  dealer: ChosenDealer,
  who: string,
) {
  const chosen = await chooseDealer(work, sellables, orderId, dealer)
  if (!chosen.ok) return chosen
  await tellWhoAccepted(work, orderId)
  await withdrawRequests(work, orderId)
  const known = dealer.dealerKey ? await findDealerByKey(work.tx, dealer.dealerKey) : undefined
  if (!known?.email) return { ok: true as const, isRequested: false }
  const order = { ...dealer, id: orderId, dealerKey: known.key }
  const request = await askDealer(work, order, { email: known.email, source: 'file' }, who)
  return { ok: true as const, isRequested: request.ok }
}

export type DealerRequest = typeof dealerRequests.$inferSelect

/** What staff confirmed of the dealer counts for an address of the `file`, and for one that the buyer typed. */
type RequestAddress = { email: string } & ({ source: 'buyer' | 'file' } | { source: 'staff'; by: string })

const isOpen = inArray(dealerRequests.state, ['requested', 'accepted'])

type Choosing = Pick<OrderView, 'id' | 'dealerKey' | 'dealerName' | 'dealerCity' | 'dealerState'>

/** Nothing is mailed to strangers on a buyer's word: theirs is a dealer of the federal list, or staff ask. */
export async function askDealer(
  work: UnitOfWork,
  order: Choosing,
  address: RequestAddress,
  who = address.source === 'staff' ? address.by : 'buyer',
) {
  const { tx, now } = work
  const { email, source } = address
  if (!order.dealerName || !order.dealerCity || !order.dealerState) return refuse('no_dealer')
  if (source === 'buyer' && order.dealerKey === null) return refuse('unlisted')
  if (!(await hasLicensee(tx))) return refuse('no_licensee')
  await lockOrder(work, order.id)
  const requestedOn = now.toISOString().slice(0, 10)
  const isToday = and(eq(dealerRequests.orderId, order.id), eq(dealerRequests.requestedOn, requestedOn))
  const requestsToday = await tx.$count(dealerRequests, and(isToday, isNotNull(dealerRequests.turn)))
  if (source !== 'staff' && requestsToday >= maxRequestsPerDay) return refuse('asked_enough')
  await withdrawRequests(work, order.id)
  const known = order.dealerKey ? await findDealerByKey(tx, order.dealerKey) : undefined
  const vouches = known?.email === email ? known.emailConfirmedBy : null
  const confirmedBy = address.source === 'staff' ? address.by : vouches
  const request = await write(work, order, {
    email,
    source,
    state: 'requested',
    confirmedAt: confirmedBy ? now : null,
    confirmedBy,
    requestedOn,
    turn: source === 'staff' ? null : requestsToday + 1,
    expiresAt: after(now, answerPeriodMs),
  })
  if (!request) return refuse('no_dealer')
  await tellOrder(work, request, who)
  await work.enqueue('mail-dealer-request', { requestId: request.id })
  return { ok: true as const, id: request.id }
}

/** A new request to the dealer of an order. */
async function write(
  { tx, now }: UnitOfWork,
  { id: orderId, dealerKey, dealerName, dealerCity, dealerState }: Choosing,
  values: Partial<DealerRequest> & Pick<DealerRequest, 'source' | 'state' | 'expiresAt'>,
): Promise<DealerRequest | undefined> {
  if (!dealerName || !dealerCity || !dealerState) return undefined
  const dealer = { dealerKey, dealerName, dealerCity, dealerState }
  const row = { id: publicCode(), orderId, ...dealer, requestedAt: now, ...values }
  const [request] = await tx.insert(dealerRequests).values(row).returning()
  return request
}

async function change(
  { tx }: Pick<UnitOfWork, 'tx'>,
  { id }: Pick<DealerRequest, 'id'>,
  values: Partial<DealerRequest>,
): Promise<DealerRequest | undefined> {
  const [request] = await tx.update(dealerRequests).set(values).where(eq(dealerRequests.id, id)).returning()
  return request
}

/** What the order shows of its dealer's word: a copy of the request that counts. The history holds no names. */
async function tellOrder(work: UnitOfWork, request: DealerRequest, by?: string): Promise<void> {
  const { orderId, state: is, confirmedAt } = request
  if (is === 'withdrawn') return
  const { feeCents, hours } = is === 'accepted' ? request : { feeCents: null, hours: null }
  const at = work.now.toISOString()
  const answer = { is, isConfirmed: confirmedAt !== null, at, feeCents, hours: hours ?? '' }
  await recordDealerAnswer(work, orderId, answer, by)
}

export async function withdrawRequests(work: UnitOfWork, orderId: string): Promise<void> {
  const { linksEndedAt, state } = dealerRequests
  await work.tx
    .update(dealerRequests)
    .set({
      state: sql`case when ${isOpen} then 'withdrawn' else ${state} end`,
      linksEndedAt: sql`coalesce(${linksEndedAt}, ${work.now.toISOString()})`,
    })
    .where(eq(dealerRequests.orderId, orderId))
}

/** An acceptance may be corrected until the transfer form is filed; a refusal stands. An order that is over needs no dealer. */
export async function answerRequest(work: UnitOfWork, requestId: string, answer: AnswerInput) {
  const known = await findRequest(work.tx, requestId)
  if (!known) return refuse('withdrawn')
  // The order first, as everywhere.
  await lockOrder(work, known.orderId)
  const isIt = eq(dealerRequests.id, requestId)
  const [request] = await work.tx.select().from(dealerRequests).where(isIt).for('update')
  if (!request) return refuse('withdrawn')
  const may = mayAnswer(request, work.now)
  if (!may.ok) return may
  const needed = await stillNeeded(work.tx, request.orderId, work.now)
  if (!needed.ok) return needed
  await noteAnswer(work, await change(work, request, said(work, answer)))
  return allowed
}

const said = ({ now }: UnitOfWork, { answer, ...words }: AnswerInput) => ({
  ...words,
  state: answer === 'accept' ? ('accepted' as const) : ('declined' as const),
  answeredAt: now,
})

async function noteAnswer(work: UnitOfWork, request: DealerRequest | undefined, by?: string) {
  if (!request) throw new Error('The request is gone')
  await tellOrder(work, request, by)
  await work.enqueue('mail-dealer-answer', { requestId: request.id, answeredAt: work.now.toISOString() })
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
  const values = { ...said(work, answer), confirmedAt: work.now, confirmedBy: by }
  const open = await findOpen(work, orderId)
  const request = open
    ? await change(work, open, values)
    : await write(work, order, { source: 'staff', expiresAt: work.now, ...values })
  if (!request) return refuse('no_dealer')
  await noteAnswer(work, request, by)
  return allowed
}

async function findChoosing(work: UnitOfWork, orderId: string) {
  await lockOrder(work, orderId)
  const order = await findOrder(work.tx, orderId)
  if (!order) return refuse('order_not_found')
  const may = mayChooseDealer(order, work.now)
  return may.ok ? { ok: true as const, ...order } : may
}

async function findOpen(work: UnitOfWork, orderId: string): Promise<DealerRequest | undefined> {
  await lockOrder(work, orderId)
  const ofOrder = and(eq(dealerRequests.orderId, orderId), isOpen)
  const [request] = await work.tx.select().from(dealerRequests).where(ofOrder).for('update')
  return request
}

/** From now on the answer counts. The address still serves this order only. */
export async function confirmRequest(work: UnitOfWork, orderId: string, by: string) {
  const request = await findOpen(work, orderId)
  if (!request || request.confirmedAt) return refuse('nothing_to_confirm')
  await change(work, request, { confirmedAt: work.now, confirmedBy: by })
  await confirmDealerAnswer(work, orderId, by)
  return allowed
}

/** Open requests that went to an address which staff confirm of a dealer count now, too: the buyer may have typed it before. */
export async function confirmRequestsAt(work: UnitOfWork, dealerKey: string, email: string, by: string) {
  const { orderId } = dealerRequests
  const wentThere = and(
    eq(dealerRequests.dealerKey, dealerKey),
    eq(dealerRequests.email, email),
    isNull(dealerRequests.confirmedAt),
    isOpen,
  )
  for (const open of await work.tx.select({ orderId }).from(dealerRequests).where(wentThere).orderBy(orderId))
    await confirmRequest(work, open.orderId, by)
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
  for (const request of over) await noteAnswer(work, request)
  return over.length
}

export async function withdrawOverRequests(work: UnitOfWork): Promise<number> {
  const open = await work.tx
    .select({ id: dealerRequests.id, orderId: dealerRequests.orderId })
    .from(dealerRequests)
    .where(isOpen)
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

/** Does the order still want a dealer's word? Not when it is over, and not when the form names the dealer already. */
async function stillNeeded(db: Db, orderId: string, now: Date) {
  const order = await findOrder(db, orderId)
  if (!order) return refuse('withdrawn')
  const may = mayChooseDealer(order, now)
  if (may.ok) return may
  return refuse(may.why === 'form_filed' ? 'form_filed' : 'withdrawn')
}

export function dealerToken({ sign, now }: Pick<UnitOfWork, 'sign' | 'now'>, requestId: string): string {
  return signLink(sign, ['dealer request', requestId], { madeAt: now, epoch: '' })
}

export async function findOwnRequest(
  { db, now, sign }: Pick<AppContext, 'db' | 'now' | 'sign'>,
  requestId: string,
  token: string,
): Promise<DealerRequest | undefined> {
  if (!readLink(sign, ['dealer request', requestId], token, { now: now() })) return undefined
  const request = await findRequest(db, requestId)
  return request?.linksEndedAt ? undefined : request
}
