import { autocommit } from '#app/db/work.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { type MailContent, renderMail } from '#app/mail/layout.tsx'
import { dropUnsent, sendOnce } from '#app/mail/send-once.server.ts'
import type { MailedOrder } from '../emails/mailed-order.ts'
import { findOrder, type OrderView } from '../store/read.server.ts'
import { makeLink, privateLink } from '../store/links.server.ts'
import { orderSubject } from '../words/order-subject.ts'

/**
 * Sends one email to an order's buyer, once per `key`. `write` returns `undefined` when there is nothing left to say.
 * Does nothing when the buyer is unknown or forgotten.
 */
export async function mailBuyer(
  shop: Shop,
  orderId: string,
  key: string,
  write: (order: OrderView) => Promise<MailContent | undefined>,
): Promise<void> {
  const order = await findOrder(shop.db, orderId)
  if (!order?.buyerEmail) return
  const content = await write(order)
  if (!content) return dropUnsent(shop.db, key)
  await sendOnce(
    shop.db,
    shop.mailer,
    { key, to: order.buyerEmail, subject: content.subject, orderId, ...renderMail(content) },
    shop.now(),
  )
}

export function mailedOrder(order: OrderView): MailedOrder {
  return { orderId: order.id, ...orderSubject(order.lines) }
}

/** Makes a new private link for an email. Only hashes are stored, so an earlier link cannot be repeated. */
export async function mintLink(shop: Shop, orderId: string): Promise<string> {
  const token = await autocommit(shop, (work) => makeLink(work, orderId))
  return privateLink(shop, orderId, token)
}
