import { expect } from 'vitest'
import { listBalancesOf } from '#app/features/reservations/store/balance-sold.server.ts'
import { after, day } from '#app/kit/clock.ts'
import { test } from '#test/db.ts'
import { givenReservation } from '#test/world.ts'
import { ordersOnSale } from '#test/shop.ts'
import { type Bulk, bulkInput, performBulk, previewBulk } from './routes/bulk.tsx'
import { parseForm } from '#app/http/form.ts'

test('balances are requested where the price is agreed, once', async ({ ctx }) => {
  const { paymentCtx, orderId, gates, move } = await givenReservation(ctx)
  const bulk: Bulk = {
    ctx: paymentCtx,
    sellables: ordersOnSale,
    timeZone: 'America/New_York',
    by: 'Sam Desk',
    actor: 'Sam Desk <sam@example.com>',
  }
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
