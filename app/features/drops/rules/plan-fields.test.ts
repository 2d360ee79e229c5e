import { expect, test } from 'vitest'
import { blankPlan, type DropPlan, fieldChanges, formatNumbers, parseNumbers } from '../plan-fields.ts'

const field = {
  id: 'a',
  name: 'Field',
  description: '',
  caliber: '5.56',
  barrel: '10.3 in',
  finish: 'gray',
  priceCents: 234_900,
}
const night = { ...field, id: 'b', name: 'Night', priceCents: 254_900 }
const base: DropPlan = { ...blankPlan, name: 'Outlaw', units: 40, house: [1, 7], variants: [field, night] }

test('changes name each field with what it was and what it is', () => {
  expect(fieldChanges(base, { ...base, house: [1, 2, 3, 7], variants: [field] })).toEqual([
    { field: 'house', before: '1, 7', after: '1-3, 7' },
    ...['name', 'description', 'caliber', 'barrel', 'finish', 'priceCents'].map((name) => ({
      field: `variants.b.${name}`,
      before: String(night[name as keyof typeof night]),
      after: undefined,
    })),
  ])
})

test.each([
  ['1, 7, 40-45', [1, 7, 40, 41, 42, 43, 44, 45]],
  ['', []],
  ['3 3 2;1', [1, 2, 3]],
  ['5–6', [5, 6]],
  ['0', undefined],
  ['6-5', undefined],
  ['1001', undefined],
  ['999-1001', undefined],
  ['seven', undefined],
  ['1-', undefined],
])('numbers are written as %j', (text, numbers) => {
  expect(parseNumbers(text, 1_000)).toEqual(numbers)
})

test('numbers are read back as they were written', () => {
  const numbers = [1, 2, 4, 6, 7, 8, 1_000]
  expect(formatNumbers(numbers)).toBe('1, 2, 4, 6-8, 1000')
  expect(parseNumbers(formatNumbers(numbers), 1_000)).toEqual(numbers)
})
