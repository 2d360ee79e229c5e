import { expect, test } from 'vitest'
import { isCardTesting, mayTryToPay, proofLevel, testingDeclines, type Tries, type TryKey } from './rules.ts'

const of = (tries: number, declines = 0, paid = 0): Tries => ({ tries, declines, paid })
const all = (values: Partial<Record<TryKey, Tries>>) => ({
  orderId: of(0),
  address: of(0),
  mail: of(0),
  card: of(0),
  ...values,
})

test('a mistyped card can be retried, a series of declines cannot', () => {
  expect(mayTryToPay(all({ card: of(4, 3), orderId: of(4, 3) }))).toBe(true)
  expect(mayTryToPay(all({ card: of(5, 4) }))).toBe(false)
  expect(mayTryToPay(all({ orderId: of(6, 5) }))).toBe(true)
  expect(mayTryToPay(all({ orderId: of(7, 6) }))).toBe(false)
  expect(mayTryToPay(all({ mail: of(7, 6) }))).toBe(false)
})

test('order, email and card refuse each on its own; an address never does', () => {
  for (const key of ['orderId', 'mail', 'card'] as const)
    expect(mayTryToPay(all({ [key]: of(999) }))).toBe(false)
  expect(mayTryToPay(all({ address: of(999, 999) }))).toBe(true)
})

test('a payment that went through takes its weight back', () => {
  expect(mayTryToPay(all({ card: of(40, 3, 37) }))).toBe(true)
  expect(proofLevel(of(500, 0, 500), false)).toBe(0)
})

test('an address where much is tried needs a proof, harder each time its tries double', () => {
  expect(proofLevel(of(36), false)).toBe(0)
  expect(proofLevel(of(12, 12), false)).toBe(0)
  expect(proofLevel(of(37), false)).toBe(1)
  expect(proofLevel(of(13, 13), false)).toBe(1)
  expect(proofLevel(of(24, 24), false)).toBe(2)
  expect(proofLevel(of(48, 48), false)).toBe(3)
  expect(proofLevel(of(96, 96), false)).toBe(4)
  expect(proofLevel(of(9_999, 9_999), false)).toBe(4)
})

test('while cards are being tested, every payment needs one', () => {
  expect(proofLevel(of(0), true)).toBe(1)
  expect(proofLevel(of(24, 24), true)).toBe(2)
})

test('card testing means many declines that are most of the tries', () => {
  expect(isCardTesting(of(testingDeclines, testingDeclines))).toBe(true)
  expect(isCardTesting(of(testingDeclines - 1, testingDeclines - 1))).toBe(false)
  expect(isCardTesting(of(2 * testingDeclines, testingDeclines))).toBe(true)
  expect(isCardTesting(of(2 * testingDeclines + 1, testingDeclines))).toBe(false)
})
