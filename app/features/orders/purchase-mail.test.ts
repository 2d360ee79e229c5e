import { expect, test } from 'vitest'
import { letterText } from '#app/mail/letter.ts'
import { type Purchase, purchaseLetter } from './mails/paid.server.ts'

const clock = 'Refundable in full until Mon, Dec 14, 3:30 PM EST'
const seat = { title: 'Basic Pistol', detail: '', quantity: 1, amountCents: 7_500, clock, offered: '' }
const order: Purchase = {
  orderId: 'ABC',
  balanceOf: null,
  title: seat.title,
  detail: '',
  kind: 'course_seat',
  plate: null,
  count: 1,
  lines: [seat],
  shipping: null,
  tax: null,
  paidCents: 7_500,
  paidFor: 'deposit',
  link: 'https://shop.example/orders/ABC',
  pages: [],
  review: '',
  enclosed: [],
  publicUrl: 'https://shop.example',
  address: '',
}

test('the refund clock of a line keeps the names of days, months and zones', () => {
  expect(letterText(purchaseLetter(order))).toContain(
    'Basic Pistol: refundable in full until Mon, Dec 14, 3:30 PM EST.',
  )
})

test.for([
  ['deposit', 7_500, 'Deposit paid: your order ABC', 'Your deposit is paid.'],
  ['all', 15_000, 'Paid: your order ABC', 'Your order is paid.'],
  ['nothing', 0, 'Confirmed: your order ABC', 'Your order is confirmed.'],
] as const)('the confirmation says what was paid for: %s', ([paidFor, paidCents, subject, words]) => {
  const letter = purchaseLetter({ ...order, paidFor, paidCents })
  expect(letter.subject).toBe(subject)
  expect(letterText(letter)).toContain(words)
})

test('the mail about a balance names the reservation first', () => {
  const letter = purchaseLetter({ ...order, paidFor: 'all', balanceOf: 'RIFLE' })
  expect(letter.subject).toBe('Paid: the balance of your order RIFLE')
  expect(letterText(letter)).toMatch(
    /^Thank you\n\nYour balance is paid\.[^]*Reservation: RIFLE\nPayment: ABC/,
  )
})
