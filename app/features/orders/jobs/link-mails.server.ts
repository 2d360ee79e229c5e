import { z } from 'zod'
import { autocommit } from '#app/db/work.server.ts'
import { contactPath } from '#app/features/compliance/words.ts'
import type { Shop } from '#app/http/context.server.ts'
import type { Job } from '#app/jobs/job.ts'
import { unseal } from '#app/kit/seal.ts'
import { renderMail } from '#app/mail/layout.tsx'
import { defineMailJob } from '#app/mail/mail-job.server.ts'
import { sendOnce } from '#app/mail/send-once.server.ts'
import { emailChangedMail } from '../emails/email-changed.tsx'
import { linkMail } from '../emails/link.tsx'
import { buyerPagePath, emailForLink } from '../rules/links.ts'
import { findOrder, makeBuyerLink } from '../store.server.ts'
import { formerEmailPurpose } from '../store/correct-buyer.server.ts'
import { mailBuyer, mailedOrder, mintLink } from './order-mail.server.ts'

const ofRequest = z.object({ orderId: z.string(), requestId: z.string() })

/** A request for a lost link: mailed only if the order was placed with that email. */
const findLink = defineMailJob({
  name: 'find-order-link',
  payload: ofRequest.extend({ emailHash: z.string(), isAll: z.boolean().default(false) }),
  async run(shop, { orderId, requestId, emailHash, isAll }) {
    const order = await findOrder(shop.db, orderId)
    const email = order?.buyerEmail
    if (email && shop.keyedHash(emailForLink(email)) === emailHash)
      await sendLink(shop, orderId, requestId, isAll ? 'all' : 'both')
  },
})

/** Staff send the buyer a new link, to the email of the order. */
const mailLink = defineMailJob({
  name: 'mail-order-link',
  payload: ofRequest,
  run: (shop, { orderId, requestId }) => sendLink(shop, orderId, requestId, 'order'),
})

/** Tells the address that an order had of its change, once. The order itself knows it no longer. */
const mailFormerAddress = defineMailJob({
  name: 'mail-order-email-changed',
  payload: ofRequest.extend({ sealed: z.string() }),
  async run(shop, { orderId, requestId, sealed }) {
    const order = await findOrder(shop.db, orderId)
    if (!order) return
    const to = unseal(shop.keyedHash, formerEmailPurpose(orderId), sealed)
    const content = emailChangedMail({ ...mailedOrder(order), contact: `${shop.publicUrl}${contactPath}` })
    const mail = { key: `order-email-changed:${requestId}`, to, subject: content.subject, orderId }
    await sendOnce(shop.db, shop.mailer, { ...mail, ...renderMail(content) }, shop.now())
  },
})

/** The jobs that mail a new link, or that links ended. Payloads hold an order id and hashed or sealed addresses. */
export const linkMails = [findLink, mailLink, mailFormerAddress] as readonly Job[]

/** What a mail opens: the order, everything that its email bought, or both. */
type Opens = 'order' | 'all' | 'both'

function sendLink(shop: Shop, orderId: string, requestId: string, opens: Opens) {
  return mailBuyer(shop, orderId, `order-link:${requestId}`, async (order) => {
    const { buyerEmail } = order
    const link = opens === 'all' ? undefined : await mintLink(shop, orderId)
    const allLink = opens === 'order' || !buyerEmail ? undefined : await mintBuyerLink(shop, buyerEmail)
    return linkMail({ ...mailedOrder(order), link, allLink })
  })
}

async function mintBuyerLink(shop: Shop, email: string): Promise<string> {
  const token = await autocommit(shop, (work) => makeBuyerLink(work, email))
  return `${shop.publicUrl}${buyerPagePath}?key=${token}`
}
