import { expect, test } from 'vitest'
import { stages } from '#app/features/orders/rules.ts'
import { refuse } from '#app/kit/refusal.ts'
import { pathOf } from '#app/features/orders/stages.ts'
import { exitRefund } from './rules/exits.ts'
import { type GateFacts, gateNames, gatesFor, heldBy, mayHaveHappened } from './rules/gates.ts'
import { gateWords } from './words.ts'

const closed: GateFacts = {
  itemClass: 'rifle',
  review: 'waiting',
  isAgreed: false,
  isBalanceMet: false,
  isDealerAccepted: false,
  areDealerPapersValid: false,
}

test('an exit gives back all that is left of the deposit, or what was agreed within it', () => {
  const left = (exit: 'law_changed' | 'changed_mind', agreedCents?: number) =>
    exitRefund(exit, { leftCents: 10_000, agreedCents })
  expect(left('law_changed', 1)).toEqual({ ok: true, refundCents: 10_000 })
  expect(left('changed_mind', 0)).toEqual({ ok: true, refundCents: 0 })
  expect(left('changed_mind', 10_000)).toEqual({ ok: true, refundCents: 10_000 })
  expect(left('changed_mind')).toEqual(refuse('amount_missing'))
  for (const cents of [-1, 10_001]) expect(left('changed_mind', cents)).toEqual(refuse('too_much'))
})

test('a firearm without forms is held by every gate before it is shipped', () => {
  const path = pathOf('rifle')
  const held = path.slice(1).map((to, index) => heldBy(gatesFor(path[index] ?? 'reserved', to, closed)))
  const dealer = ['review', 'agreement', 'balance', 'dealer_accepted']
  expect(Object.fromEntries(path.slice(1).map((to, index) => [to, held[index]]))).toEqual({
    agreed: ['review', 'agreement'],
    balance_paid: ['review', 'agreement', 'balance'],
    in_build: ['review', 'agreement', 'balance'],
    built: ['review', 'agreement', 'balance'],
    shipped: [...dealer, 'dealer_papers'],
    at_dealer: dealer,
    picked_up: dealer,
  })
})

test('the dealer’s papers of an NFA firearm are looked at when the form is filed and when it is shipped', () => {
  const path = pathOf('sbr')
  const looked = path
    .slice(1)
    .filter((to, index) =>
      heldBy(gatesFor(path[index] ?? 'reserved', to, { ...closed, itemClass: 'sbr' })).includes(
        'dealer_papers',
      ),
    )
  expect(looked).toEqual(['form3_filed', 'shipped'])
})

test('only a clear review lets anything on', () => {
  for (const review of ['waiting', 'document', 'refused', 'declined'] as const)
    expect(heldBy(gatesFor('built', 'form3_filed', { ...closed, review }))).toContain('review')
  expect(heldBy(gatesFor('built', 'form3_filed', { ...closed, review: 'clear' }))).not.toContain('review')
})

test('no gate holds a move that goes back', () => {
  const back = stages.slice(1).map((from, index) => gatesFor(from, stages[index] ?? 'reserved', closed))
  expect(back.flat()).toEqual([])
})

test('a move happened by today, and not before the one before it', () => {
  const bounds = { today: '2026-11-20', previous: '2026-11-10' }
  expect(mayHaveHappened('2026-11-10', bounds).ok).toBe(true)
  expect(mayHaveHappened('2026-11-20', bounds).ok).toBe(true)
  expect(mayHaveHappened('2026-11-21', bounds)).toEqual({ ok: false, why: 'day_to_come' })
  expect(mayHaveHappened('2026-11-09', bounds)).toEqual({ ok: false, why: 'day_too_early' })
})

test('every gate has words', () => {
  for (const name of gateNames) expect(gateWords[name].held).toMatch(/[.]$/)
})
