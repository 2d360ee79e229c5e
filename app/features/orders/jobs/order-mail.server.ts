import { transact } from '#app/db/work.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { type MailContent, renderMail } from '#app/mail/layout.tsx'
import { sendOnce } from '#app/mail/send-once.server.ts'
import type { MailedOrder } from '../emails/mailed-order.ts'
import { findOrder, makeLink, type OrderView, privateLink } from '../store.server.ts'
import { orderSubject } from '../words/order-subject.ts'

/**
 * Sends one mail to an order's buyer, once per `key`. `write` answers nothing when there is no longer anything to say. An
 * order whose buyer is unknown or forgotten gets no mail.
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
  if (!content) return
  await sendOnce(
    shop.db,
    shop.mailer,
    { key, to: order.buyerEmail, subject: content.subject, ...renderMail(content) },
    shop.now(),
  )
}

/** What every mail about an order says of it. */
export function mailedOrder(order: OrderView): MailedOrder {
  return { orderId: order.id, ...orderSubject(order.lines) }
}

/** Makes a private link for one mail. Only hashes of links are stored, so a mail cannot repeat an earlier one. */
export async function mintLink(shop: Shop, orderId: string): Promise<string> {
  const token = await transact(shop, (work) => makeLink(work, orderId))
  return privateLink(shop, orderId, token)
}
