import { z } from 'zod'
import { orderSubject } from '#app/features/orders/words/order-subject.ts'
import { mailBuyer, mailedOrder, mintLink } from '#app/features/orders/jobs/order-mail.server.ts'
import { listReviews } from '#app/features/orders/store/review.server.ts'
import type { Job } from '#app/jobs/job.ts'
import { defineMailJob } from '#app/mail/mail-job.server.ts'
import {
  agreementMail,
  approvedMail,
  closedMail,
  dealerWithdrewMail,
  declinedMail,
  documentMail,
} from '../emails/life.ts'
import { isSameSending } from '../rules/agreement.ts'
import { findReservation } from '../store/agreement.server.ts'
import { findExit } from '../store/exit.server.ts'
import { agreementPath } from '../words/agreement.ts'
import { documentsPath } from '../words/documents.ts'

/** Staff decided about a review. */
const mailReview = defineMailJob({
  name: 'mail-order-review',
  payload: z.object({ orderId: z.string(), reviewId: z.number().int() }),
  run: (shop, { orderId, reviewId }) =>
    mailBuyer(shop, orderId, `order-review:${reviewId}`, async (order) => {
      const review = (await listReviews(shop.db, orderId)).find(({ id }) => id === reviewId)
      if (!review) return undefined
      const link = await mintLink(shop, orderId)
      const { decision, note, dueOn, documents } = review
      if (decision === 'approved') return approvedMail(mailedOrder(order), link)
      if (decision === 'declined') return declinedMail(mailedOrder(order), note, link)
      const request = { note, dueOn: dueOn ?? '', documents }
      return documentMail(mailedOrder(order), request, `${link}&to=${documentsPath(orderId)}`)
    }),
})

/** A reservation ended without a transfer. */
const mailClosed = defineMailJob({
  name: 'mail-reservation-closed',
  payload: z.object({ orderId: z.string(), position: z.number().int() }),
  run: (shop, { orderId, position }) =>
    mailBuyer(shop, orderId, `reservation-closed:${orderId}:${position}`, async (order) => {
      const exit = await findExit(shop.db, orderId, position)
      if (!exit) return undefined
      const ended = orderSubject(order.lines.filter((line) => line.position === position))
      return closedMail({ orderId, ...ended }, exit, await mintLink(shop, orderId))
    }),
})

/** The dealer withdrew: the buyer chooses another one. */
const mailDealerWithdrew = defineMailJob({
  name: 'mail-dealer-withdrew',
  payload: z.object({ orderId: z.string(), at: z.iso.datetime() }),
  run: (shop, { orderId, at }) =>
    mailBuyer(shop, orderId, `dealer-withdrew:${orderId}:${at}`, async (order) => {
      // Chosen again meanwhile.
      if (order.dealerName !== null) return undefined
      const link = `${await mintLink(shop, orderId)}&to=/orders/${orderId}/dealer`
      return dealerWithdrewMail(mailedOrder(order), link)
    }),
})

/** Staff fixed the final price: the buyer reads and accepts it. */
const mailAgreement = defineMailJob({
  name: 'mail-agreement',
  payload: z.object({ orderId: z.string(), position: z.number().int(), sentAt: z.iso.datetime() }),
  run: (shop, { orderId, position, sentAt }) =>
    mailBuyer(shop, orderId, `agreement:${orderId}:${position}:${sentAt}`, async (order) => {
      const terms = await findReservation(shop.db, orderId, position)
      const lines = order.lines.filter((line) => line.position === position)
      // Other terms replaced them, or they were accepted.
      if (!terms || !isSameSending(terms.sentAt, sentAt) || terms.acceptedAt) return undefined
      const link = `${await mintLink(shop, orderId)}&to=${agreementPath(orderId, position)}`
      return agreementMail({ orderId, ...orderSubject(lines) }, terms, lines[0]?.unitCents ?? 0, link)
    }),
})

/** The mails about terms, reviews, endings and dealers of reservations. */
export const lifeMails = [mailAgreement, mailReview, mailClosed, mailDealerWithdrew] as Job[]
