import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { PayForm } from './input.ts'
import { orders } from '#app/features/orders/tables.ts'

/**
 * Requested invoices that wait for the email to be confirmed: the parsed form, one per order. The order stays an
 * ordinary hold. A row is deleted when the invoice is sent, or a day later.
 */
export const invoiceRequests = pgTable('invoice_requests', {
  orderId: text()
    .primaryKey()
    .references(() => orders.id, { onDelete: 'cascade' }),
  email: text().notNull(),
  form: jsonb().$type<PayForm>().notNull(),
  requestedAt: timestamp({ withTimezone: true }).notNull(),
})
