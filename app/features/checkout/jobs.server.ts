import { z } from 'zod'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { type Job, pollingJob } from '#app/jobs/job.ts'
import { expireHolds } from './flows.server.ts'
import { nextExpiry } from './store/hold.server.ts'
import { mailJob } from '#app/mail/mail-job.server.ts'
import { mailedCheckout, signConfirmed } from './access.server.ts'
import { confirmEmailPath } from './words.ts'
import { mayPay } from '#app/features/orders/rules.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { brand } from '#app/kit/brand.ts'
import type { Letter } from '#app/mail/letter.ts'

/** From any browser where it is about an order, and back to it. */
export const mailHoldConfirmation = mailJob('mail-hold-confirmation', {
  payload: z.object({
    email: z.string(),
    requestId: z.string(),
    to: z.string().optional(),
    orderId: z.string().optional(),
  }),
  key: ({ requestId }) => `hold-confirmation:${requestId}`,
  async write(shop, { email, to = '/', orderId }) {
    const order = orderId === undefined ? undefined : await findOrder(shop.db, orderId)
    // Over, or its buyer has corrected the address since.
    const isFor = (order?.buyerEmail ?? '').toLowerCase() === email.toLowerCase()
    if (orderId !== undefined && (!order || !isFor || !mayPay(order, shop.now()).ok)) return undefined
    const back = order ? mailedCheckout(shop, order) : to
    const query = new URLSearchParams({ key: signConfirmed(shop, email), to: back })
    const text = order
      ? `Someone asked for the invoice for order ${order.id} with this address. Open the link within 30 minutes, then press again: we hold everything until the invoice is due.`
      : 'Someone ordering in our shop asked to confirm this address. Open the link in the same browser within 30 minutes, then press again.'
    const letter: Letter = {
      subject: order
        ? `Confirm your email to get the invoice for order ${order.id}`
        : 'Confirm your email to go on with your order',
      preview: text,
      why: `You’re getting this email because someone ordering at the ${brand} shop typed this address.`,
      blocks: [
        { heading: 'Confirm your email' },
        { text },
        { button: 'Confirm and go back', href: `${shop.publicUrl}${confirmEmailPath}?${query}` },
        { note: 'If that wasn’t you, do nothing: nothing is ordered or charged.' },
      ],
    }
    return { to: email, letter }
  },
})

export function checkoutJobs(sellables: Sellables): readonly Job[] {
  return [
    pollingJob('expire-holds', (shop, signal) => expireHolds(shop, sellables, signal), {
      nextDue: ({ db }) => nextExpiry(db),
    }),
    mailHoldConfirmation,
  ] as Job[]
}
