import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#app/db/moment.ts'

/** The mails to staff about paid orders. Orders are added to the newest while it is open. */
export const staffMails = pgTable('staff_mails', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  openedAt: moment().notNull(),
  /** When it was last begun to be sent. Null again where the mail server did not take it. */
  closedAt: moment(),
})

/** Which mail tells staff of a paid order: one, whatever is repeated. Holds codes, no personal data. */
export const staffMailOrders = pgTable(
  'staff_mail_orders',
  {
    orderId: text().primaryKey(),
    mailId: bigint({ mode: 'number' })
      .notNull()
      .references(() => staffMails.id),
  },
  (t) => [index('staff_mail_orders_mail').on(t.mailId)],
)
