import { and, eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { listOpenAlerts } from '#app/alerts/alerts.server.ts'
import { sqlState, transact } from '#app/db/work.server.ts'
import { workFailures } from '#app/jobs/tables.ts'
import { day, hour, minute } from '#app/kit/clock.ts'
import { type Bench, test } from '#test/db.ts'
import { scriptedRefunds } from '#test/scripted-refunds.ts'
import { givenDrop, givenTill, ordersOnSale, reservationForm } from '#test/shop.ts'
import { givenPieces } from '#test/sound-orders.ts'
import { dropUnits } from '../drops/tables.ts'
import { payOrder } from './flows.server.ts'
import { paymentAttempts, refundLines, refunds } from './payment-tables.ts'
import {
  carryOutRefund,
  reconcileRefunds,
  refundOrder,
  refundOwnLines,
  tryRefundAgain,
} from './refund-flows.server.ts'
import {
  dispatchOrder,
  findOrder,
  findPrices,
  listEvents,
  markDelivered,
  moveStage,
  raiseOldRefunds,
  recordPaidOutside,
  saveDelivery,
  startOrder,
} from './store.server.ts'
import { recordCapture } from './store/capture.server.ts'
import { settleCapture } from './store/settle.server.ts'
import { startRefund } from './store/refund.server.ts'
import { lockPaidLine } from './store/rebook.server.ts'

const toMiami = {
  ...{ shipStreet: '1 Ocean Drive', shipLine2: null, shipCity: 'Miami', shipState: 'FL', shipZip: '33139' },
  ...{ shipCounty: 'Miami-Dade', shippingMethod: 'ground' },
  // The checkout asks for them before the payment.
  ...{ buyerName: 'Jordan Buyer', buyerEmail: 'buyer@example.com', buyerPhone: null, buyerState: 'FL' },
}

/** A paid order of a number ($100), two pieces ($39.98 and $2.80 tax) and their shipping ($9.95 and 70 cents tax). */
async function given(place: Bench) {
  const { db } = place
  await givenDrop(db, { totalUnits: 3 })
  await givenPieces(db)
  const scripted = scriptedRefunds(givenTill(place).gateway)
  const till = { ...givenTill(place), gateway: scripted.gateway }
  const lines = [
    { kind: 'drop_unit' as const, ref: { slug: 'test-drop', number: 2 } },
    { kind: 'accessory' as const, ref: { accessory: 'piece', quantity: 2 } },
  ]
  const started = await transact(place, (work) =>
    startOrder(work, ordersOnSale, { key: crypto.randomUUID(), lines }),
  )
  if (!started.ok) throw new Error(started.why)
  const { orderId } = started
  const prices = await findPrices(till)
  await transact(place, (work) => saveDelivery(work, ordersOnSale, orderId, toMiami, prices))
  expect(await payOrder(till, ordersOnSale, orderId, reservationForm())).toMatchObject({ isPaid: true })
  return {
    ...{ db, till, scripted, orderId },
    order: () => findOrder(db, orderId),
    unit: async () => (await db.select().from(dropUnits)).find(({ number }) => number === 2)?.state,
    pieces: async () =>
      (await db.execute(sql`select 1 from accessory_holds where state = 'sold'`)).rows.length,
    alerts: async () => (await listOpenAlerts(db)).map(({ kind }) => kind),
    refunds: () => db.select().from(refunds).orderBy(refunds.startedAt),
    takeBack: (...positions: number[]) => refundOwnLines(till, ordersOnSale, orderId, positions),
    give: (what: Parameters<typeof refundOrder>[3], isReleased = false) =>
      refundOrder(till, ordersOnSale, orderId, what, async () => {}, isReleased),
    pass: (ms: number) => place.setNow(new Date(place.now().getTime() + ms)),
    stage: (to: Parameters<typeof moveStage>[3], position?: number) =>
      transact(place, (work) => moveStage(work, ordersOnSale, orderId, to, position)),
    reconcile: () => reconcileRefunds(till, ordersOnSale),
  }
}

const idOf = (asked: Awaited<ReturnType<typeof refundOrder>>) => {
  if (!asked.ok || !asked.refund) throw new Error(asked.ok ? 'No refund' : asked.why)
  return asked.refund.id
}

test('two lines wait side by side, each with its own key, and both come back', async ({ place }) => {
  const { scripted, takeBack, order, refunds: rows, pass, reconcile, unit, pieces } = await given(place)
  scripted.next('pending')
  const [first, second] = [await takeBack(1), await takeBack(0)]
  expect([first.ok, second.ok]).toEqual([true, true])
  expect(await rows()).toMatchObject([
    { state: 'started', amountCents: 5_343, shippingCents: 1_065 },
    { state: 'started', amountCents: 10_000, shippingCents: 0 },
  ])
  expect((await order())?.lines).toMatchObject([{ isReturning: true }, { isReturning: true }])
  expect(await takeBack(0)).toEqual({ ok: false, why: 'refund_under_way' })
  scripted.next('refunded')
  pass(hour)
  expect(await reconcile()).toBe(2)
  expect(await order()).toMatchObject({ state: 'refunded', refundedCents: 15_343 })
  expect([await unit(), await pieces()]).toEqual(['open', 0])
  expect(new Set(scripted.made.map(({ refundId }) => refundId)).size).toBe(2)
})

test('a line and an amount asked for together never exceed what was captured', async ({ place }) => {
  const { scripted, give, takeBack } = await given(place)
  scripted.next('pending')
  await takeBack(0)
  expect(await give({ amountCents: 5_344 })).toEqual({ ok: false, why: 'too_much' })
  expect((await give({ amountCents: 5_343 })).ok).toBe(true)
  expect(await give({ amountCents: 1 })).toEqual({ ok: false, why: 'too_much' })
  expect(await give('all')).toEqual({ ok: false, why: 'too_much' })
})

test('the same line twice at once goes back once', async ({ place }) => {
  const { scripted, takeBack } = await given(place)
  const asked = await Promise.all([1, 2, 3, 4].map(() => takeBack(1)))
  expect(asked.filter(({ ok }) => ok)).toHaveLength(1)
  expect(scripted.made).toHaveLength(1)
})

test('the database refuses a sum of refunds beyond the charge, and a second return of a line', async ({
  place,
}) => {
  const { db, scripted, orderId, takeBack } = await given(place)
  scripted.next('pending')
  await takeBack(0)
  const [attempt] = await db.select().from(paymentAttempts)
  const row = {
    ...{ id: 'X', orderId, attemptId: attempt?.id ?? '', requestedBy: 'shop' as const },
    startedAt: place.now(),
  }
  const beyond = db.insert(refunds).values({ ...row, state: 'started', amountCents: 5_344 })
  expect(await beyond.catch(sqlState)).toBe('23514')
  await db.insert(refunds).values({ ...row, state: 'refused', amountCents: 15_343 })
  const revived = db.update(refunds).set({ state: 'started' }).where(eq(refunds.id, 'X'))
  expect(await revived.catch(sqlState)).toBe('23514')
  await db.insert(refunds).values({ ...row, id: 'Y', state: 'started', amountCents: 5_343 })
  const part = { refundId: 'Y', orderId, position: 0, amountCents: 0, isReturned: true }
  expect(await db.insert(refundLines).values(part).catch(sqlState)).toBe('23505')
})

test('a charge that comes late is given back once, however often it is told', async ({ place }) => {
  const { db } = place
  await givenDrop(db)
  const till = givenTill(place)
  const lines = [{ kind: 'drop_unit' as const, ref: { slug: 'test-drop', number: 1 } }]
  const started = await transact(place, (work) =>
    startOrder(work, ordersOnSale, { key: 'late-charge', lines }),
  )
  if (!started.ok) throw new Error(started.why)
  await payOrder(till, ordersOnSale, started.orderId, reservationForm({ paymentToken: 'sandbox_decline' }))
  const [attempt] = await db.select().from(paymentAttempts)
  const charge = { chargeRef: 'late', amountCents: 10_000 }
  for (const _ of [1, 2]) {
    await transact(place, async (work) => {
      await work.tx.update(paymentAttempts).set({ captureSettledAt: null }) // as if it had died before this was noted
      await recordCapture(work, attempt?.id ?? '', charge)
      await settleCapture(work, ordersOnSale, attempt?.id ?? '')
    })
    await db.update(refunds).set({ state: 'done' }) // and told once more after it went back
  }
  expect(await db.select().from(refunds)).toMatchObject([{ amountCents: 10_000 }])
  const what = { attemptId: attempt?.id ?? '', amountCents: 1, requestedBy: 'shop' as const }
  expect(await transact(place, (work) => startRefund(work, started.orderId, what))).toBeUndefined()
})

test('while a line is on its way back nothing moves it on', async ({ place }) => {
  const { scripted, orderId, takeBack, give, stage, pass, reconcile } = await given(place)
  scripted.next('pending')
  await takeBack(0)
  expect(await stage('in_build')).toEqual({ ok: false, why: 'refund_under_way' })
  await takeBack(1)
  const dispatch = () => transact(place, (work) => dispatchOrder(work, ordersOnSale, orderId, ''))
  expect(await dispatch()).toEqual({ ok: false, why: 'refund_under_way' })
  const download = () => transact(place, (work) => markDelivered(work, orderId, 1))
  expect(await download()).toEqual({ ok: false, why: 'refund_under_way' })
  const move = () => transact(place, (work) => lockPaidLine(work, orderId, 1))
  expect(await move()).toEqual({ ok: false, why: 'refund_under_way' })
  // To be paid by check is on its way back as well.
  scripted.next('too_late')
  pass(hour)
  await reconcile()
  expect(await stage('in_build')).toEqual({ ok: false, why: 'refund_under_way' })
  for (const verb of [dispatch, download, move])
    expect(await verb()).toMatchObject({ why: 'refund_under_way' })
  expect(await give({ position: 0 })).toEqual({ ok: false, why: 'refund_under_way' })
})

test('what was downloaded is not handed out again while its refund is open', async ({ place }) => {
  const { scripted, orderId, give } = await given(place)
  const download = () => transact(place, (work) => markDelivered(work, orderId, 1))
  expect(await download()).toEqual({ ok: true, isFirst: true })
  scripted.next('pending')
  await give({ position: 1 })
  expect(await download()).toEqual({ ok: false, why: 'refund_under_way' })
})

test('a card that can no longer be refunded is paid by check, and counts once that is noted', async ({
  place,
}) => {
  const { scripted, orderId, takeBack, order, unit, alerts, reconcile, pass } = await given(place)
  scripted.next('too_late')
  const refundId = idOf(await takeBack(0))
  expect(await order()).toMatchObject({ state: 'paid', refundedCents: 0, lines: [{ isReturning: true }, {}] })
  expect(await alerts()).toEqual(['refund_by_check'])
  expect(place.queued).toContainEqual({
    job: 'mail-order-refund-stopped',
    payload: { orderId, refundId, at: place.now().toISOString() },
  })
  scripted.next('refunded')
  pass(day)
  expect(await reconcile()).toBe(0)
  const payout = { method: 'check', reference: '1042' } as const
  const pay = () => transact(place, (work) => recordPaidOutside(work, ordersOnSale, refundId, payout))
  expect(await pay()).toMatchObject({ ok: true })
  expect(await pay()).toEqual({ ok: false, why: 'nothing_to_pay_out' })
  expect(await order()).toMatchObject({
    ...{ state: 'part_refunded', refundedCents: 10_000 },
    lines: [{ stage: 'refunded', refundedCents: 10_000, returnedAt: place.now() }, { returnedAt: null }],
  })
  expect([await unit(), await alerts(), scripted.made]).toEqual(['open', [], []])
  expect(place.queued).toContainEqual({ job: 'mail-order-refund', payload: { orderId, refundId } })
})

test('a refused refund is told, frees its line, and can be tried again', async ({ place }) => {
  const { scripted, till, orderId, takeBack, order, alerts, stage, unit } = await given(place)
  scripted.next('refused')
  const refundId = idOf(await takeBack(0))
  expect(await order()).toMatchObject({ refundedCents: 0, lines: [{ isReturning: false }, {}] })
  expect(await alerts()).toEqual(['refund_refused'])
  expect(place.queued.map(({ job }) => job)).toContain('mail-order-refund-stopped')
  expect(await stage('in_build')).toMatchObject({ ok: true })
  scripted.next('refunded')
  const acts: string[] = []
  const retry = () =>
    tryRefundAgain(till, ordersOnSale, refundId, async () => {
      acts.push('noted')
    })
  expect(await retry()).toMatchObject({ ok: true })
  expect(await retry()).toEqual({ ok: false, why: 'not_refused' })
  expect(acts).toEqual(['noted'])
  expect(await order()).toMatchObject({ refundedCents: 10_000, lines: [{ stage: 'refunded' }, {}] })
  expect([await unit(), await alerts()]).toEqual(['open', []])
  expect((await listEvents(place.db, orderId)).map(({ kind }) => kind).slice(-5)).toEqual([
    ...['refund_started', 'refund_refused', 'stage', 'refund_started', 'refunded'],
  ])
})

test('what was refused is not paid again after it came back in another way', async ({ place }) => {
  const { scripted, till, takeBack, give, unit } = await given(place)
  scripted.next('refused')
  const refused = idOf(await takeBack(0))
  scripted.next('pending')
  const again = await takeBack(0)
  expect(again.ok).toBe(true)
  const retry = () => tryRefundAgain(till, ordersOnSale, refused, async () => {})
  const pay = () =>
    transact(place, (work) =>
      recordPaidOutside(work, ordersOnSale, refused, { method: 'check', reference: '' }),
    )
  expect(await retry()).toEqual({ ok: false, why: 'no_longer_owed' })
  expect(await pay()).toEqual({ ok: false, why: 'no_longer_owed' })
  scripted.next('refunded')
  await give('all')
  expect(await retry()).toEqual({ ok: false, why: 'no_longer_owed' })
  expect(await unit()).toBe('taken')
})

test('a refund whose answer was lost is looked for before it is asked for again', async ({ place }) => {
  const { scripted, takeBack, pass, reconcile, order } = await given(place)
  scripted.next('lost')
  const refundId = idOf(await takeBack(0))
  scripted.next('refunded')
  pass(minute)
  await reconcile()
  expect(await order()).toMatchObject({ state: 'part_refunded', refundedCents: 10_000 })
  expect([scripted.looked, scripted.made.length]).toEqual([[refundId], 1])
})

test('a refund that is carried out twice at once is posted once', async ({ place }) => {
  const { scripted, till, takeBack, refunds: rows, pass, reconcile } = await given(place)
  scripted.next('silent')
  const refundId = idOf(await takeBack(0))
  scripted.next('refunded')
  pass(minute)
  const letGo = scripted.holdBack()
  const first = carryOutRefund(till, ordersOnSale, { id: refundId })
  await expect.poll(() => scripted.made.length).toBe(1)
  await carryOutRefund(till, ordersOnSale, { id: refundId })
  expect(scripted.made).toHaveLength(1)
  pass(minute)
  expect(await reconcile()).toBe(0)
  // Its lease runs out while the first one still waits: the next one looks at what was made, and does not post.
  pass(2 * minute)
  expect(await reconcile()).toBe(1)
  letGo()
  await first
  expect(scripted.made).toHaveLength(1)
  expect(await rows()).toMatchObject([{ state: 'done', refundRef: `re_${refundId}` }])
})

test('a refusal that comes late, from one whose lease ran out, counts for nothing', async ({ place }) => {
  const { scripted, till, takeBack, refunds: rows, pass, alerts } = await given(place)
  scripted.next('silent')
  const refundId = idOf(await takeBack(0))
  pass(minute)
  scripted.next('refused')
  const letGo = scripted.holdBack()
  const first = carryOutRefund(till, ordersOnSale, { id: refundId })
  await expect.poll(async () => (await rows())[0]?.tries).toBe(2)
  pass(3 * minute)
  scripted.next('pending')
  const second = carryOutRefund(till, ordersOnSale, { id: refundId })
  await expect.poll(async () => (await rows())[0]?.tries).toBe(3)
  letGo()
  await Promise.all([first, second])
  expect(await rows()).toMatchObject([{ state: 'started', waitingFor: 'The payment has not settled yet.' }])
  expect(await alerts()).toEqual([])
})

test('money that went back all the same is recorded after a refusal, and told when it is too much', async ({
  place,
}) => {
  const { scripted, till, takeBack, order, alerts, pass } = await given(place)
  scripted.next('silent')
  const refundId = idOf(await takeBack(0))
  pass(minute)
  scripted.next('refunded')
  const letGo = scripted.holdBack()
  const late = carryOutRefund(till, ordersOnSale, { id: refundId })
  await expect.poll(() => scripted.made.length).toBe(1)
  pass(3 * minute)
  await place.db
    .update(refunds)
    .set({ state: 'refused', settledAt: place.now() })
    .where(eq(refunds.id, refundId))
  const paid = await transact(place, (work) =>
    recordPaidOutside(work, ordersOnSale, refundId, { method: 'check', reference: '7' }),
  )
  expect(paid.ok).toBe(true)
  letGo()
  await late
  expect(await order()).toMatchObject({ refundedCents: 10_000 })
  expect(await alerts()).toEqual(['refund_made_twice'])
})

test('a refund that throws is counted and noted, and holds up no other', async ({ place }) => {
  const { db, scripted, till, takeBack, refunds: rows, pass, reconcile, alerts } = await given(place)
  scripted.next('pending')
  await takeBack(1)
  await takeBack(0)
  const [first] = await rows()
  scripted.next('refunded')
  const { gateway } = till
  till.gateway = {
    ...gateway,
    refund: (request) =>
      request.refundId === first?.id
        ? Promise.reject(new Error('No such field: balance'))
        : gateway.refund(request),
  }
  pass(hour)
  await reconcile()
  expect(await rows()).toMatchObject([{ state: 'started', tries: 2 }, { state: 'done' }])
  expect(await db.select().from(workFailures)).toMatchObject([
    { kind: 'carry-out-refund', subject: first?.id, failures: 1, lastFault: 'Error: No such field: balance' },
  ])
  await transact(place, raiseOldRefunds)
  expect(await alerts(), 'silent for an hour is not too long').toEqual([])
  pass(1)
  await transact(place, raiseOldRefunds)
  expect(await alerts()).toEqual(['refund_open_too_long'])
  till.gateway = gateway
  pass(minute)
  await reconcile()
  expect(await rows()).toMatchObject([{ state: 'done' }, { state: 'done' }])
  expect(await alerts()).toEqual([])
  expect(await db.$count(workFailures)).toBe(0)
})

test('a refund that waits for settlement may be three days old before anybody is told', async ({ place }) => {
  const { scripted, takeBack, pass, alerts, reconcile } = await given(place)
  scripted.next('pending')
  await takeBack(0)
  for (let hours = 0; hours < 72; hours++) {
    pass(hour)
    await reconcile()
    await transact(place, raiseOldRefunds)
    expect(await alerts()).toEqual([])
  }
  pass(1)
  await transact(place, raiseOldRefunds)
  expect(await alerts()).toEqual(['refund_open_too_long'])
})

test('the shipping goes back after its line did, whole or in part', async ({ place }) => {
  const { orderId, give, order } = await given(place)
  await transact(place, (work) => dispatchOrder(work, ordersOnSale, orderId, ''))
  await give({ position: 1 })
  expect(await order()).toMatchObject({ refundedCents: 4_278, shippingRefundedCents: 0 })
  await give({ position: 0 })
  expect((await give({ amountCents: 65 })).ok).toBe(true)
  expect((await give('all')).ok).toBe(true)
  expect(await order()).toMatchObject({
    ...{ state: 'refunded', refundedCents: 15_343, shippingRefundedCents: 1_065 },
  })
})

test('a line whose money went back as an amount is still given back', async ({ place }) => {
  const { orderId, takeBack, give, order, unit } = await given(place)
  await give({ amountCents: 10_000 })
  expect(await unit()).toBe('taken')
  expect(await takeBack(0)).toEqual({ ok: true, refund: null })
  expect(await order()).toMatchObject({
    ...{ state: 'part_refunded', refundedCents: 10_000 },
    lines: [{ stage: 'refunded', returnedAt: place.now() }, { returnedAt: null }],
  })
  expect(await unit()).toBe('open')
  expect((await listEvents(place.db, orderId)).at(-1)).toMatchObject({ kind: 'returned', data: { line: 0 } })
  expect(place.queued.at(-1)).toMatchObject({ job: 'mail-order-return', payload: { positions: [0] } })
  expect(await takeBack(0)).toEqual({ ok: false, why: 'returned' })
})

test.for([
  { stages: [], opens: true, released: true },
  { stages: ['in_build'], opens: true, released: true },
  { stages: ['in_build', 'form_filed'], opens: false, released: true },
  { stages: ['in_build', 'form_filed', 'under_review', 'approved'], opens: false, released: true },
  {
    stages: ['in_build', 'form_filed', 'under_review', 'approved', 'at_dealer'],
    opens: false,
    released: 'not_ours',
  },
  {
    stages: ['in_build', 'form_filed', 'under_review', 'approved', 'at_dealer', 'transferred'],
    ...{ opens: false, released: 'not_ours' },
  },
] as const)(
  'the number of a reservation at $stages opens: $opens, when released: $released',
  async ({ stages, opens, released }, { place }) => {
    const { stage, give, unit, order } = await given(place)
    for (const each of stages) expect(await stage(each)).toMatchObject({ ok: true })
    const asked = await give({ position: 0 }, released === true && !opens)
    expect(asked.ok).toBe(true)
    expect(await unit()).toBe(opens || released === true ? 'open' : 'taken')
    const ended = stages.at(-1) === 'transferred' ? 'transferred' : 'refunded'
    expect((await order())?.lines[0]).toMatchObject({
      stage: ended,
      returnedStage: stages.at(-1) ?? 'reserved',
    })
  },
)

test('what is at the dealer is not released, and nothing is refunded then', async ({ place }) => {
  const { stage, give, unit, order } = await given(place)
  for (const each of ['in_build', 'form_filed', 'under_review', 'approved', 'at_dealer'] as const)
    await stage(each)
  expect(await give({ position: 0 }, true)).toEqual({ ok: false, why: 'not_ours' })
  expect([await unit(), (await order())?.refundedCents]).toEqual(['taken', 0])
})

test('a filed form keeps the number off sale unless the operator says otherwise', async ({ place }) => {
  const { stage, give, unit } = await given(place)
  for (const each of ['in_build', 'form_filed'] as const) await stage(each)
  await give({ position: 0 })
  expect(await unit()).toBe('taken')
})

test('pieces of a parcel that was sent come back to the shelf only when they are released', async ({
  place,
}) => {
  const sent = await given(place)
  await transact(place, (work) => dispatchOrder(work, ordersOnSale, sent.orderId, ''))
  await sent.give({ position: 1 })
  expect(await sent.pieces()).toBe(1)
})

test('a whole refund that the shop started by itself counts line by line', async ({ place }) => {
  const { db, orderId, order, pass, reconcile, unit } = await given(place)
  const [attempt] = await db.select().from(paymentAttempts)
  await transact(place, (work) =>
    startRefund(work, orderId, {
      ...{ attemptId: attempt?.id ?? '', amountCents: 15_343, requestedBy: 'shop' },
    }),
  )
  pass(minute)
  await reconcile()
  expect(await order()).toMatchObject({
    ...{ state: 'refunded', refundedCents: 15_343, shippingRefundedCents: 1_065 },
    lines: [{ refundedCents: 10_000, stage: 'refunded' }, { refundedCents: 4_278 }],
  })
  expect(await unit()).toBe('open')
})

test('with another gateway in use a refund waits, and holds up none of that gateway', async ({ place }) => {
  const { db, orderId, takeBack, reconcile, pass, scripted } = await given(place)
  scripted.next('pending')
  await takeBack(0)
  await db.update(paymentAttempts).set({ gateway: 'manual' }).where(eq(paymentAttempts.orderId, orderId))
  pass(day)
  expect(await reconcile()).toBe(0)
  expect(await db.$count(refunds, and(eq(refunds.state, 'started'), eq(refunds.tries, 1)))).toBe(1)
})
