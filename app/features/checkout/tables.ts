import { index, pgTable, text, timestamp, jsonb } from 'drizzle-orm/pg-core'
import type { HolderKey } from './rules.ts'
import { orders } from '#app/features/orders/tables.ts'
import type { PayForm } from './input.ts'

/** Keyed hashes for limits, from payment on also of email, card, and name with ZIP code. No plain values. */
export const orderHolders = pgTable(
  'order_holders',
  {
    orderId: text()
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    visitor: text(),
    address: text(),
    /** For IPv6 addresses only. It limits nothing: an alert tells of a wide network that holds much. */
    network: text(),
    /** The first 32 bits of it, which is what a carrier or a hosting company gets. As `network`. */
    block: text(),
    mail: text(),
    card: text(),
    home: text(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    index('order_holders_visitor').on(t.visitor),
    index('order_holders_address').on(t.address),
    index('order_holders_network').on(t.network),
    index('order_holders_mail').on(t.mail),
    index('order_holders_card').on(t.card),
    index('order_holders_home').on(t.home),
    index('order_holders_created').on(t.createdAt),
  ],
)

export const holderKeys = ['visitor', 'address', 'mail', 'card', 'home'] as const satisfies HolderKey[]

/** The order stays an ordinary hold. A row is deleted when the invoice is sent, or a day later. */
export const invoiceRequests = pgTable('invoice_requests', {
  orderId: text()
    .primaryKey()
    .references(() => orders.id, { onDelete: 'cascade' }),
  email: text().notNull(),
  form: jsonb().$type<PayForm>().notNull(),
  requestedAt: timestamp({ withTimezone: true }).notNull(),
})
