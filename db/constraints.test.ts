// The last line of defense: rows that no rule of the shop writes, and that the database refuses all the same.
import { is } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import type { Pool } from 'pg'
import { expect } from 'vitest'
import { test } from '#test/db.ts'

/** Closed lists that the database does not know: values that only the shop itself writes. */
const unchecked = [
  'build_decisions.transferee',
  'order_lines.returned_stage',
  'order_lines.stage',
  'photo_uploads.film',
  'refunds.requested_by',
  'reservation_exits.at_stage',
  'reservation_exits.exit',
  'stage_dates.stage',
]

const modules = import.meta.glob<Record<string, unknown>>('../app/**/*tables.ts', { eager: true })
const tables = [...new Set(Object.values(modules).flatMap((module) => Object.values(module)))].filter(
  (value) => is(value, PgTable),
)

test('the database has the constraints and indexes of the tables', async ({ pool }) => {
  const expected = tables.flatMap((table) => {
    const { checks, indexes, foreignKeys, uniqueConstraints } = getTableConfig(table)
    return [
      ...[...checks, ...indexes.map(({ config }) => config)].map(({ name }) => name ?? ''),
      ...foreignKeys.map((key) => toSnakeCase(key.getName()).slice(0, 63)), // PostgreSQL's longest name
      ...uniqueConstraints.map((key) => key.getName() ?? ''),
    ]
  })
  const { rows } = await pool.query<{ name: string }>(
    `select conname as name from pg_constraint where connamespace = 'public'::regnamespace
     union select indexname from pg_indexes where schemaname = 'public'`,
  )
  const found = new Set(rows.map(({ name }) => name))
  expect(expected.filter((name) => !found.has(name))).toEqual([])
})

test('a column with a closed list takes its values and no other', async ({ pool }) => {
  const checks = await listChecks(pool)
  const takesAll: string[] = []
  const refusesOwn: string[] = []
  for (const table of tables) {
    const { name, columns } = getTableConfig(table)
    const ofTable = checks.filter((check) => check.table === name)
    for (const { name: key, enumValues = [] } of columns.filter(({ enumValues }) => enumValues?.length)) {
      const column = toSnakeCase(key)
      const answers = await Promise.all(ofTable.map((check) => refuses(pool, check, { [column]: '?' })))
      if (!answers.includes(true)) takesAll.push(`${name}.${column}`)
      for (const check of ofTable.filter(({ listed }) => listed === column))
        for (const value of enumValues)
          if (await refuses(pool, check, { [column]: value })) refusesOwn.push(`${check.name} ${value}`)
    }
  }
  expect([takesAll.toSorted(), refusesOwn]).toEqual([unchecked, []])
})

test('the checks of stock, of money and of what a buyer accepted refuse what they are for', async ({
  pool,
}) => {
  const checks = (await listChecks(pool)).filter(({ listed }) => !listed)
  const taken: string[] = []
  for (const [name, rows] of Object.entries(refusedRows)) {
    const check = checks.find((each) => each.name === name)
    if (!check) throw new Error(`There is no check ${name}`)
    for (const row of rows)
      if (!(await refuses(pool, check, row))) taken.push(`${name} takes ${JSON.stringify(row)}`)
  }
  expect(taken).toEqual([])
})

type Check = { table: string; name: string; rule: string; listed?: string | undefined }

async function listChecks(pool: Pool): Promise<Check[]> {
  const { rows } = await pool.query<Check>(
    `select relname as table, conname as name, pg_get_expr(conbin, conrelid) as rule
     from pg_constraint join pg_class on pg_class.oid = conrelid
     where contype = 'c' and connamespace = 'public'::regnamespace`,
  )
  return rows.map((check) => ({
    ...check,
    listed: /^\(+(\w+) = ANY \(ARRAY\['[^\]]+\]\)\)$/.exec(check.rule)?.[1],
  }))
}

/** Whether a check refuses a row of its table. The rule is computed alone: no other one can refuse the row before. */
async function refuses(pool: Pool, { table, rule }: Check, row: Row): Promise<boolean> {
  const { rows } = await pool.query<{ fits: boolean | null }>(
    `select (${rule}) as fits from jsonb_populate_record(null::"${table}", $1)`,
    [row],
  )
  return rows[0]?.fits === false
}

type Row = Readonly<Record<string, unknown>>

const date = '2026-01-01'
const earlier = '2025-12-31'
const uuid = '00000000-0000-4000-8000-000000000000'
/** Just outside of a range, on both sides. */
const outside = (column: string, min: number, max: number): Row[] => [
  { [column]: min - 1 },
  { [column]: max + 1 },
]
/** One of several columns that are filled together. */
const alone = (...columns: string[]): Row[] => columns.map((column) => ({ [column]: date }))
/** What a thing for sale may not be, held or not. */
const stateOfStock = (...ends: Row[]): Row[] => [
  { state: 'open', order_id: 'A' },
  { state: 'open', held_until: date },
  { state: 'held', order_id: 'A' },
  { state: 'held', held_until: date },
  { state: 'another' },
  ...ends,
]
const takenUntil = { state: 'taken', held_until: date }

/** Rows that a check refuses, by what they have; all else is empty. Checks that only bound one column's text or dates are not here. */
const refusedRows: Record<string, readonly Row[]> = {
  accessories_price: [{ price_cents: 0 }],
  accessories_stock: [{ stock: -1 }],
  accessory_holds_quantity: outside('quantity', 1, 20),
  accessory_holds_state: [{ state: 'held' }, { state: 'sold', held_until: date }, { state: 'open' }],
  balances_held: [{ state: 'held' }, { state: 'open', held_until: date }],
  balances_money: [
    { amount_cents: 0, tax_cents: 0, price_cents: 5, deposit_cents: 5 },
    { amount_cents: 4, tax_cents: -1, price_cents: 5, deposit_cents: 1 },
    { amount_cents: 5, tax_cents: 0, price_cents: 5, deposit_cents: 1 },
  ],
  balances_order: [{ state: 'held' }, { state: 'paid' }],
  build_decisions_accepted: alone('accepted_at', 'accepted_sentence', 'agreement_version'),
  build_decisions_answer: [
    { accepted_at: date, decision: 'declined' },
    { accepted_at: date, decision: 'approved', turned_down_at: date },
  ],
  build_decisions_price: [{ price_cents: 0 }],
  build_decisions_terms: [
    { decision: 'approved', variant: 'x', includes: 'x', price_cents: 1, lead_weeks: 1 },
    { decision: 'declined', variant: 'x', includes: 'x', price_cents: 1, lead_weeks: 1, valid_until: date },
  ],
  build_submissions_held: [{ slot_state: 'held' }, { slot_state: 'taken', held_until: date }],
  build_submissions_order: [{ slot_state: 'held' }, { slot_state: 'open', order_id: 'A' }],
  build_submissions_slot_price: [{ slot_cents: 0 }],
  class_balances_amount: [{ amount_cents: 0 }],
  class_balances_state: stateOfStock({ state: 'paid' }, { state: 'paid', order_id: 'A', held_until: date }),
  course_prices_amounts: [
    { deposit_cents: 0, price_cents: 1 },
    { deposit_cents: 2, price_cents: 1 },
  ],
  course_sessions_capacity: outside('capacity', 1, 12),
  dealer_requests_answer: [
    { state: 'accepted', fee_cents: 0 },
    { state: 'accepted', hours: 'x' },
  ],
  drop_units_early_is_ordered: [{ early_code: uuid }],
  drop_units_house: [
    { is_house: true, state: 'open' },
    { is_house: true, state: 'taken', order_id: 'A' },
  ],
  drop_units_number: [{ number: 0 }],
  drop_units_state: stateOfStock(takenUntil),
  drops_max_per_buyer: [{ max_per_buyer: 0 }],
  drops_prices: [
    { base_price: 0, deposit_price: 1 },
    { base_price: 1, deposit_price: 0 },
  ],
  drops_total_units: outside('total_units', 1, 1000),
  drops_unpaid_per_network: [{ unpaid_per_network: 0 }],
  invoices_amount: [{ amount_cents: 0 }],
  invoices_due: [{ issued_at: date, due_at: date }],
  invoices_reason: [{ status: 'refused' }, { status: 'open', reason: 'x' }],
  ledger_entries_amount: [{ amount_cents: 0 }],
  order_documents_decided: [
    { state: 'waiting', decided_at: date },
    { state: 'accepted', decided_at: date },
    { state: 'refused', decided_by: 'x' },
  ],
  order_lines_price: [
    { unit_cents: -1, tax_cents: 0 },
    { unit_cents: 0, tax_cents: -1 },
  ],
  order_lines_quantity: outside('quantity', 1, 999),
  order_lines_refunded: [
    { refunded_cents: -1, unit_cents: 5, quantity: 2, tax_cents: 1 },
    { refunded_cents: 12, unit_cents: 5, quantity: 2, tax_cents: 1 },
  ],
  orders_cap: [{ created_at: date, expires_cap_at: earlier }],
  orders_money: [
    { total_cents: -1, captured_cents: 0, refunded_cents: 0 },
    { total_cents: 9, captured_cents: 8, refunded_cents: 0 },
    { total_cents: 9, captured_cents: 9, refunded_cents: -1 },
    { total_cents: 9, captured_cents: 9, refunded_cents: 10 },
  ],
  orders_paid_is_captured: [
    ...['paid', 'paid_unfulfilled', 'part_refunded', 'refunded'].map((state) => ({ state })),
    { state: 'held', paid_at: date },
  ],
  orders_shipping: [
    { shipping_cents: -1, shipping_tax_cents: 1, shipping_refunded_cents: 0 },
    { shipping_cents: 1, shipping_tax_cents: -1, shipping_refunded_cents: 0 },
    { shipping_cents: 1, shipping_tax_cents: 1, shipping_refunded_cents: -1 },
    { shipping_cents: 1, shipping_tax_cents: 1, shipping_refunded_cents: 3 },
  ],
  parcel_lines_quantity: outside('quantity', 1, 999),
  parcels_decided_first: [{ refunded_at: date }],
  parcels_due_answer: alone('answer', 'answered_at'),
  parcels_kept_out: [{ decision: 'kept_out' }],
  parcels_restocked: [{ decision: 'restocked' }, { restocked_at: date }],
  parcels_returned_first: [{ decision: 'resend' }],
  parcels_sent_by: alone('sent_at', 'sent_by'),
  parcels_sent_first: alone('delivered_at', 'returned_at'),
  patch_holds_quantity: outside('quantity', 1, 5),
  patch_holds_state: [{ state: 'held' }, { state: 'sold', held_until: date }, { state: 'open' }],
  patches_price: [{ price: 0 }],
  patches_quantities: outside('sold_quantity', 0, 3).map((row) => ({ ...row, available_quantity: 3 })),
  payment_attempts_amount: [{ amount_cents: 0 }],
  payment_attempts_captured: [{ captured_cents: 1 }, { captured_at: date }],
  payouts_amount: [{ amount_cents: 0 }],
  price_changes_cents: [{ cents: -1 }],
  purchase_ages_years: outside('years', 18, 99),
  refund_lines_amount: [{ amount_cents: -1 }],
  refunds_amount: [
    { amount_cents: 0, shipping_cents: 0 },
    { amount_cents: 1, shipping_cents: -1 },
    { amount_cents: 1, shipping_cents: 2 },
  ],
  reservation_exits_refund: [{ refund_cents: -1 }],
  reservations_accepted: alone('accepted_at', 'accepted_sentence'),
  reservations_price: [{ price_cents: 0 }],
  sandbox_charges_amount: [{ amount_cents: 0 }],
  sandbox_charges_refunded: outside('refunded_cents', 0, 3).map((row) => ({ ...row, amount_cents: 3 })),
  sandbox_charges_refunded_is_captured: [{ refunded_cents: 1, status: 'voided' }],
  sandbox_refunds_amount: [{ amount_cents: 0 }],
  session_seats_number: outside('number', 1, 12),
  session_seats_state: stateOfStock(takenUntil),
  small_batch_releases_prices: [
    { price_cents: 0, deposit_cents: 1 },
    { price_cents: 1, deposit_cents: 0 },
  ],
  small_batch_slots_number: [{ number: 0 }],
  small_batch_slots_state: stateOfStock(takenUntil),
  stock_entries_quantity: [{ quantity: 0, reason: 'received' }],
  tax_rates_cap: [{ cap_cents: 0 }],
  tax_rates_rate: outside('rate_millionths', 0, 250_000),
  trust_packs_held: [{ state: 'held' }, { state: 'taken', held_until: date }],
  trust_packs_order: [{ state: 'held' }, { state: 'taken' }, { state: 'open', order_id: 'A' }],
}
