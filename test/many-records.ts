// What a shop gathers around its orders: for the desks that read stages, parcels, money and messages.
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { path } from './many-orders.ts'

/**
 * Stores stages, agreements, balances, parcels, refunds, ledger entries, reviews, dealers and messages for the orders of
 * `givenManyOrders`, as many as they would have gathered, and lets the planner learn about them.
 */
export async function givenManyRecords(db: Db, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    // Triggers and foreign keys would take ten times as long; what is written here keeps to them.
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`set local statement_timeout = 0`)
    for (let part = 0; part < parts; part++)
      await tx.execute(stagesOf(sql`abs(hashtext(orders.id)) % ${sql.raw(`${parts} = ${part}`)}`))
    for (const statement of records(now.toISOString())) await tx.execute(statement)
  })
  for (const table of tables) await db.execute(sql`analyze ${sql.identifier(table)}`)
}

const tables = [
  'stage_dates',
  'reservations',
  'balances',
  'parcels',
  'parcel_lines',
  'payment_attempts',
  'refunds',
  'ledger_transactions',
  'ledger_entries',
  'order_reviews',
  'order_events',
  'dealers',
  'dealer_files',
  'contact_messages',
  'data_requests',
]

const lines = sql`order_lines join orders on orders.id = order_id`

/** Ten rows for each firearm would take one statement longer than it may. */
const parts = 8
const stagesOf = (part: SQL) =>
  sql`insert into stage_dates (order_id, position, stage, on_day, set_by, at)
    select order_id, position, reached, (paid_at + n * interval '9 days')::date, 'sam', paid_at + n * interval '9 days'
    from ${lines} cross join unnest(${path}) with ordinality as path(reached, n)
    where ${part} and paid_at is not null and n <= array_position(${path}, stage)`

const records = (now: string) => [
  sql`insert into dealers (key, code, type, expiry, name, street, city, state, zip, listed_at)
    select '1540090' || lpad(n::text, 5, '0'), 'd' || n, '01', '9D', 'Sample Arms ' || n, '1 Sample St', 'Sampleton', 'FL', '33101', ${now}
    from generate_series(0, 49) n`,
  sql`insert into dealer_files (dealer_key, license_expires_on, copy_accepted_on, copy_accepted_by, updated_at, updated_by)
    select key, ${now}::date + 400, ${now}::date - 30, 'sam', ${now}, 'sam' from dealers where code < 'd4'`,
  sql`insert into reservations (order_id, position, variant, includes, price_cents, agreement_version, sent_at, sent_by, accepted_at,
      accepted_sentence)
    select order_id, position, 'Complete', 'Everything', 249900, '1', paid_at, 'sam', paid_at, 'I agree'
    from ${lines} where stage <> 'reserved'`,
  sql`insert into balances (id, reservation_id, position, state, title, detail, price_cents, deposit_cents, amount_cents, tax_cents,
      tax_label, tax_state, requested_at, requested_by, due_at, remind_from, order_id)
    select 'B' || order_id, order_id, position, case when stage = 'agreed' then 'open' else 'paid' end, title, '', 249900, 10000, 239900,
      0, '', 'FL', paid_at, 'sam', paid_at + interval '14 days', paid_at, case when stage <> 'agreed' then order_id end
    from ${lines} where stage <> 'reserved'`,
  sql`insert into parcels (id, order_id, number, carrier, method, packed_at, packed_by, sent_at, sent_by, delivered_at, returned_at,
      returned_by)
    select 'P' || order_id, order_id, 1, 'ups', 'Ground', created_at, 'sam', delivered_at, 'sam',
      case when n > 300 and n % 200 <> 0 then delivered_at + interval '3 days' end,
      case when n % 4000 = 0 then delivered_at + interval '9 days' end, case when n % 4000 = 0 then 'sam' end
    from (select order_id, created_at, order_lines.delivered_at, row_number() over (order by created_at desc) as n
      from order_lines join orders on orders.id = order_id where fulfillment = 'shipping' and order_lines.delivered_at is not null) sent`,
  sql`insert into parcel_lines (parcel_id, order_id, position, quantity) select id, order_id, 1, 1 from parcels`,
  sql`insert into payment_attempts (id, order_id, form_key, request_fingerprint, amount_cents, gateway, state, captured_cents,
      captured_at, started_at, settled_at)
    select 'T' || id, id, 'form', '', total_cents, 'sandbox', 'captured', total_cents, paid_at, paid_at, paid_at from orders
    where paid_at is not null`,
  sql`insert into refunds (id, order_id, attempt_id, amount_cents, requested_by, state, started_at)
    select 'R' || id, id, 'T' || id, 500, 'operator', case when n % 3000 = 0 then 'refused' else 'done' end, paid_at + interval '1 day'
    from (select id, paid_at, row_number() over (order by id) as n from orders where paid_at is not null) paid where n % 30 = 0`,
  sql`insert into ledger_transactions (at, kind, reference, order_id)
    select paid_at, kind, 'T' || id, id from orders cross join unnest(array['capture', 'fulfillment']) kind where paid_at is not null`,
  sql`insert into ledger_entries (transaction_id, account, line, amount_cents)
    select id, account, line, cents from ledger_transactions join (values
      ('capture', 'gateway:sandbox', null::int, 10000), ('capture', 'customer_unallocated', null, -10000),
      ('fulfillment', 'customer_unallocated', null, 10000), ('fulfillment', 'deposits', 0, -8900), ('fulfillment', 'sales_tax', 0, -1100)
    ) entry(of_kind, account, line, cents) on of_kind = kind`,
  sql`insert into order_reviews (order_id, decision, note, reasons, rules, decided_by, at)
    select id, 'approved', 'Looked at', '["buyer MD - sbr restricted -"]', '[]', 'sam', paid_at
    from orders where verdict is not null and paid_at < ${now}::timestamptz - interval '20 days'`,
  sql`insert into order_events (order_id, at, kind)
    select id, created_at, kind from orders cross join unnest(array['created', 'paid']) kind`,
  sql`insert into contact_messages (id, once_key, kind, first_name, email, subject, message, received_at, answered_at, answered_by)
    select 'C' || n, 'once ' || n, 'message', 'Sam', 'writer' || n || '@example.com', 'general', 'When is it built?',
      ${now}::timestamptz - n * interval '1 hour', case when n > 60 then ${now}::timestamptz - (n - 1) * interval '1 hour' end,
      case when n > 60 then 'sam' end
    from generate_series(1, 20000) n`,
  sql`insert into data_requests (id, kind, email, requested_at, due_at, token_hash, confirmed_at, closed_at, closed_by, answer)
    select 'D' || n, 'access', 'writer' || n || '@example.com', ${now}::timestamptz - n * interval '1 day',
      ${now}::timestamptz + interval '45 days' - n * interval '1 day', 'hash ' || n, ${now}::timestamptz - n * interval '1 day',
      case when n > 20 then ${now}::timestamptz - (n - 1) * interval '1 day' end, case when n > 20 then 'sam' end,
      case when n > 20 then 'Sent' end
    from generate_series(1, 3000) n`,
]
