import { expect, test } from 'vitest'
import { blankPlan, type DropPlan, fieldChanges, parseNumbers, readPlan } from '../plan-fields.ts'

const field = {
  id: 'a',
  name: 'Field',
  description: '',
  caliber: '5.56',
  barrel: '10.3 in',
  finish: 'gray',
  price: 234_900,
}
const night = { ...field, id: 'b', name: 'Night', price: 254_900 }
const base: DropPlan = {
  ...blankPlan,
  name: 'Outlaw',
  totalUnits: 40,
  house: [1, 7],
  variants: [field, night],
}

test('changes name each field with what it was and what it is', () => {
  expect(fieldChanges(base, { ...base, house: [1, 2, 7], variants: [field] })).toEqual([
    { field: 'house', before: '1, 7', after: '1, 2, 7' },
    ...['name', 'caliber', 'barrel', 'finish', 'price', 'description'].map((name) => ({
      field: `variants.b.${name}`,
      before: name === 'price' ? '2549' : night[name as keyof typeof night],
      after: undefined,
    })),
  ])
})

test.each([
  ['1, 7, 40', [1, 7, 40]],
  ['', []],
  ['3 3 2;1', [1, 2, 3]],
  ['0', undefined],
  ['101', undefined],
  ['1.5', undefined],
  ['seven', undefined],
  ['1-3', undefined],
])('numbers are written as %j', (text, numbers) => {
  expect(parseNumbers(text)).toEqual(numbers)
})

test('what is no number, price or color is refused at its field, of a row too', () => {
  const id = '11111111-1111-4111-8111-111111111111'
  const typed = { slug: 'outlaw', totalUnits: '101', colorAccent: 'red', category: 'hype', itemClass: 'sbr' }
  expect(readPlan({ ...typed, theme: 'noir', [`variants.${id}.price`]: 'much' })).toEqual({
    ok: false,
    errors: {
      totalUnits: ['Use a whole number from 1 to 100.'],
      colorAccent: ['Write a color as #rrggbb, or nothing.'],
      [`variants.${id}.price`]: ['Write dollars, as in 2,349 or 2,349.50.'],
    },
  })
})
