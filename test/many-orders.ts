// Orders by the thousand, made in the database: for lists and searches that have to be fast, and the plans that make them so.
import { sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { stages } from '#app/features/orders/rules.ts'

/**
 * Stores `count` orders with one or two lines each, spread over two years, states, stages and names, and lets the planner
 * learn about them. Every hundredth waits for a person, every fiftieth for a parcel.
 */
export async function givenManyOrders(db: Db, count: number, now: Date): Promise<void> {
  for (let from = 1; from <= count; from += batch)
    await addOrders(db, from, Math.min(from + batch - 1, count), now)
  for (let from = 1; from <= count; from += batch) await addLines(db, from, from + batch - 1)
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
export const path = sql`array[${sql.join([...stages], sql`, `)}]::text[]`

async function addLines(db: Db, from: number, to: number) {
  await db.execute(sql`
    insert into order_lines (order_id, position, kind, ref, title, detail, unit_cents, fulfillment, item_class, stage, stage_on,
      plate, delivered_at)
    select id, 0, 'drop_unit', '{}'::jsonb, 'Noir Vol. ' || 1 + n % 5, '', 10000, 'ffl_transfer', 'sbr', stage,
      (paid_at + array_position(${path}, stage) * interval '9 days')::date,
      jsonb_build_object('dropName', 'Noir', 'dropNumber', 1 + n % 5, 'unitNumber', 1 + n % 60), null::timestamptz
    from (select id, paid_at, n, case when state = 'expired' then null
        when n < 3000 then (array['reserved','agreed','in_build','at_dealer'])[1 + n % 4] else 'picked_up' end as stage
      from (select id, state, paid_at, row_number() over (order by created_at desc)::int as n from orders) numbered) made
    where n between ${from} and ${to}
    union all
    select id, 1, 'accessory', '{}'::jsonb, 'Weapon light', '', 8900, 'shipping', null, null, null, null,
      case when n % 100 <> 0 then created_at + interval '1 day' end
    from (select id, created_at, row_number() over (order by created_at desc)::int as n from orders) made
    where n % 2 = 0 and n between ${from} and ${to}`)
}
