import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Db } from '#app/db/db.server.ts'

/** What orders hold and have bought, of every kind: `is` is `held` or `sold`, `isKept` that it is held without end. */
const stock = sql`
  select 'drop_unit' as kind, order_id, case state when 'taken' then 'sold' else state end as "is", held_until
    from drop_units where order_id is not null
  union all select 'course_seat', order_id, case state when 'taken' then 'sold' else state end, held_until
    from session_seats where order_id is not null
  union all select 'class_balance', order_id, case state when 'paid' then 'sold' else state end, held_until
    from class_balances where order_id is not null
  union all select 'build_slot', order_id, case slot_state when 'taken' then 'sold' else slot_state end, held_until
    from build_submissions where order_id is not null
  union all select 'batch_slot', order_id, case state when 'taken' then 'sold' else state end, held_until
    from small_batch_slots where order_id is not null
  union all select 'trust_pack', order_id, case state when 'taken' then 'sold' else state end, held_until
    from trust_packs where order_id is not null
  union all select 'accessory', order_id, state, held_until from accessory_holds
  union all select 'patch', order_id, state, held_until from patch_holds
  union all select 'balance', order_id, case state when 'paid' then 'sold' else state end, held_until
    from balances where state in ('held', 'paid')`

/** Its reservation was refunded while it was being paid: the payment finds nothing, and goes back by itself. */
const isBalanceThatEnded = sql`(owned.kind = 'balance' and exists (
  select 1 from balances where balances.order_id = owned.id and balances.state = 'released'))`

/** No stock is sold twice, kept by an order that ended, or missing from one that was paid or is being paid. */
export async function expectSoundStock(db: Db) {
  const wrong = await db.execute(sql`
    with stock as (${stock}),
    lines as (
      -- What was sent is gone, also where its money went back.
      select orders.id, orders.state, kind, count(*) filter (where returned_at is null or delivered_at is not null) as wanted,
        count(*) filter (where delivered_at is not null) as sent
      from orders join order_lines on order_id = orders.id group by orders.id, orders.state, kind
    ),
    owned as (
      select lines.*,
        (select count(*) from stock where order_id = lines.id and stock.kind = lines.kind) as has,
        (select count(*) from stock where order_id = lines.id and stock.kind = lines.kind and "is" = 'sold') as sold,
        (select count(*) from stock where order_id = lines.id and stock.kind = lines.kind and held_until = 'infinity') as kept
      from lines
    )
    select 'a paid line without its stock' as what, id, kind from owned
      where state in ('paid', 'part_refunded') and sold <> wanted
    union all select 'an order being paid without its stock', id, kind from owned
      where state in ('paying', 'unknown', 'review') and kept <> wanted and not ${isBalanceThatEnded}
    union all select 'stock that is kept by an order that ended', id, kind from owned
      where state in ('expired', 'canceled', 'refunded', 'paid_unfulfilled') and has <> sent
    union all select 'stock that was sold to an order that is not paid', id, kind from owned
      where state not in ('paid', 'part_refunded') and sold > sent
    union all select 'more stock than the order is for', id, kind from owned where has > wanted
    union all select 'more pieces sold or being paid for than there are', accessory_id, null from accessory_holds
      where state = 'sold' or held_until = 'infinity' group by accessory_id
      having sum(quantity) > (select stock from accessories where id = accessory_id)
    union all select 'more patches sold or being paid for than there are', patch_id::text, null from patch_holds
      where state = 'sold' or held_until = 'infinity' group by patch_id
      having sum(quantity) > (select available_quantity from patches where id = patch_id)`)
  expect(wrong.rows).toEqual([])
}
