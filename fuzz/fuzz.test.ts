import { expect, test } from 'vitest'
import type { Answer } from './client.ts'
import { faultsOf, marker } from './faults.ts'
import { addressesIn, formsIn } from './forms.ts'
import { randomOf } from './random.ts'
import { openRequests } from './requests.ts'
import { patternOf, patterns } from './routes.ts'
import type { Visitor } from './visitor.ts'

const answer = (more: Partial<Answer>): Answer => ({
  status: 200,
  headers: {
    'content-type': 'text/html',
    'cache-control': 'no-store',
  },
  text: 'Fine.',
  ms: 1,
  ...more,
})
const faults = (more: Partial<Answer>, path = '/faq') =>
  faultsOf({ method: 'GET', path, headers: {} }, answer(more), ['/srv/shop'])

test('a correct response has no fault', () => {
  expect(faults({})).toEqual([])
  expect(faults({ status: 404 }, '/orders/ABC')).toEqual([])
  expect(faults({ text: `zq&lt;&#x27;&quot;&gt;x` })).toEqual([])
})

test('each kind of fault is found', () => {
  expect(faults({ status: 500 })).toEqual(['status 500'])
  expect(faults({ ms: 6_000 })).toEqual(['an answer after more than 5 s'])
  expect(faults({ status: 0, broken: 'ECONNRESET' })).toEqual(['no whole answer: ECONNRESET'])
  expect(faults({ text: 'Error: no\n    at run (run.ts:1:2)' })).toEqual(['a stack trace'])
  expect(faults({ text: 'in /srv/shop/app' })).toEqual(['a path on the disk of the shop'])
  expect(faults({ text: 'in node_modules/hono' })).toEqual(['a path on the disk of the shop'])
  expect(faults({ text: `You said ${marker}` })).toEqual(['the marker without escaping'])
  const open = { 'content-type': 'text/html', 'cache-control': 'public, max-age=60' }
  expect(faults({ headers: { ...open, 'set-cookie': ['a=b'] } })).toEqual([
    'a cookie that may be kept for others',
  ])
  for (const path of [
    '/orders/ABC',
    '/orders/ABC.data',
    '/cart',
    '/orders/1/seat/calendar.ics',
    '/mailbox?x',
  ])
    expect(faults({ headers: open }, path), path).toEqual(['200 of a private page without no-store'])
})

test('an answer that repeats a long text takes no time to be looked at', () => {
  const begun = performance.now()
  for (const long of ['\n', '\n at ', ' at ', ':1', '1'])
    expect(faults({ text: long.repeat(100_000) })).toEqual([])
  // An unbounded pattern takes more than ten seconds.
  expect(performance.now() - begun).toBeLessThan(2_000)
})

test('the fields of a form are read as a browser would send them', () => {
  const html = `<form method="post" action="/a?b=1&amp;c=2"><input type="hidden" name="key" value="x&amp;y"/>
    <input type="radio" name="way" value="one"/><input type="radio" name="way" value="two"/>
    <select name="state"><option value="FL">Florida</option><option value="TX">Texas</option></select>
    <input type="checkbox" name="ok" value="yes"/></form><form id="own" method="post"></form><input name="far" form="own"/>`
  const [first, second] = formsIn(html, '/here')
  expect(first).toMatchObject({ action: '/a?b=1&c=2', method: 'post' })
  expect(first?.fields.map(({ name, value, options }) => [name, value, options])).toEqual([
    ['key', 'x&y', []],
    ['way', 'one', ['one', 'two']],
    ['state', 'FL', ['FL', 'TX']],
    ['ok', 'yes', []],
  ])
  expect(second).toMatchObject({ action: '/here', fields: [{ name: 'far' }] })
  expect(addressesIn('<a href="/a?b&amp;c#d">x</a><a href="//evil.example">y</a>')).toEqual(['/a?b&c'])
})

test('a path belongs to its most specific route', () => {
  expect(patternOf('/drops/vault')).toBe('drops/vault')
  expect(patternOf('/drops/cyber-vol-1.data?x')).toBe('drops/:slug')
  expect(patternOf('/api/what/ever')).toBe('api/*')
  expect(patternOf('/nowhere/at/all')).toBe('*')
  expect(patternOf('/')).toBe('')
})

test('the same seed and number give the same request, and every route is requested', () => {
  const visitor = {
    met: [],
    pages: new Set(['/faq']),
    addresses: new Set<string>(),
    cookie: () => 'a=b',
  } as unknown as Visitor
  visitor.met.push({ form: { action: '/contact', method: 'post', fields: [] }, at: '/contact', by: visitor })
  const material = { visitors: [visitor], links: ['/orders/A?key=b'] }
  const made = openRequests('http://shop.test', 7, material)
  const again = openRequests('http://shop.test', 7, material)
  const other = openRequests('http://shop.test', 8, material)
  const first = Array.from({ length: 200 }, (_, number) => made(number))
  expect(Array.from({ length: 200 }, (_, number) => again(number))).toEqual(first)
  expect(Array.from({ length: 200 }, (_, number) => other(number))).not.toEqual(first)
  // An odd parameter may make another route of one; every pattern with its own words is there.
  const missing = new Set(patterns.filter((pattern) => !/[:*]/.test(pattern)))
  for (let number = 0; number < 5_000 && missing.size > 0; number++)
    missing.delete(patternOf(made(number).path))
  expect([...missing]).toEqual([])
})

test('random numbers stay within their bounds and are spread', () => {
  const random = randomOf(1, 2)
  const drawn = Array.from({ length: 1_000 }, () => random.int(4))
  expect(new Set(drawn)).toEqual(new Set([0, 1, 2, 3]))
  expect(() => random.pick([])).toThrow('nothing to pick')
})
