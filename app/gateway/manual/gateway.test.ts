import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { after, day } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { payouts } from '../tables.ts'
import { createManualGateway } from './gateway.server.ts'

async function givenInvoices({ db, now }: TestContext) {
  const gateway = createManualGateway({ db, now, payTo: 'By wire', dueDays: 7, holdHours: 24 })
  const charge = (attemptId: string, days: number) =>
    gateway.charge({
      attemptId,
      orderId: `ORDER-${attemptId}`,
      amountCents: 10_000,
      paymentToken: 'invoice',
      dueAt: after(now(), days * day),
    })
  expect([await charge('one', 1), await charge('two', 7)]).toMatchObject([
    { outcome: 'review' },
    { outcome: 'review' },
  ])
  return gateway
}

const outcomes = async ({ findCharge }: Awaited<ReturnType<typeof givenInvoices>>) =>
  [await findCharge('one'), await findCharge('two')].map(({ outcome }) => outcome)

test('money that staff record is that of its own invoice, and so is a withdrawal', async ({ ctx }) => {
  const gateway = await givenInvoices(ctx)
  await gateway.settleReview('one', 'captured', 'Wire 1')
  expect(await outcomes(gateway)).toEqual(['captured', 'review'])
  await gateway.settleReview('two', 'declined')
  expect(await outcomes(gateway)).toEqual(['captured', 'declined'])
})

test('an invoice closes on its due date, and one that was paid stays paid', async ({ ctx }) => {
  const gateway = await givenInvoices(ctx)
  await gateway.settleReview('two', 'captured')
  ctx.setNow(after(ctx.now(), day - 1))
  expect(await outcomes(gateway)).toEqual(['review', 'captured'])
  ctx.setNow(after(ctx.now(), 7 * day))
  expect(await outcomes(gateway)).toEqual(['declined', 'captured'])
})

test('no more goes back than its own invoice received, and each payout is recorded once', async ({ ctx }) => {
  const { db } = ctx
  const gateway = await givenInvoices(ctx)
  for (const attemptId of ['one', 'two']) await gateway.settleReview(attemptId, 'captured')
  const refund = (refundId: string, attemptId: string, amountCents: number) =>
    gateway.refund({ refundId, attemptId, amountCents, chargeRef: attemptId })
  expect(await refund('r1', 'one', 6_000)).toMatchObject({ outcome: 'pending' })
  expect(await refund('r2', 'one', 4_001)).toMatchObject({ outcome: 'refused' })
  expect(await refund('r3', 'two', 10_000)).toMatchObject({ outcome: 'pending' })
  for (const reference of ['Check 1', 'Check 2']) await gateway.recordPayout('r1', reference)
  expect(await gateway.findRefund('r1')).toMatchObject({ outcome: 'refunded' })
  expect(await gateway.findRefund('r3')).toMatchObject({ outcome: 'pending' })
  expect(await db.select().from(payouts).where(eq(payouts.refundId, 'r1'))).toMatchObject([
    { reference: 'Check 1', paidOutAt: ctx.now() },
  ])
})

test('money is listed by when it came and went, not by when it was asked for', async ({ ctx }) => {
  const gateway = await givenInvoices(ctx)
  const asked = ctx.now()
  const at = (days: number) => after(asked, days * day)
  ctx.setNow(at(3))
  await gateway.settleReview('two', 'captured')
  const refund = { refundId: 'r1', attemptId: 'two', chargeRef: 'two', amountCents: 500 }
  await gateway.refund(refund)
  ctx.setNow(at(5))
  await gateway.recordPayout('r1')
  expect(await gateway.listTransactions(asked, at(3))).toEqual([])
  expect(await gateway.listTransactions(at(3), at(5))).toMatchObject([{ ourId: 'two', at: at(3) }])
  expect(await gateway.listTransactions(at(5), at(6))).toMatchObject([{ ourId: 'r1', at: at(5) }])
})
