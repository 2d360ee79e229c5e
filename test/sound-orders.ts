import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Db } from '#app/db/db.server.ts'
import { accessories, accessoryCategories } from '#app/features/accessories/tables.ts'
import { findLedgerMismatches } from '#app/features/orders/store/ledger-check.server.ts'
import { accountBalances } from '#app/ledger/ledger.server.ts'

/** Fewer pieces than everybody together wants. */
const piecesInStock = 5

/** The one accessory of these tests, of which there are few pieces. */
export async function givenPieces(db: Db, inStock = piecesInStock) {
  await db
    .insert(accessoryCategories)
    .values({ slug: 'gear', position: 1, name: 'Gear', taxClass: 'firearm_accessory' })
    .onConflictDoNothing()
  await db.insert(accessories).values({
    id: 'piece',
    name: 'Piece',
    priceCents: 1999,
    description: '',
    category: 'gear',
    image: 'sling',
    specs: [],
    stock: inStock,
    featured: false,
    position: 1,
  })
}

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

/** The kinds of which something was paid for, also where the money went back. */
export async function listSoldKinds(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ kind: string }>(
    sql`select distinct kind from order_lines join orders on id = order_id where paid_at is not null`,
  )
  return rows.map(({ kind }) => kind)
}

/** Every cent that the processor or the staff took belongs to a paid order or went back. */
export async function expectSoundMoney(db: Db) {
  const wrong = await db.execute(sql`
    with gateway as (
      select orders.id, orders.state, captured_cents - refunded_cents as ours,
        coalesce((select sum(amount_cents) from sandbox_charges where order_id = orders.id and status = 'captured'), 0)
        - coalesce((select sum(sandbox_refunds.amount_cents) from sandbox_refunds
            join payment_attempts on payment_attempts.id = sandbox_refunds.attempt_id
            where payment_attempts.order_id = orders.id), 0)
        + coalesce((select sum(amount_cents) from invoices where order_id = orders.id and status = 'received'), 0)
        - coalesce((select sum(payouts.amount_cents) from payouts
            join invoices on invoices.attempt_id = payouts.attempt_id
            where invoices.order_id = orders.id and paid_out_at is not null), 0) as theirs
      from orders)
    select 'money astray' as what, id, state, ours, theirs from gateway where ours <> theirs
    union all select 'a charge that bought nothing and did not go back', id, state, captured_cents, refunded_cents from orders
      where captured_cents > refunded_cents and state not in ('paid', 'part_refunded')
    union all select 'a recorded charge without a consequence', order_id, state, captured_cents, amount_cents from payment_attempts
      where captured_at is not null and capture_settled_at is null
    union all select 'the lines do not add up to the order', id, state, total_cents, shipping_cents from orders
      where total_cents <> shipping_cents + shipping_tax_cents
        + (select sum(unit_cents * quantity + tax_cents) from order_lines where order_id = orders.id)
    union all select 'what was given back does not add up', id, state, refunded_cents, shipping_refunded_cents from orders
      where refunded_cents <> shipping_refunded_cents
        + (select sum(refunded_cents) from order_lines where order_id = orders.id)
    union all select 'a refund is not the sum of its parts', refunds.order_id, refunds.state, amount_cents, shipping_cents
      from refunds join (select refund_id, sum(amount_cents) as parts from refund_lines group by refund_id) of on refund_id = refunds.id
      where amount_cents <> shipping_cents + parts
    union all select 'dispatched and given back all the same', order_id, fulfillment, position, null from order_lines
      where delivered_at is not null and returned_at is not null and delivered_at < returned_at and fulfillment = 'shipping'
        and exists (select 1 from refunds join refund_lines on refund_id = refunds.id where refunds.order_id = order_lines.order_id
          and refund_lines.position = order_lines.position and is_returned and requested_by = 'buyer'
          and started_at >= delivered_at)
    union all select 'something is still open', id, state, null, null from gateway
      where state in ('held', 'paying', 'unknown', 'review', 'paid_unfulfilled')`)
  expect(wrong.rows).toEqual([])
  await expectSoundLedger(db)
}

/** The ledger confirms what orders show and what the processor has, and owes nobody anything that is not an order's. */
async function expectSoundLedger(db: Db) {
  expect(await findLedgerMismatches(db)).toEqual([])
  const { rows } = await db.execute<{ cents: number; byHand: number }>(sql`
    select (coalesce((select sum(amount_cents) from sandbox_charges where status = 'captured'), 0)
      - coalesce((select sum(amount_cents) from sandbox_refunds), 0))::int as cents,
      (coalesce((select sum(amount_cents) from invoices where status = 'received'), 0)
      - coalesce((select sum(amount_cents) from payouts where paid_out_at is not null), 0))::int as "byHand"`)
  const balances = new Map((await accountBalances(db)).map((each) => [each.account, each.amountCents]))
  expect(balances.get('gateway:sandbox') ?? 0).toBe(rows[0]?.cents)
  expect(balances.get('gateway:manual') ?? 0).toBe(rows[0]?.byHand)
  expect(balances.get('customer_unallocated') ?? 0).toBe(0)
  expect(balances.get('refunds_payable') ?? 0).toBe(0)
}
