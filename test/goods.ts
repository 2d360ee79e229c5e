import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { accessories, accessoryCategories } from '#app/features/accessories/tables.ts'
import { savedBuilds, buildSubmissions } from '#app/features/builds/tables.ts'
import { emptySelection } from '#app/features/builds/rules.ts'
import { drops, dropVariants, patches } from '#app/features/drops/tables.ts'
import type { StartRequest } from '#app/features/checkout/store/start.server.ts'
import { trustPackages } from '#app/features/trust/tables.ts'
import { sampleTrustPackages } from '#db/sample/data/goods.ts'
import { shopZone } from './moment.ts'
import { givenSession } from './courses.ts'
import { givenDrop } from './shop.ts'
import type { Topic } from '#app/features/subscriptions/rules.ts'
import { subscribers, subscriptions } from '#app/features/subscriptions/tables.ts'
import { expect } from 'vitest'

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

/** The contents of one order. */
export type Goods = {
  units: number
  quantity: number
  patches: number
  hasSeat: boolean
  hasPack: boolean
  hasSlot: boolean
}

const submission = 'SUBMISSI22'

/**
 * A shop with little stock of everything, so that orders compete: numbers, pieces, patches, seats, packs and one slot of
 * a build.
 */
export async function givenFiveKinds(db: Db, now: Date) {
  const drop = await givenDrop(db, { totalUnits: 4 })
  await givenPieces(db)
  await db.insert(patches).values({ dropId: drop.id, name: 'Patch', price: 3_500, availableQuantity: 3 })
  await givenSession(db, { seats: 2 })
  await db.insert(trustPackages).values(sampleTrustPackages)
  await givenSlot(db, now)
}

/** A submitted build, with its slot. */
export async function givenSlot(
  db: Db,
  now: Date,
  slot: Partial<typeof buildSubmissions.$inferInsert> = {},
): Promise<void> {
  await db.insert(savedBuilds).values({
    code: 'BUILD222',
    onceKey: 'once',
    selection: emptySelection('ar15'),
    price: { baseCents: 1, lines: [], totalCents: 1, itemCount: 0 },
    totalCents: 1,
    savedAt: now,
  })
  await db.insert(buildSubmissions).values({
    id: submission,
    onceKey: 'once',
    buildCode: 'BUILD222',
    name: 'A',
    email: 'a@example.com',
    state: 'FL',
    verdict: 'allowed',
    itemClass: 'sbr',
    firearm: { model: 'AR-15', caliber: '5.56 NATO', barrel: '10.3 in', overall: '27.6 in' },
    totalCents: 1,
    submittedAt: now,
    ...slot,
  })
}

/** The lines of an order for these goods. Numbers are the next open ones. */
export async function linesOf(db: Db, goods: Goods): Promise<StartRequest['lines']> {
  const [patch] = await db.select({ id: patches.id }).from(patches)
  const { rows } = await db.execute<{ id: string }>(sql`select id from course_sessions`)
  const open = await db.execute<{ number: number }>(
    sql`select number from drop_units where state <> 'taken' order by number limit ${goods.units}`,
  )
  return [
    ...open.rows.map(({ number }) => ({ kind: 'drop_unit' as const, ref: { slug: 'test-drop', number } })),
    ...(goods.quantity > 0
      ? [{ kind: 'accessory' as const, ref: { accessory: 'piece', quantity: goods.quantity } }]
      : []),
    ...(goods.patches > 0
      ? [{ kind: 'patch' as const, ref: { patch: patch?.id, quantity: goods.patches } }]
      : []),
    ...(goods.hasSeat
      ? [{ kind: 'course_seat' as const, ref: { session: rows[0]?.id, zone: shopZone } }]
      : []),
    ...(goods.hasPack ? [{ kind: 'trust_pack' as const, ref: {} }] : []),
    ...(goods.hasSlot ? [{ kind: 'build_slot' as const, ref: { submission } }] : []),
  ]
}

/** Somebody who is on a list and has confirmed, behind all others. */
export async function givenWaiter(db: Db, topic: Topic, email: string, at: Date): Promise<void> {
  const [person] = await db.insert(subscribers).values({ email, createdAt: at }).returning()
  await db.insert(subscriptions).values({
    subscriberId: person?.id ?? '',
    topic,
    name: 'Jordan Reader',
    consentVersion: '2026-11.2',
    consentWords: 'An email.',
    joinedAt: at,
    requestedAt: at,
    confirmedAt: at,
  })
}

/** The ids of the variants of the sample catalog's live drop, by name: Field and Night. */
export async function sampleVariants(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: dropVariants.id })
    .from(dropVariants)
    .innerJoin(drops, eq(drops.id, dropVariants.dropId))
    .where(eq(drops.slug, 'guerrilla-vol-1'))
    .orderBy(asc(dropVariants.name))
  return rows.map(({ id }) => id)
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
  union all select 'trust_pack', order_id, case state when 'taken' then 'sold' else state end, held_until
    from trust_packs where order_id is not null and not is_free
  union all select kind, order_id, state, held_until from held_pieces
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
    union all select 'more pieces sold or being paid for than there are', item, null from held_pieces
      where kind = 'accessory' and (state = 'sold' or held_until = 'infinity') group by item
      having sum(quantity) > (select stock from accessories where id = item)
    union all select 'more patches sold or being paid for than there are', item, null from held_pieces
      where kind = 'patch' and (state = 'sold' or held_until = 'infinity') group by item
      having sum(quantity) > (select available_quantity from patches where id = item::uuid)`)
  expect(wrong.rows).toEqual([])
}
