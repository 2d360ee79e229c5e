import { expect } from 'vitest'
import { test } from '#test/db.ts'
import { givenPaid } from '#test/world.ts'

test('paying starts a reservation of what goes to a dealer, and none of what is shipped', async ({ ctx }) => {
  const { order } = await givenPaid(ctx)
  expect((await order())?.lines).toMatchObject([
    { fulfillment: 'ffl_transfer', stage: 'reserved' },
    { fulfillment: 'shipping', stage: null },
  ])
})
