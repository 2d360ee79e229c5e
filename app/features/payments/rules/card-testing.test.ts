import { expect, test } from 'vitest'
import {
  isCardTesting,
  mayTryToPay,
  testingDeclines,
  type Tries,
  type TryKey,
  tryKeys,
} from './card-testing.ts'

const none: Tries = { tries: 0, declines: 0 }
const all = (values: Partial<Record<TryKey, Tries>>) => ({
  orderId: none,
  address: none,
  network: none,
  mail: none,
  card: none,
  ...values,
})

test('a mistyped card can be retried, a series of declines cannot', () => {
  expect(mayTryToPay(all({ card: { tries: 4, declines: 3 }, orderId: { tries: 4, declines: 3 } }))).toBe(true)
  expect(mayTryToPay(all({ card: { tries: 5, declines: 4 } }))).toBe(false)
  expect(mayTryToPay(all({ orderId: { tries: 6, declines: 5 } }))).toBe(true)
  expect(mayTryToPay(all({ orderId: { tries: 7, declines: 6 } }))).toBe(false)
  expect(mayTryToPay(all({ mail: { tries: 7, declines: 6 } }))).toBe(false)
})

test('declines count three times, by address and by network', () => {
  expect(mayTryToPay(all({ address: { tries: 36, declines: 0 } }))).toBe(true)
  expect(mayTryToPay(all({ address: { tries: 37, declines: 0 } }))).toBe(false)
  expect(mayTryToPay(all({ address: { tries: 13, declines: 12 } }))).toBe(false)
  expect(mayTryToPay(all({ network: { tries: 30, declines: 30 } }))).toBe(true)
  expect(mayTryToPay(all({ network: { tries: 31, declines: 30 } }))).toBe(false)
})

test('each limit refuses on its own', () => {
  for (const key of tryKeys) expect(mayTryToPay(all({ [key]: { tries: 999, declines: 0 } }))).toBe(false)
})

test('card testing means many declines that are most of the tries', () => {
  expect(isCardTesting({ tries: testingDeclines, declines: testingDeclines })).toBe(true)
  expect(isCardTesting({ tries: testingDeclines - 1, declines: testingDeclines - 1 })).toBe(false)
  expect(isCardTesting({ tries: 2 * testingDeclines, declines: testingDeclines })).toBe(true)
  expect(isCardTesting({ tries: 2 * testingDeclines + 1, declines: testingDeclines })).toBe(false)
})
