import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { HolderKey } from './rules.ts'
import { orders } from '#app/features/orders/tables.ts'

/** Keyed hashes for limits, from payment on also of email, card, and name with ZIP code. No plain values. */
export const orderHolders = pgTable(
  'order_holders',
  {
    orderId: text()
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    visitor: text(),
    address: text(),
    mail: text(),
    card: text(),
    home: text(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    index('order_holders_visitor').on(t.visitor),
    index('order_holders_address').on(t.address),
    index('order_holders_mail').on(t.mail),
    index('order_holders_card').on(t.card),
    index('order_holders_home').on(t.home),
  ],
)

export const holderKeys = ['visitor', 'address', 'mail', 'card', 'home'] as const satisfies HolderKey[]
