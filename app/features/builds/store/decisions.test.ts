import fc from 'fast-check'
import { expect } from 'vitest'
import { transact } from '#app/db/work.server.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { findReservation, sendAgreement } from '#app/features/reservations/store/agreement.server.ts'
import { after, day } from '#app/kit/clock.ts'
import { emptyDatabase, test, testContext } from '#test/db.ts'
import { oneAfterTheOther } from '#test/locks.ts'
import { givenPaymentContext, reservationForm } from '#test/shop.ts'
import { buildsOnSale, givenSubmittedBuild, paidSlot, buildTerms } from '#test/world.ts'
import { buildStateOf } from '../rules.ts'
import { acceptBuild, decideBuild, findOwnDecision, decisionToken } from './decisions.server.ts'

test('what was accepted before the deposit is the agreement of the order, at that price', async ({
  ctx,
  db,
}) => {
  const build = await givenSubmittedBuild(ctx)
  expect(await build.approve()).toMatchObject({ ok: true })
  expect(await build.accept()).toEqual({ ok: true, isFirst: true })
  expect(await build.accept()).toEqual({ ok: true, isFirst: false })
  const orderId = await paidSlot(ctx, build)
  await ctx.handOn()
  expect(ctx.queued).toContainEqual({ job: 'agree-build', payload: { orderId } })
  expect(await build.agree(orderId)).toEqual({ ok: true })
  expect(await findReservation(db, orderId, 0)).toMatchObject({
    priceCents: 289_900,
    variant: 'Black, 10.3 in',
    acceptedSentence: 'Yes.',
    transferee: 'trust',
    sentBy: 'D. Sample',
  })
  expect((await findOrder(db, orderId))?.lines[0]?.stage).toBe('agreed')
  // The job may run twice.
  expect(await build.agree(orderId)).toMatchObject({ ok: false })
  expect(await build.approve(1)).toMatchObject({ why: 'reserved' })
  expect(await build.turnDown()).toMatchObject({ why: 'reserved' })
})

test('a deposit without a yes, or after the price ended, agrees nothing, and staff send terms as for any order', async ({
  ctx,
  db,
}) => {
  const build = await givenSubmittedBuild(ctx)
  await build.approve()
  const orderId = await paidSlot(ctx, build)
  expect(await build.agree(orderId)).toMatchObject({ why: 'nothing_accepted' })
  const send = () =>
    transact(ctx, (work) =>
      sendAgreement(work, buildsOnSale, { ...buildTerms, orderId, position: 0, by: 'D. Sample' }),
    )
  expect(await send()).toEqual({ ok: true })

  await emptyDatabase()
  const late = await givenSubmittedBuild(ctx)
  await late.approve()
  await late.accept()
  ctx.setNow(after(ctx.now(), 15 * day))
  const lateOrder = await paidSlot(ctx, late)
  expect(await late.agree(lateOrder)).toMatchObject({ why: 'expired' })
  expect(await findReservation(db, lateOrder, 0)).toBeUndefined()
})

test('a declined build cannot be reserved; approved again, it can', async ({ ctx }) => {
  const build = await givenSubmittedBuild(ctx)
  expect(await build.decline()).toMatchObject({ ok: true })
  expect(await build.hold()).toMatchObject({ why: 'build_declined' })
  expect(await build.accept()).toMatchObject({ why: 'not_offered' })
  expect(await build.approve(1)).toMatchObject({ ok: true })
  expect(await build.hold()).toMatchObject({ ok: true })
  expect(await build.decline(2)).toMatchObject({ why: 'in_checkout' })
})

test('staff decide on what they saw, within the law and the deposit, and a yes is to what was shown', async ({
  ctx,
}) => {
  const build = await givenSubmittedBuild(ctx)
  expect(await build.approve(0, { priceCents: 9_999 })).toMatchObject({ why: 'below_deposit' })
  expect(await build.approve(0, { validUntil: '2026-11-19' })).toMatchObject({ why: 'day_past' })
  await build.approve()
  expect(await build.approve()).toMatchObject({ why: 'changed' })
  expect(await build.approve(1, { priceCents: 299_900 })).toMatchObject({ ok: true })
  expect(await build.accept(1)).toMatchObject({ why: 'terms_changed' })
  expect(await build.accept(2)).toMatchObject({ ok: true })
  expect((await build.decision())?.priceCents).toBe(299_900)
  // Other terms take the yes back.
  await build.approve(2)
  expect(await build.decision()).toMatchObject({ acceptedAt: null, revision: 3 })
  expect(await build.turnDown(3)).toEqual({ ok: true })
  expect(await build.accept(3)).toMatchObject({ why: 'turned_down' })
})

test('an NFA item needs a transferee, and a price ends with its last day', async ({ ctx }) => {
  const build = await givenSubmittedBuild(ctx)
  await build.approve()
  const without = await transact(ctx, (work) =>
    acceptBuild(
      work,
      { submissionId: build.submissionId, seen: 1, sentence: 'Yes.', transferee: undefined },
      '2026-11-20',
    ),
  )
  expect(without).toMatchObject({ why: 'transferee_missing' })
  const facts = {
    decision: 'approved',
    revision: 1,
    validUntil: '2026-12-04',
    acceptedAt: null,
    turnedDownAt: null,
  } as const
  expect(buildStateOf(facts, false, '2026-12-04')).toBe('offered')
  expect(buildStateOf(facts, false, '2026-12-05')).toBe('expired')
  expect(buildStateOf({ ...facts, acceptedAt: ctx.now() }, false, '2026-12-05')).toBe('expired')
  expect(buildStateOf({ ...facts, acceptedAt: ctx.now() }, true, '2026-12-05')).toBe('reserved')
  expect(buildStateOf(undefined, false, '2026-12-05')).toBe('waiting')
  ctx.setNow(new Date('2026-12-05T12:00:00Z'))
  expect(await build.accept()).toMatchObject({ why: 'expired' })
})

test('a yes waits for a decision that is being made, and is none to the one before', async ({ ctx }) => {
  const build = await givenSubmittedBuild(ctx)
  await build.approve()
  const { submissionId, catalog } = build
  const dearer = { ...buildTerms, submissionId, by: 'D. Sample', seen: 1, decision: 'approved' as const }
  const [decided, accepted] = await oneAfterTheOther(
    ctx,
    (work) => decideBuild(work, catalog, { ...dearer, priceCents: 300_000 }, '2026-11-20'),
    () => build.accept(),
  )
  expect(decided).toMatchObject({ ok: true })
  expect(accepted).toMatchObject({ ok: false, why: 'terms_changed' })
})

test('only the link of the latest email opens the price', async ({ ctx }) => {
  const { approve, submissionId } = await givenSubmittedBuild(ctx)
  await approve()
  const tokenOf = (revision: number) =>
    decisionToken({ sign: ctx.sign, now: ctx.now() }, { submissionId, revision })
  const find = (token: string) => findOwnDecision(ctx, submissionId, token)
  expect(await find('')).toBeUndefined()
  expect(await find(tokenOf(1))).toMatchObject({ decision: { revision: 1 } })
  expect(await find(tokenOf(2))).toBeUndefined()
  await approve(1)
  expect(await find(tokenOf(1))).toBeUndefined()
  expect(await find(tokenOf(2))).toMatchObject({ decision: { revision: 2 } })
})

test('whatever staff and sender do at once, the order is agreed at the price its sender accepted, or at none', {
  timeout: 120_000,
}, async ({ db }) => {
  const step = fc.constantFrom('approve', 'cheaper', 'accept', 'turnDown', 'decline', 'pay')
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
      async (rounds) => {
        await emptyDatabase()
        const ctx = testContext(db)
        const build = await givenSubmittedBuild(ctx)
        await build.approve()
        const orderIds: string[] = []
        for (const round of rounds) {
          const seen = (await build.decision())?.revision ?? 0
          await Promise.all(
            round.map(async (what) => {
              if (what === 'approve') return build.approve(seen)
              if (what === 'cheaper') return build.approve(seen, { priceCents: 199_900 })
              if (what === 'accept') return build.accept(seen)
              if (what === 'turnDown') return build.turnDown(seen)
              if (what === 'decline') return build.decline(seen)
              const held = await build.hold()
              if (!held.ok) return undefined
              orderIds.push(held.orderId)
              return payOrder(givenPaymentContext(ctx), buildsOnSale, held.orderId, reservationForm())
            }),
          )
        }
        const [orderId] = orderIds
        expect(orderIds.length).toBeLessThan(2)
        if (!orderId) return
        await build.agree(orderId)
        const [agreed, decision] = [await findReservation(db, orderId, 0), await build.decision()]
        if (decision?.acceptedAt)
          expect(agreed).toMatchObject({ priceCents: decision.priceCents, acceptedSentence: 'Yes.' })
        else expect(agreed).toBeUndefined()
      },
    ),
    { numRuns: 12 },
  )
})
