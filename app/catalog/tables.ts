import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment, sqlList } from '#app/db/sql.ts'
import { holdStates, maxPieces, pricedKinds, stockedKinds, stockReasons } from './rules.ts'
const id = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()

/** An item's row has its first price; `price_at` finds the one of a moment. One that has begun never changes; a scheduled one can be withdrawn. */
export const priceChanges = pgTable(
  'price_changes',
  {
    id: id(),
    kind: text({ enum: pricedKinds }).notNull(),
    item: text().notNull(),
    startsAt: moment().notNull(),
    cents: integer().notNull(),
    enteredAt: moment().notNull(),
    enteredBy: text().notNull(),
    withdrawnAt: moment(),
    withdrawnBy: text(),
  },
  (t) => [
    check('price_changes_kind', sql`${t.kind} in (${sqlList(pricedKinds)})`),
    check('price_changes_cents', sql`${t.cents} >= 0`),
    check('price_changes_withdrawn', sql`(${t.withdrawnAt} is null) = (${t.withdrawnBy} is null)`),
    check('price_changes_history', sql`${t.withdrawnAt} is null or ${t.withdrawnAt} < ${t.startsAt}`),
    index('price_changes_item').on(t.kind, t.item, t.startsAt),
  ],
)

/** Triggers keep an item's stock and its entries adding up, whichever is changed. Rows never change. */
export const stockEntries = pgTable(
  'stock_entries',
  {
    id: id(),
    kind: text({ enum: stockedKinds }).notNull(),
    item: text().notNull(),
    /** Added or, below zero, taken. A count that found what was expected is an entry of zero. */
    quantity: integer().notNull(),
    reason: text({ enum: stockReasons }).notNull(),
    note: text().notNull().default(''),
    enteredAt: moment().notNull(),
    enteredBy: text().notNull(),
  },
  (t) => [
    check('stock_entries_kind', sql`${t.kind} in (${sqlList(stockedKinds)})`),
    check('stock_entries_reason', sql`${t.reason} in (${sqlList(stockReasons)})`),
    check('stock_entries_quantity', sql`${t.quantity} <> 0 or ${t.reason} = 'counted'`),
    index('stock_entries_item').on(t.kind, t.item, t.id),
  ],
)

/** What is left is never stored: it is the stock less these rows. A trigger keeps an item that has some. */
export const heldPieces = pgTable(
  'held_pieces',
  {
    orderId: text().notNull(),
    kind: text({ enum: stockedKinds }).notNull(),
    item: text().notNull(),
    quantity: integer().notNull(),
    state: text({ enum: holdStates }).notNull(),
    /** Until when a hold lasts; `infinity` while its payment is being settled. An overdue one counts as free. */
    heldUntil: moment(),
    /** The version of the hold that owns it: 1 when it was claimed, and one more each time the hold changes. */
    holdVersion: integer().notNull().default(1),
    /** Bought and on its way back: what came with it, such as a code, opens nothing. */
    isReturning: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.kind, t.item] }),
    check('held_pieces_kind', sql`${t.kind} in (${sqlList(stockedKinds)})`),
    check(
      'held_pieces_quantity',
      sql`${t.quantity} between 1 and case ${t.kind} when 'patch' then ${sql.raw(String(maxPieces.patch))} else ${sql.raw(String(maxPieces.accessory))} end`,
    ),
    check(
      'held_pieces_state',
      sql`${t.state} in (${sqlList(holdStates)}) and (${t.state} = 'held') = (${t.heldUntil} is not null)`,
    ),
    index('held_pieces_item').on(t.kind, t.item),
  ],
)
