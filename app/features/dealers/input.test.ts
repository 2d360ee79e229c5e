import { expect, test } from 'vitest'
import { answerInput } from './input.ts'

const accept = { answer: 'accept', answeredBy: 'Sam Clerk', hours: 'Tue to Sat 10 to 6' }
const feeIn = (fee: string) => answerInput.safeParse({ ...accept, fee })

test.each([
  ['25', 2_500],
  ['$25', 2_500],
  ['25.50 usd', 2_550],
  ['$ 25 dollars', 2_500],
])('%s is a fee', (typed, feeCents) => {
  expect(feeIn(typed).data).toMatchObject({ feeCents })
})

test.each(['', 'free', '25.501', '1000', '-5'])('"%s" is no fee', (typed) => {
  expect(feeIn(typed).success).toBe(false)
})

test('a fee of nothing but room is refused at once', () => {
  // The pattern that takes the currency off tries each space anew: minutes, in which the shop answers nobody.
  expect(feeIn(`1${' '.repeat(200_000)}x`).success).toBe(false)
})
