import { UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router'
import { expect, test } from 'vitest'
import {
  formError,
  gone,
  missingWords,
  notFound,
  notProcessedWords,
  refused,
  tooBusyWords,
  tooMany,
  tooManyWords,
  unavailableWords,
  unreadable,
} from './errors.ts'

const vault = { text: 'It has been removed.', link: { to: '/drops/vault', label: 'Back to Vault' } }

test('a missing item is a 404 with its words, a revoked one a 410', () => {
  expect(notFound('Drop Not Found', vault)).toMatchObject({
    data: { title: 'Drop Not Found', ...vault },
    init: { status: 404 },
  })
  expect(gone('Link Revoked')).toMatchObject({ data: { title: 'Link Revoked' }, init: { status: 410 } })
})

test('an error boundary reads the words back', () => {
  const { data } = notFound('Drop Not Found', vault)
  expect(missingWords(new ErrorResponse(404, 'Not Found', data))).toEqual(data)
})

test('other errors carry no such words', () => {
  expect(
    missingWords(new ErrorResponse(404, 'Not Found', 'Error: No route matches URL "/x"')),
  ).toBeUndefined()
  expect(missingWords(new ErrorResponse(500, 'Server Error', { title: 'x' }))).toBeUndefined()
  expect(missingWords(new Error('x'))).toBeUndefined()
})

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

test('a shop that is too busy says so in plain text, and has the words of a page', () => {
  const busy = new ErrorResponse(503, '', tooBusyWords.text)
  expect(unavailableWords(busy)).toEqual(tooBusyWords)
  expect(unavailableWords(new ErrorResponse(503, '', '<html>'))).toBeUndefined()
})

test('only our own 503 has these words', () => {
  expect(unavailableWords(new ErrorResponse(503, '', unreadable))).toBe(unreadable)
  for (const error of [
    new ErrorResponse(500, '', unreadable),
    new ErrorResponse(503, '', null),
    new ErrorResponse(503, '', 'busy'),
    new Error('503'),
  ])
    expect(unavailableWords(error)).toBeUndefined()
})

test('after a possible charge the page does not deny it, and offers no retry', () => {
  const retry = { action: '/x', fields: [['a', '1'] satisfies [string, string]] }
  const { text, retry: again } = notProcessedWords('possible', retry)
  expect(text).not.toContain('Nothing was charged')
  expect(again).toBeNull()
  expect(notProcessedWords('none', retry)).toMatchObject({ text: expect.stringContaining('is kept'), retry })
  expect(notProcessedWords('none', null).text).toContain('Go back')
})
