import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minute } from '#app/kit/clock.ts'
import {
  canMove,
  graceMs,
  holdAfterDecline,
  holdAfterLateDecline,
  holdCapMs,
  holdMs,
  isAtCap,
  isOverdue,
  isPaid,
  isSettling,
  maxExtendingDeclines,
  mayPay,
  mayRenew,
  orderStates,
  refundableCents,
  retryMs,
  stages,
  stockHeldUntil,
} from './rules.ts'
import { canMoveStage, isBack, nextStage, pathOf } from './stages.ts'

const start = new Date('2026-11-20T12:00:00Z')
const at = (ms: number) => new Date(start.getTime() + ms)
const held = { state: 'held' as const, expiresAt: at(holdMs), expiresCapAt: at(holdCapMs) }

describe('an order', () => {
  test('never leaves a final state', () => {
    for (const ended of ['expired', 'canceled', 'refunded'] as const)
      for (const to of orderStates) expect(canMove(ended, to)).toBe(false)
  })

  test('is paid by a payment, or at once if free, and expires only without a pending payment', () => {
    expect(orderStates.filter((from) => canMove(from, 'paid'))).toEqual([
      'held',
      'paying',
      'unknown',
      'review',
    ])
    expect(orderStates.filter(isPaid)).toEqual(['paid', 'part_refunded'])
    for (const state of orderStates) expect(isPaid(state) && isSettling(state)).toBe(false)
  })

  test('reserves its stock two seconds longer than it may be paid', () => {
    expect(stockHeldUntil(at(holdMs))).toEqual(at(holdMs + 2_000))
    expect(isOverdue(held, at(holdMs + 1_999))).toBe(false)
    expect(isOverdue(held, at(holdMs + 2_000))).toBe(true)
  })

  test('may be paid until its hold ends; other states say why not', () => {
    expect(mayPay(held, at(holdMs - 1))).toEqual({ ok: true })
    expect(mayPay(held, at(holdMs))).toEqual({ ok: false, why: 'expired' })
    const whys = {
      paying: 'already_paying',
      unknown: 'already_paying',
      review: 'already_paying',
      paid: 'already_paid',
    }
    for (const [state, why] of Object.entries(whys))
      for (const now of [start, at(holdMs)])
        expect(mayPay({ ...held, state: state as 'paid' }, now)).toEqual({ ok: false, why })
    expect(mayPay({ ...held, state: 'expired' }, start)).toEqual({ ok: false, why: 'expired' })
    expect(mayRenew({ ...held, state: 'paying' }, at(holdMs - 1))).toEqual({
      ok: false,
      why: 'already_paying',
    })
    expect(mayPay({ ...held, state: 'canceled' }, start)).toEqual({ ok: false, why: 'canceled' })
  })
})

describe('a hold', () => {
  test('ends within half an hour of its start, however often renewed or declined', () => {
    const step = fc.record({ waitMs: fc.nat(holdMs), declined: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let [now, hold, declines] = [start, held, 0]
        for (const { waitMs, declined } of steps) {
          now = new Date(now.getTime() + waitMs)
          const renewed = mayRenew(hold, now)
          if (renewed.ok) hold = { ...hold, expiresAt: renewed.until }
          // A payment that was begun in time may be declined long after.
          if (declined) hold = { ...hold, expiresAt: holdAfterDecline(hold, now, ++declines) }
          expect(hold.expiresAt.getTime()).toBeLessThanOrEqual(at(holdCapMs).getTime())
        }
      }),
    )
  })

  test('leaves time for another card after a decline, within its cap', () => {
    const short = { ...held, expiresAt: at(minute) }
    expect(holdAfterDecline(short, start, 1)).toEqual(at(retryMs))
    expect(holdAfterDecline(held, start, 1)).toEqual(held.expiresAt)
    expect(holdAfterDecline(short, at(holdCapMs - minute), 1)).toEqual(at(holdCapMs))
  })

  test('is not extended by a fourth decline', () => {
    const short = { ...held, expiresAt: at(minute) }
    expect(holdAfterDecline(short, start, maxExtendingDeclines)).toEqual(at(retryMs))
    expect(holdAfterDecline(short, start, maxExtendingDeclines + 1)).toEqual(at(minute))
  })

  test('is extended by two hours once after a payment in review', () => {
    const twoHours = 120 * minute
    const declinedAt = at(25 * minute)
    const first = holdAfterLateDecline(held, start, declinedAt, 1)
    expect(first).toEqual({ expiresAt: at(25 * minute + twoHours), expiresCapAt: at(25 * minute + twoHours) })
    const again = at(60 * minute)
    expect(holdAfterLateDecline(first, at(30 * minute), again, 2)).toEqual(first)
    // Ten minutes are a payment that was held up, a moment less is a usual decline.
    expect(holdAfterLateDecline(held, start, at(10 * minute - 1), 1)).toEqual({
      expiresAt: at(15 * minute - 1),
      expiresCapAt: held.expiresCapAt,
    })
  })

  test('lasts as long as the product decisions say', () => {
    expect([holdMs, retryMs, holdCapMs, graceMs]).toEqual([10 * minute, 5 * minute, 30 * minute, 2_000])
    expect(maxExtendingDeclines).toBe(3)
  })

  test('refuses a renewal that would not extend it', () => {
    expect(mayRenew(held, start)).toEqual({ ok: false, why: 'cap_reached' })
    expect(isAtCap(held)).toBe(false)
    expect(mayRenew(held, at(minute))).toEqual({ ok: true, until: at(holdMs + minute) })
    const late = { ...held, expiresAt: at(holdCapMs) }
    expect(mayRenew(late, at(holdCapMs - 1))).toEqual({ ok: false, why: 'cap_reached' })
    expect(isAtCap(late)).toBe(true)
  })
})

describe('a reservation', () => {
  test('moves one stage forward or back, and ends once', () => {
    for (const [index, from] of stages.entries())
      for (const [other, to] of stages.entries())
        expect(canMoveStage('sbr', from, to)).toBe(from !== 'picked_up' && Math.abs(index - other) === 1)
    expect(canMoveStage('sbr', 'canceled', 'reserved')).toBe(false)
    for (const [at, to] of [
      ['form3_filed', 'reserved'],
      ['reserved', 'form3_filed'],
    ] as const)
      expect(canMoveStage('rifle', at, to), 'no form is on the path of a rifle').toBe(false)
  })

  test('outside the National Firearms Act goes without forms, and an unknown class does not', () => {
    for (const plain of ['rifle', 'handgun', 'receiver']) {
      expect(pathOf(plain)).not.toContain('form3_filed')
      expect(canMoveStage(plain, 'built', 'shipped')).toBe(true)
      expect(canMoveStage(plain, 'at_dealer', 'picked_up')).toBe(true)
      expect(canMoveStage(plain, 'built', 'form3_filed')).toBe(false)
    }
    for (const nfa of ['sbr', 'sbs', 'suppressor', 'aow', 'new_class', null]) {
      expect(pathOf(nfa)).toEqual(stages)
      expect(canMoveStage(nfa, 'built', 'shipped')).toBe(false)
    }
    expect([nextStage('rifle', 'at_dealer'), nextStage('sbr', 'at_dealer')]).toEqual([
      'picked_up',
      'form4_filed',
    ])
    expect(nextStage('sbr', 'picked_up')).toBeUndefined()
    expect([isBack('built', 'in_build'), isBack('in_build', 'built')]).toEqual([true, false])
  })

  test('refunds no more than is left', () => {
    expect(refundableCents({ capturedCents: 10_000, refundedCents: 2_500 })).toBe(7_500)
  })
})
