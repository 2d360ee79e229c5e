import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Db } from '#app/db/db.server.ts'
import { transact } from '#app/db/work.server.ts'
import { minute, second } from '#app/kit/clock.ts'
import type { PaymentGateway } from '#app/payments/gateway.ts'
import { type Bench, test } from '#test/db.ts'
import { givenDrop, givenTill, ordersOnSale, reservationForm } from '#test/shop.ts'
import {
  payOrder,
  reconcileAttempt,
  reconcilePayments,
  reconcileRefunds,
  refundOrder,
  refundOwnLines,
  type Till,
} from './flows.server.ts'
import { accessories } from '../accessories/tables.ts'
import {
  cancelHold,
  dispatchOrder,
  expireHolds,
  findAttempt,
  findPrices,
  renewHold,
  saveDelivery,
  startOrder,
} from './store.server.ts'
import { paymentAttempts } from './payment-tables.ts'

const totalUnits = 4

/** What visitors, jobs, the processor and fate do, in any order and at the same time. `who` picks one of the orders. */
const cards = [
  'sandbox_approve',
  'sandbox_decline',
  'sandbox_silent_after',
  'sandbox_silent_before',
  'sandbox_duplicate',
  'sandbox_review',
  'sandbox_refund_silent',
] as const
const who = fc.nat(7)
const action = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('hold'),
      number: fc.option(fc.integer({ min: 1, max: totalUnits })),
      pieces: fc.nat(3),
    }),
  },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('pay'), who, card: fc.constantFrom(...cards) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('die while paying'), who, charged: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('die while refunding'), who, refunded: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constantFrom('renew', 'let go', 'webhook', 'dispatch'), who }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('refund'),
      who,
      lines: fc.subarray([0, 1], { minLength: 1 }),
      cents: fc.option(fc.integer({ min: 1, max: 6_000 })),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constantFrom('expire', 'reconcile') }) },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('wait'), seconds: fc.constantFrom(3, 40, 200, 700) }),
  },
)
type Action = {
  act: string
  who?: number
  card?: string
  number?: number | null
  pieces?: number
  lines?: number[]
  cents?: number | null
  charged?: boolean
  refunded?: boolean
  seconds?: number
}

test('whatever happens at once, nothing is sold twice and no money goes astray', {
  timeout: 240_000,
}, async ({ db, place }) => {
  const empty = await emptying(db)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(action, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 10 }),
      async (batches) => {
        await db.execute(empty)
        await givenDrop(db, { totalUnits })
        await givenPieces(db)
        const world = new World(db, place)
        for (const batch of batches) {
          await Promise.all(batch.map((each) => world.perform(each as Action)))
          await expectSoundStock(db)
        }
        await world.settleEverything()
        await expectSoundStock(db)
        await expectSoundMoney(db)
      },
    ),
    { numRuns: 30 },
  )
})

/** The process dies at this point: nothing after it happens, and nobody catches it. */
class ProcessDied extends Error {}

class World {
  private readonly orderIds: string[] = []
  private readonly till: Till
  private readonly db: Db
  private readonly place: Bench

  constructor(db: Db, place: Bench) {
    this.db = db
    this.place = place
    this.till = givenTill(place)
  }

  async perform({ act, who = 0, ...more }: Action) {
    const orderId = this.orderIds[who % Math.max(this.orderIds.length, 1)]
    if (act === 'hold') return this.hold(more.number ?? null, more.pieces ?? 0)
    if (act === 'wait') return this.wait((more.seconds ?? 0) * second)
    if (act === 'expire') return transact(this.place, (work) => expireHolds(work, ordersOnSale))
    if (act === 'reconcile')
      return Promise.all([
        reconcilePayments(this.till, ordersOnSale),
        reconcileRefunds(this.till, ordersOnSale),
      ])
    if (!orderId) return
    switch (act) {
      case 'pay':
        return payOrder(this.till, ordersOnSale, orderId, reservationForm({ paymentToken: more.card ?? '' }))
      case 'die while paying':
        return unlessDead(
          payOrder(this.dyingTill(Boolean(more.charged)), ordersOnSale, orderId, reservationForm()),
        )
      case 'die while refunding':
        return unlessDead(refundOwnLines(this.dyingTill(Boolean(more.refunded)), ordersOnSale, orderId, [0]))
      case 'renew':
        return transact(this.place, (work) => renewHold(work, ordersOnSale, orderId))
      case 'let go':
        return transact(this.place, (work) => cancelHold(work, ordersOnSale, orderId))
      case 'refund':
        return more.cents
          ? refundOrder(this.till, ordersOnSale, orderId, { amountCents: more.cents })
          : refundOwnLines(this.till, ordersOnSale, orderId, more.lines ?? [0])
      case 'dispatch':
        return transact(this.place, (work) => dispatchOrder(work, ordersOnSale, orderId, ''))
      case 'webhook':
        return this.news(orderId)
    }
  }

  async settleEverything() {
    for (const { id } of await this.db.select({ id: paymentAttempts.id }).from(paymentAttempts))
      await (this.till.gateway as ReturnType<typeof givenTill>['gateway'] & Reviewing).settleReview(
        id,
        'captured',
      )
    for (let round = 0; round < 12; round++) {
      this.wait(31 * minute)
      await reconcilePayments(this.till, ordersOnSale)
      await reconcileRefunds(this.till, ordersOnSale)
      await transact(this.place, (work) => expireHolds(work, ordersOnSale))
    }
  }

  /** A number alone, or with some pieces of the one accessory, of which there are fewer than wanted. */
  private async hold(number: number | null, pieces: number) {
    const lines = [
      { kind: 'drop_unit' as const, ref: { slug: 'test-drop', number } },
      ...(pieces > 0 ? [{ kind: 'accessory' as const, ref: { accessory: 'piece', quantity: pieces } }] : []),
    ]
    const key = crypto.randomUUID()
    const started = await transact(this.place, (work) => startOrder(work, ordersOnSale, { key, lines }))
    if (!started.ok) return
    this.orderIds.push(started.orderId)
    const prices = await findPrices(this.till)
    if (pieces > 0)
      await transact(this.place, (work) => saveDelivery(work, ordersOnSale, started.orderId, toMiami, prices))
  }

  private wait(ms: number) {
    this.place.setNow(new Date(this.place.now().getTime() + ms))
  }

  /** News of one of the order's attempts, twice at once, as processors send it. */
  private async news(orderId: string) {
    const [attempt] = await this.db
      .select()
      .from(paymentAttempts)
      .where(sql`${paymentAttempts.orderId} = ${orderId}`)
    const known = attempt && (await findAttempt(this.db, attempt.id))
    if (!known) return
    await Promise.all([1, 2].map(() => reconcileAttempt(this.till, ordersOnSale, known)))
  }

  private dyingTill(afterwards: boolean): Till {
    const { gateway } = this.till
    async function die<Answer>(asked: () => Promise<Answer>): Promise<Answer> {
      if (afterwards) await asked()
      throw new ProcessDied()
    }
    const dying: PaymentGateway = {
      ...gateway,
      charge: (request) => die(() => gateway.charge(request)),
      refund: (request) => die(() => gateway.refund(request)),
    }
    return { ...this.till, gateway: dying }
  }
}

type Reviewing = { settleReview: (attemptId: string, verdict: 'captured' | 'declined') => Promise<unknown> }

async function unlessDead(task: Promise<unknown>) {
  await task.catch((error: unknown) => {
    if (!(error instanceof ProcessDied)) throw error
  })
}

const toMiami = {
  ...{ shipStreet: '1 Ocean Drive', shipLine2: null, shipCity: 'Miami', shipState: 'FL', shipZip: '33139' },
  ...{ shipCounty: 'Miami-Dade', shippingMethod: 'ground' },
}

/** Fewer pieces than everybody together wants. */
const stock = 5

async function givenPieces(db: Db) {
  await db.insert(accessories).values({
    ...{ id: 'piece', name: 'Piece', priceCents: 1_999, description: '', category: 'gear', image: 'sling' },
    ...{ specs: [], stock, featured: false, position: 1 },
  })
}

async function expectSoundStock(db: Db) {
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
    union all select 'two units for one order' from drop_units group by order_id having order_id is not null and count(*) > 1
    union all select 'more pieces sold or being paid for than there are' from accessory_holds
      where state = 'sold' or held_until = 'infinity' having sum(quantity) > ${stock}
    union all select 'a paid line without its pieces' from lines where kind = 'accessory' and returned_at is null
      and state in ('paid', 'part_refunded') and quantity <>
        coalesce((select sum(quantity) from accessory_holds where order_id = lines.order_id and accessory_holds.state = 'sold'), 0)
    union all select 'pieces kept by a line or an order that ended' from lines where kind = 'accessory'
      and (returned_at is not null or state in ('expired', 'cancelled', 'refunded'))
      and exists (select 1 from accessory_holds where order_id = lines.order_id)`)
  expect(wrong.rows).toEqual([])
}

/** Every cent that the processor took belongs to a paid order or went back. */
async function expectSoundMoney(db: Db) {
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
}

async function emptying(db: Db) {
  const { rows } = await db.execute<{ name: string }>(
    sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  )
  return sql.raw(`truncate ${rows.map(({ name }) => name).join(', ')} restart identity cascade`)
}
