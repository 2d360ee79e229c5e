import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Db } from '#app/db/db.server.ts'
import { accessories } from '#app/features/accessories/tables.ts'
import { findLedgerMismatches } from '#app/features/orders/store/ledger-check.server.ts'
import { accountBalances } from '#app/ledger/ledger.server.ts'

/** Fewer pieces than everybody together wants. */
export const piecesInStock = 5

/** The one accessory of these tests, of which there are few pieces. */
export async function givenPieces(db: Db) {
  await db.insert(accessories).values({
    ...{ id: 'piece', name: 'Piece', priceCents: 1_999, description: '', category: 'gear', image: 'sling' },
    ...{ specs: [], stock: piecesInStock, featured: false, position: 1 },
  })
}

/** No number and no piece is sold twice, kept by an order that ended, or missing from one that was paid. */
export async function expectSoundStock(db: Db, totalUnits: number) {
  const wrong = await db.execute(sql`
    with lines as (select order_lines.*, orders.state from order_lines join orders on orders.id = order_id)
    select 'units are missing' as what where (select count(*) from drop_units) <> ${totalUnits}
    union all select 'a paid line without its unit' from lines where kind = 'drop_unit' and returned_at is null
      and state in ('paid', 'part_refunded')
      and (select count(*) from drop_units where order_id = lines.order_id and drop_units.state = 'taken') <> 1
    union all select 'a unit taken by an order that is not paid' from drop_units join orders on orders.id = order_id
      where drop_units.state = 'taken' and orders.state not in ('paid', 'part_refunded')
    union all select 'an order being paid without its unit' from orders where state in ('paying', 'unknown', 'review')
      and (select count(*) from drop_units where order_id = orders.id and state = 'held' and held_until = 'infinity') <> 1
    union all select 'a unit kept by an order that ended' from drop_units join orders on orders.id = order_id
      where orders.state in ('expired', 'cancelled', 'refunded')
    union all select 'a unit kept by a line that was given back' from lines where kind = 'drop_unit' and returned_at is not null
      and exists (select 1 from drop_units where order_id = lines.order_id)
    union all select 'pieces of a parcel that was sent are on sale again' from lines where kind = 'accessory'
      and delivered_at is not null and not exists (select 1 from accessory_holds where order_id = lines.order_id)
    union all select 'two units for one order' from drop_units group by order_id having order_id is not null and count(*) > 1
    union all select 'more pieces sold or being paid for than there are' from accessory_holds
      where state = 'sold' or held_until = 'infinity' having sum(quantity) > ${piecesInStock}
    union all select 'a paid line without its pieces' from lines where kind = 'accessory' and returned_at is null
      and state in ('paid', 'part_refunded') and quantity <>
        coalesce((select sum(quantity) from accessory_holds where order_id = lines.order_id and accessory_holds.state = 'sold'), 0)
    union all select 'pieces kept by a line or an order that ended' from lines where kind = 'accessory'
      and delivered_at is null and (returned_at is not null or state in ('expired', 'cancelled', 'refunded'))
      and exists (select 1 from accessory_holds where order_id = lines.order_id)`)
  expect(wrong.rows).toEqual([])
}

/** Every cent that the processor took belongs to a paid order or went back. */
export async function expectSoundMoney(db: Db) {
  const wrong = await db.execute(sql`
    with gateway as (
      select orders.id, orders.state, captured_cents - refunded_cents as ours,
        coalesce((select sum(amount_cents) from sandbox_charges where order_id = orders.id and standing = 'captured'), 0)
        - coalesce((select sum(sandbox_refunds.amount_cents) from sandbox_refunds
            join payment_attempts on payment_attempts.id = sandbox_refunds.attempt_id
            where payment_attempts.order_id = orders.id), 0) as theirs
      from orders)
    select 'money astray' as what, id, state, ours, theirs from gateway where ours <> theirs
    union all select 'the lines do not add up to the order', id, state, total_cents, shipping_cents from orders
      where total_cents <> shipping_cents + shipping_tax_cents
        + (select sum(unit_cents * quantity + tax_cents) from order_lines where order_id = orders.id)
    union all select 'what was given back does not add up', id, state, refunded_cents, shipping_refunded_cents from orders
      where refunded_cents <> shipping_refunded_cents
        + (select sum(refunded_cents) from order_lines where order_id = orders.id)
    union all select 'a refund is not the sum of its parts', refunds.order_id, refunds.state, amount_cents, shipping_cents
      from refunds join (select refund_id, sum(amount_cents) as parts from refund_lines group by refund_id) of on refund_id = refunds.id
      where amount_cents <> shipping_cents + parts
    union all select 'dispatched and given back all the same', order_id, fulfilment, position, null from order_lines
      where delivered_at is not null and returned_at is not null and delivered_at < returned_at and fulfilment = 'parcel'
        and exists (select 1 from refunds join refund_lines on refund_id = refunds.id where refunds.order_id = order_lines.order_id
          and refund_lines.position = order_lines.position and is_returned and requested_by = 'buyer'
          and started_at >= delivered_at)
    union all select 'something is still open', id, state, null, null from gateway
      where state in ('held', 'paying', 'unknown', 'review')`)
  expect(wrong.rows).toEqual([])
  await expectSoundLedger(db)
}

/** The ledger confirms what orders show and what the processor has, and owes nobody anything that is not an order's. */
async function expectSoundLedger(db: Db) {
  expect(await findLedgerMismatches(db)).toEqual([])
  const { rows } = await db.execute<{ cents: number }>(sql`
    select (coalesce((select sum(amount_cents) from sandbox_charges where standing = 'captured'), 0)
      - coalesce((select sum(amount_cents) from sandbox_refunds), 0))::int as cents`)
  const balances = new Map((await accountBalances(db)).map((each) => [each.account, each.amountCents]))
  expect(balances.get('gateway:sandbox') ?? 0).toBe(rows[0]?.cents)
  expect(balances.get('customer_unallocated') ?? 0).toBe(0)
  expect(balances.get('refunds_payable') ?? 0).toBe(0)
}
