// Stock for measurements, and its invariants afterwards.
import type { MeasuredShop } from './shop-process.ts'

/** A live drop with `units` open units. */
export async function givenRushDrop(shop: MeasuredShop, slug: string, units: number) {
  await shop.sql(
    `with made as (
       insert into drops (slug, name, status, category, theme, drop_number, total_units, base_price)
       select $1, 'Rush', 'live', 'hype', 'cyber', coalesce(max(drop_number), 0) + 1, $2, 249900 from drops
       returning id)
     insert into drop_units (drop_id, number) select id, number from made, generate_series(1, $2::int) number`,
    [slug, units],
  )
}

/** All faults in the sales of drops whose address begins like this; empty when all is well. */
export async function listFaults(shop: MeasuredShop, slug: string): Promise<string[]> {
  const rows = await shop.sql<{ fault: string }>(
    `with units as (select drop_units.* from drop_units join drops on drops.id = drop_id where starts_with(slug, $1)),
     sold as (select orders.* from orders join order_lines on order_id = orders.id where starts_with(ref ->> 'slug', $1))
     select 'unit ' || number || ' is held without end by order ' || order_id || ' in state ' || orders.state as fault
       from units join orders on orders.id = order_id
       where units.state = 'held' and held_until = 'infinity' and orders.state not in ('paying', 'unknown', 'review')
     union all select 'order ' || sold.id || ' is paid and has ' || count(units.number) || ' units' from sold
       left join units on order_id = sold.id and units.state = 'taken'
       where sold.state = 'paid' group by sold.id having count(units.number) <> 1
     union all select 'unit ' || number || ' is taken and its order is ' || orders.state from units join orders on orders.id = order_id
       where units.state = 'taken' and orders.state <> 'paid'
     union all select 'order ' || sold.id || ' was charged ' || count(*) || ' times' from sold join sandbox_charges on order_id = sold.id
       where status = 'captured' group by sold.id having count(*) > 1
     union all select 'order ' || sold.id || ' was charged and is ' || state from sold join sandbox_charges on order_id = sold.id
       where status = 'captured' and state not in ('paid', 'refunded')`,
    [slug],
  )
  return rows.map(({ fault }) => fault)
}
