import { sql } from 'drizzle-orm'
import { char, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment } from '#app/db/moment.ts'
import { sqlList } from '#app/db/sql-list.ts'
import { balanceStates, reminderKinds } from './rules/balance.ts'
import type { TaxDoubt } from './rules/balance-tax.ts'

/**
 * Requests for the balance of a reservation: the stock that an order holds while its buyer pays, and buys. One counts at a
 * time; those that ended stay, since orders and their refunds refer to them.
 */
export const balances = pgTable(
  'balances',
  {
    id: text().primaryKey(),
    reservationId: text().notNull(),
    position: integer().notNull(),
    state: text({ enum: balanceStates }).notNull(),
    title: text().notNull(),
    detail: text().notNull(),
    /** The agreed price and the deposit credited, in cents, without tax. */
    priceCents: integer().notNull(),
    depositCents: integer().notNull(),
    /** What is due: price minus deposit, and the tax on the whole price. */
    amountCents: integer().notNull(),
    taxCents: integer().notNull(),
    /** The parts of the tax; empty if none is collected. */
    taxLabel: text().notNull(),
    /** Where the firearm is handed over, as far as it was known at the request. */
    taxState: char({ length: 2 }).notNull(),
    taxCounty: text(),
    taxDoubts: jsonb().$type<TaxDoubt[]>().notNull().default([]),
    requestedAt: moment().notNull(),
    requestedBy: text().notNull(),
    dueAt: moment().notNull(),
    /** The last reminder that was mailed, and since when they count: since people set the due date, which begins a new series. */
    reminded: text({ enum: reminderKinds as ['week', ...typeof reminderKinds] }),
    remindFrom: moment().notNull(),
    /** Since when a review holds the reservation. That time does not count: the due date is moved by it when the review is over. */
    pausedAt: moment(),
    orderId: text(),
    heldUntil: moment(),
    holdVersion: integer().notNull().default(1),
    endedAt: moment(),
    endedBy: text(),
    reason: text(),
  },
  (t) => [
    uniqueIndex('balances_one').on(t.reservationId, t.position).where(sql`${t.state} <> 'released'`),
    index('balances_reservation').on(t.reservationId),
    index('balances_order').on(t.orderId),
    index('balances_due').on(t.dueAt).where(sql`${t.state} in ('open', 'held')`),
    check('balances_state', sql`${t.state} in (${sqlList(balanceStates)})`),
    check('balances_reminded', sql`${t.reminded} in (${sqlList(reminderKinds)})`),
    check(
      'balances_money',
      sql`${t.amountCents} > 0 and ${t.taxCents} >= 0 and ${t.amountCents} = ${t.priceCents} - ${t.depositCents}`,
    ),
    check('balances_held', sql`(${t.state} = 'held') = (${t.heldUntil} is not null)`),
    check('balances_order', sql`${t.state} not in ('held', 'paid') or ${t.orderId} is not null`),
  ],
)
