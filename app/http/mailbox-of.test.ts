import { expect, test } from 'vitest'
import { mailboxOf } from './mailbox-of.ts'

test.each([
  ['Buyer@Example.COM ', 'buyer@example.com'],
  ['buyer+shop@example.com', 'buyer@example.com'],
  ['buyer+a+b@example.com', 'buyer@example.com'],
  ['b.u.yer@gmail.com', 'buyer@gmail.com'],
  ['b.uyer+1@googlemail.com', 'buyer@gmail.com'],
  ['b.u.yer@example.com', 'b.u.yer@example.com'],
  ['+1@example.com', '+1@example.com'],
  ['"a@b"@example.com', '"a@b"@example.com'],
  ['No Address', 'no address'],
])('%s is counted as %s', (typed, counted) => {
  expect(mailboxOf(typed)).toBe(counted)
})
