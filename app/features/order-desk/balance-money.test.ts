import { expect } from 'vitest'
import { findEverything } from '#app/features/search/search.tsx'
import { findListedOrders } from '#app/features/orders/store/order-list.server.ts'
import { orders } from '#app/features/orders/tables.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { due, givenAgreed } from '#test/world.ts'
import { shopZone } from '#test/moment.ts'
import { test } from '#test/db.ts'
import { givenShop } from '#test/visit.ts'
import { csvColumns, csvRow } from './routes/orders-csv.ts'
import { showOrders, withBalances } from './routes/orders.tsx'

const desk = { id: crypto.randomUUID(), name: 'D. Sample', email: 'd@example.com', role: 'desk' as const }

test('a paid balance is counted in its reservation, once, and leads to it', async ({ ctx, db }) => {
  const { orderId, ask, pay, balanceOrder } = await givenAgreed(ctx)
  const shop = givenShop(ctx)
  await ask()
  expect(await pay()).toMatchObject({ ok: true })
  const paysIt = (await balanceOrder())?.id ?? ''

  const { rows } = await showOrders(shop, desk, new URLSearchParams())
  const shown = new Map(rows.map(({ id, goods, paid, to }) => [id, { goods, paid, to }]))
  const everything = await db.select().from(orders)
  const capturedCents = everything.reduce((cents, order) => cents + order.capturedCents, 0)
  expect(shown.get(orderId)?.paid).toBe(formatCentsExact(capturedCents).slice(1))
  expect(shown.get(paysIt)).toEqual({
    goods: `Balance of ${orderId}, $2,573.93 paid`,
    paid: '',
    to: `/staff/orders/${orderId}`,
  })

  const ids = everything.map(({ id }) => id)
  const file = (await withBalances(db, await findListedOrders(db, ids))).map((row) => {
    const cells = csvRow(row, shopZone)
    return Object.fromEntries(csvColumns.map((column, at) => [column, cells[at] ?? '']))
  })
  const sum = (column: string) =>
    file.reduce((cents, row) => cents + Math.round(Number(row[column]) * 100), 0)
  expect(sum('Paid')).toBe(capturedCents)
  expect(sum('Balance paid')).toBe(due.totalCents)
  expect(file.find((row) => row.Order === paysIt)).toMatchObject({ Paid: '', 'Balance of': orderId })

  // Either code finds the reservation, and the verbs are the reservation's.
  for (const code of [orderId, paysIt]) {
    const groups = await findEverything(shop, 'owner', code)
    expect(
      groups.find(({ title }) => title === 'Numbers and orders')?.items.map((item) => item.code),
    ).toEqual([orderId])
    expect(groups.map(({ title }) => title)).toContain(`Do, with ${orderId}`)
  }
})
