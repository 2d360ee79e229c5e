import { z } from 'zod'
import { transact } from '#app/db/work.server.ts'
import { carriers } from '#app/features/orders/rules/parcel.ts'
import { showTracking } from '#app/features/orders/words/parcels.ts'
import { findOrder, type OrderView } from '#app/features/orders/store/read.server.ts'
import { makeLink, privateLink } from '#app/features/orders/store/links.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { type MailContent, renderMail } from '#app/mail/layout.tsx'
import { defineMailJob } from '#app/mail/mail-job.server.ts'
import { sendOnce } from '#app/mail/send-once.server.ts'
import { formatDay } from '#app/kit/date-format.ts'
import { contactPath, verdictText } from '#app/features/compliance/words.ts'
import { answeredMail } from './emails/answered.tsx'
import { assignedMail } from './emails/assigned.tsx'
import { overMail } from './emails/over.tsx'
import { requestMail } from './emails/request.tsx'
import { shippedMail } from './emails/shipped.tsx'
import { firearmSheets } from './rules/firearm-sheet.ts'
import { wordsFor } from './words.ts'
import { dealerLink, makeDealerLink } from './store/links.server.ts'
import {
  type DealerRequest,
  expireRequests,
  findRequest,
  remindDealers,
  withdrawOverRequests,
} from './store/requests.server.ts'
import { findDealerByKey } from './store/search.server.ts'

const requestPayload = z.object({ requestId: z.string() })

/** Emails the dealer. The link is made for this mail; only its hash is stored. */
const mailRequest = defineMailJob({
  name: 'mail-dealer-request',
  payload: requestPayload,
  run: (shop, { requestId }) => sendRequest(shop, requestId, false),
})

const mailReminder = defineMailJob({
  name: 'mail-dealer-reminder',
  payload: requestPayload,
  run: (shop, { requestId }) => sendRequest(shop, requestId, true),
})

const mailAnswer = defineMailJob({
  name: 'mail-dealer-answer',
  payload: z.object({ requestId: z.string(), answeredAt: z.iso.datetime() }),
  async run(shop, { requestId, answeredAt }) {
    const request = await findRequest(shop.db, requestId)
    const order = request && (await findOrder(shop.db, request.orderId))
    if (!request || !order?.buyerEmail) return
    const { state: is, feeCents } = request
    if (is === 'pending' || is === 'requested' || is === 'withdrawn') return
    const token = await transact(shop, (work) => makeLink(work, order.id))
    const link = privateLink(shop, order.id, token)
    const dealer = (await findListed(shop, request))?.name ?? null
    const isConfirmed = request.confirmedAt !== null
    const content = answeredMail({
      state: is,
      dealer,
      isConfirmed,
      feeCents,
      firearms: describeFirearms(order),
      kind: wordsFor(firearmSheets(order.lines)),
      link,
    })
    await mail(shop, `dealer-answer:${requestId}:${answeredAt}`, order.buyerEmail, content)
  },
})

const mailAssigned = defineMailJob({
  name: 'mail-dealer-assigned',
  payload: z.object({ orderId: z.string(), assignedAt: z.iso.datetime() }),
  async run(shop, { orderId, assignedAt }) {
    const order = await findOrder(shop.db, orderId)
    const dealer = order && (await findListed(shop, order))
    if (!order?.buyerEmail || !dealer) return
    const token = await transact(shop, (work) => makeLink(work, orderId))
    const { verdict } = order
    const review = verdict && verdict.outcome !== 'allowed' ? verdictText(verdict) : ''
    const content = assignedMail({
      dealer,
      firearms: describeFirearms(order),
      review: review.replace(contactPath, shop.publicUrl + contactPath),
      link: privateLink(shop, orderId, token),
    })
    await mail(shop, `dealer-assigned:${orderId}:${assignedAt}`, order.buyerEmail, content)
  },
})

/** Tells a dealer who had accepted that the firearm does not come to them: at the address of the request, or that of their file. */
const mailOver = defineMailJob({
  name: 'mail-dealer-over',
  payload: requestPayload,
  async run(shop, { requestId }) {
    const request = await findRequest(shop.db, requestId)
    const order = request && (await findOrder(shop.db, request.orderId))
    const listed = request?.dealerKey ? await findDealerByKey(shop.db, request.dealerKey) : undefined
    const to = request?.email ?? listed?.email
    if (request?.state !== 'withdrawn' || !order || !to) return
    const firearms = order.lines
      .filter(({ fulfillment }) => fulfillment === 'ffl_transfer')
      .map(({ title, detail }) => [title, detail].filter(Boolean).join(', '))
    await mail(
      shop,
      `dealer-over:${requestId}`,
      to,
      overMail({ orderId: order.id, firearms: firearms.join('; ') }),
    )
  },
})

const mailShipped = defineMailJob({
  name: 'mail-dealer-shipped',
  payload: z.object({
    orderId: z.string(),
    lines: z.array(z.number().int().nonnegative()),
    carrier: z.enum(carriers),
    tracking: z.string(),
    movedAt: z.iso.datetime(),
    isCorrection: z.boolean().optional(),
  }),
  async run(shop, { orderId, lines, movedAt, isCorrection, ...shipment }) {
    const order = await findOrder(shop.db, orderId)
    const dealer = order?.dealerKey ? await findDealerByKey(shop.db, order.dealerKey) : undefined
    const firearms = firearmSheets(order?.lines.filter(({ position }) => lines.includes(position)) ?? [])
    const shown = showTracking(shipment)
    if (!dealer?.email || !shown || firearms.length === 0) return
    const content = shippedMail({ orderId, firearms, shipment: shown, isCorrection })
    await mail(shop, `dealer-shipped:${orderId}:${movedAt}:${lines.join(' ')}`, dealer.email, content)
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

async function sendRequest(shop: Shop, requestId: string, isReminder: boolean) {
  const request = await findRequest(shop.db, requestId)
  const order = request && (await findOrder(shop.db, request.orderId))
  if (request?.state !== 'requested' || !request.email || !order) return
  const token = await transact(shop, (work) => makeDealerLink(work, requestId))
  const content = requestMail({
    orderId: order.id,
    dealer: await findListed(shop, request),
    firearms: firearmSheets(order.lines),
    isReminder,
    until: formatDay(request.expiresAt, shop.timeZone),
    link: dealerLink(shop, requestId, token),
  })
  await mail(shop, mailKey(request, isReminder), request.email, content)
}

const mailKey = ({ id }: DealerRequest, isReminder: boolean) =>
  `dealer-${isReminder ? 'reminder' : 'request'}:${id}`

async function mail(shop: Shop, key: string, to: string, content: MailContent) {
  const { subject } = content
  await sendOnce(shop.db, shop.mailer, { key, to, subject, ...renderMail(content) }, shop.now())
}

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
