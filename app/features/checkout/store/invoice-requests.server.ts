import { eq, lte } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { after, day } from '#app/kit/clock.ts'
import type { PayForm } from '../input.ts'
import { invoiceRequests } from '../invoice-tables.ts'

/** An invoice that was asked for and whose mail address is not confirmed yet. */
export type InvoiceRequest = typeof invoiceRequests.$inferSelect

/** Keeps what an invoice was asked for with, and mails the link that confirms its address. The last request of an order counts. */
export async function requestInvoice(
  { tx, now, enqueue }: UnitOfWork,
  orderId: string,
  { email, form }: { email: string; form: PayForm },
): Promise<void> {
  const values = { email, form, requestedAt: now }
  await tx
    .insert(invoiceRequests)
    .values({ orderId, ...values })
    .onConflictDoUpdate({ target: invoiceRequests.orderId, set: values })
  await enqueue('mail-invoice-confirmation', { orderId })
}

/** The invoice that waits for a confirmation, if one does. */
export async function findInvoiceRequest(db: Db, orderId: string): Promise<InvoiceRequest | undefined> {
  const [request] = await db.select().from(invoiceRequests).where(eq(invoiceRequests.orderId, orderId))
  return request
}

/** What a confirmation mail's link is signed over: this request, no other one of the order. */
export function signedRequest({ orderId, email, requestedAt }: InvoiceRequest): string {
  return `invoice ${orderId} ${email} ${requestedAt.toISOString()}`
}

/** The invoice was written: what it was asked for with is not needed any more. */
export async function endInvoiceRequest({ tx }: Pick<UnitOfWork, 'tx'>, orderId: string): Promise<void> {
  await tx.delete(invoiceRequests).where(eq(invoiceRequests.orderId, orderId))
}

/** Deletes requests that nobody confirmed for a day: the hold is long over. */
export async function forgetInvoiceRequests({ tx, now }: UnitOfWork): Promise<void> {
  await tx.delete(invoiceRequests).where(lte(invoiceRequests.requestedAt, after(now, -day)))
}
