import { expect, test } from 'vitest'
import { clearCookie, readCookie, writeCookie } from './cookies.server.ts'

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
