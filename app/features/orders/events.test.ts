import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { test } from '#test/db.ts'
import { givenDrop } from '#test/shop.ts'
import { givenShop, heldOrder } from '#test/visit.ts'
import { listEvents } from './store/read.server.ts'

for (const statement of [
  "update order_events set kind = 'paid'",
  'delete from order_events',
  'truncate order_events',
  'truncate orders cascade',
])
  test(`the database refuses to change an order's history: ${statement}`, async ({ ctx }) => {
    const shop = givenShop(ctx)
    await givenDrop(shop.db)
    const { orderId } = await heldOrder(shop)
    await expect(ctx.db.execute(sql.raw(statement))).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/only grows/) },
    })
    expect(await listEvents(ctx.db, orderId)).toMatchObject([{ kind: 'held' }])
  })
