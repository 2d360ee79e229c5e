import { expect } from 'vitest'
import { transact } from '#app/db/work.server.ts'
import type { StateRuleInput } from '#app/features/compliance/input.ts'
import { findStateRule, recordStateRule } from '#app/features/compliance/store/state-rules.server.ts'
import { listOpenReviews, recheckOrders, listReviews } from '#app/features/orders/store/review.server.ts'
import { listEvents } from '#app/features/orders/store/read.server.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenReservation, stagesUpTo } from '#test/world.ts'
import { ordersOnSale } from '#test/shop.ts'
import { approveReview, declineReview, requestDocument } from './store/decide.server.ts'

async function inReview(ctx: TestContext) {
  const reserved = await givenReservation(ctx)
  await reserved.gates.review.close()
  const { orderId } = reserved
  const said = { orderId, note: 'Permit seen', by: 'sam' }
  const run = <Result>(task: (work: Parameters<Parameters<typeof transact>[1]>[0]) => Promise<Result>) =>
    transact(ctx, task)
  return {
    ...reserved,
    approve: (note = said.note) => run((work) => approveReview(work, ordersOnSale, { ...said, note })),
    decline: () => run((work) => declineReview(work, ordersOnSale, said)),
    ask: (dueOn = '2026-12-01') =>
      run((work) =>
        requestDocument(work, ordersOnSale, {
          ...said,
          note: 'Your permit.',
          dueOn,
          documents: ['permit'],
          today: '2026-11-20',
        }),
      ),
    change: async (values: Partial<StateRuleInput>) => {
      const { local: _, version: __, ...before } = (await findStateRule(ctx.db, 'MD')) ?? {}
      await run((work) => recordStateRule(work, { ...(before as StateRuleInput), ...values }))
      return run((work) => recheckOrders(work, ['MD'], ''))
    },
  }
}

test('an approval opens the gate, with its note, name and the versions of the rules', async ({ ctx }) => {
  const { approve, move, orderId } = await inReview(ctx)
  expect(await move('agreed')).toEqual({ ok: false, why: 'gates', gates: ['review'] })
  expect(await listOpenReviews(ctx.db)).toHaveLength(1)
  expect(await approve(' ')).toEqual({ ok: false, why: 'note_missing' })
  expect(await approve()).toEqual({ ok: true, was: 'waiting' })
  expect(await listReviews(ctx.db, orderId)).toMatchObject([
    {
      decision: 'approved',
      note: 'Permit seen',
      decidedBy: 'sam',
      at: ctx.now(),
      rules: expect.arrayContaining([expect.objectContaining({ id: 'MD', version: 1 })]),
    },
  ])
  expect(await listOpenReviews(ctx.db)).toEqual([])
  expect(await approve()).toEqual({ ok: false, why: 'nothing_to_decide' })
  expect(await move('agreed')).toMatchObject({ ok: true })
  expect(ctx.queued).toContainEqual({
    job: 'mail-order-review',
    payload: expect.objectContaining({ orderId }),
  })
})

test('a rule that changes opens the review again', async ({ ctx }) => {
  const { approve, move, change, orderId } = await inReview(ctx)
  await approve()
  await move('agreed')
  expect(await change({ note: 'A new law.' })).toMatchObject({ changed: [orderId] })
  expect((await listEvents(ctx.db, orderId)).at(-1)).toMatchObject({ kind: 'review_reopened' })
  expect(await listOpenReviews(ctx.db)).toMatchObject([{ orderId }])
  expect(await move('balance_paid')).toEqual({ ok: false, why: 'gates', gates: ['review'] })
  expect(await approve()).toEqual({ ok: true, was: 'waiting' })
  expect(await move('balance_paid')).toMatchObject({ ok: true })
})

test('what the rules refuse cannot be approved', async ({ ctx }) => {
  const { approve, move, change } = await inReview(ctx)
  await change({ sbr: 'prohibited' })
  expect(await approve()).toEqual({ ok: false, why: 'refused_by_rules' })
  expect(await move('agreed')).toEqual({ ok: false, why: 'gates', gates: ['review'] })
})

test('a requested document holds the order until it is decided', async ({ ctx }) => {
  const { ask, approve, move, orderId } = await inReview(ctx)
  expect(await ask('2026-11-20')).toEqual({ ok: false, why: 'due_in_past' })
  expect(await ask()).toEqual({ ok: true, was: 'waiting' })
  expect(await listReviews(ctx.db, orderId)).toMatchObject([
    { decision: 'document_requested', dueOn: '2026-12-01' },
  ])
  expect(await move('agreed')).toEqual({ ok: false, why: 'gates', gates: ['review'] })
  expect(await approve('It came')).toEqual({ ok: true, was: 'document' })
  expect(await move('agreed')).toMatchObject({ ok: true })
})

test('a declined review refunds everything and ends the reservations', async ({ ctx }) => {
  const { decline, approve, reconcile, order, unit, move } = await inReview(ctx)
  ctx.queued.length = 0
  expect(await decline()).toEqual({ ok: true, was: 'waiting' })
  expect(ctx.queued.map(({ job }) => job)).toContain('reconcile-refunds')
  expect(await decline()).toEqual({ ok: false, why: 'declined' })
  expect(await approve()).toEqual({ ok: false, why: 'declined' })
  expect(await move('agreed')).toMatchObject({ ok: false })
  // At once: no other caller requests it from the gateway.
  await reconcile()
  expect(await order()).toMatchObject({
    state: 'refunded',
    refundedCents: 15_343,
    lines: [{ stage: 'canceled', returnedStage: 'reserved' }, {}],
  })
  expect(await unit()).toBe('open')
})

test('what was picked up is not declined', async ({ ctx }) => {
  const { decline, move, gates } = await inReview(ctx)
  await gates.review.open()
  for (const stage of stagesUpTo('picked_up')) await move(stage)
  expect(await decline()).toEqual({ ok: false, why: 'picked_up' })
})
