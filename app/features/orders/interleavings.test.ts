import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import type { Db } from '#app/db/db.server.ts'
import { transact } from '#app/db/work.server.ts'
import { buildSlot } from '#app/features/builds/store/build-slot.server.ts'
import { requestBalance, withBalance } from '#app/features/reservations/store.server.ts'
import { after, day, minute, second } from '#app/kit/clock.ts'
import type { PaymentGateway } from '#app/gateway/gateway.ts'
import { type TestContext, emptyDatabase, test } from '#test/db.ts'
import { givenPaymentContext, ordersOnSale, reservationForm } from '#test/shop.ts'
import { expectSoundMoney, expectSoundStock } from '#test/sound-orders.ts'
import { givenFiveKinds, type Goods, linesOf } from '#test/five-kinds.ts'
import { expireHolds, payOrder } from '#app/features/checkout/flows.server.ts'
import { reconcileAttempt, reconcilePayments } from '#app/features/payments/flows.server.ts'
import { reconcileRefunds, refundOrder, refundOwnLines } from '#app/features/refunds/flows.server.ts'
import type { PaymentContext } from '#app/gateway/payment-context.server.ts'
import { cancelHold, renewHold, saveDelivery, startOrder } from '#app/features/checkout/store.server.ts'
import { dispatchOrder, findPrices, type Sellables } from './store.server.ts'
import { paymentAttempts } from './attempt-tables.ts'
import { toMiami } from '#test/miami.ts'

const onSale = { ...ordersOnSale, build_slot: withBalance(buildSlot) } satisfies Sellables

/** What visitors, jobs, the processor and fate do, in any order and at the same time, each on a clock of its own. */
const cards = [
  'sandbox_approve',
  'sandbox_decline',
  'sandbox_silent_after',
  'sandbox_silent_before',
  'sandbox_duplicate',
  'sandbox_review',
  'sandbox_refund_silent',
] as const
/** Picks one of the orders. */
const who = fc.nat(7)
/** How far the clock of whoever acts is off. */
const skewMs = fc.oneof(fc.constant(0), fc.integer({ min: -5_000, max: 5_000 }))
const cart = fc.record({
  units: fc.constantFrom(0, 1, 1, 2),
  pieces: fc.constantFrom(0, 0, 1, 3),
  patches: fc.constantFrom(0, 0, 1, 2),
  hasSeat: fc.boolean(),
  hasPack: fc.boolean(),
  hasSlot: fc.boolean(),
})
const act = (weight: number, name: string, more: Record<string, fc.Arbitrary<unknown>> = {}) => ({
  weight,
  arbitrary: fc.record({ act: fc.constant(name), who, skewMs, ...more }) as unknown as fc.Arbitrary<Action>,
})

const action = fc.oneof(
  act(5, 'hold', { cart }),
  act(5, 'pay', { card: fc.constantFrom(...cards) }),
  act(2, 'die while paying', { isAfter: fc.boolean() }),
  act(1, 'die while refunding', { isAfter: fc.boolean() }),
  act(1, 'renew'),
  act(1, 'let go'),
  act(1, 'webhook'),
  act(1, 'dispatch'),
  act(3, 'ask for the balance'),
  act(1, 'decide', { verdict: fc.constantFrom('captured', 'declined') }),
  act(2, 'refund', {
    positions: fc.subarray([0, 1, 2, 3], { minLength: 1 }),
    cents: fc.option(fc.integer({ min: 1, max: 6_000 })),
  }),
  act(2, 'expire'),
  act(2, 'reconcile'),
  // Also to the moments about the end of a hold, and of a declined one.
  act(3, 'wait', { seconds: fc.constantFrom(3, 40, 298, 301, 598, 600, 602, 700) }),
)
type Action = {
  act: string
  who: number
  skewMs: number
  cart?: Goods
  card?: string
  isAfter?: boolean
  verdict?: 'captured' | 'declined'
  positions?: number[]
  cents?: number | null
  seconds?: number
}

test('with any concurrent events and clocks, nothing is sold twice and every cent is accounted for', {
  timeout: 240_000,
}, async ({ db, ctx }) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(action, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 12 }),
      async (batches) => {
        await emptyDatabase()
        await givenFiveKinds(db, ctx.now())
        const world = new World(db, ctx)
        for (const batch of batches) {
          await Promise.all(batch.map((each) => world.perform(each)))
          await expectSoundStock(db)
        }
        await world.settleEverything()
        await expectSoundStock(db)
        await expectSoundMoney(db)
      },
    ),
    { numRuns: 30, examples: [[refundedWhilePaying]] },
  )
})

/** The deposit goes back while the balance beside it is being paid: the payment finds nothing, and goes back by itself. */
const refundedWhilePaying: Action[][] = [
  [{ act: 'ask for the balance', who: 0, skewMs: 0 }],
  [{ act: 'die while paying', who: 1, skewMs: 0, isAfter: false }],
  [{ act: 'die while refunding', who: 0, skewMs: 0, isAfter: false }],
]

/** The process dies at this point: nothing after it happens, and nobody catches it. */
class ProcessDied extends Error {}

class World {
  private readonly orderIds: string[] = []
  private readonly db: Db
  private readonly ctx: TestContext

  constructor(db: Db, ctx: TestContext) {
    this.db = db
    this.ctx = ctx
  }

  /** A process whose clock is off. */
  private paymentCtx(skewMs: number): PaymentContext & TestContext {
    const ctx = { ...this.ctx, now: () => after(this.ctx.now(), skewMs) }
    return { ...ctx, ...givenPaymentContext(ctx) }
  }

  async perform(action: Action) {
    const { act: name, skewMs, positions = [0] } = action
    const orderId = this.orderIds[action.who % Math.max(this.orderIds.length, 1)]
    const paymentCtx = this.paymentCtx(skewMs)
    if (name === 'hold') return this.hold(paymentCtx, action.cart as Goods)
    if (name === 'wait') return this.wait((action.seconds ?? 0) * second)
    if (name === 'expire') return expireHolds(paymentCtx, onSale)
    if (name === 'reconcile')
      return Promise.all([reconcilePayments(paymentCtx, onSale), reconcileRefunds(paymentCtx, onSale)])
    if (name === 'ask for the balance') return this.askBalance(paymentCtx)
    if (!orderId) return
    switch (name) {
      case 'pay':
        return payOrder(paymentCtx, onSale, orderId, reservationForm({ paymentToken: action.card ?? '' }))
      case 'die while paying':
        return unlessDead(payOrder(dying(paymentCtx, action), onSale, orderId, reservationForm()))
      case 'die while refunding':
        return unlessDead(refundOwnLines(dying(paymentCtx, action), onSale, orderId, [0]))
      case 'renew':
        return transact(paymentCtx, (work) => renewHold(work, onSale, orderId))
      case 'let go':
        return transact(paymentCtx, (work) => cancelHold(work, onSale, orderId))
      case 'refund':
        return action.cents
          ? refundOrder(paymentCtx, onSale, orderId, { amountCents: action.cents })
          : refundOwnLines(paymentCtx, onSale, orderId, positions)
      case 'dispatch':
        return transact(paymentCtx, (work) => dispatchOrder(work, onSale, orderId, ''))
      case 'decide':
        return this.decide(paymentCtx, orderId, action.verdict ?? 'captured')
      case 'webhook':
        return this.news(paymentCtx, orderId)
    }
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
      await expireHolds(paymentCtx, onSale)
    }
  }

  private async hold(paymentCtx: PaymentContext & TestContext, goods: Goods) {
    const lines = await linesOf(this.db, goods)
    if (lines.length === 0) return
    const key = crypto.randomUUID()
    const started = await transact(paymentCtx, (work) => startOrder(work, onSale, { key, lines }))
    if (!started.ok) return
    this.orderIds.push(started.orderId)
    const prices = await findPrices(paymentCtx)
    if (goods.quantity + goods.patches > 0)
      await transact(paymentCtx, (work) => saveDelivery(work, onSale, started.orderId, paidAs, prices))
  }

  /** Staff ask for the balance of a reservation whose price is agreed; its order is one of those that everybody acts on. */
  private async askBalance(paymentCtx: PaymentContext & TestContext) {
    const orderId = (await findReserved(this.db)) ?? (await this.reserve(paymentCtx))
    if (!orderId) return
    await agree(this.db, orderId)
    const prices = await findPrices(paymentCtx)
    const request = { orderId, position: 0, by: 'sam', county: 'Miami-Dade' }
    const requested = await transact(paymentCtx, (work) =>
      requestBalance(work, request, prices, 'America/New_York'),
    )
    const owed = requested.ok ? requested.balance.orderId : null
    if (owed && !this.orderIds.includes(owed)) this.orderIds.push(owed)
  }

  private async reserve(paymentCtx: PaymentContext & TestContext) {
    const known = this.orderIds.length
    await this.hold(paymentCtx, { ...nothing, units: 1 })
    const orderId = this.orderIds[known]
    if (orderId) await payOrder(paymentCtx, onSale, orderId, reservationForm())
    return orderId
  }

  private wait(ms: number) {
    this.ctx.setNow(after(this.ctx.now(), ms))
  }

  private attemptsOf(orderId: string) {
    return this.db.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, orderId))
  }

  /** A person at the processor decides, and no notification arrives. */
  private async decide(paymentCtx: PaymentContext, orderId: string, verdict: 'captured' | 'declined') {
    for (const { id } of await this.attemptsOf(orderId)) await paymentCtx.gateway.settleReview?.(id, verdict)
  }

  /** News of one of the order's attempts, twice at once, as processors send it. */
  private async news(paymentCtx: PaymentContext, orderId: string) {
    const [attempt] = await this.attemptsOf(orderId)
    if (attempt) await Promise.all([1, 2].map(() => reconcileAttempt(paymentCtx, onSale, attempt)))
  }
}

const nothing: Goods = { units: 0, quantity: 0, patches: 0, hasSeat: false, hasPack: false, hasSlot: false }

/** A paid order whose first line is a firearm that is not agreed yet. */
async function findReserved(db: Db): Promise<string | undefined> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from orders join order_lines on order_id = id
    where position = 0 and stage = 'reserved' and returned_at is null and orders.state in ('paid', 'part_refunded') limit 1`)
  return rows[0]?.id
}

/** The first line, if it is a firearm that is reserved, is agreed at a price above its deposit. */
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

/** A process that ends before or after its request to the processor. */
function dying(paymentCtx: PaymentContext, { isAfter }: Action): PaymentContext {
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

const paidAs = { ...toMiami, dealerName: null, dealerCity: null, dealerState: null }
