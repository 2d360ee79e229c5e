import { z } from 'zod'
import { transact } from '#app/db/work.server.ts'
import type { Verdict } from '#app/features/compliance/rules.ts'
import { contactPath, verdictText } from '#app/features/compliance/words.ts'
import type { Shop } from '#app/http/context.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { type MailContent, renderMail } from '#app/mail/layout.tsx'
import { sendOnce } from '#app/mail/send-once.server.ts'
import { addressOf, bought, partsOf } from './emails/bought.ts'
import { confirmationMail } from './emails/confirmation.tsx'
import { dispatchMail } from './emails/dispatch.tsx'
import { purchaseMail } from './emails/purchase.tsx'
import { invoiceMail } from './emails/invoice.tsx'
import { judgedMail } from './emails/judged.tsx'
import type { MailedOrder } from './emails/mailed-order.ts'
import { refundMail } from './emails/refund.tsx'
import { stageMail } from './emails/stage.tsx'
import { recheckAbandoned, reconcilePayments, reconcileRefunds } from './flows.server.ts'
import { isEnding, stages } from './rules.ts'
import type { Enclosure } from './sellable.ts'
import { formatMoment } from './words.ts'
import { nounOf, thingOf } from './words/thing.ts'
import { judgeAgain } from './store/judge-again.server.ts'
import {
  expireHolds,
  findOrder,
  forgetBuyers,
  listRefunds,
  makeLink,
  type OrderView,
  privateLink,
  type Sellables,
} from './store.server.ts'

const everyMinute = '* * * * *'

/**
 * Everything that orders do outside a request. Payloads name an order; what is mailed, and to whom, is read from the
 * order at the moment of sending, so that no personal data lies in the queue.
 *
 * Retention: an order that expired or was cancelled keeps its buyer's details for 30 days, then `forget-buyers` empties
 * them. An order that was paid is a record of the business and keeps them.
 */
export function orderJobs(sellables: Sellables): readonly Job[] {
  const mails = [mailConfirmation(sellables), mailDispatch, mailInvoice, mailRefund, mailStage, mailJudged]
  const rounds = [
    round('expire-holds', (shop) => transact(shop, (work) => expireHolds(work, sellables))),
    round('reconcile-payments', (shop) => reconcilePayments(shop, sellables)),
    round('reconcile-refunds', (shop) => reconcileRefunds(shop, sellables)),
  ]
  return [...mails, ...rounds, recheckRound(sellables), judgeOrdersAgain, forgetBuyersDaily] as Job[]
}

/** Work that looks for what is due, every minute and whenever somebody rings, until nothing is left. */
function round(name: string, workOff: (shop: Shop) => Promise<number>) {
  return defineJob({
    name,
    payload: z.object({}),
    every: everyMinute,
    async run(shop) {
      while ((await workOff(shop)) > 0);
    },
  })
}

const forgetBuyersDaily = defineJob({
  name: 'forget-buyers',
  payload: z.object({}),
  every: '10 4 * * *',
  async run(shop) {
    await transact(shop, forgetBuyers)
  },
})

/** Four times a day is often enough for what should not happen at all, and asks a gateway for little. */
function recheckRound(sellables: Sellables) {
  return defineJob({
    name: 'recheck-abandoned',
    payload: z.object({}),
    every: '23 */6 * * *',
    run: (shop) => recheckAbandoned(shop, sellables),
  })
}

function mailConfirmation(sellables: Sellables) {
  return defineJob({
    name: 'mail-order-confirmation',
    payload: z.object({ orderId: z.string() }),
    run: (shop, { orderId }) =>
      mail(shop, orderId, `order-confirmation:${orderId}`, async (order) => {
        const link = await mintLink(shop, orderId)
        const enclosed = await enclose(shop, sellables, order)
        const review = order.verdict?.outcome === 'review' ? reviewText(shop, order.verdict) : ''
        const { publicUrl } = shop
        const said = { ...mailed(order), paidCents: order.capturedCents, link, review, enclosed, publicUrl }
        return nounOf(thingOf(order.lines)) === 'order'
          ? purchaseMail({ ...said, ...bought(shop, sellables, order, link) })
          : confirmationMail(said)
      }),
  })
}

/** What comes along with the lines that still stand, kind by kind. */
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

const mailDispatch = defineJob({
  name: 'mail-order-dispatch',
  payload: z.object({ orderId: z.string() }),
  run: (shop, { orderId }) =>
    mail(shop, orderId, `order-dispatch:${orderId}`, async (order) =>
      dispatchMail({
        ...mailed(order),
        items: order.lines
          .filter(({ fulfilment, deliveredAt }) => fulfilment === 'parcel' && deliveredAt)
          .map(({ title, quantity }) => (quantity > 1 ? `${title} × ${quantity}` : title)),
        ...{ address: addressOf(order), tracking: order.tracking ?? '' },
        link: await mintLink(shop, orderId),
      }),
    ),
})

const mailInvoice = defineJob({
  name: 'mail-order-invoice',
  payload: z.object({ orderId: z.string(), attemptId: z.string() }),
  async run(shop, { orderId, attemptId }) {
    const invoice = await shop.gateway.findInvoice?.(attemptId)
    if (!invoice) throw new Error(`Attempt ${attemptId} has no invoice`)
    await mail(shop, orderId, `order-invoice:${attemptId}`, async (order) =>
      invoiceMail({
        ...{ ...mailed(order), ...invoice, lines: order.lines },
        dueOn: formatMoment(invoice.dueAt, shop.timeZone),
        link: await mintLink(shop, orderId),
      }),
    )
  },
})

const mailRefund = defineJob({
  name: 'mail-order-refund',
  payload: z.object({ orderId: z.string(), refundId: z.string() }),
  run: (shop, { orderId, refundId }) =>
    mail(shop, orderId, `order-refund:${refundId}`, async (order) => {
      const refunds = await listRefunds(shop.db, orderId)
      const refund = refunds.find(({ id }) => id === refundId)
      if (!refund) throw new Error(`Order ${orderId} has no refund ${refundId}`)
      // An earlier part's mail may be written after the last part went back.
      const isLast = refunds.findLast(({ isLate, state }) => !isLate && state === 'done') === refund
      const outcome = refund.isLate ? 'late' : order.state === 'refunded' && isLast ? 'whole' : 'part'
      const of = order.lines.length > 1 ? partsOf(order, refund) : ''
      const isByHand = shop.gateway.name === 'manual'
      return refundMail({ ...mailed(order), amountCents: refund.amountCents, outcome, of, isByHand })
    }),
})

const mailStage = defineJob({
  name: 'mail-order-stage',
  payload: z.object({ orderId: z.string(), stage: z.enum(stages), movedAt: z.iso.datetime() }),
  run: (shop, { orderId, stage, movedAt }) =>
    mail(shop, orderId, `order-stage:${orderId}:${movedAt}`, async (order) =>
      stageMail({ ...mailed(order), stage, link: await mintLink(shop, orderId) }),
    ),
})

/** A rule changed: open orders of its states are judged again, batch by batch. Nothing is cancelled. */
const judgeOrdersAgain = defineJob({
  name: 'judge-orders-again',
  payload: z.object({ states: z.array(z.string().length(2)).min(1) }),
  limitSeconds: 10 * 60,
  async run(shop, { states }) {
    for (let from: string | null = ''; from !== null; ) {
      const after: string = from
      const { lastId } = await transact(shop, (work) => judgeAgain(work, states, after))
      from = lastId
    }
  },
})

const mailJudged = defineJob({
  name: 'mail-order-judged',
  payload: z.object({ orderId: z.string(), judgedAt: z.iso.datetime() }),
  run: (shop, { orderId, judgedAt }) =>
    mail(shop, orderId, `order-judged:${orderId}:${judgedAt}`, async (order) =>
      judgedMail({
        ...mailed(order),
        verdict: order.verdict ? reviewText(shop, order.verdict) : '',
        link: await mintLink(shop, orderId),
      }),
    ),
})

/** Sends one mail to an order's buyer, once. An order whose buyer is unknown or forgotten gets none. */
async function mail(
  shop: Shop,
  orderId: string,
  key: string,
  write: (order: OrderView) => Promise<MailContent>,
) {
  const order = await findOrder(shop.db, orderId)
  if (!order?.buyerEmail) return
  const content = await write(order)
  await sendOnce(
    shop.db,
    shop.mailer,
    { key, to: order.buyerEmail, subject: content.subject, ...renderMail(content) },
    shop.now(),
  )
}

function mailed(order: OrderView): MailedOrder {
  return { orderId: order.id, ...thingOf(order.lines) }
}

/** A page names our other pages by their path; a mail needs the whole address. */
function reviewText({ publicUrl }: Shop, verdict: Verdict): string {
  return verdictText(verdict).replace(contactPath, publicUrl + contactPath)
}

/** Only hashes of links are stored, so a mail cannot repeat an old one: each carries a link of its own. */
async function mintLink(shop: Shop, orderId: string): Promise<string> {
  const token = await transact(shop, (work) => makeLink(work, orderId))
  return privateLink(shop, orderId, token)
}
