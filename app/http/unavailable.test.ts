import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router'
import { openDocument, tooBusyWords, unavailableWords, notProcessedWords, unreadable } from './unavailable.ts'

const away = new ErrorResponse(503, '', unreadable)

beforeEach(() => void vi.stubGlobal('window', { location: { pathname: '/contact' } }))
afterEach(() => void vi.unstubAllGlobals())

/** Navigates to a page whose data request ends with `result`, and returns what happened. */
async function go(path: string, result: unknown, init?: RequestInit) {
  const opened: string[] = []
  const results = { page: { type: result instanceof ErrorResponse ? 'error' : 'data', result } }
  const request = new Request(`http://shop.test${path}`, init)
  const left = openDocument(
    request,
    async () => results,
    (address) => opened.push(address),
  )
  const stays = await Promise.race([
    left.then(() => true),
    new Promise((ok) => setImmediate(() => ok(false))),
  ])
  return { opened, stays }
}

test('a page whose data is unavailable is opened as a document, and the old page stays until then', async () => {
  expect(await go('/drops?x=1', away)).toEqual({ opened: ['/drops?x=1'], stays: false })
})

test('so is a page that is too busy, which is reported in plain text', async () => {
  const busy = new ErrorResponse(503, '', tooBusyWords.text)
  expect(await go('/drops', busy)).toEqual({ opened: ['/drops'], stays: false })
  expect(unavailableWords(busy)).toEqual(tooBusyWords)
  expect(unavailableWords(new ErrorResponse(503, '', '<html>'))).toBeUndefined()
})

test.each([
  ['the page that is open', '/contact?a=1', away, undefined],
  ['a form', '/drops', away, { method: 'POST' }],
  ['a page that could be read', '/drops', {}, undefined],
  ['a page that does not exist', '/drops', new ErrorResponse(404, '', { title: 'Nothing' }), undefined],
  ['a visitor who went elsewhere', '/drops', away, { signal: AbortSignal.abort() }],
])('%s is left to the router', async (_what, path, result, init) => {
  expect(await go(path, result, init)).toEqual({ opened: [], stays: true })
})

test('only our own 503 has these words', () => {
  expect(unavailableWords(away)).toBe(unreadable)
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
