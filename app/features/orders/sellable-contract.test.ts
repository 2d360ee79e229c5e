import { acceptedVersions } from './rules/policy-versions.ts'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import type { Db } from '#app/db/db.server.ts'
import { transact } from '#app/db/work.server.ts'
import { after } from '#app/kit/clock.ts'
import { givenReference } from '#test/reference.ts'
import { type TestContext, emptyDatabase, test, testContext } from '#test/db.ts'
import { givenPaymentContext, reservationForm, shipToMiami, startLines } from '#test/shop.ts'
import type { StockKind } from '#test/stock-situations.ts'
import { stockKinds } from '#test/stock-situations.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { graceMs, holdMs } from './rules.ts'
import { cancelHold } from '#app/features/checkout/store/hold.server.ts'
import { saveDelivery } from '#app/features/checkout/store/quote.server.ts'
import { findOrder } from './store/read.server.ts'
import { findPrices } from './store/prices.server.ts'
import type { Sellables } from './store/lines.server.ts'
import { beginPayment } from '#app/features/checkout/store/pay.server.ts'
import type { PriceList } from './rules/quote.ts'

const start = new Date('2026-11-20T12:00:00Z')

async function arranged({ kind, sellable, arrange }: StockKind<object>, db: Db, situation: object) {
  await emptyDatabase()
  const ref = await arrange(db, start, situation)
  const onSale = { [kind]: sellable } as Sellables
  const lines = [{ kind, ref }]
  const claim = (ctx: TestContext) => startLines(ctx, lines, onSale)
  return { onSale, ref, claim }
}

async function heldByOne(stock: StockKind<object>, db: Db) {
  const given = await arranged(stock, db, stock.onePiece)
  const ctx = testContext(db, start)
  const first = await given.claim(ctx)
  if (!first.ok) throw new Error(first.why)
  const { orderId } = first
  const order = await findOrder(db, orderId)
  if (!order?.lines.some(({ fulfillment }) => fulfillment === 'shipping'))
    return { ...given, orderId, prices: undefined }
  await givenReference(db)
  const prices = await findPrices(ctx)
  await transact(ctx, (work) => saveDelivery(work, given.onSale, orderId, delivery, prices))
  return { ...given, orderId, prices }
}

async function mayBeCharged(ctx: TestContext, onSale: Sellables, orderId: string, prices?: PriceList) {
  const request = {
    orderId,
    formKey: crypto.randomUUID(),
    requestFingerprint: 'f',
    gateway: 'sandbox',
    buyer,
    shownCents: undefined,
    shownStatement: undefined,
    rules: [],
    ages: [],
    accepted: acceptedVersions,
    prices,
    invoice: undefined,
  }
  const begun = await transact(ctx, (work) => beginPayment(work, onSale, request))
  return begun.ok
}

const buyer = {
  buyerName: 'Jordan Buyer',
  buyerEmail: 'buyer@example.com',
  buyerPhone: null,
  buyerState: null,
  dealerName: null,
  dealerCity: null,
  dealerState: null,
}

const delivery = { ...buyer, ...shipToMiami }

describe.each(stockKinds.map((each) => [each.kind, each] as const))('%s', (_, stock) => {
  test('its SQL claim allows exactly what its rule allows, in every situation', async ({ db, ctx }) => {
    await fc.assert(
      fc.asyncProperty(stock.situations, async (situation) => {
        const { ref, claim } = await arranged(stock, db, situation)
        const parsed = stock.sellable.parseRef(ref)
        const refusal = await transact(ctx, (work) => stock.sellable.refusal(work, parsed))
        // Open by the rule: `refusal` is called after a claim found nothing, and then says that the row is locked.
        const isOpen = refusal === undefined || refusal.isUnderLock === true
        expect((await claim(ctx)).ok).toBe(isOpen)
      }),
      { numRuns: 100 },
    )
  }, 60_000)

  test('held stock can be extended and sold only under its version, and sold once', async ({ db, ctx }) => {
    const { claim } = await arranged(stock, db, stock.onePiece)
    const held = await claim(ctx)
    if (!held.ok) throw new Error(held.why)
    const [orderId, until] = [sql`${held.orderId}`, sql`${after(start, holdMs)}::timestamptz`]
    const rows = async (piece: ReturnType<typeof stock.sellable.extend>) =>
      (await db.execute(piece)).rows.length
    expect(await rows(stock.sellable.extend(orderId, sql`2`, until))).toBe(0)
    expect(await rows(stock.sellable.fulfill(orderId, sql`2`))).toBe(0)
    expect(await rows(stock.sellable.extend(sql`'ANOTHER'`, sql`1`, until))).toBe(0)
    expect(await rows(stock.sellable.extend(orderId, sql`1`, until))).toBe(1)
    expect(await rows(stock.sellable.fulfill(orderId, sql`1`))).toBe(0)
    expect(await rows(stock.sellable.fulfill(orderId, sql`2`))).toBe(1)
    expect(await rows(stock.sellable.fulfill(orderId, sql`2`))).toBe(0)
    expect(await rows(stock.sellable.extend(orderId, sql`2`, until))).toBe(0)
  })

  test('released stock can be claimed at once, and its first holder cannot pay it', async ({ db, ctx }) => {
    const { onSale, claim, prices, orderId } = await heldByOne(stock, db)
    expect((await claim(ctx)).ok).toBe(false)
    await transact(ctx, (work) => cancelHold(work, onSale, orderId))
    expect((await claim(ctx)).ok).toBe(true)
    expect(await mayBeCharged(ctx, onSale, orderId, prices)).toBe(false)
  })

  test('an overdue hold is free after the grace period, and its first holder can no longer pay for it', async ({
    db,
  }) => {
    const behind = fc.integer({ min: 0, max: 60_000 })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: -3_000, max: 3_000 }), behind, async (afterEnd, lateMs) => {
        const { onSale, claim, prices, orderId } = await heldByOne(stock, db)
        const taken = await claim(testContext(db, after(start, holdMs + afterEnd)))
        expect(taken.ok).toBe(afterEnd >= graceMs)
        // A clock that is late enough believes that the hold still runs.
        const late = testContext(db, after(start, holdMs + afterEnd - lateMs))
        const canBePaid = afterEnd - lateMs < 0 && !taken.ok
        expect(await mayBeCharged(late, onSale, orderId, prices)).toBe(canBePaid)
      }),
      { numRuns: 25 },
    )
  }, 60_000)

  test('of concurrent payments and claims with skewed clocks, exactly one gets the last unit', async ({
    db,
  }) => {
    const clock = fc.integer({ min: -graceMs - 500, max: graceMs + 500 })
    await fc.assert(
      fc.asyncProperty(clock, fc.array(clock, { minLength: 1, maxLength: 3 }), async (payMs, claimMs) => {
        const { onSale, claim, orderId } = await heldByOne(stock, db)
        const at = (ms: number) => testContext(db, after(start, holdMs + ms))
        const pay = payOrder(givenPaymentContext(at(payMs)), onSale, orderId, {
          ...reservationForm(),
          ...(stock.kind === 'trust_pack' && { total: 0 }),
        })
        const [paid, ...claims] = await Promise.all([pay, ...claimMs.map((ms) => claim(at(ms)))])
        const owners = claims.filter(({ ok }) => ok).length + Number(paid.ok)
        expect(owners).toBeLessThanOrEqual(1)
        const order = await findOrder(db, orderId)
        expect(paid.ok ? ['paid'] : ['held', 'expired']).toContain(order?.state)
        const { rows } = await db.execute(sql`select * from sandbox_charges where status = 'captured'`)
        expect(rows).toHaveLength(paid.ok && order?.totalCents ? 1 : 0)
      }),
      { numRuns: 25 },
    )
  }, 60_000)
})
