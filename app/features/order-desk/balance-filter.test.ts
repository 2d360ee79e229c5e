import { expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import { correctBuyer } from '#app/features/orders/store/buyer.server.ts'
import { watchDueBalances } from '#app/features/reservations/jobs.server.ts'
import { after, day } from '#app/kit/clock.ts'
import { keyedHashOf } from '#app/kit/ids.ts'
import { givenAgreed } from '#test/world.ts'
import { shopZone } from '#test/moment.ts'
import { test } from '#test/db.ts'
import { ordersOnSale } from '#test/shop.ts'
import { givenShop } from '#test/visit.ts'
import { showOrders } from './routes/orders.tsx'

const keyedHash = keyedHashOf('test key')

const desk = { id: crypto.randomUUID(), name: 'D. Sample', email: 'd@example.com', role: 'desk' as const }

test('the list is narrowed to reservations whose balance is due, overdue or paid, and to all others', async ({
  ctx,
}) => {
  const { orderId, ask, balance, pay } = await givenAgreed(ctx)
  const shop = givenShop(ctx)
  const listed = async (query: string) =>
    (await showOrders(shop, desk, new URLSearchParams(query))).rows.map(({ id }) => id)
  const shown = async () => ({
    due: await listed('balance=due'),
    overdue: await listed('balance=overdue'),
    paid: await listed('balance=paid'),
  })
  expect(await shown()).toEqual({ due: [], overdue: [], paid: [] })

  await ask()
  expect(await shown()).toEqual({ due: [orderId], overdue: [], paid: [] })
  expect(await listed('balance=due&stage=in_build')).toEqual([])
  const [row] = (await showOrders(shop, desk, new URLSearchParams('balance=due'))).rows
  expect(row?.balance).toEqual({ words: '2,573.93', isOver: false })

  const now = ctx.now()
  ctx.setNow((await balance())?.dueAt ?? now)
  expect(await shown()).toEqual({ due: [], overdue: [orderId], paid: [] })
  expect(await listed('balance=due,overdue')).toEqual([orderId])
  const [late] = (await showOrders(shop, desk, new URLSearchParams('balance=overdue'))).rows
  expect(late?.balance).toMatchObject({ isOver: true })

  ctx.setNow(after(now, day))
  expect(await pay()).toMatchObject({ ok: true })
  expect(await shown()).toEqual({ due: [], overdue: [], paid: [orderId] })
})

test('what a review holds is due and not overdue, until the new date says so', async ({ ctx }) => {
  const { orderId, ask, balance } = await givenAgreed(ctx)
  const shop = givenShop(ctx)
  const rows = async (query: string) => (await showOrders(shop, desk, new URLSearchParams(query))).rows
  const ids = async (query: string) => (await rows(query)).map(({ id }) => id)
  await ask()
  const buyer = { buyerName: 'Jordan Buyer', buyerEmail: 'buyer@example.com', buyerPhone: null }
  const live = (buyerState: string) =>
    transact(ctx, (work) =>
      correctBuyer(work, ordersOnSale, orderId, { ...buyer, buyerState }, { by: 'sam', keyedHash }),
    )
  await live('MD')
  await transact(ctx, (work) => watchDueBalances(work, shopZone))
  ctx.setNow(after((await balance())?.dueAt ?? ctx.now(), day))
  expect(await ids('balance=overdue')).toEqual([])
  expect(await ids('balance=due')).toEqual([orderId])
  expect((await rows('balance=due'))[0]?.balance).toMatchObject({ isOver: false })
  await live('FL')
  expect(await ids('balance=overdue')).toEqual([])
  await transact(ctx, (work) => watchDueBalances(work, shopZone))
  expect(await ids('balance=due')).toEqual([orderId])
  ctx.setNow((await balance())?.dueAt ?? ctx.now())
  expect(await ids('balance=overdue')).toEqual([orderId])
})

test.each(['balance=', 'balance=!', 'balance=nothing', 'balance=!nothing', 'balance=due,nothing'])(
  'a balance filter that names nothing known (%s) is left out or read as far as it is known',
  async (query) => {
    const { parseQuery, formatQuery } = await import('./listed.ts')
    expect(['', 'balance=due']).toContain(formatQuery(parseQuery(new URLSearchParams(query))))
  },
)
