import { expect, test } from 'vitest'
import { findSharedRoutes } from './route-sections.ts'

const shared = (...sharedParams: string[]) => ({ handle: { sharedParams } })
const routes = {
  root: { id: 'root', path: '', module: {} },
  home: { id: 'home', parentId: 'root', index: true, module: shared() },
  drop: { id: 'drop', parentId: 'root', path: 'drops/:slug', module: shared() },
  vault: { id: 'vault', parentId: 'root', path: 'drops/vault', module: shared('q', 'status') },
  mine: { id: 'mine', parentId: 'root', path: 'drops/mine', module: { handle: { mayCharge: true } } },
  cart: { id: 'cart', parentId: 'root', path: 'cart', module: {} },
  desk: { id: 'desk', parentId: 'root', path: 'desk', module: {} },
  deskDrops: { id: 'deskDrops', parentId: 'desk', path: 'drops/vault', module: {} },
  deskHome: { id: 'deskHome', parentId: 'desk', index: true, module: shared() },
  rest: { id: 'rest', parentId: 'root', path: '*', module: {} },
}
const find = findSharedRoutes({ routes: routes as never }, 'https://shop.example')
const keyOf = (path: string) => find(new Request(`http://10.0.0.1${path}`))?.key

test.each([
  ['/', '/'],
  ['/?utm_source=mail&x=1', '/'],
  ['/drops/noir', '/drops/noir'],
  ['/drops/noir/?q=1', '/drops/noir'],
  ['/DROPS/vault', '/drops/vault'],
  ['/%64rops/vault', '/drops/vault'],
  ['/drops/vault?x=1&status=live&q=a%20b', '/drops/vault?q=a+b&status=live'],
  ['/drops/vault?q=a&q=b', '/drops/vault?q=a&q=b'],
  ['/drops/a%2Fb', '/drops/a%2Fb'],
  ['/drops/vault?_routes=vault', '/drops/vault'],
])('%s is the page %s', (path, key) => {
  expect(keyOf(path)).toBe(key)
})

test.each(['/cart', '/drops/mine', '/nowhere', '/drops', '/drops/a/b', '/desk'])(
  '%s is not a shared page',
  (path) => {
    expect(keyOf(path)).toBeUndefined()
  },
)

test('the page is rendered from a request without anything of its visitor', () => {
  const target = find(
    new Request('http://evil.example/drops/vault?q=1&secret=x', {
      headers: { Cookie: 'a=1', 'X-Forwarded-Host': 'evil.example', Accept: 'text/html' },
      signal: AbortSignal.abort(),
    }),
  )
  expect(target?.request.url).toBe('https://shop.example/drops/vault?q=1')
  expect([...(target?.request.headers ?? [])]).toEqual([])
  expect(target?.request.signal.aborted).toBe(false)
  expect(target?.path).toBe('/drops/vault')
})

test('addresses without a number are matched, and the result stays right', () => {
  for (let n = 0; n < 600; n++) keyOf(`/drops/no-${n}`)
  expect(keyOf('/drops/no-0')).toBe('/drops/no-0')
  expect(keyOf('/cart')).toBeUndefined()
})
