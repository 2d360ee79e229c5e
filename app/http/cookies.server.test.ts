import { expect, test } from 'vitest'
import { clearCookie, readCookie, readHostCookies, writeCookie, writeHostCookies } from './cookies.server.ts'

function requestWith(cookie: string) {
  return new Request('http://shop.test/', { headers: { Cookie: cookie } })
}

test('a cookie is read by its whole name and decoded', () => {
  const request = requestWith('xverified=no; verified=a%20b; other=1')
  expect(readCookie(request, 'verified')).toBe('a b')
  expect(readCookie(request, 'ver')).toBeUndefined()
})

test('a request without cookies, or with a malformed one, yields none', () => {
  expect(readCookie(new Request('http://shop.test/'), 'verified')).toBeUndefined()
  expect(readCookie(requestWith('verified=%E0%A4%A; =; ;;'), 'other')).toBeUndefined()
})

test('a cookie is written with safe defaults', () => {
  expect(writeCookie('cart', 'a;b', { https: true, maxAgeSeconds: 60 })).toBe(
    'cart=a%3Bb; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax',
  )
})

test('without https a cookie is not marked secure, or browsers would drop it', () => {
  expect(writeCookie('cart', '1', { https: false, httpOnly: false })).toBe('cart=1; Path=/; SameSite=Lax')
})

test('a written cookie can be read back', () => {
  const value = 'é "quoted"; 100%'
  const [pair = ''] = writeCookie('note', value, { https: false }).split('; ')
  expect(readCookie(requestWith(pair), 'note')).toBe(value)
})

test('clearing expires the cookie at once', () => {
  expect(clearCookie('cart', { https: false })).toBe('cart=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax')
})

function sentWith(cookie: string): Request {
  return readHostCookies(
    new Request('https://shop.test/', { headers: { Cookie: cookie, Accept: 'text/html' } }),
  )
}

test('cookies with the prefix are read under their plain names, in their order', () => {
  const request = sentWith('__Host-paco-cart=a%3Bb; __Host-paco-age=now')
  expect(request.headers.get('Cookie')).toBe('paco-cart=a%3Bb; paco-age=now')
  expect(readCookie(request, 'paco-cart')).toBe('a;b')
  expect(request.headers.get('Accept')).toBe('text/html')
})

test('a cookie without the prefix is ignored, also where both were sent', () => {
  expect(sentWith('paco-cart=planted').headers.has('Cookie')).toBe(false)
  expect(
    readCookie(sentWith('paco-cart=planted; __Host-paco-cart=own; x__Host-paco-cart=no'), 'paco-cart'),
  ).toBe('own')
})

test('a form keeps its body and its method', async () => {
  const form = new Request('https://shop.test/cart', {
    method: 'POST',
    body: new URLSearchParams({ a: '1' }),
    headers: { Cookie: '__Host-a=1' },
  })
  const read = readHostCookies(form)
  expect([read.method, await read.text()]).toEqual(['POST', 'a=1'])
})

test('every cookie of a response gets the prefix and keeps its attributes', () => {
  const headers = new Headers()
  headers.append('Set-Cookie', writeCookie('a', '1', { https: true, maxAgeSeconds: 60 }))
  headers.append('Set-Cookie', writeCookie('b', '2', { https: true, httpOnly: false }))
  writeHostCookies(headers)
  expect(headers.getSetCookie()).toEqual([
    '__Host-a=1; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax',
    '__Host-b=2; Path=/; Secure; SameSite=Lax',
  ])
})
