import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { transact, type UnitOfWork } from '#app/db/work.server.ts'
import { refundOrder } from '#app/features/refunds/flows.server.ts'
import { givenAgreed } from '#test/world.ts'
import { test } from '#test/db.ts'
import { ordersOnSale } from '#test/shop.ts'
import { balances } from './tables.ts'
import { extendBalance, waiveBalance, withdrawBalance } from './store/balance.server.ts'

type Given = Awaited<ReturnType<typeof givenAgreed>> & {
  inShop: (act: (work: UnitOfWork) => Promise<unknown>) => Promise<unknown>
}

const why = { position: 0, by: 'sam', reason: 'Asked for it on the phone' }
const deeds: Record<string, (given: Given) => Promise<unknown>> = {
  paid: ({ pay }) => pay(),
  extended: ({ inShop, orderId }) =>
    inShop((work) => extendBalance(work, { orderId, ...why, dueOn: '2026-12-20' }, 'America/New_York')),
  waived: ({ inShop, orderId }) => inShop((work) => waiveBalance(work, { orderId, ...why })),
  withdrawn: ({ inShop, orderId }) => inShop((work) => withdrawBalance(work, { orderId, ...why })),
  'ended with its reservation': ({ paymentCtx, orderId }) => refundOrder(paymentCtx, ordersOnSale, orderId),
}

test.for(Object.entries(deeds))('a balance that is %s changes no other', async ([, deed], { ctx }) => {
  const { db } = ctx
  const given = await givenAgreed(ctx)
  await given.ask()
  const own = await given.balance()
  if (!own) throw new Error('Nothing was requested')
  const other = { id: crypto.randomUUID(), reservationId: 'OTHER23456', orderId: null, heldUntil: null }
  await db.insert(balances).values({ ...own, ...other, state: 'open' })
  const rowOf = async (id: string) =>
    (await db.select({ row: sql`to_jsonb(balances)` }).from(balances).where(eq(balances.id, id)))[0]
  const [ownBefore, otherBefore] = [await rowOf(own.id), await rowOf(other.id)]
  await deed({ ...given, inShop: (act) => transact(ctx, act) })
  expect(await rowOf(own.id)).not.toEqual(ownBefore)
  expect(await rowOf(other.id)).toEqual(otherBefore)
})
