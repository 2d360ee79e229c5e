import { z } from 'zod'
import { transact } from '#app/db/work.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { defineJob, type Job, pollingJob } from '#app/jobs/job.ts'
import { reconcileRefunds, refundUnsent } from './flows.server.ts'
import { buyerMail, mailedOrder, mintLink, partsOf, titlesOf } from '#app/features/orders/mails.server.ts'
import { answerBy } from '#app/features/orders/parcels.ts'
import { attendDelay, findDue, listLate } from '#app/features/orders/store/parcels.server.ts'
import { formatLongDay } from '#app/kit/date-format.ts'
import { unsentLines, payoutWords } from './rules.ts'
import type { Shop } from '#app/http/context.server.ts'
import { listEvents, listRefunds, type OrderView } from '#app/features/orders/store/read.server.ts'
import { itemTitle, linkNote, type MailedOrder, orderLetter } from '#app/features/orders/mails.ts'
import { type SubjectNoun, subjectNounOf } from '#app/features/orders/subject.ts'
import { stoppedWords } from '#app/features/orders/refunds.ts'
import { formatCents } from '#app/kit/money.ts'
import { facts, type Letter } from '#app/mail/letter.ts'

const mailRefund = buyerMail('mail-order-refund', {
  payload: z.object({ orderId: z.string(), refundId: z.string() }),
  key: ({ refundId }) => `order-refund:${refundId}`,
  async write(shop, order, { orderId, refundId }) {
    const { refund, of, isLast } = await findMailedRefund(shop, order, refundId)
    const isWhole = order.state === 'refunded' && isLast
    const isOpened = refund.lines.every(({ releasesStock }) => releasesStock)
    const events = await listEvents(shop.db, orderId)
    const isUnfulfilled = events.some(({ kind }) => kind === 'unfulfilled')
    const ended = isOpened ? ('whole' as const) : ('ended' as const)
    const whole = isUnfulfilled ? ('unfulfilled' as const) : ended
    const { payoutMethod, refundRef } = refund
    return refundLetter({
      ...mailedOrder(order),
      amountCents: refund.amountCents,
      outcome: refund.isLate ? 'late' : isWhole ? whole : 'part',
      of,
      isByHand: refund.gateway === 'manual' || payoutMethod !== null,
      payout: payoutMethod ? payoutWords[payoutMethod](refundRef ?? '') : '',
      link: mintLink(shop, order),
    })
  },
})

const mailRefundStopped = buyerMail('mail-order-refund-stopped', {
  payload: z.object({ orderId: z.string(), refundId: z.string(), at: z.iso.datetime() }),
  key: ({ refundId, at }) => `order-refund-stopped:${refundId}:${at}`,
  async write(shop, order, { refundId }) {
    const { refund, of } = await findMailedRefund(shop, order, refundId)
    const { state, amountCents } = refund
    // It has succeeded, or is being retried, since this was queued.
    if (state !== 'by_check' && state !== 'refused') return undefined
    const link = mintLink(shop, order)
    return refundStoppedLetter(mailedOrder(order), { amountCents, state, of, link })
  },
})

const mailReturn = buyerMail('mail-order-return', {
  payload: z.object({
    orderId: z.string(),
    positions: z.array(z.number().int().nonnegative()).min(1),
    returnedAt: z.iso.datetime(),
  }),
  key: ({ orderId, positions, returnedAt }) => `order-return:${orderId}:${returnedAt}:${positions.join(',')}`,
  write: async (_shop, order, { positions }) =>
    orderLetter(mailedOrder(order), {
      heading: 'Returned',
      subject: `Returned: ${titlesOf(order, positions).join(', ')}`,
      text: 'It’s no longer part of your order. There was nothing left to refund: it was free or already refunded.',
      blocks: [{ facts: facts({ Order: order.id, Items: titlesOf(order, positions).join(', ') }) }],
    }),
})

async function findMailedRefund(shop: Shop, order: OrderView, refundId: string) {
  const refunds = await listRefunds(shop.db, order.id)
  const refund = refunds.find(({ id }) => id === refundId)
  if (!refund) throw new Error(`Order ${order.id} has no refund ${refundId}`)
  // The email about an earlier part may be rendered after the last part was refunded.
  const made = refunds.filter(({ isLate, state }) => !isLate && state === 'done')
  const last = made.toSorted((a, b) => Number(a.settledAt) - Number(b.settledAt)).at(-1)
  return { refund, isLast: last === refund, of: order.lines.length > 1 ? partsOf(order, refund) : '' }
}

/** Offers the choice that the 30-day rule requires: wait, or cancel for a refund (16 CFR 435.2). */
const mailDelay = buyerMail('mail-parcel-delay', {
  payload: z.object({ orderId: z.string(), offeredAt: z.iso.datetime() }),
  key: ({ orderId, offeredAt }) => `parcel-delay:${orderId}:${offeredAt}`,
  async write(shop, order, { orderId }) {
    const due = await findDue(shop.db, orderId)
    // Sent since this was queued.
    if (!due) return undefined
    const to = encodeURIComponent(`/orders/${orderId}/delay`)
    const until = formatLongDay(answerBy(due), shop.timeZone)
    const items = unsentLines(order.lines).map(({ title }) => title)
    return orderLetter(mailedOrder(order), {
      heading: 'Your package is late',
      subject: `Late: wait or cancel? Your order ${orderId}`,
      text: 'We haven’t shipped your package yet, and we can’t give you a date. You choose: wait for it, or cancel these items for a full refund.',
      because: 'ordered',
      blocks: [
        { facts: facts({ 'Not shipped': items.join(', '), Order: orderId, 'Answer by': until }) },
        { button: 'Wait or cancel', href: `${mintLink(shop, order)}&to=${to}` },
        {
          note: `If you don’t answer by ${until}, we’ll cancel them and refund you. If you wait, you can still cancel at any time until we ship.`,
        },
      ],
    })
  },
})

function lateParcelJobs(sellables: Sellables): readonly Job[] {
  const watch = defineJob({
    name: 'late-parcels',
    payload: z.object({}),
    every: '15 6 * * *',
    limitSeconds: 10 * 60,
    async run(shop, _payload, signal) {
      for (const orderId of await listLate(shop.db, shop.now())) {
        if (signal?.aborted) return
        const next = await transact(shop, (work) => attendDelay(work, orderId))
        if (next === 'refund') await refundUnsent(shop, sellables, orderId)
      }
    },
  })
  return [watch, mailDelay] as Job[]
}

export function refundJobs(sellables: Sellables): readonly Job[] {
  return [
    pollingJob('reconcile-refunds', (shop, signal) => reconcileRefunds(shop, sellables, signal)),
    mailRefund,
    mailRefundStopped,
    mailReturn,
    ...lateParcelJobs(sellables),
  ] as Job[]
}

type Refunded = MailedOrder & {
  amountCents: number
  /** `ended`: the number stays off sale. `late`: a charge after its attempt was abandoned. `unfulfilled`: the stock was gone. */
  outcome: 'whole' | 'ended' | 'part' | 'late' | 'unfulfilled'
  /** Refunded by a person: it was paid by invoice, or the card can no longer be refunded. */
  isByHand: boolean
  payout: string
  of: string
  link: string
}

const unfulfilled =
  'Your payment arrived after your hold had ended, and the item had been sold to someone else. We’ve refunded everything you paid.'

const outcomeWords: Record<Refunded['outcome'], (what: string, noun: SubjectNoun) => string> = {
  whole: (what, noun) => `${what} is no longer reserved for you. The ${noun} is available to others again.`,
  ended: (what) => `${what} is no longer reserved for you.`,
  part: (what) => `Your reservation is unchanged: ${what} is still yours.`,
  late: () =>
    'A payment that had failed was charged after all. It wasn’t for any order, so we refunded it right away.',
  unfulfilled: () => unfulfilled,
}

const orderOutcomeWords = {
  whole: 'We’ve refunded everything you paid for this order.',
  ended: 'We’ve refunded everything you paid for this order.',
  part: 'The items you kept are still yours.',
  unfulfilled,
}

const cardPayout = 'The refund goes to the card you paid with. Your bank determines when it appears.'
const manualPayout = 'We paid it back manually, as agreed with you.'
const lateInvoiceWords = 'Your payment arrived after the order was canceled, so we refunded it.'

function refundLetter(refund: Refunded): Letter {
  const { orderId, amountCents, isByHand, payout, of, link } = refund
  const amount = formatCents(amountCents)
  return orderLetter(refund, {
    heading: `${amount} refunded`,
    text: meaningOf(refund),
    blocks: [
      { facts: facts({ Order: orderId, Refunded: amount, For: of }) },
      { note: payout || (isByHand ? manualPayout : cardPayout) },
      { button: 'Open your order', href: link },
    ],
  })
}

function meaningOf(refund: Refunded): string {
  const { outcome, isByHand } = refund
  const noun = subjectNounOf(refund)
  if (outcome === 'late') return isByHand ? lateInvoiceWords : outcomeWords.late('', noun)
  return noun === 'order' ? orderOutcomeWords[outcome] : outcomeWords[outcome](itemTitle(refund), noun)
}

type Stopped = Pick<Refunded, 'amountCents' | 'of' | 'link'> & { state: 'by_check' | 'refused' }

function refundStoppedLetter(order: MailedOrder, stopped: Stopped): Letter {
  const { amountCents, state, of, link } = stopped
  const amount = formatCents(amountCents)
  const heading = state === 'by_check' ? `${amount} comes by check` : `Your refund of ${amount} takes longer`
  return orderLetter(order, {
    heading,
    subject: `${heading}: order ${order.orderId}`,
    text: `Your refund of ${amount}: ${stoppedWords[state]}`,
    blocks: [
      { facts: facts({ Order: order.orderId, Refund: amount, For: of }) },
      { button: 'Open your order', href: link },
      { note: linkNote },
    ],
  })
}
