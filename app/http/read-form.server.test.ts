import { expect, test } from 'vitest'
import { readForm, withReadableAddress } from './read-form.server.ts'

function posted(body: BodyInit | null, type?: string): Request {
  return new Request('http://localhost/contact', {
    method: 'POST',
    body,
    ...(type && { headers: { 'Content-Type': type } }),
  })
}

test.each([
  ['JSON', posted('{"name":"Jo"}', 'application/json')],
  ['text', posted('name=Jo', 'text/plain')],
  ['parts without a boundary', posted('--x\r\n', 'multipart/form-data')],
  ['garbled parts', posted('--y\r\nnothing', 'multipart/form-data; boundary=x')],
])('%s is no form, and is refused in words', async (_what, request) => {
  await expect(readForm(request)).rejects.toMatchObject({ status: 415 })
})

test('an empty body is an empty form', async () => {
  expect([...(await readForm(posted(null)))]).toEqual([])
})

test('input is unchanged except for NUL, which PostgreSQL cannot store', async () => {
  const form = await readForm(
    posted('name=Jo%00e+%3Cb%3E&name=%F0%9F%99%82', 'application/x-www-form-urlencoded'),
  )
  expect(form.getAll('name')).toEqual(['Joe <b>', '🙂'])
})

test('a file keeps every byte', async () => {
  const sent = new FormData()
  sent.set('copy', new File([new Uint8Array([0, 1, 0])], 'license.pdf'))
  const copy = (await readForm(posted(sent))).get('copy')
  expect(copy instanceof File && [...new Uint8Array(await copy.arrayBuffer())]).toEqual([0, 1, 0])
})

test('a URL with a NUL is refused', () => {
  const request = new Request('http://localhost/drops/%00?q=a%00', { headers: { Accept: 'text/html' } })
  const { url, headers } = withReadableAddress(request)
  expect([url, headers.get('Accept')]).toEqual(['http://localhost/drops/%EF%BF%BD?q=a%EF%BF%BD', 'text/html'])
})

test.each(['/drops/%ff', '/drops/%', '/drops/%E0%A4%A', '/drops/%ED%A0%80', '/drops/%zz'])(
  'a URL with %s can be decoded afterwards, and leads nowhere',
  (path) => {
    const { pathname } = new URL(withReadableAddress(new Request(`http://localhost${path}?q=%ff`)).url)
    expect(decodeURIComponent(pathname)).toContain('/drops/\uFFFD')
  },
)

test('a readable URL is unchanged', () => {
  const request = new Request('http://localhost/drops/%C3%A9%20%2F?q=%ff&r=%')
  expect(withReadableAddress(request)).toBe(request)
})

test('what need not be escaped in a path is not, so that a page has one address', () => {
  const pathOf = (path: string) => {
    const { pathname, search } = new URL(withReadableAddress(new Request(`http://localhost${path}`)).url)
    return pathname + search
  }
  expect(pathOf('/small%2Dbatch/%6futlaw%7E%39?q=%2D')).toBe('/small-batch/outlaw~9?q=%2D')
  for (const kept of ['/a%2Fb', '/a%20b', '/caf%C3%A9', '/50%25']) expect(pathOf(kept)).toBe(kept)
})
