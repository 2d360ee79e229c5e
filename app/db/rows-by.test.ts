import { desc } from 'drizzle-orm'
import { expect } from 'vitest'
import { orderEvents } from '#app/features/orders/tables.ts'
import { listEvents } from '#app/features/orders/store/read.server.ts'
import { test } from '#test/db.ts'
import { givenReservation } from '#test/world.ts'
import { listTogether, rowsBy } from './rows-by.server.ts'

const newestEvents = rowsBy(orderEvents, 'orderId', [desc(orderEvents.id)])

test('lists are read alone and together, in their order, as the query builder reads them', async ({
  ctx,
}) => {
  const { orderId } = await givenReservation(ctx)
  const events = await listEvents(ctx.db, orderId)
  expect(events.length).toBeGreaterThan(1)
  expect(await newestEvents(ctx.db, orderId)).toEqual(events.toReversed())
  const lists = [newestEvents.of('nobody'), newestEvents.of(orderId)] as const
  expect(await listTogether(ctx.db, lists)).toEqual([[], events.toReversed()])
})
