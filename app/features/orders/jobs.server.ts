import { z } from 'zod'
import { transact } from '#app/db/work.server.ts'
import type { Verdict } from '#app/features/compliance/rules.ts'
import { contactPath, verdictText } from '#app/features/compliance/words.ts'
import type { Shop } from '#app/http/context.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { defineMailJob } from '#app/mail/mail-job.server.ts'
import { addressOf, purchaseDetails } from './emails/purchase-details.ts'
import { confirmationMail } from './emails/confirmation.tsx'
import { dispatchMail } from './emails/dispatch.tsx'
import { purchaseMail } from './emails/purchase.tsx'
import { stateRuleMail } from './emails/state-rule-change.tsx'
import { stageMail } from './emails/stage.tsx'
import { mailBuyer, mailedOrder, mintLink } from './jobs/order-mail.server.ts'
import { linkMails } from './jobs/link-mails.server.ts'
import { isEnding, stages } from './rules.ts'
import type { Enclosure } from './sellable.ts'
import { subjectNounOf, orderSubject } from './words/order-subject.ts'
import { recheckOrders } from './store/recheck-orders.server.ts'
import { forgetBuyers, forgetLinks, type OrderView, type Sellables } from './store.server.ts'

/**
 * All background jobs of orders. Payloads name an order; recipient and content are read from the order when sending,
 * so that the queue holds no personal data. Retention: an order that expired or was canceled keeps its buyer's
 * details for 30 days; then `forget-buyers` removes them. Paid orders are business records and keep them. Private
 * links that ended a month ago are deleted.
 */
export function orderJobs(sellables: Sellables): readonly Job[] {
  return [
    mailConfirmation(sellables),
    mailDispatch,
    mailStage,
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
    await transact(shop, forgetBuyers)
    await transact(shop, forgetLinks)
  },
})

function mailConfirmation(sellables: Sellables) {
  return defineMailJob({
    name: 'mail-order-confirmation',
    payload: z.object({ orderId: z.string() }),
    run: (shop, { orderId }) =>
      mailBuyer(shop, orderId, `order-confirmation:${orderId}`, async (order) => {
        const link = await mintLink(shop, orderId)
        const enclosed = await enclose(shop, sellables, order)
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
          ? purchaseMail({ ...said, ...purchaseDetails(shop, sellables, order, link) })
          : confirmationMail(said)
      }),
  })
}

/** The email sections for the active lines, one per kind. */
async function enclose(shop: Shop, sellables: Sellables, { id, lines }: OrderView): Promise<Enclosure[]> {
  const enclosing = lines.filter(
    ({ kind, stage }) => sellables[kind]?.enclose && stage !== null && !isEnding(stage),
  )
  if (enclosing.length === 0) return []
  const kinds = Map.groupBy(enclosing, ({ kind }) => kind)
  return transact(shop, async (work) => {
    const enclosed: Enclosure[] = []
    for (const [kind, ofKind] of kinds) {
      const positions = ofKind.map(({ position }) => position)
      const found = await sellables[kind]?.enclose?.(work, shop.certify, id, positions)
      if (found) enclosed.push(found)
    }
    return enclosed
  })
}

const mailDispatch = defineMailJob({
  name: 'mail-order-dispatch',
  payload: z.object({ orderId: z.string() }),
  run: (shop, { orderId }) =>
    mailBuyer(shop, orderId, `order-dispatch:${orderId}`, async (order) =>
      dispatchMail({
        ...mailedOrder(order),
        items: order.lines
          .filter(({ fulfillment, deliveredAt }) => fulfillment === 'shipping' && deliveredAt)
          .map(({ title, quantity }) => (quantity > 1 ? `${title} × ${quantity}` : title)),
        address: addressOf(order),
        tracking: order.tracking ?? '',
        link: await mintLink(shop, orderId),
      }),
    ),
})

const mailStage = defineMailJob({
  name: 'mail-order-stage',
  payload: z.object({
    orderId: z.string(),
    stage: z.enum(stages),
    movedAt: z.iso.datetime(),
    /** The line that moved, if others of the order did not. */
    line: z.number().int().nonnegative().optional(),
  }),
  run: (shop, { orderId, stage, movedAt, line }) =>
    mailBuyer(
      shop,
      orderId,
      `order-stage:${orderId}:${movedAt}${line === undefined ? '' : `:${line}`}`,
      async (order) => {
        const moved = order.lines.filter(({ position }) => line === undefined || position === line)
        const of = { orderId, ...orderSubject(moved) }
        return stageMail({ ...of, stage, link: await mintLink(shop, orderId) })
      },
    ),
})

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
      // Rechecked since, and allowed now.
      if (!order.verdict || order.verdict.outcome === 'allowed') return undefined
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
