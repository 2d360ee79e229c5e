import { desc } from 'drizzle-orm'
import { expect } from 'vitest'
import { orderEvents } from '#app/features/orders/tables.ts'
import { listEvents } from '#app/features/orders/store/read.server.ts'
import { test } from '#test/db.ts'
import { givenReservation } from '#test/world.ts'
import { rowsBy } from './row.server.ts'

const newestEvents = rowsBy(orderEvents, 'orderId', [desc(orderEvents.id)])

test('lists are read in their order, as the query builder reads them', async ({ ctx }) => {
  const { orderId } = await givenReservation(ctx)
  const events = await listEvents(ctx.db, orderId)
  expect(events.length).toBeGreaterThan(1)
  expect(await newestEvents(ctx.db, orderId)).toEqual(events.toReversed())
  expect(await newestEvents(ctx.db, 'nobody')).toEqual([])
})
