import { z } from 'zod'
import { applyRetention } from '#app/retention/retention.server.ts'
import { autocommit, transact } from '#app/db/work.server.ts'
import type { Verdict } from '#app/features/compliance/rules.ts'
import { contactPath, verdictText } from '#app/features/compliance/words.ts'
import type { Shop } from '#app/http/context.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { defineMailJob } from '#app/mail/mail-job.server.ts'
import { purchaseDetails } from './emails/purchase-details.ts'
import { confirmationMail } from './emails/confirmation.tsx'
import { purchaseMail } from './emails/purchase.tsx'
import { stateRuleMail } from './emails/state-rule-change.tsx'
import { stageMail } from './emails/stage.tsx'
import { mailBuyer, mailedOrder, mintLink } from './jobs/order-mail.server.ts'
import { mailParcel } from './jobs/parcel-mails.server.ts'
import { linkMails } from './jobs/link-mails.server.ts'
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
import {
  forgetBuyerLinks,
  forgetBuyers,
  findLinePages,
  findOffered,
  forgetLinks,
  tellStaff,
  type OrderView,
  type Sellables,
} from './store.server.ts'

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
    forgetBuyersDaily,
  ] as Job[]
}

const forgetBuyersDaily = defineJob({
  name: 'forget-buyers',
  payload: z.object({}),
  every: '10 4 * * *',
  async run(shop) {
    await applyRetention(shop, 'unpaid_orders', forgetBuyers)
    await transact(shop, forgetLinks)
    await transact(shop, forgetBuyerLinks)
  },
})

function mailConfirmation(sellables: Sellables) {
  return defineMailJob({
    name: 'mail-order-confirmation',
    payload: z.object({ orderId: z.string() }),
    async run(shop, { orderId }) {
      // Before the buyer's email, whose failure must not keep the order from staff.
      await tellStaff(shop, orderId)
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

/** What these lines reserve, where it is the same of all; else nothing, and the order page says it of each. */
async function offeredAlike(shop: Shop, sellables: Sellables, lines: OrderView['lines']) {
  const found = await findOffered(shop, sellables, lines)
  const [first = [], ...others] = [...found.values()].filter((rows) => rows.length > 0)
  const isAlike = others.every((rows) => offeredText(rows) === offeredText(first))
  return isAlike ? first : []
}

/** The email sections for the active lines, one per kind. */
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
      /** The line that moved, if others of the order did not. */
      line: z.number().int().nonnegative().optional(),
      /** How it travels to its dealer, where it was shipped now. */
      carrier: z.enum(carriers).optional(),
      tracking: z.string().optional(),
      /** It went back. */
      back: z.object({ from: z.enum(stages), reason: z.string() }).optional(),
      /** It did not move: its tracking was corrected. */
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
          // With the form filed comes what is earned with it, unless the reservation went back since.
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
      // Rechecked or approved since.
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

/** Emails need absolute links. */
function reviewText({ publicUrl }: Shop, verdict: Verdict): string {
  return verdictText(verdict).replace(contactPath, publicUrl + contactPath)
}
