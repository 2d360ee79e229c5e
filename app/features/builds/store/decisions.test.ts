import fc from 'fast-check'
import { expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { findReservation, sendAgreement } from '#app/features/reservations/store/agreement.server.ts'
import { after, day } from '#app/kit/clock.ts'
import { emptyDatabase, test, testContext } from '#test/db.ts'
import { oneAfterTheOther } from '#test/locks.ts'
import { givenPaymentContext, reservationForm } from '#test/shop.ts'
import { buildsOnSale, givenSubmittedBuild, paidSlot, buildTerms } from '#test/world.ts'
import { buildStateOf } from '../rules.ts'
import { decideBuild } from './decisions.server.ts'

test('the price that was approved before the deposit is mailed as the agreement of its order', async ({
  ctx,
  db,
}) => {
  const build = await givenSubmittedBuild(ctx)
  expect(await build.approve()).toMatchObject({ ok: true })
  const orderId = await paidSlot(ctx, build)
  await ctx.handOn()
  expect(ctx.queued).toContainEqual({ job: 'send-build-agreement', payload: { orderId } })
  expect(await build.sendAgreement(orderId)).toEqual({ ok: true })
  expect(await findReservation(db, orderId, 0)).toMatchObject({
    priceCents: 289_900,
    variant: 'Black, 10.3 in',
    acceptedAt: null,
    sentBy: 'D. Sample',
  })
  await ctx.handOn()
  expect(ctx.queued.filter(({ job }) => job === 'mail-agreement')).toHaveLength(1)
  // The job may run twice.
  expect(await build.sendAgreement(orderId)).toMatchObject({ why: 'already_sent' })
  expect(await build.approve(1)).toMatchObject({ why: 'reserved' })
})

test('a deposit before a decision, or after the price ended, sends nothing, and staff send terms as for any order', async ({
  ctx,
  db,
}) => {
  const build = await givenSubmittedBuild(ctx)
  const orderId = await paidSlot(ctx, build)
  expect(await build.sendAgreement(orderId)).toMatchObject({ why: 'nothing_approved' })
  const send = () =>
    transact(ctx, (work) =>
      sendAgreement(work, buildsOnSale, { ...buildTerms, orderId, position: 0, by: 'D. Sample' }),
    )
  expect(await send()).toEqual({ ok: true })

  await emptyDatabase()
  const late = await givenSubmittedBuild(ctx)
  await late.approve()
  ctx.setNow(after(ctx.now(), 15 * day))
  const lateOrder = await paidSlot(ctx, late)
  expect(await late.sendAgreement(lateOrder)).toMatchObject({ why: 'expired' })
  expect(await findReservation(db, lateOrder, 0)).toBeUndefined()
})

test('a declined build cannot be reserved; approved again, it can', async ({ ctx }) => {
  const build = await givenSubmittedBuild(ctx)
  expect(await build.decline()).toMatchObject({ ok: true })
  expect(await build.hold()).toMatchObject({ why: 'build_declined' })
  expect(await build.approve(1)).toMatchObject({ ok: true })
  expect(await build.hold()).toMatchObject({ ok: true })
  expect(await build.decline(2)).toMatchObject({ why: 'in_checkout' })
})

test('while its deposit is being settled, however long, nothing is decided', async ({ ctx }) => {
  const build = await givenSubmittedBuild(ctx)
  await build.approve()
  const held = await build.hold()
  const orderId = held.ok ? held.orderId : ''
  const silent = reservationForm({ paymentToken: 'sandbox_silent_before' })
  await payOrder(givenPaymentContext(ctx), buildsOnSale, orderId, silent)
  ctx.setNow(after(ctx.now(), day))
  expect(await build.decline(1)).toMatchObject({ why: 'in_checkout' })
  expect(await build.hold()).toMatchObject({ why: 'slot_held' })
})

test('staff decide on what they saw, within the law and the deposit', async ({ ctx }) => {
  const build = await givenSubmittedBuild(ctx)
  expect(await build.approve(0, { priceCents: 9_999 })).toMatchObject({ why: 'below_deposit' })
  expect(await build.approve(0, { validUntil: '2026-11-19' })).toMatchObject({ why: 'day_past' })
  await build.approve()
  expect(await build.approve()).toMatchObject({ why: 'changed' })
  expect(await build.approve(1, { priceCents: 299_900 })).toMatchObject({ ok: true })
  expect(await build.decision()).toMatchObject({ priceCents: 299_900, revision: 2 })
})

test('a price ends with its last day', () => {
  const decided = { decision: 'approved', validUntil: '2026-12-04' } as const
  expect(buildStateOf(decided, false, '2026-12-04')).toBe('approved')
  expect(buildStateOf(decided, false, '2026-12-05')).toBe('expired')
  expect(buildStateOf(decided, true, '2026-12-05')).toBe('reserved')
  expect(buildStateOf({ decision: 'declined', validUntil: null }, false, '2026-12-05')).toBe('declined')
  expect(buildStateOf(undefined, false, '2026-12-05')).toBe('waiting')
})

test('of two decisions that are made at once, the second hears of the first', async ({ ctx }) => {
  const build = await givenSubmittedBuild(ctx)
  const { submissionId, catalog } = build
  const approval = { ...buildTerms, submissionId, by: 'D. Sample', seen: 0, decision: 'approved' as const }
  const [first, second] = await oneAfterTheOther(
    ctx,
    (work) => decideBuild(work, catalog, approval, '2026-11-20'),
    () => build.decline(),
  )
  expect(first).toMatchObject({ ok: true })
  expect(second).toMatchObject({ ok: false, why: 'changed' })
})

test('whatever staff and sender do at once, the terms of the order are those that staff decided last, or none', {
  timeout: 120_000,
}, async ({ db }) => {
  const step = fc.constantFrom('approve', 'cheaper', 'decline', 'pay')
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
        await build.sendAgreement(orderId)
        const [sent, decision] = [await findReservation(db, orderId, 0), await build.decision()]
        expect(decision?.decision).toBe('approved')
        expect(sent).toMatchObject({ priceCents: decision?.priceCents, acceptedAt: null })
      },
    ),
    { numRuns: 12 },
  )
})
