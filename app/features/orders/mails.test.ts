import { expect, test } from 'vitest'
import { letterText } from '#app/mail/letter.ts'
import { type Purchase, purchaseLetter } from './mails/paid.server.ts'
import { stageLetter } from './mails/stage.server.ts'

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

const plate = {
  dropName: 'Noir',
  dropNumber: 3,
  unitNumber: 7,
  total: 60,
  theme: 'noir',
  path: '/drops/noir',
}
const props = {
  orderId: '7KQ2M94T3B',
  title: 'Noir',
  detail: 'Number 7',
  plate,
  kind: 'drop_unit',
  count: 1,
  itemClass: 'sbr',
  offered: [],
  link: 'https://example.com/orders/7KQ2M94T3B/link/x',
} as const

test('whoever’s reservation went back is mailed from where, why, and what to do now', () => {
  const back = { from: 'form4_filed', reason: 'The fingerprints could not be read' } as const
  const letter = stageLetter({ ...props, stage: 'at_dealer', back })
  const text = letterText(letter)
  expect(letter.subject).toContain('Back to “At your dealer”: Noir')
  expect(text).toContain(
    'Your reservation went back from “Form 4 filed” to “At your dealer”. Why: The fingerprints could not be read',
  )
  expect(text).not.toContain('It has arrived.')
})

test('the buyer of a picked-up number is mailed the link to its certificate', () => {
  const text = letterText(stageLetter({ ...props, stage: 'picked_up' }))
  expect(text).toContain('The code of your numbered certificate is on your order page.')
  expect(text).toContain(props.link)
  expect(letterText(stageLetter({ ...props, stage: 'form4_approved' }))).not.toContain('certificate')
  expect(letterText(stageLetter({ ...props, plate: null, stage: 'picked_up' }))).not.toContain('certificate')
})
