import { expect, test } from 'vitest'
import { jsonError, jsonResponse } from './responses.server.ts'

const keeping = { cacheControl: 'public, max-age=5' }

function ask(headers: Record<string, string> = {}, body: unknown = { remaining: 23 }) {
  return jsonResponse(new Request('http://shop.test/api/drops', { headers }), body, keeping)
}

test('a response has its body, content type, caching policy and a weak ETag', async () => {
  const answer = ask()
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
  expect(answer.headers.get('Cache-Control')).toBe('public, max-age=5')
  expect(answer.headers.get('ETag')).toMatch(/^W\/"[\w-]{27}"$/)
  expect(await answer.json()).toEqual({ remaining: 23 })
})

test('the ETag changes with the body', () => {
  expect(ask().headers.get('ETag')).toBe(ask().headers.get('ETag'))
  expect(ask({}, { remaining: 22 }).headers.get('ETag')).not.toBe(ask().headers.get('ETag'))
})

test('a client that has the body gets a 304 without it', async () => {
  const etag = ask().headers.get('ETag') ?? ''
  for (const known of [etag, `"old", ${etag}`, etag.replace('W/', ''), '*']) {
    const answer = ask({ 'If-None-Match': known })
    expect(answer.status).toBe(304)
    expect(answer.headers.get('ETag')).toBe(etag)
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=5')
    expect(await answer.text()).toBe('')
  }
})

test('a client with an older body gets the new one', () => {
  expect(ask({ 'If-None-Match': '"old"' }).status).toBe(200)
})

test('an error has its code and message, and must not be stored', async () => {
  const answer = jsonError(429, 'too_many', 'Too many tries.', { 'Retry-After': '60' })
  expect(answer.status).toBe(429)
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
  expect(answer.headers.get('Retry-After')).toBe('60')
  expect(await answer.json()).toEqual({ error: { code: 'too_many', message: 'Too many tries.' } })
})
