import { z } from 'zod'
import { transact } from '#app/db/work.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { defineJob, type Job, pollingJob } from '#app/jobs/job.ts'
import { reconcileRefunds } from './flows.server.ts'
import { mailBuyer, mailedOrder, mintLink } from '#app/features/orders/jobs/order-mail.server.ts'
import { answerBy } from '#app/features/orders/rules/delay.ts'
import { attendDelay, findDue, listLate } from '#app/features/orders/store/due.server.ts'
import { formatLongDay } from '#app/kit/date-format.ts'
import { defineMailJob } from '#app/mail/mail-job.server.ts'
import { unsentLines } from './rules.ts'
import { delayMail } from './emails/delay.tsx'
import { refundUnsent } from './parcel-flows.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { partsOf, titlesOf } from '#app/features/orders/emails/purchase-details.ts'
import { refundMail } from './emails/refund.tsx'
import { refundStoppedMail } from './emails/refund-stopped.tsx'
import { returnedMail } from './emails/returned.tsx'
import { listEvents, listRefunds, type OrderView } from '#app/features/orders/store/read.server.ts'
import { payoutWords } from './words.ts'

const mailRefund = defineMailJob({
  name: 'mail-order-refund',
  payload: z.object({ orderId: z.string(), refundId: z.string() }),
  run: (shop, { orderId, refundId }) =>
    mailBuyer(shop, orderId, `order-refund:${refundId}`, async (order) => {
      const { refund, of, isLast } = await findMailedRefund(shop, order, refundId)
      const isWhole = order.state === 'refunded' && isLast
      const isOpened = refund.lines.every(({ releasesStock }) => releasesStock)
      const events = await listEvents(shop.db, orderId)
      const isUnfulfilled = events.some(({ kind }) => kind === 'unfulfilled')
      const ended = isOpened ? ('whole' as const) : ('ended' as const)
      const whole = isUnfulfilled ? ('unfulfilled' as const) : ended
      const outcome = refund.isLate ? 'late' : isWhole ? whole : 'part'
      const { payoutMethod, refundRef } = refund
      return refundMail({
        ...mailedOrder(order),
        amountCents: refund.amountCents,
        outcome,
        of,
        isByHand: refund.gateway === 'manual' || payoutMethod !== null,
        payout: payoutMethod ? payoutWords[payoutMethod](refundRef ?? '') : '',
        link: await mintLink(shop, orderId),
      })
    }),
})

const mailRefundStopped = defineMailJob({
  name: 'mail-order-refund-stopped',
  payload: z.object({ orderId: z.string(), refundId: z.string(), at: z.iso.datetime() }),
  run: (shop, { orderId, refundId, at }) =>
    mailBuyer(shop, orderId, `order-refund-stopped:${refundId}:${at}`, async (order) => {
      const { refund, of } = await findMailedRefund(shop, order, refundId)
      const { state, amountCents } = refund
      // It has succeeded, or is being retried, since this was queued.
      if (state !== 'by_check' && state !== 'refused') return undefined
      return refundStoppedMail({
        ...mailedOrder(order),
        amountCents,
        state,
        of,
        link: await mintLink(shop, orderId),
      })
    }),
})

const mailReturn = defineMailJob({
  name: 'mail-order-return',
  payload: z.object({
    orderId: z.string(),
    positions: z.array(z.number().int().nonnegative()).min(1),
    returnedAt: z.iso.datetime(),
  }),
  run: (shop, { orderId, positions, returnedAt }) =>
    mailBuyer(shop, orderId, `order-return:${orderId}:${returnedAt}:${positions.join(',')}`, async (order) =>
      returnedMail({ ...mailedOrder(order), of: titlesOf(order, positions).join(', ') }),
    ),
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

const refundMails = [mailRefund, mailRefundStopped, mailReturn] as readonly Job[]

const mailDelay = defineMailJob({
  name: 'mail-parcel-delay',
  payload: z.object({ orderId: z.string(), offeredAt: z.iso.datetime() }),
  run: (shop, { orderId, offeredAt }) =>
    mailBuyer(shop, orderId, `parcel-delay:${orderId}:${offeredAt}`, async (order) => {
      const due = await findDue(shop.db, orderId)
      // Sent since this was queued.
      if (!due) return undefined
      const to = encodeURIComponent(`/orders/${orderId}/delay`)
      return delayMail({
        ...mailedOrder(order),
        items: unsentLines(order.lines).map(({ title }) => title),
        answerBy: formatLongDay(answerBy(due), shop.timeZone),
        link: `${await mintLink(shop, orderId)}&to=${to}`,
      })
    }),
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
    ...refundMails,
    ...lateParcelJobs(sellables),
  ] as Job[]
}
