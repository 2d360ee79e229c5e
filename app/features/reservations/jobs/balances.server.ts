import { z } from 'zod'
import { transact } from '#app/db/work.server.ts'
import { mailBuyer, mintLink } from '#app/features/orders/jobs/order-mail.server.ts'
import { findPrices, type Sellables } from '#app/features/orders/store.server.ts'
import { orderSubject } from '#app/features/orders/words/order-subject.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { after, minute } from '#app/kit/clock.ts'
import { formatLongDay } from '#app/kit/date-format.ts'
import { defineMailJob } from '#app/mail/mail-job.server.ts'
import { balanceMail } from '../emails/balance.tsx'
import { isDue, lastDayOfGrace, reminderKinds } from '../rules/balance.ts'
import { findReservation } from '../store/agreement.server.ts'
import { findBalanceById } from '../store/balance-lookup.server.ts'
import { rejudgeDueBalances, resumeBalances } from '../store/balance-pause.server.ts'
import { retaxBalances } from '../store/balance-retax.server.ts'
import { remindOfBalances, watchUnpaidBalances } from '../store/balance-reminders.server.ts'
import {
  listRefundedBalances,
  moveBackAfterRefund,
  moveOnAfterPayment,
} from '../store/balance-stage.server.ts'
import { balancePath } from '../words/balance.ts'

/** Mails the buyer about a balance. What is no longer true when its turn comes is not sent. */
const mailBalance = defineMailJob({
  name: 'mail-balance',
  payload: z.object({
    balanceId: z.string(),
    kind: z.enum(['requested', 'extended', 'resumed', 'tax_changed', ...reminderKinds]),
    /** Distinguishes two emails of a kind about one balance. */
    at: z.iso.datetime(),
  }),
  async run(shop, { balanceId, kind, at }) {
    const balance = await findBalanceById(shop.db, balanceId)
    if (!balance || !isDue(balance.state)) return
    const { reservationId, position, dueAt } = balance
    await mailBuyer(shop, reservationId, `balance:${balanceId}:${kind}:${at}`, async (order) => {
      const own = order.lines.filter((line) => line.position === position)
      const to = encodeURIComponent(balancePath(reservationId, position))
      const link = await mintLink(shop, reservationId)
      return balanceMail({
        ...balance,
        ...orderSubject(own),
        orderId: reservationId,
        about: kind,
        terms: await findReservation(shop.db, reservationId, position),
        dueOn: formatLongDay(dueAt, shop.timeZone),
        releasedOn: lastDayOfGrace(dueAt, shop.timeZone),
        link: `${link}&to=${to}`,
      })
    })
  },
})

/** A balance was paid: its reservation moves on. The receipt is the confirmation of the balance order. */
function moveOn(sellables: Sellables) {
  return defineJob({
    name: 'balance-paid',
    payload: z.object({ orderId: z.string() }),
    async run(shop, { orderId }) {
      const ctx = { sellables, timeZone: shop.timeZone }
      await transact(shop, (work) => moveOnAfterPayment(work, ctx, orderId))
    },
  })
}

/** The dealer of an order changed: what is due of it is taxed anew. What is being paid just now is looked at again. */
const retax = defineJob({
  name: 'balance-tax',
  payload: z.object({ orderId: z.string() }),
  async run(shop, { orderId }) {
    const prices = await findPrices(shop)
    await transact(shop, async (work) => {
      const retaxed = await retaxBalances(work, orderId, prices)
      if (retaxed.includes('being_paid'))
        await work.enqueue('balance-tax', { orderId }, { startAfter: after(work.now, 5 * minute) })
    })
  },
})

/** A review is over: the due balances of its order continue. */
const resume = defineJob({
  name: 'resume-balances',
  payload: z.object({ orderId: z.string() }),
  run: (shop, { orderId }) => transact(shop, (work) => resumeBalances(work, orderId, shop.timeZone)),
})

/** Judges due balances again, reminds buyers, notifies the desk of unpaid ones, and moves reservations back whose balance was refunded. */
function watchBalances(sellables: Sellables) {
  return defineJob({
    name: 'watch-balances',
    payload: z.object({}),
    every: '*/5 * * * *',
    async run(shop) {
      await transact(shop, (work) => rejudgeDueBalances(work, sellables, shop.timeZone))
      await transact(shop, remindOfBalances)
      await transact(shop, (work) => watchUnpaidBalances(work, shop.timeZone))
      const ctx = { sellables, timeZone: shop.timeZone }
      for (const line of await listRefundedBalances(shop.db))
        await transact(shop, (work) => moveBackAfterRefund(work, ctx, line))
    },
  })
}

/** The jobs of balances: their emails, reminders, the desk's notice of those that stay unpaid, and the stage that follows. */
export function balanceJobs(sellables: Sellables): readonly Job[] {
  return [mailBalance, retax, resume, moveOn(sellables), watchBalances(sellables)] as Job[]
}
