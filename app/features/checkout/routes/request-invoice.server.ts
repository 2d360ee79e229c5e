import { transact } from '#app/db/work.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import type { FieldErrors } from '#app/http/form.ts'
import { tooManyWords } from '#app/http/refused.ts'
import type { PayForm } from '../input.ts'
import { mayPay } from '#app/features/orders/rules.ts'
import { invoiceDue } from '../rules/invoice.ts'
import { findOrder, type OrderView, type Sellables } from '#app/features/orders/store.server.ts'
import { findChoice } from '#app/features/orders/store/line-choice.server.ts'
import { claimOrderForPayer, type Payer, requestInvoice } from '../store.server.ts'
import { formatMoment } from '#app/features/orders/words.ts'
import { invoiceRefusalWords } from '../words.ts'
import { limitFields } from './guard-payment.server.ts'

/**
 * If the shop is paid by invoice, mails the buyer a confirmation first: until then the order is an ordinary hold.
 * Returns whether it did, or why not; `undefined` if no invoice is wanted.
 */
export async function requestInvoiceIfWanted(
  shop: Shop,
  sellables: Sellables,
  orderId: string,
  { form, payer }: { form: PayForm; payer: Payer | undefined },
): Promise<'requested' | { status: 409 | 429; fieldErrors: FieldErrors } | undefined> {
  const { checkout } = shop.gateway
  if (checkout.kind !== 'invoice' || form.total === 0) return undefined
  // The order is paid once the email is confirmed, but limits are reported at once.
  const reached =
    payer && (await transact(shop, (work) => claimOrderForPayer(work, sellables, orderId, payer)))
  if (reached) return { status: 409, fieldErrors: limitFields(reached) ?? {} }
  const order = await findOrder(shop.db, orderId)
  const email = 'email' in form ? form.email : order?.buyerEmail
  // The payment reports why it is refused.
  if (!order || !email || order.totalCents === 0 || !mayPay(order, shop.now()).ok) return undefined
  if ((await findChoice(shop.db, sellables, order))?.isOpen) return undefined
  const due = invoiceDue(order.lines, checkout, shop.now(), order.expiresAt)
  if (!due.ok) return { status: 409, fieldErrors: { form: [invoiceRefusalWords[due.why]] } }
  const limit = await shop.limits.take('mailTo', email)
  if (!limit.ok) return { status: 429, fieldErrors: { email: [tooManyWords(limit.retryAfterSeconds)] } }
  await transact(shop, (work) => requestInvoice(work, orderId, { email, form }))
  return 'requested'
}

/** The formatted due date of an invoice requested now; empty for other payments. */
export function invoiceDueText(
  shop: Shop,
  { lines, expiresAt }: Pick<OrderView, 'lines' | 'expiresAt'>,
  now: Date,
): string {
  const { checkout } = shop.gateway
  const due = checkout.kind === 'invoice' ? invoiceDue(lines, checkout, now, expiresAt) : undefined
  return due?.ok ? formatMoment(due.dueAt, shop.timeZone) : ''
}
