// Drops, orders and all that a shop gathers around them, by the thousand, made in the database: for lists and searches that have to be fast.
import type { Db } from '#app/db/db.server.ts'
import { stages } from '#app/features/orders/rules.ts'
import { sql, type SQL } from 'drizzle-orm'

/** Units of each of the many drops. */
export const unitsPerDrop = 12

/**
 * Stores `count` drops of twelve units: nearly all archived and taken, the newest twenty live, and the ten after them coming.
 * Every tenth is of the category `grail`, every hundredth is named after a hill.
 */
export async function givenManyDrops(db: Db, count: number, now: Date): Promise<void> {
  await db.execute(sql`
    insert into drops (slug, name, tagline, status, category, theme, drop_number, launch_date, sold_out_at, total_units, base_price)
    select 'many-' || n, case when n % 100 = 0 then 'Hill ' else 'Run ' end || n, 'One of many, a hundred % numbered.',
      case when n > ${count} - 10 then 'coming_soon' when n > ${count} - 30 then 'live' else 'archived' end,
      case when n % 10 = 0 then 'grail' else 'hype' end, (array['noir','cyber','outlaw','guerrilla'])[1 + n % 4], n,
      case when n > ${count} - 10 then ${now}::timestamptz + n * interval '1 minute' else ${now}::timestamptz - (${count} - n) * interval '1 hour' end,
      case when n <= ${count} - 30 then ${now}::timestamptz - (${count} - n) * interval '1 hour' + (1 + n % 50) * interval '1 minute' end,
      ${unitsPerDrop}, 199900 from generate_series(1, ${count}::int) n`)
  await db.execute(sql`
    insert into drop_units (drop_id, number, state)
    select id, number, case when status = 'archived' or (status = 'live' and number = 1) then 'taken' else 'open' end
    from drops, generate_series(1, ${unitsPerDrop}::int) number`)
  await db.execute(sql`analyze drops`)
  await db.execute(sql`analyze drop_units`)
}

/** Stores `count` accessories in two categories, every third of them a sling, with a few orders that hold some. */
export async function givenManyAccessories(db: Db, count: number): Promise<void> {
  await db.execute(sql`
    insert into accessory_categories (slug, position, name, tax_class)
    values ('many', 1, 'Many', 'goods'), ('few', 2, 'Few', 'goods')`)
  await db.execute(sql`
    insert into accessories (id, position, name, price_cents, description, category, image, specs, stock, featured)
    select 'item-' || n, n, case when n % 3 = 0 then 'Sling ' else 'Item ' end || n, 1000 + n, 'Made in one size.',
      case when n % 50 = 0 then 'few' else 'many' end, 'sling', array['One', 'Two', 'Three'], n % 5, n <= 4
    from generate_series(1, ${count}::int) n`)
  await db.execute(sql`analyze accessories`)
}

/**
 * Stores `count` orders with one or two lines each, spread over two years, states, stages and names, and lets the planner
 * learn about them. Every hundredth waits for a person, every fiftieth for a parcel.
 */
export async function givenManyOrders(db: Db, count: number, now: Date): Promise<void> {
  for (let from = 1; from <= count; from += batch)
    await addOrders(db, from, Math.min(from + batch - 1, count), now)
  const open = count > 5_000 ? Math.min(3_000, Math.round(count / 13)) : 3_000 // of a long history a small part
  for (let from = 1; from <= count; from += batch) await addLines(db, from, from + batch - 1, open)
  await db.execute(sql`analyze orders`)
  await db.execute(sql`analyze order_lines`)
  await db.execute(sql`
    insert into parcels_due (order_id, paid_at)
    select id, paid_at from orders join order_lines on order_id = id
    where paid_at is not null and fulfillment = 'shipping' and delivered_at is null`)
}

/** What waits for a person: one reason, whose key is `buyer MD - sbr restricted -`. */
const manyReview = JSON.stringify({
  outcome: 'review',
  reasons: [
    {
      role: 'buyer',
      state: 'MD',
      stateName: 'Maryland',
      rule: 'sbr',
      status: 'restricted',
      asOf: '2026-01-01',
      note: '',
    },
  ],
})

/** Few enough for a statement to end within the time that it has, also on a busy machine. */
const batch = 4_000

async function addOrders(db: Db, from: number, to: number, now: Date) {
  await db.execute(sql`
    insert into orders (id, state, idempotency_key, request_fingerprint, total_cents, captured_cents, created_at, expires_at,
      expires_cap_at, paid_at, buyer_name, buyer_email, buyer_phone, buyer_state, dealer_name, dealer_key,
      dealer_city, dealer_state, dealer_answer, verdict)
    select 'M' || lpad(upper(to_hex(n)), 9, '0'), state, 'many ' || n, '', cents,
      case when state = 'paid' then cents else 0 end, placed, placed + interval '10 minutes', placed + interval '30 minutes',
      case when state = 'paid' then placed + interval '5 minutes' end,
      (array['Alex','Sam','Jordan','Robin','Kim','Lee','Max','Pat'])[1 + n % 8] || ' ' ||
        (array['Buyer','Sample','Client','Guest','Holder','Member','Patron','Owner'])[1 + (n / 8) % 8] || n,
      'buyer' || n || '@example.com', '+1 305 ' || lpad((n % 1000)::text, 3, '0') || ' ' || lpad((n % 10000)::text, 4, '0'),
      (array['FL','TX','GA','AZ','MD','OR','VA','HI'])[1 + n % 8],
      case when n % 3 = 0 then 'Sample Arms ' || n % 50 end, case when n % 3 = 0 then '1540090' || lpad((n % 50)::text, 5, '0') end,
      case when n % 3 = 0 then 'Sampleton' end, case when n % 3 = 0 then 'FL' end,
      case when n % 3 = 0 then jsonb_build_object('is', (array['requested','accepted','declined'])[1 + n / 3 % 3]) end,
      case when n % 100 = 0 then ${manyReview}::jsonb end
    from (select n, ${now.toISOString()}::timestamptz - n * interval '5 minutes' as placed,
      case when n % 4 = 3 then 'expired' else 'paid' end as state,
      10000 + case when n > 5000 then n % 977 * 100 else 0 end as cents from generate_series(${from}::int, ${to}::int) n) made`)
}

/** The stages as the database counts them. */
const path = sql`array[${sql.join([...stages], sql`, `)}]::text[]`

async function addLines(db: Db, from: number, to: number, open: number) {
  await db.execute(sql`
    insert into order_lines (order_id, position, kind, ref, title, detail, unit_cents, fulfillment, item_class, stage, stage_on,
      plate, delivered_at)
    select id, 0, 'drop_unit', '{}'::jsonb, 'Noir Vol. ' || 1 + n % 5, '', 10000, 'ffl_transfer', 'sbr', stage,
      (paid_at + array_position(${path}, stage) * interval '9 days')::date,
      jsonb_build_object('dropName', 'Noir', 'dropNumber', 1 + n % 5, 'unitNumber', 1 + n % 60), null::timestamptz
    from (select id, paid_at, n, case when state = 'expired' then null
        when n < ${open} then (array['reserved','agreed','in_build','at_dealer'])[1 + n % 4] else 'picked_up' end as stage
      from (select id, state, paid_at, row_number() over (order by created_at desc)::int as n from orders) numbered) made
    where n between ${from} and ${to}
    union all
    select id, 1, 'accessory', '{}'::jsonb, 'Weapon light', '', 8900, 'shipping', null, null, null, null,
      case when n % 100 <> 0 then created_at + interval '1 day' end
    from (select id, created_at, row_number() over (order by created_at desc)::int as n from orders) made
    where n % 2 = 0 and n between ${from} and ${to}`)
}

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
  sql`insert into contact_messages (id, once_key, first_name, email, subject, message, received_at, answered_at, answered_by)
    select 'C' || n, 'once ' || n, 'Sam', 'writer' || n || '@example.com', 'general', 'When is it built?',
      ${now}::timestamptz - n * interval '1 hour', case when n > 60 then ${now}::timestamptz - (n - 1) * interval '1 hour' end,
      case when n > 60 then 'sam' end
    from generate_series(1, 20000) n`,
]
