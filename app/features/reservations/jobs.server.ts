import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { type Job, defineJob } from '#app/jobs/job.ts'
import { z } from 'zod'
import { buyerMail, mailedOrder, mintLink, toBuyer } from '#app/features/orders/mails.server.ts'
import { mailJob } from '#app/mail/mail-job.server.ts'
import {
  agreementLetter,
  approvedLetter,
  balanceLetter,
  closedLetter,
  dealerWithdrewLetter,
  declinedLetter,
  documentLetter,
  documentRefusedLetter,
} from './mails.ts'
import { findDocument } from './store/documents.server.ts'
import {
  documentsPath,
  isSameSending,
  isDue,
  isPaused,
  lastDayOfGrace,
  reminderKinds,
  dueReminder,
} from './rules.ts'
import { orderSubject } from '#app/features/orders/subject.ts'
import { listReviews, findReviewState } from '#app/features/orders/store/review.server.ts'
import { findReservation } from './store/agreement.server.ts'
import { findExit } from './store/close.server.ts'
import { agreementPath, balancePath } from './words.ts'
import { transact, type UnitOfWork } from '#app/db/work.server.ts'
import { findPrices } from '#app/features/orders/store/buyer.server.ts'
import { after, minute } from '#app/kit/clock.ts'
import { formatLongDay } from '#app/kit/date-format.ts'
import {
  findBalanceById,
  everyDue,
  listDueBalances,
  listReleasableBalances,
  findBalanceOfOrder,
} from './store/balance-lookup.server.ts'
import { followReviews, retaxBalances } from './store/balance.server.ts'
import { and, eq, sql } from 'drizzle-orm'
import { syncAlerts } from '#app/alerts/alerts.server.ts'
import { balances } from './tables.ts'
import { orderLines } from '#app/features/orders/tables.ts'
import { moveReservation } from './store/move.server.ts'

type Ctx = { sellables: Sellables; timeZone: string }

const shop = 'The shop'

/** To `balance_paid`, if it is agreed and no gate holds it; otherwise staff move it once they may. Safe to repeat. */
async function moveOnAfterPayment(work: UnitOfWork, ctx: Ctx, balanceOrderId: string): Promise<boolean> {
  const balance = await findBalanceOfOrder(work.tx, balanceOrderId)
  if (balance?.state !== 'paid') return false
  const { reservationId: orderId, position } = balance
  const [line] = await work.tx
    .select({ stage: orderLines.stage })
    .from(orderLines)
    .where(and(eq(orderLines.orderId, orderId), eq(orderLines.position, position)))
  if (line?.stage !== 'agreed') return false
  const note = `Paid by order ${balanceOrderId}`
  return (await moveReservation(work, ctx, { orderId, position, to: 'balance_paid', by: shop, note })).ok
}

/** Mails the buyer about a balance. What is no longer true when its turn comes is not sent. */
const mailBalance = mailJob('mail-balance', {
  payload: z.object({
    balanceId: z.string(),
    kind: z.enum(['requested', 'extended', 'tax_changed', ...reminderKinds]),
    /** Distinguishes two emails of a kind about one balance. */
    at: z.iso.datetime(),
  }),
  key: ({ balanceId, kind, at }) => `balance:${balanceId}:${kind}:${at}`,
  async write(shop, { balanceId, kind }) {
    const balance = await findBalanceById(shop.db, balanceId)
    if (!balance || !isDue(balance.state)) return undefined
    const { reservationId, position, dueAt } = balance
    return toBuyer(shop, reservationId, async (order) => {
      const to = encodeURIComponent(balancePath(reservationId, position))
      return balanceLetter({
        ...balance,
        ...orderSubject(order.lines.filter((line) => line.position === position)),
        orderId: reservationId,
        about: kind,
        terms: await findReservation(shop.db, reservationId, position),
        dueOn: formatLongDay(dueAt, shop.timeZone),
        releasedOn: lastDayOfGrace(dueAt, shop.timeZone),
        link: `${mintLink(shop, order)}&to=${to}`,
      })
    })
  },
})

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

const retax = defineJob({
  name: 'balance-tax',
  payload: z.object({ orderId: z.string() }),
  async run(shop, { orderId }) {
    const prices = await findPrices(shop)
    await transact(shop, async (work) => {
      if (!(await retaxBalances(work, orderId, prices)))
        await work.enqueue('balance-tax', { orderId }, { startAfter: after(work.now, 5 * minute) })
    })
  },
})

const watchBalances = defineJob({
  name: 'watch-balances',
  payload: z.object({}),
  every: '*/5 * * * *',
  async run(shop) {
    await transact(shop, (work) => followReviews(work, shop.timeZone))
    await transact(shop, remindOfBalances)
    await transact(shop, (work) => watchUnpaidBalances(work, shop.timeZone))
  },
})

export async function remindOfBalances(work: UnitOfWork): Promise<number> {
  const { tx, now, enqueue } = work
  let queued = 0
  for (const balance of await listDueBalances(tx, everyDue)) {
    const kind = isPaused(balance) ? null : dueReminder(balance, now)
    if (!kind) continue
    const { id, reminded, reservationId } = balance
    // Nobody may pay it meanwhile; once the review is decided, the last reminder that is due goes out.
    if ((await findReviewState(tx, reservationId, now)) !== 'clear') continue
    const noted = await tx
      .update(balances)
      .set({ reminded: kind })
      .where(and(eq(balances.id, id), sql`${balances.reminded} is not distinct from ${reminded}`))
      .returning({ id: balances.id })
    if (noted.length === 0) continue
    await enqueue('mail-balance', { balanceId: id, kind, at: balance.dueAt.toISOString() })
    queued++
  }
  return queued
}

export async function watchUnpaidBalances(work: UnitOfWork, timeZone: string): Promise<void> {
  const overdue = await listReleasableBalances(work.tx, work.now)
  const wrong = overdue.map(({ reservationId, position, dueAt }) => ({
    subject: `${reservationId} ${position + 1}`,
    detail: `The balance of order ${reservationId} was due ${formatLongDay(dueAt, timeZone)} and is not paid.`,
  }))
  await syncAlerts(work, 'balance_unpaid', wrong)
}

const mailReview = buyerMail('mail-order-review', {
  payload: z.object({ orderId: z.string(), reviewId: z.number().int() }),
  key: ({ reviewId }) => `order-review:${reviewId}`,
  async write(shop, order, { orderId, reviewId }) {
    const review = (await listReviews(shop.db, orderId)).find(({ id }) => id === reviewId)
    if (!review) return undefined
    const link = mintLink(shop, order)
    const { decision, note, dueOn, documents } = review
    if (decision === 'approved') return approvedLetter(mailedOrder(order), link)
    if (decision === 'declined') return declinedLetter(mailedOrder(order), note, link)
    const request = { note, dueOn: dueOn ?? '', documents }
    return documentLetter(mailedOrder(order), request, `${link}&to=${documentsPath(orderId)}`)
  },
})

const mailClosed = buyerMail('mail-reservation-closed', {
  payload: z.object({ orderId: z.string(), position: z.number().int() }),
  key: ({ orderId, position }) => `reservation-closed:${orderId}:${position}`,
  async write(shop, order, { orderId, position }) {
    const exit = await findExit(shop.db, orderId, position)
    if (!exit) return undefined
    const ended = orderSubject(order.lines.filter((line) => line.position === position))
    return closedLetter({ orderId, ...ended }, exit, mintLink(shop, order))
  },
})

const mailDealerWithdrew = buyerMail('mail-dealer-withdrew', {
  payload: z.object({ orderId: z.string(), at: z.iso.datetime() }),
  key: ({ orderId, at }) => `dealer-withdrew:${orderId}:${at}`,
  async write(shop, order, { orderId }) {
    // Chosen again meanwhile.
    if (order.dealerName !== null) return undefined
    const link = `${mintLink(shop, order)}&to=/orders/${orderId}/dealer`
    return dealerWithdrewLetter(mailedOrder(order), link)
  },
})

const mailAgreement = buyerMail('mail-agreement', {
  payload: z.object({ orderId: z.string(), position: z.number().int(), sentAt: z.iso.datetime() }),
  key: ({ orderId, position, sentAt }) => `agreement:${orderId}:${position}:${sentAt}`,
  async write(shop, order, { orderId, position, sentAt }) {
    const terms = await findReservation(shop.db, orderId, position)
    const lines = order.lines.filter((line) => line.position === position)
    // Other terms replaced them, or they were accepted.
    if (!terms || !isSameSending(terms.sentAt, sentAt) || terms.acceptedAt) return undefined
    const link = `${mintLink(shop, order)}&to=${agreementPath(orderId, position)}`
    return agreementLetter({ orderId, ...orderSubject(lines) }, terms, lines[0]?.unitCents ?? 0, link)
  },
})

export const lifeMails: readonly Job[] = [mailAgreement, mailReview, mailClosed, mailDealerWithdrew]

export function reservationJobs(sellables: Sellables): readonly Job[] {
  const balanceJobs = [mailBalance, retax, moveOn(sellables), watchBalances] as Job[]
  return [...lifeMails, ...documentJobs, ...balanceJobs]
}

const mailRefused = buyerMail('mail-document-refused', {
  payload: z.object({ orderId: z.string(), documentId: z.string() }),
  key: ({ documentId }) => `document-refused:${documentId}`,
  async write(shop, order, { orderId, documentId }) {
    const document = await findDocument(shop.db, orderId, documentId)
    if (!document?.reason) return undefined
    const { kind, reason } = document
    const link = `${mintLink(shop, order)}&to=${documentsPath(orderId)}`
    return documentRefusedLetter(mailedOrder(order), { kind, reason }, link)
  },
})

export const documentJobs = [mailRefused] as Job[]
