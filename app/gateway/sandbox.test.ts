import { describe, expect } from 'vitest'
import type { Db } from '#app/db/db.server.ts'
import { test } from '#test/db.ts'
import { type ChargeRequest, GatewayTimeout } from './gateway.ts'
import { createSandboxGateway, readSandboxToken, type SandboxToken, sandboxCards } from './sandbox.server.ts'

const now = () => new Date('2026-11-20T12:00:00Z')
const open = (db: Db) => createSandboxGateway({ db, timeoutMs: 5, now })

function attempt(paymentToken: SandboxToken, attemptId = 'att_1'): ChargeRequest {
  return { attemptId, orderId: 'ORDER1', amountCents: 249_900, paymentToken }
}

describe('the cards', () => {
  test('the declining card gives a reason in words', async ({ db }) => {
    const gateway = open(db)
    const charged = await gateway.charge(attempt('sandbox_decline'))
    expect(charged).toEqual({
      outcome: 'declined',
      reason: 'The bank declined the card: insufficient funds.',
    })
    expect(await gateway.findCharge('att_1')).toEqual(charged)
  })

  test('a timeout after charging leaves a charge that is found afterwards', async ({ db }) => {
    const gateway = open(db)
    await expect(gateway.charge(attempt('sandbox_silent_after'))).rejects.toBeInstanceOf(GatewayTimeout)
    expect(await gateway.findCharge('att_1')).toMatchObject({ outcome: 'captured' })
    expect(await gateway.charge(attempt('sandbox_silent_after'))).toEqual(await gateway.findCharge('att_1'))
  })

  test('a timeout before charging leaves nothing', async ({ db }) => {
    const gateway = open(db)
    await expect(gateway.charge(attempt('sandbox_silent_before'))).rejects.toBeInstanceOf(GatewayTimeout)
    expect(await gateway.findCharge('att_1')).toEqual({ outcome: 'not_found' })
  })

  test('a duplicate is declined when new, and repeats the outcome of a known attempt', async ({ db }) => {
    const gateway = open(db)
    const original = await gateway.charge(attempt('sandbox_approve'))
    expect(await gateway.charge(attempt('sandbox_duplicate'))).toEqual(original)
    expect(await gateway.charge(attempt('sandbox_duplicate', 'att_2'))).toEqual({
      outcome: 'declined',
      reason: 'A duplicate transaction has been submitted.',
    })
  })

  test('a charge held for review stays so until a person settles it', async ({ db }) => {
    const gateway = open(db)
    for (const attemptId of ['att_1', 'att_2']) {
      expect(await gateway.charge(attempt('sandbox_review', attemptId))).toMatchObject({ outcome: 'review' })
      expect(await gateway.findCharge(attemptId)).toMatchObject({ outcome: 'review' })
    }
    expect(await gateway.settleReview('att_1', 'captured')).toMatchObject({ outcome: 'captured' })
    expect(await gateway.settleReview('att_2', 'declined')).toMatchObject({ outcome: 'declined' })
    expect(await gateway.settleReview('att_1', 'declined'), 'settled once').toMatchObject({
      outcome: 'captured',
    })
    expect(await gateway.settleReview('att_3', 'captured')).toEqual({ outcome: 'not_found' })
  })

  test('an unknown card is declined', async ({ db }) => {
    expect(
      await open(db).charge({ ...attempt('sandbox_approve'), paymentToken: '4111111111111111' }),
    ).toEqual({
      outcome: 'declined',
      reason: 'The card is not known.',
    })
    expect(readSandboxToken('constructor')).toEqual({ token: undefined })
  })

  test('a card with an owner in its token is that owner’s, and behaves like its base card', async ({
    db,
  }) => {
    const gateway = open(db)
    expect(gateway.cardFingerprint?.('sandbox_approve')).toBeUndefined()
    expect(gateway.cardFingerprint?.('sandbox_approve~4242')).toBe('4242')
    expect(
      await gateway.charge({ ...attempt('sandbox_approve'), paymentToken: 'sandbox_decline~4242' }),
    ).toMatchObject({ outcome: 'declined' })
  })

  test('every card has its own words', () => {
    expect(new Set(sandboxCards.map((card) => card.label)).size).toBe(sandboxCards.length)
    expect(new Set(sandboxCards.map((card) => card.token)).size).toBe(sandboxCards.length)
  })
})

test('an attempt id belongs to one order and one amount', async ({ db }) => {
  const gateway = open(db)
  await gateway.charge(attempt('sandbox_approve'))
  await expect(gateway.charge({ ...attempt('sandbox_approve'), amountCents: 1 })).rejects.toThrow(
    'another order',
  )
  await expect(gateway.charge({ ...attempt('sandbox_approve'), orderId: 'ORDER2' })).rejects.toThrow(
    'another order',
  )
})
