import { z } from 'zod'
import { autocommit, transact } from '#app/db/work.server.ts'
import type { Verdict } from '#app/features/compliance/rules.ts'
import { contactPath, verdictText } from '#app/features/compliance/words.ts'
import type { Shop } from '#app/http/context.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { defineMailJob } from '#app/mail/mail-job.server.ts'
import { purchaseDetails, addressOf } from './emails/purchase-details.ts'
import { confirmationMail } from './emails/confirmation.tsx'
import { purchaseMail } from './emails/purchase.tsx'
import { stateRuleMail } from './emails/state-rule-change.tsx'
import { stageMail } from './emails/stage.tsx'
import { mailBuyer, mailedOrder, mintLink } from './jobs/order-mail.server.ts'
import { isEnding, stages } from './rules.ts'
import { carriers } from './rules/parcel.ts'
import { isFormFiled } from './rules/refund-clock.ts'
import type { Enclosure } from './sellable.ts'
import { offeredText } from './words/offered.ts'
import { showTracking } from './words/parcels.ts'
import { subjectNounOf, orderSubject } from './words/order-subject.ts'
import { reviewStateOf } from './rules/review.ts'
import { listReviews } from './store/review.server.ts'
import { recheckOrders } from './store/recheck-orders.server.ts'
import { makeBuyerLink } from './store/buyer-links.server.ts'
import { findLinePages } from './store/line-pages.server.ts'
import { findOffered } from './store/offered.server.ts'
import { type OrderView, findOrder } from './store/read.server.ts'
import type { Sellables } from './store/lines.server.ts'
import { parcelMail } from './emails/parcel.tsx'
import { findParcel, listParcels, type Parcel } from './store/parcels.server.ts'
import { unseal } from '#app/kit/seal.ts'
import { renderMail } from '#app/mail/layout.tsx'
import { sendOnce } from '#app/mail/send-once.server.ts'
import { emailChangedMail } from './emails/email-changed.tsx'
import { linkMail } from './emails/link.tsx'
import { buyerPagePath, emailForLink } from './rules/links.ts'
import { formerEmailPurpose } from './store/correct-buyer.server.ts'

const ofRequest = z.object({ orderId: z.string(), requestId: z.string() })

const findLink = defineMailJob({
  name: 'find-order-link',
  payload: ofRequest.extend({ emailHash: z.string(), isAll: z.boolean().default(false) }),
  async run(shop, { orderId, requestId, emailHash, isAll }) {
    const order = await findOrder(shop.db, orderId)
    const email = order?.buyerEmail
    if (email && shop.keyedHash(emailForLink(email)) === emailHash)
      await sendLink(shop, orderId, requestId, isAll ? 'all' : 'both')
  },
})

const mailLink = defineMailJob({
  name: 'mail-order-link',
  payload: ofRequest,
  run: (shop, { orderId, requestId }) => sendLink(shop, orderId, requestId, 'order'),
})

/** Tells the address that an order had of its change, once. The order itself knows it no longer. */
const mailFormerAddress = defineMailJob({
  name: 'mail-order-email-changed',
  payload: ofRequest.extend({ sealed: z.string() }),
  async run(shop, { orderId, requestId, sealed }) {
    const order = await findOrder(shop.db, orderId)
    if (!order) return
    const to = unseal(shop.keyedHash, formerEmailPurpose(orderId), sealed)
    const content = emailChangedMail({ ...mailedOrder(order), contact: `${shop.publicUrl}${contactPath}` })
    const mail = { key: `order-email-changed:${requestId}`, to, subject: content.subject, orderId }
    await sendOnce(shop.db, shop.mailer, { ...mail, ...renderMail(content) }, shop.now())
  },
})

/** The jobs that mail a new link, or that links ended. Payloads hold an order id and hashed or sealed addresses. */
const linkMails = [findLink, mailLink, mailFormerAddress] as readonly Job[]

type Opens = 'order' | 'all' | 'both'

function sendLink(shop: Shop, orderId: string, requestId: string, opens: Opens) {
  return mailBuyer(shop, orderId, `order-link:${requestId}`, async (order) => {
    const { buyerEmail } = order
    const link = opens === 'all' ? undefined : await mintLink(shop, orderId)
    const allLink = opens === 'order' || !buyerEmail ? undefined : await mintBuyerLink(shop, buyerEmail)
    return linkMail({ ...mailedOrder(order), link, allLink })
  })
}

async function mintBuyerLink(shop: Shop, email: string): Promise<string> {
  const token = await autocommit(shop, (work) => makeBuyerLink(work, email))
  return `${shop.publicUrl}${buyerPagePath}?key=${token}`
}

const mailParcel = defineMailJob({
  name: 'mail-parcel',
  payload: z.object({
    parcelId: z.string(),
    about: z.enum(['sent', 'unsent', 'tracking']),
    at: z.iso.datetime(),
  }),
  async run(shop, { parcelId, about, at }) {
    const parcel = await findParcel(shop.db, parcelId)
    // Taken back before its mail went out, or handed over again since: the last word is another mail's.
    if (!parcel || (parcel.sentAt === null) !== (about === 'unsent')) return
    const siblings = await listParcels(shop.db, parcel.orderId)
    await mailBuyer(shop, parcel.orderId, `parcel-${about}:${parcelId}:${at}`, async (order) =>
      parcelMail({
        ...mailedOrder(order),
        about,
        which: isAllOf(order, parcel)
          ? ''
          : `${parcel.number} of ${Math.max(siblings.length, parcel.number)} so far`,
        items: itemsOf(order, parcel),
        address: addressOf(order),
        tracking: showTracking(parcel),
        link: await mintLink(shop, order.id),
      }),
    )
  },
})

function isAllOf({ lines }: OrderView, parcel: Parcel): boolean {
  return lines
    .filter(({ fulfillment, returnedAt }) => fulfillment === 'shipping' && !returnedAt)
    .every(({ position, quantity }) =>
      parcel.lines.some((part) => part.position === position && part.quantity === quantity),
    )
}

function itemsOf({ lines }: OrderView, parcel: Parcel): string[] {
  return parcel.lines.map(({ position, quantity }) => {
    const title = lines.find((line) => line.position === position)?.title ?? ''
    return quantity > 1 ? `${title} × ${quantity}` : title
  })
}

/**
 * All background jobs of orders. Payloads name an order; recipient and content are read from the order when sending,
 * so that the queue holds no personal data. Retention: an order that expired or was canceled keeps its buyer's
 * details for 30 days; then `forget-buyers` removes them. Paid orders are business records and keep them. Private
 * links that ended a month ago are deleted.
 */
export function orderJobs(sellables: Sellables): readonly Job[] {
  return [
    mailConfirmation(sellables),
    mailParcel,
    mailStage(sellables),
    mailJudged,
    ...linkMails,
    judgeOrdersAgain,
  ] as Job[]
}

function mailConfirmation(sellables: Sellables) {
  return defineMailJob({
    name: 'mail-order-confirmation',
    payload: z.object({ orderId: z.string() }),
    async run(shop, { orderId }) {
      await mailBuyer(shop, orderId, `order-confirmation:${orderId}`, async (order) => {
        const link = await mintLink(shop, orderId)
        const enclosed = await enclose(shop, sellables, order.id, order.lines)
        const review = order.verdict?.outcome === 'review' ? reviewText(shop, order.verdict) : ''
        const { publicUrl } = shop
        const said = {
          ...mailedOrder(order),
          paidCents: order.capturedCents,
          link,
          review,
          enclosed,
          publicUrl,
        }
        return subjectNounOf(orderSubject(order.lines)) === 'order'
          ? purchaseMail({
              ...said,
              ...purchaseDetails(shop, sellables, order, {
                link,
                offered: await findOffered(shop, sellables, order.lines),
                pages: await findLinePages(shop.db, sellables, order),
              }),
            })
          : confirmationMail({ ...said, offered: await offeredAlike(shop, sellables, order.lines) })
      })
    },
  })
}

async function offeredAlike(shop: Shop, sellables: Sellables, lines: OrderView['lines']) {
  const found = await findOffered(shop, sellables, lines)
  const [first = [], ...others] = [...found.values()].filter((rows) => rows.length > 0)
  const isAlike = others.every((rows) => offeredText(rows) === offeredText(first))
  return isAlike ? first : []
}

async function enclose(
  shop: Shop,
  sellables: Sellables,
  id: string,
  lines: OrderView['lines'],
): Promise<Enclosure[]> {
  const enclosing = lines.filter(
    ({ kind, stage }) => sellables[kind]?.enclose && stage !== null && !isEnding(stage),
  )
  if (enclosing.length === 0) return []
  const kinds = Map.groupBy(enclosing, ({ kind }) => kind)
  return autocommit(shop, async (work) => {
    const enclosed: Enclosure[] = []
    for (const [kind, ofKind] of kinds) {
      const found = await sellables[kind]?.enclose?.(work, shop.certify, id, ofKind)
      if (found) enclosed.push(found)
    }
    return enclosed
  })
}

function mailStage(sellables: Sellables) {
  return defineMailJob({
    name: 'mail-order-stage',
    payload: z.object({
      orderId: z.string(),
      stage: z.enum(stages),
      movedAt: z.iso.datetime(),
      line: z.number().int().nonnegative().optional(),
      carrier: z.enum(carriers).optional(),
      tracking: z.string().optional(),
      back: z.object({ from: z.enum(stages), reason: z.string() }).optional(),
      isCorrection: z.boolean().optional(),
    }),
    run: (shop, { orderId, stage, movedAt, line, carrier, tracking, back, isCorrection = false }) =>
      mailBuyer(
        shop,
        orderId,
        `order-stage:${orderId}:${movedAt}${line === undefined ? '' : `:${line}`}`,
        async (order) => {
          const moved = order.lines.filter(({ position }) => line === undefined || position === line)
          const of = { orderId, ...orderSubject(moved) }
          const itemClass = moved.find((line) => line.stage === stage)?.itemClass ?? null
          const offered = await offeredAlike(shop, sellables, moved)
          const shipment = carrier && tracking ? showTracking({ carrier, tracking }) : null
          const link = await mintLink(shop, orderId)
          const isEarned = stage === 'form3_filed' && !back
          const earning = isEarned ? moved.filter((line) => isFormFiled(line.stage)) : []
          const enclosed = await enclose(shop, sellables, orderId, earning)
          const { publicUrl } = shop
          return stageMail({
            ...of,
            stage,
            itemClass,
            shipment,
            isCorrection,
            back,
            offered,
            link,
            enclosed,
            publicUrl,
          })
        },
      ),
  })
}

/** A rule changed: rechecks open orders of its states, batch by batch. Cancels nothing. */
const judgeOrdersAgain = defineJob({
  name: 'judge-orders-again',
  payload: z.object({ states: z.array(z.string().length(2)).min(1) }),
  limitSeconds: 10 * 60,
  async run(shop, { states }) {
    for (let from: string | null = ''; from !== null; ) {
      const after: string = from
      const { lastId } = await transact(shop, (work) => recheckOrders(work, states, after))
      from = lastId
    }
  },
})

const mailJudged = defineMailJob({
  name: 'mail-order-judged',
  payload: z.object({ orderId: z.string(), judgedAt: z.iso.datetime() }),
  run: (shop, { orderId, judgedAt }) =>
    mailBuyer(shop, orderId, `order-judged:${orderId}:${judgedAt}`, async (order) => {
      const [latest] = await listReviews(shop.db, orderId)
      const isOpen = order.verdict?.outcome !== 'allowed' && reviewStateOf(order.verdict, latest) !== 'clear'
      if (!order.verdict || !isOpen) return undefined
      return stateRuleMail({
        ...mailedOrder(order),
        verdict: reviewText(shop, order.verdict),
        link: await mintLink(shop, orderId),
      })
    }),
})

function reviewText({ publicUrl }: Shop, verdict: Verdict): string {
  return verdictText(verdict).replace(contactPath, publicUrl + contactPath)
}
