import { z } from 'zod'
import { renderMail } from '#app/mail/layout.tsx'
import { defineMailJob } from '#app/mail/mail-job.server.ts'
import { sendOnce } from '#app/mail/send-once.server.ts'
import { invoiceConfirmationMail } from '../emails/invoice-confirmation.tsx'
import { mayPay } from '#app/features/orders/rules.ts'
import { findInvoiceRequest, signedRequest } from '../store.server.ts'
import { findOrder } from '#app/features/orders/store.server.ts'
import { formatMoment } from '#app/features/orders/words.ts'
import { mailedOrder } from '#app/features/orders/jobs/order-mail.server.ts'

/**
 * Mails the confirmation link of an invoice, once per request. Sends nothing when the hold has ended or the invoice
 * was already sent.
 */
export const mailInvoiceConfirmation = defineMailJob({
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
