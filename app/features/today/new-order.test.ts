import { expect, test } from 'vitest'
import { newOrderMail } from './emails/new-order.tsx'

const order = {
  orderId: 'T7K2M94T3B',
  lines: [{ title: 'Journey', detail: 'Number 7 of 50', quantity: 1 }],
  paidCents: 10_000,
  needsReview: true,
  hasGoods: false,
  publicUrl: 'https://shop.test',
}

test('staff read what was sold and what they do next', () => {
  const mail = newOrderMail(order)
  expect(mail.subject).toBe('Order T7K2M94T3B: $100.00')
  expect(mail.text).toContain('Journey, Number 7 of 50')
  expect(mail.text).toContain('Decide its review.')
  expect(mail.text).not.toContain('Pack')
  expect(mail.text).toContain('https://shop.test/staff/orders/T7K2M94T3B')
  expect(newOrderMail({ ...order, needsReview: false, hasGoods: true }).text).toContain('Pack and send')
})
