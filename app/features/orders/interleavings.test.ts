import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import type { Db } from '#app/db/db.server.ts'
import { transact } from '#app/db/work.server.ts'
import { minute, second } from '#app/kit/clock.ts'
import type { PaymentGateway } from '#app/payments/gateway.ts'
import { type Bench, emptyDatabase, test } from '#test/db.ts'
import { givenDrop, givenTill, ordersOnSale, reservationForm } from '#test/shop.ts'
import { expectSoundMoney, expectSoundStock, givenPieces } from '#test/sound-orders.ts'
import {
  payOrder,
  reconcileAttempt,
  reconcilePayments,
  reconcileRefunds,
  refundOrder,
  refundOwnLines,
  type Till,
  expireHolds,
} from './flows.server.ts'
import {
  cancelHold,
  dispatchOrder,
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
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(action, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 10 }),
      async (batches) => {
        await emptyDatabase()
        await givenDrop(db, { totalUnits })
        await givenPieces(db)
        const world = new World(db, place)
        for (const batch of batches) {
          await Promise.all(batch.map((each) => world.perform(each as Action)))
          await expectSoundStock(db, totalUnits)
        }
        await world.settleEverything()
        await expectSoundStock(db, totalUnits)
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
    if (act === 'expire') return expireHolds(this.place, ordersOnSale)
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
      await expireHolds(this.place, ordersOnSale)
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
  // The checkout asks for them before the payment.
  ...{ buyerName: 'Jordan Buyer', buyerEmail: 'buyer@example.com', buyerPhone: null, buyerState: 'FL' },
}
