import { z } from 'zod'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { type Job, pollingJob } from '#app/jobs/job.ts'
import { expireHolds } from './flows.server.ts'
import { nextExpiry } from './store/hold.server.ts'
import { findInvoiceRequest, signedRequest } from './store/invoice-requests.server.ts'
import { renderMail } from '#app/mail/layout.tsx'
import { defineMailJob } from '#app/mail/mail-job.server.ts'
import { sendOnce } from '#app/mail/send-once.server.ts'
import { signConfirmed } from './access.server.ts'
import { confirmEmailPath } from './words.ts'
import { emailConfirmationMail } from './emails/email-confirmation.tsx'
import { invoiceConfirmationMail } from './emails/invoice-confirmation.tsx'
import { mayPay } from '#app/features/orders/rules.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { formatMoment } from '#app/features/orders/words.ts'
import { mailedOrder } from '#app/features/orders/jobs/order-mail.server.ts'

/**
 * Mails the confirmation link of an invoice, once per request. Sends nothing when the hold has ended or the invoice
 * was already sent.
 */
const mailInvoiceConfirmation = defineMailJob({
  name: 'mail-invoice-confirmation',
  payload: z.object({ orderId: z.string() }),
  async run(shop, { orderId }) {
    const [order, request] = await Promise.all([
      findOrder(shop.db, orderId),
      findInvoiceRequest(shop.db, orderId),
    ])
    if (!order || !request || !mayPay(order, shop.now()).ok) return
    const content = invoiceConfirmationMail({
      ...mailedOrder(order),
      heldUntil: formatMoment(order.expiresAt, shop.timeZone),
      link: `${shop.publicUrl}/checkout/${orderId}/invoice?key=${shop.keyedHash(signedRequest(request))}`,
    })
    const key = `invoice-confirmation:${orderId}:${request.requestedAt.toISOString()}`
    await sendOnce(
      shop.db,
      shop.mailer,
      { key, to: request.email, subject: content.subject, ...renderMail(content) },
      shop.now(),
    )
  },
})

/** Mails the link that confirms an email in place of a proof of work, once per request. */
export const mailHoldConfirmation = defineMailJob({
  name: 'mail-hold-confirmation',
  payload: z.object({ email: z.string(), to: z.string(), requestId: z.string() }),
  async run(shop, { email, to, requestId }) {
    const query = new URLSearchParams({ key: signConfirmed(shop, email), to })
    const content = emailConfirmationMail({ link: `${shop.publicUrl}${confirmEmailPath}?${query}` })
    const mail = { to: email, subject: content.subject, ...renderMail(content) }
    await sendOnce(shop.db, shop.mailer, { key: `hold-confirmation:${requestId}`, ...mail }, shop.now())
  },
})

export function checkoutJobs(sellables: Sellables): readonly Job[] {
  return [
    pollingJob('expire-holds', (shop, signal) => expireHolds(shop, sellables, signal), {
      nextDue: ({ db }) => nextExpiry(db),
    }),
    mailInvoiceConfirmation,
    mailHoldConfirmation,
  ] as Job[]
}
