// The last line of defense: rows that no rule of the shop writes, and that the database refuses all the same.
import { is } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import type { Pool } from 'pg'
import { expect } from 'vitest'
import { test } from '#test/db.ts'

/** Closed lists that the database does not know: values that only the shop itself writes. */
const unchecked = [
  'order_lines.returned_stage',
  'order_lines.stage',
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

test('every other check refuses what it is for', async ({ pool }) => {
  const checks = (await listChecks(pool)).filter(({ listed }) => !listed)
  expect(checks.map(({ name }) => name).toSorted()).toEqual(Object.keys(refusedRows).toSorted())
  const taken: string[] = []
  for (const check of checks)
    for (const row of refusedRows[check.name] ?? [])
      if (!(await refuses(pool, check, row))) taken.push(`${check.name} takes ${JSON.stringify(row)}`)
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

/** Rows that each constraint refuses, by what they have; all else is empty. Columns with a closed list of values are not here. */
const refusedRows: Record<string, readonly Row[]> = {
  accessories_magazine: [{ capacity: 30 }, { fits: 'x' }],
  accessories_price: [{ price_cents: 0 }],
  accessories_states_barred: [{ states_barred: ['CA', 'ny'] }],
  accessories_stock: [{ stock: -1 }],
  accessory_categories_slug: [{ slug: 'all' }, { slug: 'Two Words' }, { slug: '-a' }],
  announcements_topics: [{ topics: [] }],
  balances_held: [{ state: 'held' }, { state: 'open', held_until: date }],
  balances_money: [
    { amount_cents: 0, tax_cents: 0, price_cents: 5, deposit_cents: 5 },
    { amount_cents: 4, tax_cents: -1, price_cents: 5, deposit_cents: 1 },
    { amount_cents: 5, tax_cents: 0, price_cents: 5, deposit_cents: 1 },
  ],
  balances_order: [{ state: 'held' }, { state: 'paid' }],
  build_decisions_lead: [{ lead_weeks: 0 }],
  build_decisions_price: [{ price_cents: 0 }],
  build_decisions_terms: [
    { decision: 'approved', variant: 'x', includes: 'x', price_cents: 1, lead_weeks: 1 },
    { decision: 'declined', variant: 'x', includes: 'x', price_cents: 1, lead_weeks: 1, valid_until: date },
  ],
  build_parts_price: [{ price_cents: -1 }],
  build_parts_shared: [{ step: 'lower' }],
  build_submissions_held: [{ slot_state: 'held' }, { slot_state: 'taken', held_until: date }],
  build_submissions_order: [{ slot_state: 'held' }, { slot_state: 'open', order_id: 'A' }],
  build_submissions_slot_price: [{ slot_cents: 0 }],
  claims_period: [{ effective_from: date, effective_to: earlier }],
  class_balances_amount: [{ amount_cents: 0 }],
  class_balances_state: stateOfStock({ state: 'paid' }, { state: 'paid', order_id: 'A', held_until: date }),
  contact_messages_answered: alone('answered_at', 'answered_by'),
  conversions_weeks: [
    { weeks_from: 0, weeks_to: 1 },
    { weeks_from: 2, weeks_to: 1 },
  ],
  course_sessions_capacity: outside('capacity', 1, 12),
  course_sessions_cut_off: [{ cut_off_at: date, starts_at: earlier }],
  course_sessions_day: [{ starts_at: date, ends_at: date }],
  courses_age: [{ minimum_age: 17 }],
  courses_hours: outside('hours', 1, 24),
  courses_live_fire: outside('live_fire_rounds', 0, 2000),
  courses_prices: [
    { deposit_cents: 0, price_cents: 1 },
    { deposit_cents: 2, price_cents: 1 },
  ],
  dealer_files_blocked: alone('blocked_at', 'blocked_by', 'blocked_reason'),
  dealer_files_copy: alone('copy_accepted_on', 'copy_accepted_by', 'license_expires_on'),
  dealer_files_ez_check: alone('ez_checked_on', 'ez_checked_by'),
  dealer_files_fee: outside('fee_cents', 0, 100_000),
  dealer_files_tax: [{ special_tax_class: '3' }, { special_tax_year_ends: 2026 }],
  dealer_files_tax_copy: alone('special_tax_copy_on', 'special_tax_copy_by'),
  dealer_requests_answer: [
    { state: 'accepted', fee_cents: 0 },
    { state: 'accepted', hours: 'x' },
  ],
  dealer_requests_confirmed: alone('confirmed_at', 'confirmed_by'),
  dealer_requests_fee: outside('fee_cents', 0, 100_000),
  dealer_requests_turn: outside('turn', 1, 3),
  dealer_uploads_by: alone('dealer_key', 'uploaded_by'),
  dealer_uploads_from: [{}, { request_id: uuid, dealer_key: 'x' }],
  dealers_email_confirmed: alone('email', 'email_confirmed_at', 'email_confirmed_by'),
  dealers_zip: [{ zip: '3313' }, { zip: '3313O' }],
  drop_drafts_revision: [{ revision: 0 }],
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
  drops_revision: [{ revision: 0 }],
  drops_total_units: outside('total_units', 1, 100),
  drops_unpaid_per_network: [{ unpaid_per_network: 0 }],
  drops_build_window: [
    { small_batch: 'outlaw', launch_date: null, end_date: date },
    { small_batch: 'outlaw', launch_date: date, end_date: null },
  ],
  drops_window: [{ launch_date: date, end_date: date }],
  held_pieces_quantity: [
    ...outside('quantity', 1, 20),
    { kind: 'patch', quantity: 6 },
    { kind: 'accessory', quantity: 21 },
  ],
  held_pieces_state: [{ state: 'held' }, { state: 'sold', held_until: date }, { state: 'open' }],
  invoices_amount: [{ amount_cents: 0 }],
  invoices_attempt: [{ attempt_id: '' }, { attempt_id: 'x'.repeat(21) }],
  invoices_due: [{ created_at: date, due_at: date }, { created_at: date }],
  invoices_reason: [{ status: 'declined' }, { status: 'review', reason: 'x' }],
  invoices_refunded: outside('refunded_cents', 0, 3).map((row) => ({ ...row, amount_cents: 3 })),
  invoices_refunded_is_captured: [{ refunded_cents: 1, status: 'declined' }],
  ledger_entries_amount: [{ amount_cents: 0 }],
  local_rules_id: [{ id: 'New York' }],
  local_rules_magazines: [{ magazine_limit: 0 }],
  local_rules_statuses: [
    { firearms: 'maybe', magazines: 'allowed' },
    { firearms: 'allowed', magazines: 'maybe' },
  ],
  local_rules_zips: [{ zips: [] }],
  mail_outage_failures: [{ failures: 0 }],
  mail_outage_one_row: [{ id: 2 }],
  order_documents_decided: [
    { state: 'waiting', decided_at: date },
    { state: 'accepted', decided_at: date },
    { state: 'refused', decided_by: 'x' },
  ],
  order_documents_reason: [{ state: 'refused' }, { state: 'accepted', reason: 'x' }],
  order_lines_price: [
    { unit_cents: -1, tax_cents: 0 },
    { unit_cents: 0, tax_cents: -1 },
  ],
  order_lines_quantity: outside('quantity', 1, 999),
  order_lines_refunded: [
    { refunded_cents: -1, unit_cents: 5, quantity: 2, tax_cents: 1 },
    { refunded_cents: 12, unit_cents: 5, quantity: 2, tax_cents: 1 },
  ],
  order_notes_text: [{ text: '' }, { text: 'x'.repeat(2001) }],
  order_reviews_due: [{ decision: 'document_requested' }, { decision: 'approved', due_on: date }],
  order_reviews_note: [{ note: '' }],
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
  patches_price: [{ price: 0 }],
  patches_quantities: outside('sold_quantity', 0, 3).map((row) => ({ ...row, available_quantity: 3 })),
  payment_attempts_amount: [{ amount_cents: 0 }],
  payment_attempts_captured: [{ captured_cents: 1 }, { captured_at: date }],
  payouts_amount: [{ amount_cents: 0 }],
  payouts_refund: [{ refund_id: '' }, { refund_id: 'x'.repeat(21) }],
  photos_alt: [{ alt: ' ' }, { alt: 'x'.repeat(301) }],
  photos_color: [{ color: '#12345G' }],
  photos_focus: [...outside('focus_x', 0, 100), ...outside('focus_y', 0, 100)],
  photos_hash: [{ hash: 'A'.repeat(32) }],
  photos_size: [...outside('width', 1, 2560), ...outside('height', 1, 2560)],
  platforms_coming: alone('expected', 'hype_text'),
  platforms_price: [{ starting_price_cents: 0 }],
  price_changes_cents: [{ cents: -1 }],
  price_changes_history: [{ withdrawn_at: date, starts_at: date }],
  price_changes_withdrawn: alone('withdrawn_at', 'withdrawn_by'),
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
  sandbox_charges_attempt: [{ attempt_id: '' }, { attempt_id: 'x'.repeat(21) }],
  sandbox_charges_due: [{ due_at: date }],
  sandbox_charges_reason: [{ status: 'declined' }, { status: 'captured', reason: 'x' }],
  sandbox_charges_refunded: outside('refunded_cents', 0, 3).map((row) => ({ ...row, amount_cents: 3 })),
  sandbox_charges_refunded_is_captured: [{ refunded_cents: 1, status: 'voided' }],
  sandbox_refunds_amount: [{ amount_cents: 0 }],
  sandbox_refunds_refund: [{ refund_id: '' }, { refund_id: 'x'.repeat(21) }],
  seat_offers_end: [{ offered_at: date, ends_at: date }],
  sent_mails_attempts: [{ attempts: 0 }],
  sent_mails_sent_at: [{ state: 'sent' }, { state: 'sending', sent_at: date }],
  session_seats_number: outside('number', 1, 12),
  session_seats_state: stateOfStock(takenUntil),
  shipping_methods_price: [{ price_cents: -1 }],
  shop_facts_one: [{ is_shop: false }],
  shop_facts_sections: [{ sections_off: ['nowhere'] }],
  shop_facts_state: [{ state: 'Fl' }],
  staff_members_email: [{ email: 'Jo@example.test' }],
  stage_dates_shipped: [{ carrier: 'ups', stage: 'built' }],
  stage_dates_tracking: [...alone('carrier', 'tracking'), { carrier: 'ups', tracking: '' }],
  state_rules_confidence: alone('confidence', 'sbs_confidence'),
  state_rules_magazines: [
    { magazine_limit: 0 },
    { magazine_limit_handgun: 0 },
    { magazine_limit_long_gun: 0 },
  ],
  state_rules_state: [{ state: 'Fl' }],
  state_rules_statuses: alone('sbr', 'sbs', 'suppressor', 'rifle', 'handgun', 'aow', 'receiver'),
  stock_entries_quantity: [{ quantity: 0, reason: 'received' }],
  subscribers_email: [{ email: 'Jo@example.test' }],
  subscriptions_ended_without_name: [{ unsubscribed_at: date, name: 'Jo' }],
  tax_exemptions_period: [{ effective_from: date, effective_to: earlier }],
  tax_rates_cap: [{ cap_cents: 0 }],
  tax_rates_period: [{ effective_from: date, effective_to: earlier }],
  tax_rates_rate: outside('rate_millionths', 0, 250_000),
  trust_downloads_times: [{ times: 0 }],
  trust_packages_price: [{ price_cents: 0 }],
  trust_packs_answers: alone('answers', 'answers_at'),
  trust_packs_held: [{ state: 'held' }, { state: 'taken', held_until: date }],
  trust_packs_order: [{ state: 'held' }, { state: 'taken' }, { state: 'void', order_id: 'A' }],
  unit_offers_end: [{ offered_at: date, ends_at: date }],
  written_announcements_receivers: [{ announcement_id: uuid }, { receivers: 1 }],
}
