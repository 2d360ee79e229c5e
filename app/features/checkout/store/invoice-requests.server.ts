import { eq, lte } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { after, day } from '#app/kit/clock.ts'
import type { PayForm } from '../input.ts'
import { invoiceRequests } from '../invoice-tables.ts'

export type InvoiceRequest = typeof invoiceRequests.$inferSelect

/** Stores an invoice request and mails the link that confirms its email. A newer request replaces it. */
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

export async function findInvoiceRequest(db: Db, orderId: string): Promise<InvoiceRequest | undefined> {
  const [request] = await db.select().from(invoiceRequests).where(eq(invoiceRequests.orderId, orderId))
  return request
}

export function signedRequest({ orderId, email, requestedAt }: InvoiceRequest): string {
  return `invoice ${orderId} ${email} ${requestedAt.toISOString()}`
}

export async function endInvoiceRequest({ tx }: Pick<UnitOfWork, 'tx'>, orderId: string): Promise<void> {
  await tx.delete(invoiceRequests).where(eq(invoiceRequests.orderId, orderId))
}

/** Deletes requests that were not confirmed within a day; their holds have expired. */
export async function forgetInvoiceRequests({ tx, now }: UnitOfWork): Promise<void> {
  await tx.delete(invoiceRequests).where(lte(invoiceRequests.requestedAt, after(now, -day)))
}
