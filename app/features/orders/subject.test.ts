import { expect, test } from 'vitest'
import type { Plate, SellableKind } from './goods.ts'
import { nameHeld } from './subject.ts'

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
