import { expect, test } from 'vitest'
import { ordersOnSale } from '#test/shop.ts'
import type { OrderView } from './store/read.server.ts'
import { stateWords } from './words.ts'
import { paidForOf } from './subject.ts'

const lineOf = (kind: string, fulfillment: string, ref: object) =>
  ({ kind, fulfillment, ref }) as unknown as OrderView['lines'][number]
const seatWith = (balanceCents: number) =>
  lineOf('course_seat', 'in_person', { session: crypto.randomUUID(), zone: 'America/New_York', balanceCents })
const rifle = lineOf('drop_unit', 'ffl_transfer', { slug: 'test-drop', unitNumber: 7 })
const slot = lineOf('build_slot', 'ffl_transfer', { submission: crypto.randomUUID() })
const cable = lineOf('accessory', 'shipping', { slug: 'bore-cable' })
const balance = lineOf('balance', 'with_reservation', { reservation: crypto.randomUUID() })

test.for([
  ['a class with a balance', [seatWith(7_500)], 7_500, 'Your deposit is paid.'],
  ['a class that is paid in full', [seatWith(0)], 15_000, 'Your order is paid.'],
  ['two classes with balances', [seatWith(7_500), seatWith(7_500)], 15_000, 'Your deposits are paid.'],
  ['a rifle and a build slot', [rifle, slot], 20_000, 'Your deposits are paid.'],
  ['a class with a balance and goods', [seatWith(7_500), cable], 9_000, 'Everything due now is paid.'],
  ['goods', [cable], 1_500, 'Your order is paid.'],
  ['the balance of a rifle', [balance], 150_000, 'Your order is paid.'],
  ['what is free', [cable], 0, 'Your order is confirmed.'],
] as const)('the page of a paid order says what was paid for: %s', ([, lines, capturedCents, text]) => {
  const paidFor = paidForOf(ordersOnSale, { lines: [...lines], capturedCents })
  expect(stateWords('paid', 'order', paidFor).text).toBe(
    `${text} We’ve emailed you a confirmation with your private link.`,
  )
})
