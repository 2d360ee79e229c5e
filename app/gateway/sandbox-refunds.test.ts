import { expect } from 'vitest'
import type { Db } from '#app/db/db.server.ts'
import { test } from '#test/db.ts'
import { GatewayTimeout, type RefundRequest } from './gateway.ts'
import { createSandboxGateway, type SandboxToken } from './sandbox.server.ts'
import { sandboxCharges, sandboxRefunds } from './tables.ts'

const now = () => new Date('2026-11-20T12:00:00Z')

async function charged(db: Db, paymentToken: SandboxToken = 'sandbox_approve', attemptId = 'att_1') {
  const gateway = createSandboxGateway({ db, timeoutMs: 5, now, webhookSecret: 'a key' })
  const charge = await gateway.charge({ attemptId, orderId: 'ORDER1', amountCents: 10_000, paymentToken })
  const chargeRef = 'chargeRef' in charge ? charge.chargeRef : 'none'
  const refund = (refundId: string, amountCents: number, more: Partial<RefundRequest> = {}) =>
    gateway.refund({ refundId, attemptId, chargeRef, amountCents, ...more })
  return { gateway, refund }
}

test('a charge is refunded whole or in parts, and not a cent more', async ({ db }) => {
  const { gateway, refund } = await charged(db)
  const first = await refund('ref_1', 4_000)
  expect(first).toEqual({ outcome: 'refunded', refundRef: expect.stringMatching(/^re_\w{12}$/) })
  expect(await refund('ref_2', 6_001)).toEqual({
    outcome: 'refused',
    reason: 'The refund would exceed the amount that was captured.',
  })
  expect(await refund('ref_3', 6_000)).toMatchObject({ outcome: 'refunded' })
  expect(await gateway.findRefund('ref_1')).toEqual(first)
  expect(await gateway.findRefund('ref_2')).toEqual({ outcome: 'not_found' })
})

test('the same refund requested twenty times at once is made once', async ({ db }) => {
  const { refund } = await charged(db)
  const answers = await Promise.all(Array.from({ length: 20 }, () => refund('ref_1', 4_000)))
  for (const answer of answers) expect(answer).toEqual(answers[0])
  expect(await db.select().from(sandboxRefunds)).toHaveLength(1)
  expect(await db.select().from(sandboxCharges)).toMatchObject([{ refundedCents: 4_000 }])
})

test('twenty different refunds at once never exceed what was captured', async ({ db }) => {
  const { refund } = await charged(db)
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => refund(`ref_${index}`, 3_000)))
  expect(answers.filter((answer) => answer.outcome === 'refunded')).toHaveLength(3)
  expect(await db.select().from(sandboxCharges)).toMatchObject([{ refundedCents: 9_000 }])
  expect(await db.select().from(sandboxRefunds)).toHaveLength(3)
})

test('one refund id cannot refund two charges', async ({ db }) => {
  const [one, two] = [await charged(db), await charged(db, 'sandbox_approve', 'att_2')]
  const answers = await Promise.all([one.refund('ref_1', 1_000), two.refund('ref_1', 1_000)])
  expect(answers.map((answer) => answer.outcome).toSorted()).toEqual(['refunded', 'refused'])
  expect(await one.refund('ref_1', 2_000)).toMatchObject({ outcome: 'refused' })
})

test('a declined, unsettled or unknown charge is not refunded', async ({ db }) => {
  const declined = await charged(db, 'sandbox_decline')
  expect(await declined.refund('ref_1', 1_000)).toMatchObject({ outcome: 'refused' })
  const held = await charged(db, 'sandbox_review', 'att_2')
  expect(await held.refund('ref_1', 1_000)).toMatchObject({
    reason: 'Only a captured payment can be refunded.',
  })
  const paid = await charged(db, 'sandbox_approve', 'att_3')
  expect(await paid.refund('ref_1', 1_000, { attemptId: 'att_4' })).toMatchObject({ outcome: 'refused' })
  expect(await paid.refund('ref_1', 1_000, { chargeRef: 'ch_other' })).toMatchObject({ outcome: 'refused' })
  for (const amountCents of [0, -1, 0.5, Number.NaN])
    expect(await paid.refund('ref_1', amountCents)).toMatchObject({ outcome: 'refused' })
})

test('a refund whose answer is lost was made, and is found afterwards', async ({ db }) => {
  const { gateway, refund } = await charged(db, 'sandbox_refund_silent')
  await expect(refund('ref_1', 10_000)).rejects.toBeInstanceOf(GatewayTimeout)
  expect(await gateway.findRefund('ref_1')).toMatchObject({ outcome: 'refunded' })
  expect(await refund('ref_1', 10_000)).toEqual(await gateway.findRefund('ref_1'))
})
