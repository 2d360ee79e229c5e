import { expect, test } from 'vitest'
import { ageClassOf, type AgeRule, ageWithoutRule, minimumAge, minimumAgeOf } from './ages.ts'

const age = (ageClass: AgeRule['ageClass'], state: string, years: number): AgeRule => ({
  ageClass,
  state,
  years,
  asOf: '2026-11-20',
  version: 1,
})
const rules = [age('sbr', 'US', 18), age('sbr', 'FL', 21), age('training', 'US', 18)]

test('the higher of the rule for everywhere and the state’s own holds', () => {
  expect(minimumAge('sbr', 'TX', rules)).toBe(18)
  expect(minimumAge('sbr', 'FL', rules)).toBe(21)
})

test('a state cannot ask for less than everywhere', () => {
  expect(minimumAge('training', 'TX', [...rules, age('training', 'TX', 16)])).toBe(18)
})

test('while the state is not known, the highest age of any state is required', () => {
  expect(minimumAge('sbr', null, rules)).toBe(21)
  expect(minimumAge('training', null, rules)).toBe(18)
})

test('a class without a rule requires the highest age of the trade', () => {
  expect(minimumAge('suppressor', 'TX', rules)).toBe(ageWithoutRule)
})

test('one attestation speaks of the highest age of everything in the order', () => {
  expect(minimumAgeOf(['training', 'sbr'], 'FL', rules)).toBe(21)
  expect(minimumAgeOf(['training'], 'FL', rules)).toBe(18)
  expect(minimumAgeOf([], 'FL', rules)).toBeUndefined()
})

test('a line without a class in law is other goods, a seat is training', () => {
  expect(ageClassOf('sbr', 'drop_unit')).toBe('sbr')
  expect(ageClassOf(null, 'accessory')).toBe('goods')
  expect(ageClassOf(null, 'course_seat')).toBe('training')
})
