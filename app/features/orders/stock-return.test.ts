import { expect } from 'vitest'
import { transact } from '#app/db/work.server.ts'
import { hour } from '#app/kit/clock.ts'
import { test } from '#test/db.ts'
import { givenPaid } from '#test/paid-order.ts'
import { ordersOnSale } from '#test/shop.ts'
import { dispatchOrder, markDelivered } from './store.server.ts'
import { lockPaidLine } from './store/rebook.server.ts'

test('while a line is on its way back nothing moves it on', async ({ place }) => {
  const { scripted, orderId, takeBack, give, stage, pass, reconcile } = await givenPaid(place)
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
  const { scripted, orderId, give } = await givenPaid(place)
  const download = () => transact(place, (work) => markDelivered(work, orderId, 1))
  expect(await download()).toEqual({ ok: true, isFirst: true })
  scripted.next('pending')
  await give({ position: 1 })
  expect(await download()).toEqual({ ok: false, why: 'refund_under_way' })
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
    const { stage, give, unit, order } = await givenPaid(place)
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
  const { stage, give, unit, order } = await givenPaid(place)
  for (const each of ['in_build', 'form_filed', 'under_review', 'approved', 'at_dealer'] as const)
    await stage(each)
  expect(await give({ position: 0 }, true)).toEqual({ ok: false, why: 'not_ours' })
  expect([await unit(), (await order())?.refundedCents]).toEqual(['taken', 0])
})

test('a filed form keeps the number off sale unless the operator says otherwise', async ({ place }) => {
  const { stage, give, unit } = await givenPaid(place)
  for (const each of ['in_build', 'form_filed'] as const) await stage(each)
  await give({ position: 0 })
  expect(await unit()).toBe('taken')
})

test('pieces of a parcel that was sent come back to the shelf only when they are released', async ({
  place,
}) => {
  const sent = await givenPaid(place)
  await transact(place, (work) => dispatchOrder(work, ordersOnSale, sent.orderId, ''))
  await sent.give({ position: 1 })
  expect(await sent.pieces()).toBe(1)
})
