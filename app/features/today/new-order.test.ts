import { expect, test } from 'vitest'
import type { GatheredOrder } from '#app/features/orders/store/staff-mails.server.ts'
import { newOrderMail, newOrdersMail } from './emails/new-orders.tsx'

const order = {
  orderId: 'T7K2M94T3B',
  balanceOf: null,
  lines: [{ title: 'Journey', detail: 'Number 7 of 50', quantity: 1 }],
  paidCents: 10_000,
  needsReview: true,
  hasGoods: false,
  isRefunded: false,
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

test('of a refunded order nothing is due', () => {
  const { text } = newOrderMail({ ...order, isRefunded: true })
  expect(text).toContain('It was refunded.')
  expect(text).not.toContain('Decide')
})

test('a balance is named by its reservation, and leads to it', () => {
  const mail = newOrderMail({ ...order, needsReview: false, balanceOf: 'RESERVED22' })
  expect(mail.subject).toBe('Order RESERVED22, its balance: $100.00')
  expect(mail.text).toContain('https://shop.test/staff/orders/RESERVED22')
})

const gathered = (id: string, more: Partial<GatheredOrder> = {}): GatheredOrder => ({
  id,
  state: 'paid',
  paidCents: 10_000,
  needsReview: false,
  isToShip: false,
  balanceOf: null,
  lines: [{ title: 'Journey', detail: 'Number 7 of 50', quantity: 1 }],
  ...more,
})

test('500 orders are a short mail: what is due, five that need somebody first, and how many more', () => {
  const plain = Array.from({ length: 494 }, (_, n) => gathered(`PLAIN${n}`))
  const sling = { title: 'Sling', detail: '', quantity: 2 }
  const mail = newOrdersMail(
    [
      gathered('BACK', { state: 'refunded' }),
      ...plain,
      gathered('SHIP1', { isToShip: true, lines: [sling] }),
      gathered('SHIP2', { isToShip: true, lines: [...gathered('').lines, sling, sling] }),
      ...['REVIEW1', 'REVIEW2', 'REVIEW3'].map((id) => gathered(id, { needsReview: true })),
    ],
    'https://shop.test',
  )
  expect(mail?.subject).toBe('500 orders: $50,000.00')
  expect(mail?.text).toBe(`500 orders: $50,000.00

To review: 3
To send: 2
Refunded: 1

REVIEW1: Journey, Number 7 of 50: $100.00, to review
REVIEW2: Journey, Number 7 of 50: $100.00, to review
REVIEW3: Journey, Number 7 of 50: $100.00, to review
SHIP1: Sling: $100.00
SHIP2: Journey, Number 7 of 50, and 2 more: $100.00
And: 495 more in the list

https://shop.test/staff/orders`)
})

test('of several orders that need nobody the mail says so, and one or none is no list', () => {
  const mail = newOrdersMail([gathered('ONE'), gathered('TWO')], 'https://shop.test')
  expect(mail?.preview).toBe('Nothing is due yet.')
  expect(mail?.text).not.toContain('To review')
  expect(newOrdersMail([gathered('ONE')], 'https://shop.test')?.subject).toBe('Order ONE: $100.00')
  expect(newOrdersMail([], 'https://shop.test')).toBeUndefined()
})
