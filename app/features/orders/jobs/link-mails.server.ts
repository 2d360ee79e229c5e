import { z } from 'zod'
import type { Shop } from '#app/http/context.server.ts'
import type { Job } from '#app/jobs/job.ts'
import { defineMailJob } from '#app/mail/mail-job.server.ts'
import { linkMail } from '../emails/link.tsx'
import { emailForLink } from '../rules/links.ts'
import { findOrder } from '../store.server.ts'
import { mailBuyer, mailedOrder, mintLink } from './order-mail.server.ts'

const ofRequest = z.object({ orderId: z.string(), requestId: z.string() })

/** Somebody asked for a lost link: it is mailed if, and only if, the order was made with that email. */
const findLink = defineMailJob({
  name: 'find-order-link',
  payload: ofRequest.extend({ emailHash: z.string() }),
  async run(shop, { orderId, requestId, emailHash }) {
    const order = await findOrder(shop.db, orderId)
    const email = order?.buyerEmail
    if (email && shop.keyedHash(emailForLink(email)) === emailHash) await sendLink(shop, orderId, requestId)
  },
})

/** Staff send the buyer of an order a new link, to the email it was made with. */
const mailLink = defineMailJob({
  name: 'mail-order-link',
  payload: ofRequest,
  run: (shop, { orderId, requestId }) => sendLink(shop, orderId, requestId),
})

/** The mails that bring a buyer a new link. Payloads name an order and a keyed hash, never a person. */
export const linkMails = [findLink, mailLink] as readonly Job[]

function sendLink(shop: Shop, orderId: string, requestId: string) {
  return mailBuyer(shop, orderId, `order-link:${requestId}`, async (order) =>
    linkMail({ ...mailedOrder(order), link: await mintLink(shop, orderId) }),
  )
}
