import { bigint, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * Payment tries within the counting window: order, form, and keyed hashes of address, email and card. The
 * outcome is on the payment attempt. Unlogged: losing the tries in a crash is cheaper than writing each of them
 * twice.
 */
export const paymentTries = pgTable(
  'payment_tries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orderId: text().notNull(),
    formKey: text().notNull(),
    address: text().notNull(),
    mail: text().notNull(),
    card: text(),
    triedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    index('payment_tries_order').on(t.orderId, t.triedAt),
    index('payment_tries_address').on(t.address, t.triedAt),
    index('payment_tries_mail').on(t.mail, t.triedAt),
    index('payment_tries_card').on(t.card, t.triedAt),
    index('payment_tries_tried').on(t.triedAt),
  ],
)
