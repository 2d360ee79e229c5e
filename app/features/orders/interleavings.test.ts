import fc from 'fast-check'
import { expect } from 'vitest'
import { emptyDatabase, test, type TestContext } from '#test/db.ts'
import { givenFiveKinds, type Goods, linesOf, expectSoundStock } from '#test/goods.ts'
import { sellableKinds } from './goods.ts'
import { eq, sql } from 'drizzle-orm'
import { type Db, transact } from '#app/db/db.server.ts'
import { buildSlot } from '#app/features/builds/store/submissions.server.ts'
import { expireHolds, payOrder } from '#app/features/checkout/flows.server.ts'
import { cancelHold, renewHold, saveDelivery } from '#app/features/checkout/store/hold.server.ts'
import { startOrder } from '#app/features/checkout/store/start.server.ts'
import { sellWalkIn, takeBalance } from '#app/features/class-desk/flows.server.ts'
import { paymentAttempts, refunds } from './payment-tables.ts'
import { findPrices } from './store/buyer.server.ts'
import type { Sellables } from './store/lines.server.ts'
import { reconcileAttempt, reconcilePayments } from '#app/features/payments/flows.server.ts'
import {
  reconcileRefunds,
  refundOrder,
  refundOwnLines,
  recordPayout,
} from '#app/features/refunds/flows.server.ts'
import { openBalance, requestBalance } from '#app/features/reservations/store/balance.server.ts'
import { withBalance } from '#app/features/reservations/store/balance-sold.server.ts'
import type { PaymentContext } from '#app/gateway/payment-context.server.ts'
import { after, day, minute, second } from '#app/kit/clock.ts'
import { shopZone } from '#test/moment.ts'
import { rosterDeskOf, sessionOf } from '#test/courses.ts'
import { dyingByHand, ProcessDied } from '#test/dying.ts'
import { toMiami, givenPaymentContext, ordersOnSale, reservationForm } from '#test/shop.ts'
import { sendGoods } from '#test/world.ts'
import { findLedgerMismatches } from './store/ledger.server.ts'
import { accountBalances } from '#app/ledger/ledger.server.ts'
import type { PaymentGateway } from '#app/gateway/gateway.ts'

const cards = [
  'sandbox_approve',
  'sandbox_decline',
  'sandbox_silent_after',
  'sandbox_silent_before',
  'sandbox_duplicate',
  'sandbox_review',
  'sandbox_refund_silent',
] as const
const skewMs = fc.oneof(fc.constant(0), fc.integer({ min: -5_000, max: 5_000 }))
const cart = fc.record({
  units: fc.constantFrom(0, 1, 1, 2),
  quantity: fc.constantFrom(0, 0, 1, 3),
  patches: fc.constantFrom(0, 0, 1, 2),
  hasSeat: fc.boolean(),
  hasPack: fc.boolean(),
  hasSlot: fc.boolean(),
}) satisfies fc.Arbitrary<Goods>

type Ctx = PaymentContext & TestContext
type Varied<Fields> = { [Field in keyof Fields]: fc.Arbitrary<Fields[Field]> }

/** What happens as often as its weight says, with fields that vary. */
const deed = <Fields extends object>(
  weight: number,
  varies: Varied<Fields>,
  perform: (world: World, ctx: Ctx, fields: Fields) => unknown,
) => ({ weight, varies, perform })

/** The same to an order, if there is any. */
const ofOrder = <Fields extends object>(
  weight: number,
  varies: Varied<Fields>,
  perform: (world: World, ctx: Ctx, orderId: string, fields: Fields) => unknown,
) =>
  deed<Fields & { who: number }>(
    weight,
    { ...varies, who: fc.nat(7) } as Varied<Fields & { who: number }>,
    (world, ctx, fields) => {
      const orderId = world.orderIds[fields.who % Math.max(world.orderIds.length, 1)]
      return orderId && perform(world, ctx, orderId, fields)
    },
  )

const isAfter = fc.boolean()

const deeds = {
  hold: deed(5, { cart }, (world, ctx, goods) => world.hold(ctx, goods.cart)),
  pay: ofOrder(5, { card: fc.constantFrom(...cards) }, (world, ctx, orderId, { card }) =>
    payOrder(ctx, onSale, orderId, world.formOf(orderId, card)),
  ),
  'die while paying': ofOrder(2, { isAfter }, (world, ctx, orderId, death) =>
    unlessDead(payOrder(dying(ctx, death), onSale, orderId, world.formOf(orderId))),
  ),
  'die while refunding': ofOrder(1, { isAfter }, (_, ctx, orderId, death) =>
    unlessDead(refundOwnLines(dying(ctx, death), onSale, orderId, [0])),
  ),
  renew: ofOrder(1, {}, (_, ctx, orderId) => transact(ctx, (work) => renewHold(work, onSale, orderId))),
  'let go': ofOrder(1, {}, (_, ctx, orderId) => transact(ctx, (work) => cancelHold(work, onSale, orderId))),
  webhook: ofOrder(1, {}, (world, ctx, orderId) => world.news(ctx, orderId)),
  dispatch: ofOrder(1, {}, (_, ctx, orderId) => sendGoods(ctx, orderId, '', onSale)),
  'ask for the balance': deed(3, {}, (world, ctx) => world.askBalance(ctx)),
  'sell to a walk-in': deed(1, {}, (world, ctx) => world.sellWalkIn(ctx)),
  'take the balance of a class': ofOrder(1, {}, (world, ctx, orderId) => world.takeBalance(ctx, orderId)),
  'die at the range': deed(1, { isAfter }, (world, ctx, death) =>
    unlessDead(world.sellWalkIn(dyingByHand(ctx, death))),
  ),
  decide: ofOrder(
    1,
    { verdict: fc.constantFrom('captured' as const, 'declined' as const) },
    (world, ctx, orderId, { verdict }) => world.decide(ctx, orderId, verdict),
  ),
  refund: ofOrder(
    2,
    {
      positions: fc.subarray([0, 1, 2, 3], { minLength: 1 }),
      cents: fc.option(fc.integer({ min: 1, max: 6_000 })),
    },
    (_, ctx, orderId, { positions, cents }) =>
      cents
        ? refundOrder(ctx, onSale, orderId, { amountCents: cents })
        : refundOwnLines(ctx, onSale, orderId, positions),
  ),
  expire: deed(2, {}, (_, ctx) => expireHolds(ctx, onSale)),
  reconcile: deed(2, {}, (_, ctx) =>
    Promise.all([reconcilePayments(ctx, onSale), reconcileRefunds(ctx, onSale)]),
  ),
  // Also to the moments about the end of a hold, and of a declined one.
  wait: deed(3, { seconds: fc.constantFrom(3, 40, 298, 301, 598, 600, 602, 700) }, (world, _, { seconds }) =>
    world.wait(seconds * second),
  ),
}

type Action = { act: keyof typeof deeds; skewMs?: number } & Readonly<Record<string, unknown>>

const action = fc.oneof(
  ...Object.entries(deeds).map(([act, { weight, varies }]) => ({
    weight,
    arbitrary: fc.record({ act: fc.constant(act), skewMs, ...varies }) as unknown as fc.Arbitrary<Action>,
  })),
)

test('with any concurrent events and clocks, nothing is sold twice and every cent is accounted for', {
  timeout: 480_000,
}, async ({ db, ctx }) => {
  const sold = new Set<string>()
  const start = ctx.now()
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(action, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 12 }),
      async (batches) => {
        await emptyDatabase()
        // Each run ends weeks later, when the class of the next one would be over.
        ctx.setNow(start)
        await givenFiveKinds(db, ctx.now())
        const world = new World(db, ctx)
        for (const batch of batches) {
          await Promise.all(batch.map((each) => world.perform(each)))
          await expectSoundStock(db)
        }
        await world.settleEverything()
        await expectSoundStock(db)
        await expectSoundMoney(db)
        for (const kind of await listSoldKinds(db)) sold.add(kind)
      },
    ),
    { numRuns: 30, examples: [[refundedWhilePaying], [oneOfEach], [atTheRange]] },
  )
  // A kind that never gets as far as its money would pass unseen.
  expect([...sold].toSorted()).toEqual([...sellableKinds].toSorted())
})

/** The deposit goes back while the balance beside it is being paid: the payment finds nothing, and goes back by itself. */
const refundedWhilePaying: Action[][] = [
  [{ act: 'ask for the balance' }],
  [{ act: 'die while paying', who: 1, isAfter: false }],
  [{ act: 'die while refunding', who: 0, isAfter: false }],
]

const goods = { units: 1, quantity: 2, patches: 1, hasSeat: true, hasPack: true, hasSlot: true }

const oneOfEach: Action[][] = [
  [{ act: 'hold', cart: goods }],
  [{ act: 'pay', who: 0, card: 'sandbox_approve' }],
  [{ act: 'take the balance of a class', who: 0 }],
  [{ act: 'refund', who: 0, positions: [1, 2], cents: null }],
  [{ act: 'ask for the balance' }],
  [{ act: 'pay', who: 2, card: 'sandbox_approve' }],
]

const atTheRange: Action[][] = [
  [{ act: 'die at the range', isAfter: false }],
  [{ act: 'sell to a walk-in' }],
  [{ act: 'wait', seconds: 700 }],
  [{ act: 'reconcile' }],
  [{ act: 'wait', seconds: 700 }],
  [{ act: 'expire' }],
  [{ act: 'die at the range', isAfter: true }],
  [{ act: 'refund', who: 0, positions: [0], cents: null }],
]

const onSale = { ...ordersOnSale, build_slot: withBalance(buildSlot) } satisfies Sellables

class World {
  readonly orderIds: string[] = []
  private readonly parcels = new Set<string>()
  private readonly db: Db
  private readonly ctx: TestContext

  constructor(db: Db, ctx: TestContext) {
    this.db = db
    this.ctx = ctx
  }

  private paymentCtx(skewMs: number): Ctx {
    const ctx = { ...this.ctx, now: () => after(this.ctx.now(), skewMs) }
    return { ...ctx, ...givenPaymentContext(ctx) }
  }

  async perform({ act, skewMs: skew = 0, ...fields }: Action): Promise<unknown> {
    return deeds[act].perform(this, this.paymentCtx(skew), fields as never)
  }

  async settleEverything() {
    const paymentCtx = this.paymentCtx(0)
    for (const { id } of await this.db.select({ id: paymentAttempts.id }).from(paymentAttempts))
      await paymentCtx.gateway.settleReview?.(id, 'captured')
    for (let round = 0; round < 14; round++) {
      // The last rounds are after the day on which balances are due.
      this.wait(round < 12 ? 31 * minute : 15 * day)
      await reconcilePayments(paymentCtx, onSale)
      await reconcileRefunds(paymentCtx, onSale)
      await this.payOut(paymentCtx)
      await expireHolds(paymentCtx, onSale)
    }
  }

  async hold(paymentCtx: Ctx, goods: Goods) {
    const lines = await linesOf(this.db, goods)
    if (lines.length === 0) return
    const key = crypto.randomUUID()
    const started = await transact(paymentCtx, (work) => startOrder(work, onSale, { key, lines }))
    if (!started.ok) return
    this.orderIds.push(started.orderId)
    const prices = await findPrices(paymentCtx)
    if (goods.quantity + goods.patches === 0) return
    this.parcels.add(started.orderId)
    await transact(paymentCtx, (work) => saveDelivery(work, onSale, started.orderId, paidAs, prices))
  }

  private async payOut(paymentCtx: PaymentContext) {
    for (const refund of await this.db.select().from(refunds).where(eq(refunds.state, 'started')))
      await recordPayout(paymentCtx, onSale, refund, { method: 'cash', reference: '' })
  }

  async sellWalkIn(paymentCtx: Ctx) {
    const sold = await sellWalkIn(this.desk(paymentCtx), await this.session(paymentCtx), {
      ...inCash(15_000),
      name: 'Walker Student',
      email: 'walker@example.com',
      phone: null,
    })
    if (sold.ok) this.orderIds.push(sold.orderId)
  }

  async takeBalance(paymentCtx: Ctx, order: string) {
    const desk = this.desk(paymentCtx)
    const sold = await takeBalance(desk, await this.session(paymentCtx), { ...inCash(7_500), order })
    if (sold.ok && !this.orderIds.includes(sold.orderId)) this.orderIds.push(sold.orderId)
  }

  private desk(paymentCtx: Ctx) {
    return { ...rosterDeskOf(paymentCtx), ctx: paymentCtx, sellables: onSale }
  }

  private async session(ctx: TestContext) {
    const { rows } = await this.db.execute<{ id: string }>(sql`select id from course_sessions`)
    return sessionOf(ctx, rows[0]?.id ?? '')
  }

  /** Staff ask for the balance of a reservation whose price is agreed; its order is one of those that everybody acts on. */
  async askBalance(paymentCtx: Ctx) {
    const orderId = (await findReserved(this.db)) ?? (await this.reserve(paymentCtx))
    if (!orderId) return
    await agree(this.db, orderId)
    const prices = await findPrices(paymentCtx)
    const request = { orderId, position: 0, by: 'sam', county: 'Miami-Dade' }
    const requested = await transact(paymentCtx, (work) => requestBalance(work, request, prices, shopZone))
    if (!requested.ok) return
    const opened = await transact(paymentCtx, (work) => openBalance(work, orderId, 0))
    if (opened.ok && !this.orderIds.includes(opened.orderId)) this.orderIds.push(opened.orderId)
  }

  formOf(orderId: string, paymentToken = 'sandbox_approve') {
    const { formKey, attestation, ...details } = reservationForm({ paymentToken })
    return this.parcels.has(orderId)
      ? { formKey, attestation, paymentToken }
      : { formKey, attestation, ...details }
  }

  private async reserve(paymentCtx: Ctx) {
    const known = this.orderIds.length
    await this.hold(paymentCtx, { ...nothing, units: 1 })
    const orderId = this.orderIds[known]
    if (orderId) await payOrder(paymentCtx, onSale, orderId, this.formOf(orderId))
    return orderId
  }

  wait(ms: number) {
    this.ctx.setNow(after(this.ctx.now(), ms))
  }

  private attemptsOf(orderId: string) {
    return this.db.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, orderId))
  }

  /** A person at the processor decides, and no notification arrives. */
  async decide(paymentCtx: PaymentContext, orderId: string, verdict: 'captured' | 'declined') {
    for (const { id } of await this.attemptsOf(orderId)) await paymentCtx.gateway.settleReview?.(id, verdict)
  }

  /** News of one of the order's attempts, twice at once, as processors send it. */
  async news(paymentCtx: PaymentContext, orderId: string) {
    const [attempt] = await this.attemptsOf(orderId)
    if (attempt) await Promise.all([1, 2].map(() => reconcileAttempt(paymentCtx, onSale, attempt)))
  }
}

const nothing: Goods = {
  units: 0,
  quantity: 0,
  patches: 0,
  hasSeat: false,
  hasPack: false,
  hasSlot: false,
}

const inCash = (amount: number) => ({
  key: crypto.randomUUID(),
  amount,
  method: 'cash' as const,
  reference: '',
})

async function findReserved(db: Db): Promise<string | undefined> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from orders join order_lines on order_id = id
    where position = 0 and stage = 'reserved' and returned_at is null and orders.state in ('paid', 'part_refunded') limit 1`)
  return rows[0]?.id
}

async function agree(db: Db, orderId: string) {
  await db.execute(sql`
    insert into reservations (order_id, position, variant, includes, price_cents, agreement_version, sent_at, sent_by,
      accepted_at, accepted_sentence)
    select order_id, position, 'Black', 'Case', 249900, '2026-11', now(), 'sam', now(), 'I accept.'
    from order_lines where order_id = ${orderId} and position = 0 and stage = 'reserved' on conflict do nothing`)
  await db.execute(
    sql`update order_lines set stage = 'agreed' where order_id = ${orderId} and position = 0 and stage = 'reserved'`,
  )
}

const paidAs = { ...toMiami, dealerName: null, dealerCity: null, dealerState: null }

/** The kinds of which something was paid for, also where the money went back. */
async function listSoldKinds(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ kind: string }>(
    sql`select distinct kind from order_lines join orders on id = order_id where paid_at is not null`,
  )
  return rows.map(({ kind }) => kind)
}

/** Every cent that the processor or the staff took belongs to a paid order or went back. */
async function expectSoundMoney(db: Db) {
  const wrong = await db.execute(sql`
    with gateway as (
      select orders.id, orders.state, captured_cents - refunded_cents as ours,
        coalesce((select sum(amount_cents) from sandbox_charges where order_id = orders.id and status = 'captured'), 0)
        - coalesce((select sum(sandbox_refunds.amount_cents) from sandbox_refunds
            join payment_attempts on payment_attempts.id = sandbox_refunds.attempt_id
            where payment_attempts.order_id = orders.id), 0)
        + coalesce((select sum(amount_cents) from invoices where order_id = orders.id and status = 'captured'), 0)
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
      (coalesce((select sum(amount_cents) from invoices where status = 'captured'), 0)
      - coalesce((select sum(amount_cents) from payouts where paid_out_at is not null), 0))::int as "byHand"`)
  const balances = new Map((await accountBalances(db)).map((each) => [each.account, each.amountCents]))
  expect(balances.get('gateway:sandbox') ?? 0).toBe(rows[0]?.cents)
  expect(balances.get('gateway:manual') ?? 0).toBe(rows[0]?.byHand)
  expect(balances.get('customer_unallocated') ?? 0).toBe(0)
  expect(balances.get('refunds_payable') ?? 0).toBe(0)
}

function dying(paymentCtx: PaymentContext, { isAfter }: { isAfter: boolean }): PaymentContext {
  const { gateway } = paymentCtx
  async function die<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    if (isAfter) await ask()
    throw new ProcessDied()
  }
  const mortal: PaymentGateway = {
    ...gateway,
    charge: (request) => die(() => gateway.charge(request)),
    refund: (request) => die(() => gateway.refund(request)),
  }
  return { ...paymentCtx, gateway: mortal }
}

async function unlessDead(task: Promise<unknown>) {
  await task.catch((error: unknown) => {
    if (!(error instanceof ProcessDied)) throw error
  })
}
