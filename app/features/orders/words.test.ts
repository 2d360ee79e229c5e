import { expect, test } from 'vitest'
import { ordersOnSale } from '#test/shop.ts'
import type { Plate, SellableKind } from './goods.ts'
import type { Ending, OrderState } from './rules.ts'
import type { OrderView } from './store/read.server.ts'
import { nameHeld, paidForOf, stateWords, statusWords } from './words.ts'

const line = (kind: SellableKind, title: string, plate: Plate | null = null) => ({ kind, title, plate })
const unit: Plate = {
  dropName: 'Guerrilla Vol. 1',
  dropNumber: 4,
  unitNumber: 7,
  total: 50,
  theme: 'guerrilla',
  path: '/drops/guerrilla-vol-1',
}
const number = line('drop_unit', 'Guerrilla Vol. 1', unit)
const cable = line('accessory', 'Bore Cable')
const seat = line('course_seat', 'Basic Pistol')

test('what is held is named: a number, a slot, a seat, and else by its title', () => {
  expect(nameHeld([number])).toBe('number 7 is')
  expect(nameHeld([line('build_slot', 'Build slot')])).toBe('the build slot is')
  expect(nameHeld([seat])).toBe('your seat in Basic Pistol is')
  expect(nameHeld([cable])).toBe('Bore Cable is')
})

test('several are all named, and of more than three the last are counted', () => {
  expect(nameHeld([number, cable])).toBe('number 7 and Bore Cable are')
  expect(nameHeld([number, cable, seat])).toBe('number 7, Bore Cable, and your seat in Basic Pistol are')
  expect(nameHeld([number, cable, seat, cable])).toBe('number 7, Bore Cable, and 2 more items are')
})

const lineOf = (kind: string, fulfillment: string, ref: object) =>
  ({ kind, fulfillment, ref }) as unknown as OrderView['lines'][number]
const seatWith = (balanceCents: number) =>
  lineOf('course_seat', 'in_person', { session: crypto.randomUUID(), zone: 'America/New_York', balanceCents })
const rifle = lineOf('drop_unit', 'ffl_transfer', { slug: 'test-drop', unitNumber: 7 })
const slot = lineOf('build_slot', 'ffl_transfer', { submission: crypto.randomUUID() })
const goods = lineOf('accessory', 'shipping', { slug: 'bore-cable' })
const balance = lineOf('balance', 'with_reservation', { reservation: crypto.randomUUID() })

test.for([
  ['a class with a balance', [seatWith(7_500)], 7_500, 'Your deposit is paid.'],
  ['a class that is paid in full', [seatWith(0)], 15_000, 'Your order is paid.'],
  ['two classes with balances', [seatWith(7_500), seatWith(7_500)], 15_000, 'Your deposits are paid.'],
  ['a rifle and a build slot', [rifle, slot], 20_000, 'Your deposits are paid.'],
  ['a class with a balance and goods', [seatWith(7_500), goods], 9_000, 'Everything due now is paid.'],
  ['goods', [goods], 1_500, 'Your order is paid.'],
  ['the balance of a rifle', [balance], 150_000, 'Your order is paid.'],
  ['what is free', [goods], 0, 'Your order is confirmed.'],
] as const)('the page of a paid order says what was paid for: %s', ([, lines, capturedCents, text]) => {
  const paidFor = paidForOf(ordersOnSale, { lines: [...lines], capturedCents })
  expect(stateWords('paid', 'order', paidFor).text).toBe(
    `${text} We’ve emailed you a confirmation with your private link.`,
  )
})

const review = 'Maryland allows it with conditions.'

const said = (state: OrderState, under = '', ending: Ending | null = null) => {
  const number = { plate: { unitNumber: 7 }, title: 'Test Drop', kind: 'drop_unit', count: 1 } as const
  return statusWords({ ...number, state, invoice: null, paidFor: 'deposit', ending, review: under })
}

test('a paid number is the buyer’s, but only reserved while a review is open', () => {
  expect(said('paid').title).toBe('Number 7 is yours')
  const reviewed = said('paid', review)
  expect(reviewed).toMatchObject({ title: 'Number 7 is reserved, under review', review })
  expect(reviewed.text).toContain('we refund you in full')
  expect(reviewed.text).not.toContain('yours')
  expect(said('held', review)).toMatchObject({ title: 'Held for you', review: '' })
})

test('a reservation that ended has no owner, before and after its refund', () => {
  const ended = said('paid', review, 'disapproved')
  expect(ended).toMatchObject({ title: 'Transfer disapproved', review: '' })
  expect(ended.text).not.toContain('yours')
  expect(said('refunded', '', 'canceled').title).toBe('Refunded')
})
