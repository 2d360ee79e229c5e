import { z } from 'zod'
import { transact } from '#app/db/work.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { defineJob, type Job, pollingJob } from '#app/jobs/job.ts'
import { reconcileRefunds, refundUnsent } from './flows.server.ts'
import { buyerMail, mailedOrder, mintLink, partsOf, titlesOf } from '#app/features/orders/mails.server.ts'
import { delayLetter, refundLetter, refundStoppedLetter, returnedLetter } from './mails.ts'
import { answerBy } from '#app/features/orders/parcels.ts'
import { attendDelay, findDue, listLate } from '#app/features/orders/store/parcels.server.ts'
import { formatLongDay } from '#app/kit/date-format.ts'
import { unsentLines } from './rules.ts'
import type { Shop } from '#app/http/context.server.ts'
import { listEvents, listRefunds, type OrderView } from '#app/features/orders/store/read.server.ts'
import { payoutWords } from './words.ts'

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
    returnedLetter(mailedOrder(order), titlesOf(order, positions).join(', ')),
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

const mailDelay = buyerMail('mail-parcel-delay', {
  payload: z.object({ orderId: z.string(), offeredAt: z.iso.datetime() }),
  key: ({ orderId, offeredAt }) => `parcel-delay:${orderId}:${offeredAt}`,
  async write(shop, order, { orderId }) {
    const due = await findDue(shop.db, orderId)
    // Sent since this was queued.
    if (!due) return undefined
    const to = encodeURIComponent(`/orders/${orderId}/delay`)
    return delayLetter(mailedOrder(order), {
      items: unsentLines(order.lines).map(({ title }) => title),
      answerBy: formatLongDay(answerBy(due), shop.timeZone),
      link: `${mintLink(shop, order)}&to=${to}`,
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
