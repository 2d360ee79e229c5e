import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import { releaseUnit } from '#app/features/drops/store/units.server.ts'
import { parseText, rowsOf, tableOf } from '#app/features/texts/rules.ts'
import { programText } from '#app/features/texts/shown.server.ts'
import { orders } from '#app/features/orders/tables.ts'
import { orderBalances } from '#app/ledger/ledger.server.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenReservation, stagesUpTo } from '#test/world.ts'
import { ordersOnSale } from '#test/shop.ts'
import { exitRows, exits } from './rules.ts'
import { findOrderForUpdate } from '#app/features/orders/store/lines.server.ts'
import { askReview } from '#app/features/orders/store/review.server.ts'
import { closeReservation, listExits, withdrawDealer } from './store/close.server.ts'
import { stageDates } from './tables.ts'

async function given(ctx: TestContext) {
  const reserved = await givenReservation(ctx)
  const { orderId } = reserved
  const close = (more: Partial<Parameters<typeof closeReservation>[2]> = {}) =>
    transact(ctx, (work) =>
      closeReservation(work, ordersOnSale, {
        orderId,
        position: 0,
        exit: 'cannot_build',
        note: 'The barrel is not made any more.',
        by: 'sam',
        ...more,
      }),
    )
  const moveTo = async (to: Parameters<typeof stagesUpTo>[0]) => {
    for (const stage of stagesUpTo(to)) await reserved.move(stage)
  }
  const line = async () => (await reserved.order())?.lines[0]
  const settle = async () => {
    reserved.pass(60_000)
    await reserved.reconcile()
  }
  return { ...reserved, close, moveTo, line, settle }
}

test('every exit has its row in the refund policy', () => {
  const rows = parseText(programText('refunds')).parts.flatMap(({ blocks }) => {
    const table = tableOf(blocks)
    return table ? rowsOf(table).map(([what]) => what) : []
  })
  for (const exit of exits) expect(rows).toContain(exitRows[exit].policyRow)
})

test.for(exits.filter((exit) => exitRows[exit].money === 'all' && exit !== 'unpaid'))(
  'a reservation that ends as %s is refunded in full, ends once, and is mailed',
  async (exit, { ctx }) => {
    const { close, line, unit, settle, orderId } = await given(ctx)
    // Whatever was typed: nothing was to be agreed.
    expect(await close({ exit, amountCents: 1 })).toEqual({ ok: true, from: 'reserved', refundCents: 10_000 })
    await settle()
    expect(await line()).toMatchObject({
      stage: exitRows[exit].ending,
      returnedStage: 'reserved',
      refundedCents: 10_000,
    })
    expect(await unit()).toBe('open')
    expect(await listExits(ctx.db, orderId)).toMatchObject([{ exit, atStage: 'reserved', endedBy: 'sam' }])
    expect(ctx.queued).toContainEqual({ job: 'mail-reservation-closed', payload: { orderId, position: 0 } })
    expect(await close({ exit })).toEqual({ ok: false, why: 'no_such_line' })
  },
)

test('where it was agreed, less goes back, and the rest is earned', async ({ ctx }) => {
  const { close, line, unit, settle, orderId } = await given(ctx)
  expect(await close({ exit: 'changed_mind' })).toEqual({ ok: false, why: 'amount_missing' })
  for (const amountCents of [10_001, -1])
    expect(await close({ exit: 'changed_mind', amountCents })).toEqual({ ok: false, why: 'too_much' })
  expect(await close({ exit: 'changed_mind', amountCents: 4_000 })).toMatchObject({ refundCents: 4_000 })
  await settle()
  expect(await line()).toMatchObject({ stage: 'canceled', refundedCents: 4_000 })
  expect(await unit()).toBe('open')
  const balances = await orderBalances(ctx.db, orderId)
  expect(balances.filter(({ account, line: of }) => account === 'deposits' && of === 0)).toEqual([])
})

test('where all of it was agreed, it is refunded like any other', async ({ ctx }) => {
  const { close, line, settle } = await given(ctx)
  expect(await close({ exit: 'changed_mind', amountCents: 10_000 })).toMatchObject({ refundCents: 10_000 })
  await settle()
  expect(await line()).toMatchObject({ stage: 'canceled', refundedCents: 10_000 })
})

test('nothing goes back where nothing was agreed, and nobody is charged again', async ({ ctx }) => {
  const { close, line, refunds, order } = await given(ctx)
  expect(await close({ exit: 'changed_mind', amountCents: 0 })).toMatchObject({ ok: true, refundCents: 0 })
  expect(await refunds()).toEqual([])
  expect(await line()).toMatchObject({ stage: 'canceled', refundedCents: 0, returnedStage: 'reserved' })
  expect(await order()).toMatchObject({ state: 'paid' })
})

test.for([
  { at: 'built', unit: 'open', released: 'open' },
  { at: 'form3_approved', unit: 'taken', released: 'open' },
  { at: 'shipped', unit: 'taken', released: 'not_ours' },
  { at: 'form4_filed', unit: 'taken', released: 'not_ours' },
] as const)('a unit that ends at $at is $unit', async ({ at, unit: state, released }, { ctx }) => {
  const { close, moveTo, unit, settle, line } = await given(ctx)
  await moveTo(at)
  const outcome = await close({ exit: 'disapproved', isReleased: true })
  if (released === 'not_ours') {
    expect(outcome).toEqual({ ok: false, why: 'not_ours' })
    expect(await close({ exit: 'disapproved' })).toMatchObject({ ok: true, from: at })
  }
  await settle()
  expect(await unit()).toBe(released === 'not_ours' ? state : released)
  expect(await line()).toMatchObject({ stage: 'disapproved', returnedStage: at })
})

test('a unit whose reservation ended at the dealer is never released, even if part of the money is retained', async ({
  ctx,
}) => {
  const { close, moveTo, unit, give, settle } = await given(ctx)
  await moveTo('at_dealer')
  await close({ exit: 'withdrawn', amountCents: 0, isReleased: true })
  expect(await unit()).toBe('taken')
  await give({ position: 0 })
  await settle()
  expect(await unit()).toBe('taken')
  const release = await transact(ctx, (work) => releaseUnit(work, ordersOnSale, 'test-drop', 2))
  expect(release).toEqual({ ok: false, why: 'not_ours' })
})

test('what was picked up is not closed', async ({ ctx }) => {
  const { close, moveTo, line } = await given(ctx)
  await moveTo('picked_up')
  expect(await close()).toEqual({ ok: false, why: 'picked_up' })
  expect(await line()).toMatchObject({ stage: 'picked_up' })
})

test('it takes a note, and waits for a refund under way', async ({ ctx }) => {
  const { close, give, scripted } = await given(ctx)
  expect(await close({ note: ' ' })).toEqual({ ok: false, why: 'note_missing' })
  scripted.next('pending')
  await give({ position: 0 })
  for (const more of [{}, { exit: 'changed_mind' as const, amountCents: 0 }])
    expect(await close(more)).toEqual({ ok: false, why: 'refund_under_way' })
})

test('a dealer who withdraws leaves the order without one, and a filed form is undone', async ({ ctx }) => {
  const { moveTo, move, order, stageNow, orderId, gates } = await given(ctx)
  await moveTo('form3_approved')
  await ctx.db.update(orders).set({ dealerZip: '33101' })
  const withdraw = (isBackWithUs = false, note = 'License lapsed') =>
    transact(ctx, (work) =>
      withdrawDealer(
        work,
        { sellables: ordersOnSale, timeZone: 'America/New_York' },
        { orderId, note, by: 'sam', isBackWithUs },
      ),
    )
  expect(await withdraw(false, '')).toEqual({ ok: false, why: 'note_missing' })
  expect(await withdraw()).toEqual({ ok: true, back: [0] })
  expect(await order()).toMatchObject({
    dealerName: null,
    dealerKey: null,
    dealerZip: null,
    dealerAnswer: null,
  })
  expect(await stageNow()).toBe('built')
  expect((await ctx.db.select().from(stageDates)).at(-1)).toMatchObject({
    stage: 'built',
    backReason: 'Dealer withdrew',
  })
  expect(await move('form3_filed')).toEqual({
    ok: false,
    why: 'gates',
    gates: ['dealer_accepted', 'dealer_papers'],
  })
  expect(await withdraw()).toEqual({ ok: false, why: 'no_dealer' })
  expect(ctx.queued).toContainEqual({
    job: 'mail-dealer-withdrew',
    payload: expect.objectContaining({ orderId }),
  })
  await ctx.db.update(orders).set({ dealerName: 'Other' }).where(eq(orders.id, orderId))
  await gates.dealer_accepted.open()
  expect(await move('form3_filed')).toMatchObject({ gates: ['dealer_papers'] })
})

test('a dealer whose buyer has the firearm withdraws from nothing', async ({ ctx }) => {
  const { moveTo, order, orderId } = await given(ctx)
  await moveTo('picked_up')
  const withdrawal = { orderId, note: 'Closed shop', by: 'sam', isBackWithUs: true }
  const place = { sellables: ordersOnSale, timeZone: 'America/New_York' }
  expect(await transact(ctx, (work) => withdrawDealer(work, place, withdrawal))).toEqual({
    ok: false,
    why: 'not_a_reservation',
  })
  expect(await order()).toMatchObject({ dealerName: expect.any(String), lines: [{ stage: 'picked_up' }, {}] })
})

test('what was shipped to a dealer who withdraws has to be back first', async ({ ctx }) => {
  const { moveTo, stageNow, orderId } = await given(ctx)
  await moveTo('shipped')
  const lifeCtx = { sellables: ordersOnSale, timeZone: 'America/New_York' }
  const withdraw = (isBackWithUs: boolean) =>
    transact(ctx, (work) =>
      withdrawDealer(work, lifeCtx, { orderId, note: 'Closed shop', by: 'sam', isBackWithUs }),
    )
  expect(await withdraw(false)).toEqual({ ok: false, why: 'not_back_yet' })
  expect(await withdraw(true)).toMatchObject({ ok: true, back: [0] })
  expect(await stageNow()).toBe('built')
})

const askAgain = (ctx: TestContext, orderId: string) =>
  transact(ctx, async (work) => {
    const found = await findOrderForUpdate(work, ordersOnSale, orderId)
    if (found)
      await askReview(
        work,
        found.order,
        found.lines.map(({ line }) => line),
      )
  })

test('a gate that opens a review mails the buyer, once', async ({ ctx }) => {
  const { orderId } = await givenReservation(ctx)
  const mailed = () => ctx.queued.filter(({ job }) => job === 'mail-order-judged').length
  await askAgain(ctx, orderId)
  expect(mailed()).toBe(0)
  await ctx.db.update(orders).set({ dealerState: 'MD' }).where(eq(orders.id, orderId))
  await askAgain(ctx, orderId)
  await askAgain(ctx, orderId)
  expect(mailed()).toBe(1)
})

test('a dealer who withdrew decides nothing about the order any more', async ({ ctx }) => {
  const { orderId, order } = await givenReservation(ctx)
  await ctx.db.update(orders).set({ dealerState: 'MD' }).where(eq(orders.id, orderId))
  const withdrawal = { orderId, note: 'Closed shop', by: 'sam', isBackWithUs: false }
  await askAgain(ctx, orderId)
  expect((await order())?.verdict?.outcome).toBe('review')
  await transact(ctx, (work) =>
    withdrawDealer(work, { sellables: ordersOnSale, timeZone: 'America/New_York' }, withdrawal),
  )
  expect((await order())?.verdict?.outcome).toBe('allowed')
})
