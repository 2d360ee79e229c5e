import type { ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import { isAhead } from './paths.ts'
import { buildOfSection, createSectionedHandler } from './route-sections.ts'

const route = (id: string, path: string | undefined, parentId = 'root') => ({
  id,
  path,
  parentId,
  ...(path === undefined && { index: true }),
  module: { loader: () => Response.json(id) },
})
const list = [
  { id: 'root', path: '', module: { default: () => null } },
  route('home', undefined),
  route('drop', 'drops/:slug'),
  route('vault', 'drops/vault'),
  route('order', 'orders/:order'),
  route('progress', 'progress', 'order'),
  route('refund', 'Orders/:order/refund'),
  route('maybe', 'drops?/shown'),
  route('any', ':page/about'),
  route('rest', '*'),
]
const routes = Object.fromEntries(list.map((each) => [each.id, each]))
const build = {
  routes,
  assets: { version: '1', routes: Object.fromEntries(list.map(({ id }) => [id, { id }])) },
  entry: { module: { default: () => new Response('page') } },
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: 'lazy', manifestPath: '/__manifest' },
  publicPath: '/',
  assetsBuildDirectory: '',
} as unknown as ServerBuild

test('has the routes of a section, what may match anywhere, and what hangs below them', () => {
  const part = buildOfSection(build, 'orders')
  expect(Object.keys(part.routes)).toEqual([
    'root',
    'home',
    'order',
    'progress',
    'refund',
    'maybe',
    'any',
    'rest',
  ])
})

test.each([
  ['/drops/noir', 'drop'],
  ['/DROPS/noir', 'drop'],
  ['/drops/vault', 'vault'],
  ['/%64rops/vault', 'vault'],
  ['/orders/1/progress', 'progress'],
  ['/orders/1/refund', 'refund'],
  ['/orders/about', 'order'],
  ['/drops/shown', 'maybe'],
  ['/shown', 'maybe'],
  ['/cart/about', 'any'],
  ['/orders', 'rest'],
  ['/', 'home'],
  ['//orders/1', 'rest'],
  ['/nowhere', 'rest'],
])('%s is answered by %s', async (path, id) => {
  const handle = createSectionedHandler(build, 'production')
  const answer = await handle(new Request(`http://shop.test${path}`))
  expect(await answer.json()).toBe(id)
})

test('orders, what processors tell of them, and staff go ahead, whatever follows their section', () => {
  const ahead = ['/staff', '/staff?of=mine', '/Orders/7K2M?key=1', '/checkout/pay', '/webhooks/authnet']
  expect(ahead.filter((path) => !isAhead(path))).toEqual([])
  const others = ['/', '/?to=/staff', '/drops/staff', '/staffing', '/drops/run/reserve?next=/orders/1', '']
  expect(others.filter(isAhead)).toEqual([])
})
