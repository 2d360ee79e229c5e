import { expect, test } from 'vitest'
import type { GatheredOrder } from '#app/features/orders/mails.server.ts'
import { letterText } from '#app/mail/letter.ts'
import { newOrdersLetter } from './jobs.server.ts'

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

function letterOf(...orders: GatheredOrder[]) {
  const letter = newOrdersLetter(orders, 'https://shop.test')
  if (!letter) throw new Error('There is no mail')
  return { ...letter, text: letterText(letter) }
}

test('staff read what was sold and what they do next', () => {
  const { subject, text } = letterOf(gathered('T7K2M94T3B', { needsReview: true }))
  expect(subject).toBe('Order T7K2M94T3B: $100.00')
  expect(text).toContain('Journey, Number 7 of 50')
  expect(text).toContain('Decide its review.')
  expect(text).not.toContain('Pack')
  expect(text).toContain('https://shop.test/staff/orders/T7K2M94T3B')
  expect(letterOf(gathered('T7K2M94T3B', { isToShip: true })).text).toContain('Pack and send')
})

test('of a refunded order nothing is due', () => {
  const { text } = letterOf(gathered('T7K2M94T3B', { needsReview: true, state: 'refunded' }))
  expect(text).toContain('It was refunded.')
  expect(text).not.toContain('Decide')
})

test('a balance is named by its reservation, and leads to it', () => {
  const { subject, text } = letterOf(gathered('T7K2M94T3B', { balanceOf: 'RESERVED22' }))
  expect(subject).toBe('Order RESERVED22, its balance: $100.00')
  expect(text).toContain('https://shop.test/staff/orders/RESERVED22')
})

test('500 orders are a short mail: what is due, five that need somebody first, and how many more', () => {
  const plain = Array.from({ length: 494 }, (_, n) => gathered(`PLAIN${n}`))
  const sling = { title: 'Sling', detail: '', quantity: 2 }
  const { subject, text } = letterOf(
    gathered('BACK', { state: 'refunded' }),
    ...plain,
    gathered('SHIP1', { isToShip: true, lines: [sling] }),
    gathered('SHIP2', { isToShip: true, lines: [...gathered('').lines, sling, sling] }),
    ...['REVIEW1', 'REVIEW2', 'REVIEW3'].map((id) => gathered(id, { needsReview: true })),
  )
  expect(subject).toBe('500 orders: $50,000.00')
  expect(text).toBe(`500 orders: $50,000.00

To review: 3
To send: 2
Refunded: 1

REVIEW1: Journey, Number 7 of 50: $100.00, to review
REVIEW2: Journey, Number 7 of 50: $100.00, to review
REVIEW3: Journey, Number 7 of 50: $100.00, to review
SHIP1: Sling: $100.00
SHIP2: Journey, Number 7 of 50, and 2 more: $100.00
And: 495 more in the list

Open the orders:
https://shop.test/staff/orders`)
})

test('of several orders that need nobody the mail says so, and one or none is no list', () => {
  const { preview, text } = letterOf(gathered('ONE'), gathered('TWO'))
  expect(preview).toBe('Nothing is due yet.')
  expect(text).not.toContain('To review')
  expect(letterOf(gathered('ONE')).subject).toBe('Order ONE: $100.00')
  expect(newOrdersLetter([], 'https://shop.test')).toBeUndefined()
})
