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
  refundOwnLines,
  type Till,
} from './flows.server.ts'
import { cancelHold, expireHolds, findAttempt, renewHold, startOrder } from './store.server.ts'
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
    }),
  },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('pay'), who, card: fc.constantFrom(...cards) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('die while paying'), who, charged: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('die while refunding'), who, refunded: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constantFrom('renew', 'let go', 'refund', 'webhook'), who }) },
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
  charged?: boolean
  refunded?: boolean
  seconds?: number
}

test('whatever happens at once, no number is sold twice and no money goes astray', {
  timeout: 240_000,
}, async ({ db, place }) => {
  const empty = await emptying(db)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(action, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 10 }),
      async (batches) => {
        await db.execute(empty)
        await givenDrop(db, { totalUnits })
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
    if (act === 'hold') return this.hold(more.number ?? null)
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
        return refundOwnLines(this.till, ordersOnSale, orderId, [0])
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

  private async hold(number: number | null) {
    const lines = [{ kind: 'drop_unit' as const, ref: { slug: 'test-drop', number } }]
    const key = crypto.randomUUID()
    const started = await transact(this.place, (work) => startOrder(work, ordersOnSale, { key, lines }))
    if (started.ok) this.orderIds.push(started.orderId)
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

async function expectSoundStock(db: Db) {
  const wrong = await db.execute(sql`
    select 'units are missing' as what where (select count(*) from drop_units) <> ${totalUnits}
    union all select 'a paid order without its unit' from orders where state in ('paid', 'part_refunded')
      and (select count(*) from drop_units where order_id = orders.id and state = 'taken') <> 1
    union all select 'a unit taken by an order that is not paid' from drop_units join orders on orders.id = order_id
      where drop_units.state = 'taken' and orders.state not in ('paid', 'part_refunded')
    union all select 'an order being paid without its unit' from orders where state in ('paying', 'unknown', 'review')
      and (select count(*) from drop_units where order_id = orders.id and state = 'held' and held_until = 'infinity') <> 1
    union all select 'a unit kept by an order that ended' from drop_units join orders on orders.id = order_id
      where orders.state in ('expired', 'cancelled', 'refunded')
    union all select 'two units for one order' from drop_units group by order_id having order_id is not null and count(*) > 1`)
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
