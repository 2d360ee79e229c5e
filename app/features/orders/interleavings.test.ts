import fc from 'fast-check'
import { expect } from 'vitest'
import { emptyDatabase, test } from '#test/db.ts'
import { givenFiveKinds, type Goods } from '#test/five-kinds.ts'
import { type Action, World } from '#test/shop-world.ts'
import { expectSoundMoney, expectSoundStock, listSoldKinds } from '#test/sound-orders.ts'
import { sellableKinds } from './rules/goods.ts'

const cards = [
  'sandbox_approve',
  'sandbox_decline',
  'sandbox_silent_after',
  'sandbox_silent_before',
  'sandbox_duplicate',
  'sandbox_review',
  'sandbox_refund_silent',
] as const
const who = fc.nat(7)
const skewMs = fc.oneof(fc.constant(0), fc.integer({ min: -5_000, max: 5_000 }))
const cart = fc.record({
  units: fc.constantFrom(0, 1, 1, 2),
  quantity: fc.constantFrom(0, 0, 1, 3),
  patches: fc.constantFrom(0, 0, 1, 2),
  hasSeat: fc.boolean(),
  hasPack: fc.boolean(),
  hasSlot: fc.boolean(),
  hasBatchSlot: fc.boolean(),
}) satisfies fc.Arbitrary<Goods>

type Named<Name> = Action & { act: Name }
type More<Name> = {
  [Field in Exclude<keyof Named<Name>, 'act' | 'who' | 'skewMs'>]: fc.Arbitrary<Named<Name>[Field]>
}

function act<Name extends Action['act']>(weight: number, name: Name, more: More<Name>) {
  const arbitrary = fc.record({
    act: fc.constant(name),
    who,
    skewMs,
    ...more,
  }) as unknown as fc.Arbitrary<Action>
  return { weight, arbitrary }
}

const action = fc.oneof(
  act(5, 'hold', { cart }),
  act(5, 'pay', { card: fc.constantFrom(...cards) }),
  act(2, 'die while paying', { isAfter: fc.boolean() }),
  act(1, 'die while refunding', { isAfter: fc.boolean() }),
  act(1, 'renew', {}),
  act(1, 'let go', {}),
  act(1, 'webhook', {}),
  act(1, 'dispatch', {}),
  act(3, 'ask for the balance', {}),
  act(1, 'sell to a walk-in', {}),
  act(1, 'take the balance of a class', {}),
  act(1, 'die at the range', { isAfter: fc.boolean() }),
  act(1, 'decide', { verdict: fc.constantFrom('captured', 'declined') }),
  act(2, 'refund', {
    positions: fc.subarray([0, 1, 2, 3], { minLength: 1 }),
    cents: fc.option(fc.integer({ min: 1, max: 6_000 })),
  }),
  act(2, 'expire', {}),
  act(2, 'reconcile', {}),
  // Also to the moments about the end of a hold, and of a declined one.
  act(3, 'wait', { seconds: fc.constantFrom(3, 40, 298, 301, 598, 600, 602, 700) }),
)

test('with any concurrent events and clocks, nothing is sold twice and every cent is accounted for', {
  timeout: 480_000,
}, async ({ db, ctx }) => {
  const sold = new Set<string>()
  const start = ctx.now()
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(action, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 12 }),
      async (batches) => {
        await emptyDatabase()
        // Each run ends weeks later, when the class of the next one would be over.
        ctx.setNow(start)
        await givenFiveKinds(db, ctx.now())
        const world = new World(db, ctx)
        for (const batch of batches) {
          await Promise.all(batch.map((each) => world.perform(each)))
          await expectSoundStock(db)
        }
        await world.settleEverything()
        await expectSoundStock(db)
        await expectSoundMoney(db)
        for (const kind of await listSoldKinds(db)) sold.add(kind)
      },
    ),
    { numRuns: 30, examples: [[refundedWhilePaying], [oneOfEach], [atTheRange]] },
  )
  // A kind that never gets as far as its money would pass unseen.
  expect([...sold].toSorted()).toEqual([...sellableKinds].toSorted())
})

/** The deposit goes back while the balance beside it is being paid: the payment finds nothing, and goes back by itself. */
const refundedWhilePaying: Action[][] = [
  [{ act: 'ask for the balance', who: 0, skewMs: 0 }],
  [{ act: 'die while paying', who: 1, skewMs: 0, isAfter: false }],
  [{ act: 'die while refunding', who: 0, skewMs: 0, isAfter: false }],
]

const one = { who: 0, skewMs: 0 }

const oneOfEach: Action[][] = [
  [
    {
      ...one,
      act: 'hold',
      cart: {
        units: 1,
        quantity: 2,
        patches: 1,
        hasSeat: true,
        hasPack: true,
        hasSlot: true,
        hasBatchSlot: true,
      },
    },
  ],
  [{ ...one, act: 'pay', card: 'sandbox_approve' }],
  [{ ...one, act: 'take the balance of a class' }],
  [{ ...one, act: 'refund', positions: [1, 2], cents: null }],
  [{ ...one, act: 'ask for the balance' }],
  [{ ...one, act: 'pay', card: 'sandbox_approve', who: 2 }],
]

const atTheRange: Action[][] = [
  [{ ...one, act: 'die at the range', isAfter: false }],
  [{ ...one, act: 'sell to a walk-in' }],
  [{ ...one, act: 'wait', seconds: 700 }],
  [{ ...one, act: 'reconcile' }],
  [{ ...one, act: 'wait', seconds: 700 }],
  [{ ...one, act: 'expire' }],
  [{ ...one, act: 'die at the range', isAfter: true }],
  [{ ...one, act: 'refund', positions: [0], cents: null }],
]
