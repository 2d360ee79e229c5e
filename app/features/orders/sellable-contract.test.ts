import fc from 'fast-check'
import { acceptedVersions } from './refunds.ts'
import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { type Db, transact } from '#app/db/db.server.ts'
import { after, day, hour, minute } from '#app/kit/clock.ts'
import { givenReference } from '#test/reference.ts'
import { type TestContext, emptyDatabase, test, testContext } from '#test/db.ts'
import { givenPaymentContext, reservationForm, shipToMiami, startLines, givenDrop } from '#test/shop.ts'
import { payOrder, beginPayment } from '#app/features/checkout/flows.server.ts'
import { graceMs, holdMs } from './rules.ts'
import { cancelHold, saveDelivery } from '#app/features/checkout/store/hold.server.ts'
import { findOrder } from './store/read.server.ts'
import { findPrices } from './store/buyer.server.ts'
import type { Sellables } from './store/lines.server.ts'
import { buildSlot } from '#app/features/builds/store/submissions.server.ts'
import { courseSeat } from '#app/features/courses/store/seats.server.ts'
import { dropUnit } from '#app/features/drops/store/units.server.ts'
import { dropVariants, earlyAccessCodes, patches } from '#app/features/drops/tables.ts'
import { hashSecret } from '#app/kit/ids.ts'
import { shopZone } from '#test/moment.ts'
import { givenSession } from '#test/courses.ts'
import { givenSlot, givenWaiter, givenPieces } from '#test/goods.ts'
import { accessory } from '#app/features/accessories/store.server.ts'
import { heldPieces } from '#app/catalog/tables.ts'
import { patch } from '#app/features/drops/store/patches.server.ts'
import type { SellableKind } from './goods.ts'
import type { Sellable } from './sellable.ts'
import { balances } from '#app/features/reservations/tables.ts'
import { balance } from '#app/features/reservations/store/balance-sold.server.ts'

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
  if (!order?.lines.some(({ fulfillment }) => fulfillment === 'shipping')) return { ...given, orderId }
  await givenReference(db)
  const prices = await findPrices(ctx)
  await transact(ctx, (work) => saveDelivery(work, given.onSale, orderId, delivery, prices))
  return { ...given, orderId }
}

async function mayBeCharged(ctx: TestContext, onSale: Sellables, orderId: string) {
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

/** `arrange` writes a situation as of `now` and returns a reference to request. In `onePiece` a single open piece is left. */
type StockKind<Situation = never> = {
  kind: SellableKind
  sellable: Sellable
  situations: fc.Arbitrary<Situation>
  onePiece: Situation
  arrange: (db: Db, now: Date, situation: Situation) => Promise<object>
}

const seldom = fc.oneof(
  { weight: 3, arbitrary: fc.constant(false) },
  { weight: 1, arbitrary: fc.constant(true) },
)

const otherOrder = 'OTHERORDER'

const piece = fc.oneof(
  fc.constantFrom('open' as const, 'taken' as const),
  fc.record({ heldMs: fc.constantFrom(-minute, -1, 0, 1, minute) }),
)
type Piece = 'open' | 'taken' | { heldMs: number }

function pieceRow(now: Date, at: Piece) {
  if (at === 'open') return { state: 'open' as const, orderId: null, heldUntil: null }
  if (at === 'taken') return { state: 'taken' as const, orderId: otherOrder, heldUntil: null }
  return { state: 'held' as const, orderId: otherOrder, heldUntil: after(now, at.heldMs) }
}

type Counted = { inStock: number; holds: (number | { quantity: number; heldMs: number })[]; quantity: number }

const counted = fc.record({
  inStock: fc.integer({ min: 0, max: 6 }),
  holds: fc.array(
    fc.oneof(
      fc.integer({ min: 1, max: 3 }),
      fc.record({
        quantity: fc.integer({ min: 1, max: 3 }),
        heldMs: fc.constantFrom(-minute, -1, 0, 1, minute),
      }),
    ),
    { maxLength: 3 },
  ),
  quantity: fc.integer({ min: 1, max: 4 }),
})
const oneCounted: Counted = { inStock: 1, holds: [], quantity: 1 }

function holdRow(now: Date, hold: Counted['holds'][number], at: number) {
  const orderId = `${otherOrder}${at}`
  if (typeof hold === 'number') return { orderId, quantity: hold, state: 'sold' as const, heldUntil: null }
  return { orderId, quantity: hold.quantity, state: 'held' as const, heldUntil: after(now, hold.heldMs) }
}

const accessoryStock: StockKind<Counted> = {
  kind: 'accessory',
  sellable: accessory,
  situations: counted,
  onePiece: oneCounted,
  async arrange(db, now, { inStock, holds, quantity }) {
    await givenPieces(db, inStock)
    for (const [at, hold] of holds.entries())
      await db.insert(heldPieces).values({ ...holdRow(now, hold, at), kind: 'accessory', item: 'piece' })
    return { accessory: 'piece', quantity }
  },
}

const patchStock: StockKind<Counted> = {
  kind: 'patch',
  sellable: patch,
  situations: counted,
  onePiece: oneCounted,
  async arrange(db, now, { inStock, holds, quantity }) {
    const drop = await givenDrop(db)
    const [made] = await db
      .insert(patches)
      .values({ dropId: drop.id, name: 'Patch', price: 3_500, availableQuantity: inStock })
      .returning()
    const patchId = made?.id ?? ''
    for (const [at, hold] of holds.entries())
      await db.insert(heldPieces).values({ ...holdRow(now, hold, at), kind: 'patch', item: patchId })
    return { patch: patchId, quantity }
  },
}

const balanceStock: StockKind<{ at: Piece | 'waived' | 'released'; isKnown: boolean }> = {
  kind: 'balance',
  sellable: balance,
  situations: fc.record({
    at: fc.oneof(piece, fc.constantFrom('waived' as const, 'released' as const)),
    isKnown: fc.boolean(),
  }),
  onePiece: { at: 'open', isKnown: true },
  async arrange(db, now, { at, isKnown }) {
    const ended = at === 'waived' || at === 'released'
    const row = ended ? { state: at, orderId: null, heldUntil: null } : pieceRow(now, at)
    await db.insert(balances).values({
      id: 'BALANCE222',
      reservationId: 'RESERVED22',
      position: 0,
      title: 'Balance',
      detail: 'Test Drop',
      priceCents: 249_900,
      depositCents: 10_000,
      amountCents: 239_900,
      taxCents: 0,
      taxLabel: '',
      taxState: 'TX',
      requestedAt: now,
      requestedBy: 'sam',
      remindFrom: now,
      dueAt: after(now, 14 * day),
      ...row,
      state: row.state === 'taken' ? 'paid' : row.state,
    })
    return { balance: isKnown ? 'BALANCE222' : 'NOSUCHBAL2', reservation: 'RESERVED22', position: 0 }
  },
}

/** Moments about an instant, with those at which something changes. */
const moments = fc.constantFrom(
  -day - 1,
  -day,
  -day + 1,
  -hour,
  -1,
  0,
  1,
  hour,
  day - 1,
  day,
  day + 1,
  2 * day,
)
const never = fc.constant(null)
const when = (now: Date, ms: number | null) => (ms === null ? null : after(now, ms))

const units: StockKind<{
  status: 'coming_soon' | 'live' | 'sold_out' | 'archived'
  launchMs: number | null
  endMs: number | null
  isPaused: boolean
  pieces: Piece[]
  number: number | null
  code: 'none' | 'good' | 'used' | 'of a returned patch' | 'unknown'
  variants: number
  chosen: 'none' | 'own' | 'of another drop'
}> = {
  kind: 'drop_unit',
  sellable: dropUnit,
  situations: fc.record({
    status: fc.constantFrom('coming_soon', 'live', 'sold_out', 'archived'),
    launchMs: fc.oneof(moments, never),
    endMs: fc.oneof({ weight: 2, arbitrary: never }, { weight: 1, arbitrary: moments }),
    isPaused: seldom,
    pieces: fc.array(piece, { minLength: 1, maxLength: 3 }),
    number: fc.oneof(never, fc.integer({ min: 1, max: 4 })),
    code: fc.constantFrom('none', 'good', 'used', 'of a returned patch', 'unknown'),
    variants: fc.integer({ min: 0, max: 2 }),
    chosen: fc.constantFrom('none', 'own', 'of another drop'),
  }),
  onePiece: {
    status: 'live',
    launchMs: null,
    endMs: null,
    isPaused: false,
    code: 'none',
    variants: 0,
    chosen: 'none',
    pieces: ['open'],
    number: null,
  },
  async arrange(db, now, { status, launchMs, endMs, isPaused, pieces, number, code, ...situation }) {
    const launchDate = when(now, launchMs)
    const endDate = when(now, endMs)
    const drop = await givenDrop(db, {
      status,
      launchDate,
      totalUnits: pieces.length,
      pausedAt: isPaused ? now : null,
      endDate: launchDate && endDate && endDate <= launchDate ? null : endDate,
    })
    for (const [at, each] of pieces.entries()) {
      const { state, orderId, heldUntil } = pieceRow(now, each)
      await db.execute(sql`update drop_units set state = ${state}, order_id = ${orderId}, held_until = ${heldUntil}
        where drop_id = ${drop.id} and number = ${at + 1}`)
    }
    const earlyCode = hashSecret('CODE')
    if (code !== 'none' && code !== 'unknown') await givenCode(db, drop.id, earlyCode, code, now)
    const variant = await givenChoice(db, drop.id, situation)
    return { slug: drop.slug, number, ...(code !== 'none' && { earlyCode }), ...(variant && { variant }) }
  },
}

async function givenChoice(
  db: Db,
  dropId: string,
  { variants, chosen }: { variants: number; chosen: string },
) {
  const own = []
  for (let at = 0; at < variants; at++)
    own.push(
      ...(await db
        .insert(dropVariants)
        .values({ dropId, name: `Variant ${at}` })
        .returning()),
    )
  if (chosen === 'none') return undefined
  return chosen === 'own' && own[0] ? own[0].id : crypto.randomUUID()
}

async function givenCode(db: Db, dropId: string, codeHash: string, code: string, now: Date) {
  const [made] = await db
    .insert(patches)
    .values({ dropId, name: 'Early', price: 3_500, availableQuantity: 9, grantsEarlyAccess: true })
    .returning()
  if (!made) throw new Error('The patch was not stored')
  const patchId = made.id
  await db.insert(earlyAccessCodes).values({ codeHash, orderId: 'PATCHORDER', patchId, madeAt: now })
  if (code !== 'of a returned patch')
    await db
      .insert(heldPieces)
      .values({ orderId: 'PATCHORDER', kind: 'patch', item: patchId, quantity: 1, state: 'sold' })
  if (code === 'used')
    await db.execute(sql`update drop_units set early_code = ${codeHash}
      where order_id is not null and number = (select min(number) from drop_units where order_id is not null)`)
}

const seats: StockKind<{ cutOffMs: number; isCanceled: boolean; hasWaitlist: boolean; pieces: Piece[] }> = {
  kind: 'course_seat',
  sellable: courseSeat,
  situations: fc.record({
    cutOffMs: moments,
    isCanceled: seldom,
    hasWaitlist: seldom,
    pieces: fc.array(piece, { minLength: 1, maxLength: 3 }),
  }),
  onePiece: { cutOffMs: 30 * day, isCanceled: false, hasWaitlist: false, pieces: ['open'] },
  async arrange(db, now, { cutOffMs, isCanceled, hasWaitlist, pieces: each }) {
    const cutOffAt = after(now, cutOffMs)
    const startsAt = after(cutOffAt, day)
    const session = await givenSession(db, {
      startsAt,
      endsAt: after(startsAt, 8 * hour),
      cutOffAt,
      seats: each.length,
      canceledAt: isCanceled ? now : null,
    })
    for (const [at, one] of each.entries()) {
      // One order has one seat.
      const { state, orderId, heldUntil } = pieceRow(now, one)
      await db.execute(sql`update session_seats set state = ${state}, held_until = ${heldUntil},
        order_id = ${orderId && `${orderId}${at}`} where session_id = ${session} and number = ${at + 1}`)
    }
    if (hasWaitlist) await givenWaiter(db, `course:${session}`, 'waiter@example.com', now)
    return { session, zone: shopZone }
  },
}

const slots: StockKind<{ at: Piece; isKnown: boolean }> = {
  kind: 'build_slot',
  sellable: buildSlot,
  situations: fc.record({ at: piece, isKnown: fc.boolean() }),
  onePiece: { at: 'open', isKnown: true },
  async arrange(db, now, { at, isKnown }) {
    const { state, ...held } = pieceRow(now, at)
    await givenSlot(db, now, { slotState: state, ...held })
    return { submission: isKnown ? 'SUBMISSI22' : 'NOSUCHSUB2' }
  },
}

const stockKinds = [
  balanceStock,
  units,
  accessoryStock,
  patchStock,
  seats,
  slots,
] as unknown as readonly StockKind<object>[]

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
      // A kind with a few situations is looked at in each of them once.
      { numRuns: 100, plugins: [fc.ignoreEqualValues()] },
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
    const { onSale, claim, orderId } = await heldByOne(stock, db)
    expect((await claim(ctx)).ok).toBe(false)
    await transact(ctx, (work) => cancelHold(work, onSale, orderId))
    expect((await claim(ctx)).ok).toBe(true)
    expect(await mayBeCharged(ctx, onSale, orderId)).toBe(false)
  })

  test('an overdue hold is free after the grace period, and its first holder can no longer pay for it', async ({
    db,
  }) => {
    const behind = fc.integer({ min: 0, max: 60_000 })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: -3_000, max: 3_000 }), behind, async (afterEnd, lateMs) => {
        const { onSale, claim, orderId } = await heldByOne(stock, db)
        const taken = await claim(testContext(db, after(start, holdMs + afterEnd)))
        expect(taken.ok).toBe(afterEnd >= graceMs)
        // A clock that is late enough believes that the hold still runs.
        const late = testContext(db, after(start, holdMs + afterEnd - lateMs))
        const canBePaid = afterEnd - lateMs < 0 && !taken.ok
        expect(await mayBeCharged(late, onSale, orderId)).toBe(canBePaid)
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
        const pay = payOrder(givenPaymentContext(at(payMs)), onSale, orderId, reservationForm())
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
