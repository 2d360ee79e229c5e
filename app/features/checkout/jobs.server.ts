import { z } from 'zod'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { type Job, pollingJob } from '#app/jobs/job.ts'
import { expireHolds } from './flows.server.ts'
import { nextExpiry, findInvoiceRequest, signedRequest } from './store/hold.server.ts'
import { defineMailJob, mailJob, mailOnce } from '#app/mail/mail-job.server.ts'
import { signConfirmed } from './access.server.ts'
import { confirmEmailPath } from './words.ts'
import { mayPay } from '#app/features/orders/rules.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { formatMoment } from '#app/features/orders/words.ts'
import { mailedOrder } from '#app/features/orders/mails.server.ts'
import { itemTitle, type MailedOrder, themeOf } from '#app/features/orders/mails.ts'
import { brand } from '#app/kit/brand.ts'
import { facts, type Letter } from '#app/mail/letter.ts'

const mailInvoiceConfirmation = defineMailJob({
  name: 'mail-invoice-confirmation',
  payload: z.object({ orderId: z.string() }),
  async run(shop, { orderId }) {
    const [order, request] = await Promise.all([
      findOrder(shop.db, orderId),
      findInvoiceRequest(shop.db, orderId),
    ])
    if (!order || !request || !mayPay(order, shop.now()).ok) return
    const heldUntil = formatMoment(order.expiresAt, shop.timeZone)
    const link = `${shop.publicUrl}/checkout/${orderId}/invoice?key=${shop.keyedHash(signedRequest(request))}`
    const letter = invoiceConfirmationLetter(mailedOrder(order), heldUntil, link)
    const key = `invoice-confirmation:${orderId}:${request.requestedAt.toISOString()}`
    await mailOnce(shop, key, async () => ({ to: request.email, letter }))
  },
})

export const mailHoldConfirmation = mailJob('mail-hold-confirmation', {
  payload: z.object({ email: z.string(), to: z.string(), requestId: z.string() }),
  key: ({ requestId }) => `hold-confirmation:${requestId}`,
  async write(shop, { email, to }) {
    const query = new URLSearchParams({ key: signConfirmed(shop, email), to })
    return { to: email, letter: emailConfirmationLetter(`${shop.publicUrl}${confirmEmailPath}?${query}`) }
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

function emailConfirmationLetter(link: string): Letter {
  const mailText =
    'Someone ordering in our shop asked to confirm this address. Open the link in the same browser within 30 minutes, then press again.'
  return {
    subject: 'Confirm your email to go on with your order',
    preview: mailText,
    why: `You’re getting this email because someone ordering at the ${brand} shop typed this address.`,
    blocks: [
      { heading: 'Confirm your email' },
      { text: mailText },
      { button: 'Confirm and go back', href: link },
      { note: 'If that wasn’t you, do nothing: nothing is ordered or charged.' },
    ],
  }
}

function invoiceConfirmationLetter(order: MailedOrder, heldUntil: string, link: string): Letter {
  const mailText = `An invoice was requested with this address. Confirm that it’s yours, and we hold the order until the invoice is due. Otherwise we hold it until ${heldUntil}.`
  return {
    subject: `Confirm your email to get the invoice for order ${order.orderId}`,
    preview: mailText,
    theme: themeOf(order.plate),
    why: `You’re getting this email because an invoice was requested at the ${brand} shop with this address.`,
    blocks: [
      { heading: 'Confirm your email' },
      { text: mailText },
      { facts: facts({ Order: order.orderId, For: itemTitle(order) }) },
      { button: 'Confirm and get the invoice', href: link },
      { note: 'If that wasn’t you, do nothing: nothing is charged, and the hold expires.' },
    ],
  }
}
