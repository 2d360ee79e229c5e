import fc from 'fast-check'
import { openDb } from '#app/db/db.server.ts'
import { emptyDatabase, test, testContext } from '#test/db.ts'
import { expectSoundStock } from '#test/sound-orders.ts'
import { type WaitlistAction, WaitlistWorld } from '#test/waitlist-world.ts'

const acts = [
  ...(['confirm', 'confirm', 'refund', 'refund', 'stranger', 'stranger', 'offer', 'offer'] as const),
  ...(['unsubscribe', 'cancel', 'claim', 'expire', 'wait'] as const),
]

const action: fc.Arbitrary<WaitlistAction> = fc.record({
  act: fc.constantFrom(...acts),
  process: fc.constantFrom(0, 1),
  who: fc.nat(3),
})

const story = fc.array(fc.array(action, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 7 })

test('whatever happens on two processes at once, a stranger gets nothing that somebody waits for, and all of the rest', {
  timeout: 480_000,
}, async ({ pool, ctx }) => {
  const other = openDb(pool.options.connectionString ?? '', 6)
  const start = ctx.now()
  const processes = [ctx, testContext(other.db)]
  try {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('course_seat', 'drop_unit'), story, async (kind, rows) => {
        await emptyDatabase()
        for (const process of processes) {
          process.setNow(start)
          process.queued.splice(0)
        }
        const world = new WaitlistWorld(processes, kind)
        await world.open()
        for (const row of rows) {
          await Promise.all(row.map((each) => world.perform(each)))
          await expectSoundStock(ctx.db)
          await world.expectRightAnswerToStrangers()
        }
        await world.letEverythingLapse()
        await expectSoundStock(ctx.db)
      }),
      { numRuns: 25 },
    )
  } finally {
    await other.pool.end()
  }
})
