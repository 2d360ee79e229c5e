import fc from 'fast-check'
import { openDb, rehearse, transact, type UnitOfWork } from '#app/db/db.server.ts'
import { emptyDatabase, test, testContext, type TestContext } from '#test/db.ts'
import { expectSoundStock } from '#test/goods.ts'
import { eq, inArray, sql } from 'drizzle-orm'
import { expireHolds, payOrder } from '#app/features/checkout/flows.server.ts'
import { cancelHold } from '#app/features/checkout/store/hold.server.ts'
import { startOrder } from '#app/features/checkout/store/start.server.ts'
import { courseJobs } from '#app/features/courses/jobs.server.ts'
import { dropJobs } from '#app/features/drops/jobs.server.ts'
import { orders } from '#app/features/orders/tables.ts'
import { refundOrder, refundOwnLines } from '#app/features/refunds/flows.server.ts'
import type { Topic } from './rules.ts'
import { joinWaitlist, confirmSubscription, unsubscribe } from './store/links.server.ts'
import { subscriptions } from './tables.ts'
import { after, day, minute } from '#app/kit/clock.ts'
import { shopZone } from '#test/moment.ts'
import { bookSeat, givenSession } from '#test/courses.ts'
import { givenDrop, ordersOnSale, reservationForm } from '#test/shop.ts'
import { givenShop, heldOrder } from '#test/visit.ts'

const acts = [
  ...(['confirm', 'confirm', 'refund', 'refund', 'stranger', 'stranger', 'offer', 'offer'] as const),
  ...(['unsubscribe', 'cancel', 'claim', 'expire', 'wait'] as const),
]

const action: fc.Arbitrary<WaitlistAction> = fc.record({
  act: fc.constantFrom(...acts),
  process: fc.constantFrom(0, 1),
  who: fc.nat(3),
})

const story = fc.array(fc.array(action, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 7 })

test('whatever happens on two processes at once, a stranger gets nothing that somebody waits for, and all of the rest', {
  timeout: 480_000,
}, async ({ pool, ctx }) => {
  const other = openDb(pool.options.connectionString ?? '', 6)
  const start = ctx.now()
  const processes = [ctx, testContext(other.db)]
  try {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('course_seat', 'drop_unit'), story, async (kind, rows) => {
        await emptyDatabase()
        for (const process of processes) {
          process.setNow(start)
          process.queued.splice(0)
        }
        const world = new WaitlistWorld(processes, kind)
        await world.open()
        for (const row of rows) {
          await Promise.all(row.map((each) => world.perform(each)))
          await expectSoundStock(ctx.db)
          await world.expectRightAnswerToStrangers()
        }
        await world.letEverythingLapse()
        await expectSoundStock(ctx.db)
      }),
      { numRuns: 25 },
    )
  } finally {
    await other.pool.end()
  }
})

type WaitlistAction = {
  act: 'confirm' | 'unsubscribe' | 'refund' | 'cancel' | 'claim' | 'stranger' | 'expire' | 'offer' | 'wait'
  process: 0 | 1
  who: number
}

const jobs = [...courseJobs(ordersOnSale), ...dropJobs(ordersOnSale)]
const pieces = 2

type OnList = { id: string; position: number; email: string }

class WaitlistWorld {
  private readonly processes: readonly TestContext[]
  private readonly kind: 'course_seat' | 'drop_unit'
  private topic: Topic = 'newsletter'
  private ref: object = {}

  constructor(processes: readonly TestContext[], kind: 'course_seat' | 'drop_unit') {
    this.processes = processes
    this.kind = kind
  }

  async open() {
    const ctx = this.ctx(0)
    const shop = { ...ctx, ...givenShop(ctx) }
    if (this.kind === 'course_seat') {
      const session = await givenSession(ctx.db, {
        seats: pieces,
        startsAt: new Date('2027-11-20T14:00:00Z'),
      })
      this.topic = `course:${session}`
      this.ref = { session, zone: shopZone }
      for (let at = 0; at < pieces; at++) await bookSeat(ctx, session)
      return
    }
    const { slug } = await givenDrop(ctx.db, { totalUnits: pieces, maxPerBuyer: null })
    this.topic = `returned-units:${slug}`
    this.ref = { slug, number: null }
    for (let at = 1; at <= pieces; at++) {
      const { orderId } = await heldOrder(shop, at)
      await payOrder(shop, ordersOnSale, orderId, reservationForm())
    }
  }

  /** Does it; a stranger who gets what somebody waits for is an error. */
  async perform({ act, process, who }: WaitlistAction): Promise<void> {
    const ctx = this.ctx(process)
    const shop = { ...ctx, ...givenShop(ctx) }
    const email = `reader${who}@example.com`
    if (act === 'confirm') return this.confirm(ctx, email)
    if (act === 'unsubscribe') return this.leave(ctx, email)
    if (act === 'stranger') return this.pressAsStranger(ctx)
    if (act === 'expire') return void (await expireHolds(shop, ordersOnSale))
    if (act === 'offer') return this.offer(process)
    if (act === 'wait') return this.pass([minute, 11 * minute, day - minute, day + minute][who] ?? minute)
    const orderId = await this.pick(ctx, act === 'refund' ? 'paid' : 'held', who)
    if (!orderId) return
    if (act === 'cancel') await transact(ctx, (work) => cancelHold(work, ordersOnSale, orderId))
    if (act === 'claim') {
      const [order] = await ctx.db.select().from(orders).where(eq(orders.id, orderId))
      const of = order?.buyerEmail ?? 'stranger@example.com'
      await payOrder(shop, ordersOnSale, orderId, reservationForm({ email: of }))
    }
    if (act === 'refund')
      await (this.kind === 'course_seat'
        ? refundOwnLines(shop, ordersOnSale, orderId, [0])
        : refundOrder(shop, ordersOnSale, orderId))
  }

  /** While nothing happens: a stranger gets what is free where nobody waits, and nothing where somebody does. */
  async expectRightAnswerToStrangers() {
    const ctx = this.ctx(0)
    const [free, waiting] = [await this.countFree(), await this.listWaiting(ctx)]
    const { ok } = await rehearse(ctx, (work) => this.start(work))
    if (ok !== (free > 0 && waiting.length === 0))
      throw new Error(`${free} free, ${waiting.length} wait: a stranger is ${ok ? 'served' : 'refused'}`)
  }

  async letEverythingLapse() {
    for (let round = 0; round <= 5; round++) {
      this.pass(day + minute)
      await this.perform({ act: 'expire', process: 0, who: 0 })
      await this.offer(1)
    }
    this.pass(day + minute)
    const left = await this.listWaiting(this.ctx(0))
    if (left.length > 0 && (await this.countFree()) > 0) throw new Error(`${left.length} never got an offer`)
    for (let free = await this.countFree(); free > 0; free--) {
      const { ok } = await transact(this.ctx(1), (work) => this.start(work))
      if (!ok) throw new Error('What nobody waits for is kept')
    }
  }

  private ctx(process: number): TestContext {
    const ctx = this.processes[process]
    if (!ctx) throw new Error(`There is no process ${process}`)
    return ctx
  }

  private pass(ms: number) {
    for (const ctx of this.processes) ctx.setNow(after(ctx.now(), ms))
  }

  private async confirm(ctx: TestContext, email: string) {
    const form = { topic: this.topic, email, name: 'Jordan Reader', consent: '2026-11.2' as const }
    const own = await transact(ctx, async (work) => {
      await joinWaitlist(work, form)
      return findOnList(work, email)
    })
    await transact(ctx, (work) => confirmSubscription(work, own?.id ?? ''))
  }

  private async leave(ctx: TestContext, email: string) {
    const own = await transact(ctx, (work) => findOnList(work, email))
    if (own) await transact(ctx, (work) => unsubscribe(work, own, 'this'))
  }

  private async pressAsStranger(ctx: TestContext) {
    const before = await this.listWaiting(ctx)
    const { ok } = await transact(ctx, (work) => this.start(work))
    if (!ok) return
    const still = new Set((await this.listWaiting(ctx)).map(({ position }) => position))
    const passedOver = before.filter(({ position }) => still.has(position))
    if (passedOver.length > 0) throw new Error(`A stranger went before ${passedOver[0]?.email}`)
  }

  private start(work: UnitOfWork) {
    const line = { kind: this.kind, ref: this.ref }
    return startOrder(work, ordersOnSale, { key: crypto.randomUUID(), lines: [line] })
  }

  private async offer(process: number) {
    const ctx = this.ctx(process)
    const shop = { ...ctx, ...givenShop(ctx) }
    const run = (name: string, payload: object) => jobs.find((job) => job.name === name)?.run(shop, payload)
    await run('offer-seats', {})
    await run('offer-returned-units', {})
    for (const { job, payload } of ctx.queued.splice(0)) await run(job, payload)
  }

  private async pick({ db }: TestContext, state: 'held' | 'paid', who: number): Promise<string | undefined> {
    const rows = await db
      .select({ id: orders.id })
      .from(orders)
      .where(inArray(orders.state, [state]))
      .orderBy(orders.createdAt, orders.id)
    return rows.length > 0 ? rows[who % rows.length]?.id : undefined
  }

  /** Who waits and got no offer, read apart from what the shop makes of it. */
  private async listWaiting({ db }: TestContext): Promise<OnList[]> {
    const { rows } = await db.execute<OnList>(sql`
      select s.id, s.position::int, p.email from subscriptions s join subscribers p on p.id = s.subscriber_id
      where s.topic = ${this.topic} and s.confirmed_at is not null and s.unsubscribed_at is null
        and s.position not in (select position from seat_offers) and s.position not in (select position from unit_offers)
        and p.email not in (select o.buyer_email from session_seats seat join orders o on o.id = seat.order_id where seat.state = 'taken')
      order by s.position`)
    return rows
  }

  private async countFree(): Promise<number> {
    const { db, now } = this.ctx(0)
    const { rows } = await db.execute<{ free: number }>(sql`
      select count(*)::int as free from (
        select state, held_until from session_seats union all select state, held_until from drop_units
      ) stock where state = 'open' or (state = 'held' and held_until <= ${now()})`)
    return rows[0]?.free ?? 0
  }
}

async function findOnList({ tx }: UnitOfWork, email: string) {
  const { rows } = await tx.execute<{ id: string; subscriberId: string }>(sql`
    select s.id, p.id as "subscriberId" from ${subscriptions} s join subscribers p on p.id = s.subscriber_id where p.email = ${email}`)
  return rows[0]
}
