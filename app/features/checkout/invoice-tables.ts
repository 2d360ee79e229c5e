import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { PayForm } from './input.ts'
import { orders } from '#app/features/orders/tables.ts'

/**
 * Invoices that were asked for and wait until the mail address is confirmed: the checked form, one for each order. The order
 * stays a usual hold meanwhile. A row goes when the invoice is written, or a day later.
 */
export const invoiceRequests = pgTable('invoice_requests', {
  orderId: text()
    .primaryKey()
    .references(() => orders.id, { onDelete: 'cascade' }),
  email: text().notNull(),
  form: jsonb().$type<PayForm>().notNull(),
  requestedAt: timestamp({ withTimezone: true }).notNull(),
})
