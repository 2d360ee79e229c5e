import { expect, test } from 'vitest'
import { purchaseMail } from './purchase.tsx'

const clock = 'Refundable in full until Mon, Dec 14, 3:30 PM EST'
const seat = { title: 'Basic Pistol', detail: '', quantity: 1, amountCents: 7_500, clock, offered: '' }
const order: Parameters<typeof purchaseMail>[0] = {
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
  const { text } = purchaseMail(order)
  expect(text).toContain('Basic Pistol: refundable in full until Mon, Dec 14, 3:30 PM EST.')
})

test.for([
  ['deposit', 7_500, 'Deposit paid: your order ABC', 'Your deposit is paid.'],
  ['all', 15_000, 'Paid: your order ABC', 'Your order is paid.'],
  ['nothing', 0, 'Confirmed: your order ABC', 'Your order is confirmed.'],
] as const)('the confirmation says what was paid for: %s', ([paidFor, paidCents, subject, words]) => {
  const mail = purchaseMail({ ...order, paidFor, paidCents })
  expect(mail.subject).toBe(subject)
  expect(mail.text).toContain(words)
})

test('the mail about a balance names the reservation first', () => {
  const mail = purchaseMail({ ...order, paidFor: 'all', balanceOf: 'RIFLE' })
  expect(mail.subject).toBe('Paid: the balance of your order RIFLE')
  expect(mail.text).toMatch(/^Your balance is paid. Order RIFLE\.[^]*Reservation: RIFLE\nPayment: ABC/)
})
