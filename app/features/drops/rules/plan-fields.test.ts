import { expect, test } from 'vitest'
import { blankPlan, type DropPlan } from './plan.ts'
import { fieldChanges, formatNumbers, mergePlans, parseNumbers } from './plan-fields.ts'

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

test('the changes of two people to different fields are merged', () => {
  const theirs = { ...base, units: 45, tagline: 'Theirs' }
  const mine = { ...base, depositCents: 20_000 }
  expect(mergePlans(base, theirs, mine)).toEqual({
    plan: { ...base, units: 45, tagline: 'Theirs', depositCents: 20_000 },
    conflicts: [],
    taken: [
      { field: 'tagline', before: '', after: 'Theirs' },
      { field: 'units', before: '40', after: '45' },
    ],
  })
})

test('a field that both people changed to different values is a conflict, and neither value is lost', () => {
  const merged = mergePlans(base, { ...base, units: 45, tagline: 'Theirs' }, { ...base, units: 50 })
  expect(merged.conflicts).toEqual([{ field: 'units', base: '40', theirs: '45', mine: '50' }])
  expect(merged.plan).toMatchObject({ units: 50, tagline: 'Theirs' })
})

test('both people may change a field to the same value', () => {
  const both = { ...base, units: 45, house: [1, 2] }
  expect(mergePlans(base, both, both)).toEqual({ plan: both, conflicts: [], taken: [] })
})

test('rows of a list are put together by their id, field by field', () => {
  const theirs = { ...base, variants: [{ ...field, priceCents: 240_000 }, night] }
  const mine = { ...base, variants: [{ ...field, finish: 'black' }, night] }
  const merged = mergePlans(base, theirs, mine)
  expect(merged.conflicts).toEqual([])
  expect(merged.plan.variants).toEqual([{ ...field, priceCents: 240_000, finish: 'black' }, night])
})

test('a row that one took out is gone, unless the other changed it', () => {
  const without = { ...base, variants: [night] }
  expect(mergePlans(base, without, base).plan.variants).toEqual([night])
  expect(mergePlans(base, base, without).plan.variants).toEqual([night])
  const changed = { ...base, variants: [{ ...field, priceCents: 1 }, night] }
  const iTookItOut = mergePlans(base, changed, without)
  expect(iTookItOut.conflicts).toEqual([
    { field: 'variants.a.priceCents', base: '234900', theirs: '1', mine: undefined },
  ])
  const theyTookItOut = mergePlans(base, without, changed)
  expect(theyTookItOut.conflicts).toHaveLength(1)
  expect(theyTookItOut.plan.variants).toContainEqual({ ...field, priceCents: 1 })
})

test('rows that both people added are all in the merged list', () => {
  const [one, other] = [
    { ...field, id: 'c', name: 'C' },
    { ...field, id: 'd', name: 'D' },
  ]
  const merged = mergePlans(
    base,
    { ...base, variants: [field, night, one] },
    { ...base, variants: [field, night, other] },
  )
  expect(merged.conflicts).toEqual([])
  expect(merged.plan.variants.map(({ id }) => id).toSorted()).toEqual(['a', 'b', 'c', 'd'])
})

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
