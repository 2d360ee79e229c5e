import { expect, test } from 'vitest'
import { formError, refused, tooMany, tooManyWords } from './refused.ts'

test("a refusal is a 409 with its words and the page's other data", () => {
  expect(refused('Every unit in this drop is taken.', { given: { email: 'a@example.com' } })).toMatchObject({
    data: { refusal: 'Every unit in this drop is taken.', given: { email: 'a@example.com' } },
    init: { status: 409 },
  })
})

test('a refused form keeps the input', () => {
  const form = { fieldErrors: { email: ['Enter a valid email address'] }, given: { email: 'nope' } }
  expect(formError(422, form.fieldErrors, form.given)).toMatchObject({ data: form, init: { status: 422 } })
})

test('too many tries is a 429 that says when to come back', () => {
  expect(tooMany(150.2)).toMatchObject({
    data: { refusal: 'Too many tries. Please try again in 3 minutes.' },
    init: { status: 429, headers: { 'Retry-After': '151' } },
  })
  expect(tooManyWords(12)).toBe('Too many tries. Please try again in a minute.')
})
