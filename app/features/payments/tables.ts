import { bigint, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * Tries to pay, for as long as they are counted: which order and form, and hashes with the shop's own secret of where they came
 * from and with what. What became of one, its payment attempt says. Unlogged: losing them in a crash is cheaper than writing
 * each of them twice.
 */
export const paymentTries = pgTable(
  'payment_tries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orderId: text().notNull(),
    formKey: text().notNull(),
    address: text().notNull(),
    network: text(),
    mail: text().notNull(),
    card: text(),
    triedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    index('payment_tries_order').on(t.orderId, t.triedAt),
    index('payment_tries_address').on(t.address, t.triedAt),
    index('payment_tries_network').on(t.network, t.triedAt),
    index('payment_tries_mail').on(t.mail, t.triedAt),
    index('payment_tries_card').on(t.card, t.triedAt),
    index('payment_tries_tried').on(t.triedAt),
  ],
)
