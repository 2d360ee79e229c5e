import { expect, test } from 'vitest'
import { purchaseMail } from './purchase.tsx'

test('the refund clock of a line keeps the names of days, months and zones', () => {
  const clock = 'Refundable in full until Mon, Dec 14, 3:30 PM EST'
  const seat = { title: 'Basic Pistol', detail: '', quantity: 1, amountCents: 7_500, clock, offered: '' }
  const { text } = purchaseMail({
    orderId: 'ABC',
    title: seat.title,
    detail: '',
    kind: 'course_seat',
    plate: null,
    count: 1,
    lines: [seat],
    shipping: null,
    tax: null,
    paidCents: 7_500,
    link: 'https://shop.example/orders/ABC',
    pages: [],
    review: '',
    enclosed: [],
    publicUrl: 'https://shop.example',
    address: '',
  })
  expect(text).toContain('Basic Pistol: refundable in full until Mon, Dec 14, 3:30 PM EST.')
})
