import { z } from 'zod'
import { transact } from '#app/db/work.server.ts'
import { mintLink } from '#app/features/orders/mails.server.ts'
import { carriers, showTracking } from '#app/features/orders/parcels.ts'
import { findOrder, type OrderView } from '#app/features/orders/store/read.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { type Mailing, mailJob } from '#app/mail/mail-job.server.ts'
import { formatDay } from '#app/kit/date-format.ts'
import { contactPath, verdictText } from '#app/features/compliance/words.ts'
import { answeredLetter, assignedLetter, overLetter, requestLetter, shippedLetter } from './mails.ts'
import { firearmSheets } from './rules/firearm-sheet.ts'
import { wordsFor } from './words.ts'
import {
  dealerLink,
  dealerToken,
  type DealerRequest,
  expireRequests,
  findRequest,
  remindDealers,
  withdrawOverRequests,
} from './store/requests.server.ts'
import { findDealerByKey } from './store/search.server.ts'

const ofRequest = z.object({ requestId: z.string() })

const mailRequest = mailJob('mail-dealer-request', {
  payload: ofRequest,
  key: ({ requestId }) => `dealer-request:${requestId}`,
  write: (shop, { requestId }) => requestOf(shop, requestId, false),
})

const mailReminder = mailJob('mail-dealer-reminder', {
  payload: ofRequest,
  key: ({ requestId }) => `dealer-reminder:${requestId}`,
  write: (shop, { requestId }) => requestOf(shop, requestId, true),
})

async function requestOf(shop: Shop, requestId: string, isReminder: boolean): Promise<Mailing | undefined> {
  const request = await findRequest(shop.db, requestId)
  const order = request && (await findOrder(shop.db, request.orderId))
  if (request?.state !== 'requested' || !request.email || !order) return undefined
  const token = dealerToken({ sign: shop.sign, now: shop.now() }, requestId)
  const letter = requestLetter(shop.facts(), {
    orderId: order.id,
    dealer: await findListed(shop, request),
    firearms: firearmSheets(order.lines),
    isReminder,
    until: formatDay(request.expiresAt, shop.timeZone),
    link: dealerLink(shop, requestId, token),
  })
  return { to: request.email, letter }
}

const mailAnswer = mailJob('mail-dealer-answer', {
  payload: z.object({ requestId: z.string(), answeredAt: z.iso.datetime() }),
  key: ({ requestId, answeredAt }) => `dealer-answer:${requestId}:${answeredAt}`,
  async write(shop, { requestId }) {
    const request = await findRequest(shop.db, requestId)
    const order = request && (await findOrder(shop.db, request.orderId))
    if (!request || !order?.buyerEmail) return undefined
    const { state, feeCents } = request
    if (state === 'pending' || state === 'requested' || state === 'withdrawn') return undefined
    const letter = answeredLetter({
      state,
      dealer: (await findListed(shop, request))?.name ?? null,
      isConfirmed: request.confirmedAt !== null,
      feeCents,
      firearms: describeFirearms(order),
      kind: wordsFor(firearmSheets(order.lines)),
      link: mintLink(shop, order),
    })
    return { to: order.buyerEmail, letter }
  },
})

const mailAssigned = mailJob('mail-dealer-assigned', {
  payload: z.object({ orderId: z.string(), assignedAt: z.iso.datetime() }),
  key: ({ orderId, assignedAt }) => `dealer-assigned:${orderId}:${assignedAt}`,
  async write(shop, { orderId }) {
    const order = await findOrder(shop.db, orderId)
    const dealer = order && (await findListed(shop, order))
    if (!order?.buyerEmail || !dealer) return undefined
    const { verdict } = order
    const review = verdict && verdict.outcome !== 'allowed' ? verdictText(verdict) : ''
    const letter = assignedLetter({
      dealer,
      firearms: describeFirearms(order),
      review: review.replace(contactPath, shop.publicUrl + contactPath),
      link: mintLink(shop, order),
    })
    return { to: order.buyerEmail, letter }
  },
})

/** Tells a dealer who had accepted that the firearm does not come to them: at the address of the request, or that of their file. */
const mailOver = mailJob('mail-dealer-over', {
  payload: ofRequest,
  key: ({ requestId }) => `dealer-over:${requestId}`,
  async write(shop, { requestId }) {
    const request = await findRequest(shop.db, requestId)
    const order = request && (await findOrder(shop.db, request.orderId))
    const listed = request?.dealerKey ? await findDealerByKey(shop.db, request.dealerKey) : undefined
    const to = request?.email ?? listed?.email
    if (request?.state !== 'withdrawn' || !order || !to) return undefined
    const firearms = order.lines
      .filter(({ fulfillment }) => fulfillment === 'ffl_transfer')
      .map(({ title, detail }) => [title, detail].filter(Boolean).join(', '))
    return { to, letter: overLetter({ orderId: order.id, firearms: firearms.join('; ') }) }
  },
})

const mailShipped = mailJob('mail-dealer-shipped', {
  payload: z.object({
    orderId: z.string(),
    lines: z.array(z.number().int().nonnegative()),
    carrier: z.enum(carriers),
    tracking: z.string(),
    movedAt: z.iso.datetime(),
    isCorrection: z.boolean().optional(),
  }),
  key: ({ orderId, movedAt, lines }) => `dealer-shipped:${orderId}:${movedAt}:${lines.join(' ')}`,
  async write(shop, { orderId, lines, isCorrection, carrier, tracking }) {
    const order = await findOrder(shop.db, orderId)
    const dealer = order?.dealerKey ? await findDealerByKey(shop.db, order.dealerKey) : undefined
    const firearms = firearmSheets(order?.lines.filter(({ position }) => lines.includes(position)) ?? [])
    const shipment = showTracking({ carrier, tracking })
    if (!dealer?.email || !shipment || firearms.length === 0) return undefined
    const letter = shippedLetter(shop.facts(), { orderId, firearms, shipment, isCorrection })
    return { to: dealer.email, letter }
  },
})

const checkRequests = defineJob({
  name: 'dealer-requests',
  payload: z.object({}),
  every: '20 * * * *',
  async run(shop) {
    await transact(shop, expireRequests)
    await transact(shop, remindDealers)
    await transact(shop, withdrawOverRequests)
  },
})

export const dealerJobs = [
  mailRequest,
  mailReminder,
  mailAnswer,
  mailAssigned,
  mailOver,
  mailShipped,
  checkRequests,
] as readonly Job[]

/** The dealer of a request as the federal list has it, never as somebody typed it. */
async function findListed({ db }: Shop, { dealerKey }: Pick<DealerRequest, 'dealerKey'>) {
  const dealer = dealerKey ? await findDealerByKey(db, dealerKey) : undefined
  return dealer ? { name: dealer.tradeName ?? dealer.name, city: dealer.city, state: dealer.state } : null
}

function describeFirearms(order: OrderView): string {
  return firearmSheets(order.lines)
    .map(({ name }) => name)
    .join('; ')
}
