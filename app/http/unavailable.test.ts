import { expect, test } from 'vitest'
import { UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router'
import { tooBusyWords, unavailableWords, notProcessedWords, unreadable } from './unavailable.ts'

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
