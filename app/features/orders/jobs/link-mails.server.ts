import { z } from 'zod'
import type { Shop } from '#app/http/context.server.ts'
import type { Job } from '#app/jobs/job.ts'
import { defineMailJob } from '#app/mail/mail-job.server.ts'
import { linkMail } from '../emails/link.tsx'
import { emailForLink } from '../rules/links.ts'
import { findOrder } from '../store.server.ts'
import { mailBuyer, mailedOrder, mintLink } from './order-mail.server.ts'

const ofRequest = z.object({ orderId: z.string(), requestId: z.string() })

/** A request for a lost link: mailed only if the order was placed with that email. */
const findLink = defineMailJob({
  name: 'find-order-link',
  payload: ofRequest.extend({ emailHash: z.string() }),
  async run(shop, { orderId, requestId, emailHash }) {
    const order = await findOrder(shop.db, orderId)
    const email = order?.buyerEmail
    if (email && shop.keyedHash(emailForLink(email)) === emailHash) await sendLink(shop, orderId, requestId)
  },
})

/** Staff send the buyer a new link, to the email of the order. */
const mailLink = defineMailJob({
  name: 'mail-order-link',
  payload: ofRequest,
  run: (shop, { orderId, requestId }) => sendLink(shop, orderId, requestId),
})

/** The jobs that mail a new link. Payloads hold an order id and a keyed hash, no personal data. */
export const linkMails = [findLink, mailLink] as readonly Job[]

function sendLink(shop: Shop, orderId: string, requestId: string) {
  return mailBuyer(shop, orderId, `order-link:${requestId}`, async (order) =>
    linkMail({ ...mailedOrder(order), link: await mintLink(shop, orderId) }),
  )
}
