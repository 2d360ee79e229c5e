import { expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { listEvents } from '#app/features/orders/store/read.server.ts'
import { listBalancesOf } from '#app/features/reservations/store/balance-lookup.server.ts'
import { after, day } from '#app/kit/clock.ts'
import { test, type TestContext } from '#test/db.ts'
import { givenReservation } from '#test/world.ts'
import { ordersOnSale } from '#test/shop.ts'
import { type Bulk, bulkInput, performBulk, previewBulk } from './bulk.server.ts'
import { parseForm } from '#app/http/form.ts'

async function givenSelection(ctx: TestContext) {
  const given = await givenReservation(ctx)
  const bulk: Bulk = {
    ctx: given.paymentCtx,
    sellables: ordersOnSale,
    timeZone: 'America/New_York',
    by: 'Sam Desk',
    actor: 'Sam Desk <sam@example.com>',
  }
  const state = async () => ({
    stage: await given.stageNow(),
    events: (await listEvents(ctx.db, given.orderId)).length,
    audit: (await listAuditEntries(ctx.db)).length,
    balances: (await listBalancesOf(ctx.db, given.orderId)).length,
  })
  return { ...given, bulk, ids: [given.orderId, 'NOSUCHCODE'], state }
}

test('a preview says what would happen to each order and why not, and changes nothing', async ({ ctx }) => {
  const { bulk, ids, gates, state } = await givenSelection(ctx)
  const before = await state()
  const preview = await previewBulk(bulk, 'move_stage', ids)
  expect(preview.map(({ outcome }) => outcome)).toMatchObject([
    { ok: true, steps: [expect.stringMatching(/: Reserved to Agreed$/)] },
    { ok: false, why: 'no_firearm' },
  ])
  await gates.review.close()
  const [held] = await previewBulk(bulk, 'move_stage', ids)
  expect(held?.outcome).toMatchObject({ ok: false, why: 'gates', gates: ['review'] })
  expect(await state()).toEqual(before)
})

test('what the preview showed is done in each order, audited with its name, and a second press changes nothing', async ({
  ctx,
}) => {
  const { bulk, ids, orderId, state } = await givenSelection(ctx)
  const seen = await previewBulk(bulk, 'move_stage', ids)
  const before = await state()
  const [done, none] = await performBulk(bulk, 'move_stage', seen)
  expect(done?.outcome).toEqual(seen[0]?.outcome)
  expect(none?.outcome).toMatchObject({ ok: false })
  expect(await state()).toMatchObject({ stage: 'agreed', audit: before.audit + 1 })
  expect((await listAuditEntries(ctx.db)).find(({ verb }) => verb === 'stage')).toMatchObject({
    actor: bulk.actor,
    subject: orderId,
  })
  const [again] = await performBulk(bulk, 'move_stage', seen)
  expect(again?.outcome).toMatchObject({ ok: false, why: 'changed' })
  expect(await state()).toMatchObject({ stage: 'agreed', audit: before.audit + 1 })
})

test('balances are requested where the price is agreed, once', async ({ ctx }) => {
  const { bulk, orderId, gates, move } = await givenSelection(ctx)
  const preview = async () => (await previewBulk(bulk, 'request_balance', [orderId]))[0]
  expect((await preview())?.outcome).toMatchObject({ ok: false, why: 'not_agreed' })
  await move('agreed')
  await gates.balance.close()
  const seen = await preview()
  expect(seen?.outcome).toMatchObject({ ok: true, steps: [expect.stringContaining(': $2,573.93 by ')] })
  expect(await listBalancesOf(ctx.db, orderId)).toEqual([])
  await performBulk(bulk, 'request_balance', seen ? [seen] : [])
  expect(await listBalancesOf(ctx.db, orderId)).toMatchObject([{ state: 'open', requestedBy: 'Sam Desk' }])
  expect((await preview())?.outcome).toMatchObject({ ok: false, why: 'balance_requested' })
  ctx.setNow(after(ctx.now(), day))
  expect((await preview())?.outcome).toMatchObject({ ok: false, why: 'balance_requested' })
})

test('the form of a preview names each order with its revision', () => {
  const form = (...order: string[]) => {
    const sent = new FormData()
    sent.append('verb', 'move_stage')
    for (const each of order) sent.append('order', each)
    return parseForm(bulkInput, sent)
  }
  expect(form('7KQ2M94T3B 41')).toMatchObject({
    ok: true,
    value: { order: [{ orderId: '7KQ2M94T3B', revision: 41 }] },
  })
  expect(form('7KQ2M94T3B 41', '9WD4J3ZC1F 7')).toMatchObject({ ok: true })
  for (const order of [[], ['7KQ2M94T3B'], Array.from({ length: 51 }, () => '7KQ2M94T3B 41')])
    expect(form(...order).ok).toBe(false)
})
