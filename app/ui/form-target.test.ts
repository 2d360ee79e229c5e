import { expect, test, vi } from 'vitest'
import { createFormTargets, manifestAddress } from './form-target.ts'

const routes = {
  root: { module: '/assets/root.js', imports: ['/assets/react.js'], css: ['/assets/root.css'] },
  mark: {
    module: '/assets/mark.js',
    imports: ['/assets/react.js'],
    clientActionModule: '/assets/mark-action.js',
  },
}

/** A line that can be cut. */
function openLine() {
  const line = { isCut: false, status: 200 }
  const fetch = vi.fn(async (address: string, _options?: RequestInit) => {
    if (line.isCut) throw new TypeError('Failed to fetch')
    const isFound = address.startsWith('/__manifest')
    return isFound
      ? Response.json(routes, { status: line.status })
      : new Response('', { status: line.status })
  })
  const importModule = vi.fn(async (_address: string) => ({}))
  const received = new Set<string>()
  const network = { fetch, importModule, listReceived: () => received }
  return { line, fetch, importModule, received, targets: createFormTargets('v1', network) }
}

test('every file of the target is fetched, then its modules are imported', async () => {
  const { fetch, importModule, targets } = openLine()
  expect(targets.isReady('/desk/mark')).toBe(false)
  expect(await targets.load('/desk/mark')).toBe(true)
  expect(targets.isReady('/desk/mark')).toBe(true)
  expect(fetch.mock.calls.map(([address]) => address)).toEqual([
    '/__manifest?paths=%2Fdesk%2C%2Fdesk%2Fmark&version=v1',
    '/assets/root.js',
    '/assets/react.js',
    '/assets/root.css',
    '/assets/mark.js',
    '/assets/mark-action.js',
  ])
  expect(importModule.mock.calls.flat()).toEqual([
    '/assets/root.js',
    '/assets/mark.js',
    '/assets/mark-action.js',
  ])
})

test('what the document has received is not fetched again, nor one file of two routes', async () => {
  const { fetch, importModule, received, targets } = openLine()
  received.add('/assets/root.js').add('/assets/react.js')
  await targets.load('/desk/mark')
  expect(fetch.mock.calls.flatMap(([address]) => (address.startsWith('/assets') ? [address] : []))).toEqual([
    '/assets/root.css',
    '/assets/mark.js',
    '/assets/mark-action.js',
  ])
  expect(importModule).toHaveBeenCalledWith('/assets/root.js')
})

test('a target is loaded once, also by two at a time', async () => {
  const { fetch, targets } = openLine()
  await Promise.all([targets.load('/desk/mark'), targets.load('/desk/mark')])
  await targets.load('/desk/mark')
  expect(fetch.mock.calls.filter(([address]) => address.startsWith('/__manifest'))).toHaveLength(1)
})

test('what is loaded ahead of a press lets the rest of the page go first', async () => {
  const { fetch, targets } = openLine()
  await targets.load('/desk/mark', 'low')
  expect(fetch.mock.calls.map(([, options]) => options)).toEqual(
    fetch.mock.calls.map(() => ({ priority: 'low' })),
  )
})

test('over a cut line nothing is imported, and the next press tries again', async () => {
  const { line, importModule, targets } = openLine()
  line.isCut = true
  expect(await targets.load('/desk/mark')).toBe(false)
  expect(importModule).not.toHaveBeenCalled()
  line.isCut = false
  expect(await targets.load('/desk/mark')).toBe(true)
})

test('a server that fails holds the form back, and one that knows no such file leaves it to the router', async () => {
  const { line, targets } = openLine()
  line.status = 503
  expect(await targets.load('/desk/mark')).toBe(false)
  line.status = 404
  expect(await targets.load('/desk/mark')).toBe(true)
})

test('the page of another version leaves the form to the router', async () => {
  const fetch = vi.fn(async () => new Response(null, { status: 204 }))
  expect(
    await createFormTargets('v0', { fetch, importModule: vi.fn(), listReceived: () => new Set() }).load(
      '/desk/mark',
    ),
  ).toBe(true)
})

test('the address of the manifest is the one that the router requests', () => {
  expect(manifestAddress('/contact', 'v1')).toBe('/__manifest?paths=%2Fcontact&version=v1')
  expect(manifestAddress('/orders/7/dealer', 'v1')).toBe(
    '/__manifest?paths=%2Forders%2C%2Forders%2F7%2C%2Forders%2F7%2Fdealer&version=v1',
  )
})
