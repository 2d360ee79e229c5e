import { z } from 'zod'
import { contactPath } from '#app/features/compliance/words.ts'
import { unseal } from '#app/kit/seal.ts'
import { facts, type Letter } from '#app/mail/letter.ts'
import { mailJob } from '#app/mail/mail-job.server.ts'
import { type MailedOrder, orderLetter, orderTitle } from '../mails.ts'
import { buyerMail, mailedOrder, mintLink } from '../mails.server.ts'
import { formerEmailPurpose } from '../store/buyer.server.ts'
import { buyerPagePath, buyerToken, emailForLink } from '../store/links.server.ts'
import { findOrder } from '../store/read.server.ts'

const ofRequest = z.object({ orderId: z.string(), requestId: z.string() })
const linkKey = ({ requestId }: { requestId: string }) => `order-link:${requestId}`

/** What somebody asked for who typed an order's email: nothing is sent to another address. */
export const found = buyerMail('find-order-link', {
  payload: ofRequest.extend({ emailHash: z.string(), isAll: z.boolean().default(false) }),
  key: linkKey,
  async write(shop, order, { emailHash, isAll }) {
    const email = order.buyerEmail ?? ''
    if (shop.keyedHash(emailForLink(email)) !== emailHash) return undefined
    const link = isAll ? undefined : mintLink(shop, order)
    const token = buyerToken({ sign: shop.sign, now: shop.now() }, email)
    const allLink = `${shop.publicUrl}${buyerPagePath}?key=${token}`
    return linkLetter({ ...mailedOrder(order), link, allLink })
  },
})

export const newLink = buyerMail('mail-order-link', {
  payload: ofRequest,
  key: linkKey,
  write: async (shop, order) => linkLetter({ ...mailedOrder(order), link: mintLink(shop, order) }),
})

/** To the address that an order had before staff changed it. It opens nothing: the address may be a stranger's. */
export const emailChanged = mailJob('mail-order-email-changed', {
  payload: ofRequest.extend({ sealed: z.string() }),
  key: ({ requestId }) => `order-email-changed:${requestId}`,
  async write(shop, { orderId, sealed }) {
    const order = await findOrder(shop.db, orderId)
    if (!order) return undefined
    const to = unseal(shop.keyedHash, formerEmailPurpose(orderId), sealed)
    const about = mailedOrder(order)
    const letter = orderLetter(about, {
      heading: 'The email of your order was changed',
      subject: `The email of your order ${orderId} was changed`,
      text: 'Our staff changed the email address of this order. Emails about it go to the new address from now on, and links that were sent to this one no longer open it.',
      because: 'order',
      blocks: [
        { facts: facts({ Order: orderId, For: orderTitle(about) }) },
        { note: 'Did you not ask for this? Write to us at once, and we will look into it.' },
        { button: 'Write to us', href: `${shop.publicUrl}${contactPath}` },
      ],
    })
    return { to, orderId, letter }
  },
})

export function linkLetter(
  order: MailedOrder & { link?: string | undefined; allLink?: string | undefined },
): Letter {
  const { orderId, link, allLink } = order
  return orderLetter(order, {
    heading: link ? 'A new link to your order' : 'Your orders',
    subject: link ? `A new link to your order ${orderId}` : 'A link to all your orders',
    text: link
      ? 'You, or our staff on your behalf, requested a new private link to this order.'
      : 'You requested a link to everything that was bought with this address.',
    because: 'order',
    blocks: [
      { facts: link ? facts({ Order: orderId, For: orderTitle(order) }) : [] },
      { button: 'Open your order', href: link },
      {
        text: allLink
          ? 'Everything you bought with this address is on one page: orders, builds, seats and documents. That link works for one day.'
          : '',
      },
      { button: 'Open all your orders', href: allLink },
      {
        note: 'Anyone who has such a link can see your orders. If you didn’t request it, you can delete this email: nobody else was sent the link.',
      },
    ],
  })
}
