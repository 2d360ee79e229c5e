import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import { after, hour, minute } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { scriptedRefunds } from '#test/scripted-refunds.ts'
import {
  givenDrop,
  givenPaymentContext,
  ordersOnSale,
  reservationForm,
  toMiami,
  startLines,
} from '#test/shop.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { reconcileRefunds, refundOrder, refundOwnLines } from '#app/features/refunds/flows.server.ts'
import { cancelHold, saveDelivery } from '#app/features/checkout/store/hold.server.ts'
import { startOrder } from '#app/features/checkout/store/start.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { findPrices } from '#app/features/orders/store/buyer.server.ts'
import { requestOwnRefund } from '#app/features/refunds/store/refund.server.ts'
import { hashEarlyCode, makeEarlyCodes } from './store/patches.server.ts'
import { dropUnits, patches } from './tables.ts'
import { oneAfterTheOther } from '#test/locks.ts'

async function given(ctx: TestContext, quantity = 1) {
  const { db } = ctx
  const drop = await givenDrop(db, { status: 'coming_soon', launchDate: after(ctx.now(), 12 * hour) })
  const [patch] = await db
    .insert(patches)
    .values({ dropId: drop.id, name: 'Early', price: 3_500, availableQuantity: 9, grantsEarlyAccess: true })
    .returning()
  const scripted = scriptedRefunds(givenPaymentContext(ctx).gateway)
  const paymentCtx = { ...givenPaymentContext(ctx), gateway: scripted.gateway }
  const patchId = patch?.id ?? ''
  const buy = async (ids: readonly string[], of = 1) => {
    const lines = ids.map((id) => ({ kind: 'patch' as const, ref: { patch: id, quantity: of } }))
    const started = await start(ctx, ...lines)
    if (!started.ok) throw new Error(started.why)
    const prices = await findPrices(paymentCtx)
    await transact(ctx, (work) => saveDelivery(work, ordersOnSale, started.orderId, toMiami, prices))
    const paid = await payOrder(paymentCtx, ordersOnSale, started.orderId, reservationForm())
    expect(paid).toMatchObject({ isPaid: true })
    return started.orderId
  }
  const orderId = await buy([patchId], quantity)
  const codesOf = (of: string) => transact(ctx, (work) => makeEarlyCodes(work, 'a key', of))
  const makeCodes = async () => (await codesOf(orderId)).flatMap(({ codes }) => codes)
  const hold = (code: string, number = 1) => {
    const unit = { slug: 'test-drop', number, earlyCode: hashEarlyCode(code) }
    return start(ctx, { kind: 'drop_unit', ref: unit })
  }
  const takeBack = () => refundOwnLines(paymentCtx, ordersOnSale, orderId, [0])
  const { id: dropId } = drop
  return { scripted, paymentCtx, orderId, patchId, dropId, buy, codesOf, makeCodes, hold, takeBack }
}

function start(ctx: TestContext, ...lines: { kind: 'patch' | 'drop_unit'; ref: object }[]) {
  return startLines(ctx, lines)
}

const refused = { ok: false, why: 'code_in_use' }

test('a buyer cannot return a patch whose code is in use', async ({ ctx }) => {
  const { paymentCtx, orderId, makeCodes, hold, takeBack } = await given(ctx, 2)
  const [code = '', other = ''] = await makeCodes()
  const held = await hold(code)
  if (!held.ok) throw new Error(held.why)
  expect(await takeBack()).toEqual(refused)
  await payOrder(paymentCtx, ordersOnSale, held.orderId, reservationForm())
  expect(await takeBack()).toEqual(refused)
  expect((await findOrder(ctx.db, orderId))?.refundedCents).toBe(0)
  expect((await hold(other, 2)).ok, 'the refused request left the other code as it was').toBe(true)
})

test('after the number is released the patch can be returned and its code stops working', async ({ ctx }) => {
  const { orderId, makeCodes, hold, takeBack } = await given(ctx)
  const [code = ''] = await makeCodes()
  const held = await hold(code)
  if (!held.ok) throw new Error(held.why)
  await transact(ctx, (work) => cancelHold(work, ordersOnSale, held.orderId))
  expect((await takeBack()).ok).toBe(true)
  expect((await findOrder(ctx.db, orderId))?.state).toBe('refunded')
  expect(await hold(code)).toEqual({ ok: false, why: 'code_unknown' })
})

test('during a return no code of the patch works and none is made', async ({ ctx }) => {
  const { scripted, paymentCtx, makeCodes, hold, takeBack } = await given(ctx)
  const [code = ''] = await makeCodes()
  scripted.next('pending')
  await takeBack()
  expect(await hold(code)).toEqual({ ok: false, why: 'code_unknown' })
  expect(await makeCodes()).toEqual([])
  scripted.next('refused')
  ctx.setNow(after(ctx.now(), hour))
  await reconcileRefunds(paymentCtx, ordersOnSale)
  expect((await hold(code)).ok).toBe(true)
})

test('concurrent use of a code and return of its patch: only one succeeds', async ({ ctx }) => {
  const { scripted, paymentCtx, orderId, makeCodes, hold } = await given(ctx)
  const [code = ''] = await makeCodes()
  scripted.next('pending')
  for (let round = 0; round < 8; round++) {
    // The one that wins is not always the same: each is given a head start in turn.
    const pause = () => new Promise((resolve) => setImmediate(resolve))
    const pauseIf = (late: boolean) => (late ? pause() : Promise.resolve())
    const giveBack = () => transact(ctx, (work) => requestOwnRefund(work, ordersOnSale, orderId, [0]))
    const isHoldLate = round % 2 === 1
    const [held, back] = await Promise.all([
      pauseIf(isHoldLate).then(() => hold(code)),
      pauseIf(!isHoldLate).then(giveBack),
    ])
    expect([held.ok, back.ok].filter(Boolean), `round ${round}`).toHaveLength(1)
    if (held.ok) await transact(ctx, (work) => cancelHold(work, ordersOnSale, held.orderId))
    scripted.next('refused')
    ctx.setNow(after(ctx.now(), minute))
    await reconcileRefunds(paymentCtx, ordersOnSale)
  }
})

test('who uses a code waits for a return of its patch that has begun, and the return for the use', async ({
  ctx,
}) => {
  const { scripted, paymentCtx, orderId, makeCodes, hold } = await given(ctx)
  const [code = ''] = await makeCodes()
  scripted.next('pending')
  const giveBack = () => transact(ctx, (work) => requestOwnRefund(work, ordersOnSale, orderId, [0]))
  const [returned, late] = await oneAfterTheOther(
    ctx,
    (work) => requestOwnRefund(work, ordersOnSale, orderId, [0]),
    () => hold(code),
  )
  expect([returned.ok, late]).toEqual([true, { ok: false, why: 'code_unknown' }])
  scripted.next('refused')
  ctx.setNow(after(ctx.now(), hour))
  await reconcileRefunds(paymentCtx, ordersOnSale)
  const unit = { slug: 'test-drop', number: 1, earlyCode: hashEarlyCode(code) }
  const lines = [{ kind: 'drop_unit' as const, ref: unit }]
  const [held, refusedReturn] = await oneAfterTheOther(
    ctx,
    (work) => startOrder(work, ordersOnSale, { key: crypto.randomUUID(), lines }),
    giveBack,
  )
  expect([held.ok, refusedReturn]).toEqual([true, refused])
})

test('a return is about its own patch: codes of another patch or order neither hinder it nor end', async ({
  ctx,
}) => {
  const { paymentCtx, hold, takeBack, patchId, dropId, buy, codesOf } = await given(ctx)
  const [second] = await ctx.db
    .insert(patches)
    .values({ dropId, name: 'Second', price: 3_500, availableQuantity: 9, grantsEarlyAccess: true })
    .returning()
  const both = await buy([patchId, second?.id ?? ''], 2)
  const granted = await codesOf(both)
  const codesFor = (id: string | undefined) => granted.find((access) => access.patchId === id)?.codes ?? []
  const [used = '', unused = ''] = codesFor(second?.id)
  expect((await hold(used, 1)).ok).toBe(true)
  expect((await refundOwnLines(paymentCtx, ordersOnSale, both, [0])).ok).toBe(true)
  expect(await hold(codesFor(patchId)[0] ?? '', 2)).toEqual({ ok: false, why: 'code_unknown' })
  expect((await hold(unused, 2)).ok).toBe(true)
  const [ofAnother = ''] = (await codesOf(await buy([patchId]))).flatMap(({ codes }) => codes)
  expect((await hold(ofAnother, 3)).ok).toBe(true)
  expect((await takeBack()).ok).toBe(true)
})

test('the operator can force the return, which removes its codes', async ({ ctx }) => {
  const { paymentCtx, orderId, makeCodes, hold } = await given(ctx, 2)
  const [code = '', other = ''] = await makeCodes()
  await hold(code)
  const given2 = await refundOrder(paymentCtx, ordersOnSale, orderId, { position: 0 })
  expect(given2.ok).toBe(true)
  expect(await hold(other, 2)).toEqual({ ok: false, why: 'code_unknown' })
  expect(await ctx.db.$count(dropUnits, eq(dropUnits.state, 'held'))).toBe(1)
})
