import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseForm, readForm, withReadableAddress } from './form.ts'
import { submittedFields } from './submitted-fields.ts'

const schema = z
  .object({
    email: z.email('Enter a valid email address'),
    password: z.string().min(8, 'Too short'),
    topics: z.array(z.string()).optional(),
  })
  .refine((value) => value.email !== value.password, 'Email and password must differ')

function form(...fields: [string, string | File][]) {
  const data = new FormData()
  for (const [name, value] of fields) data.append(name, value)
  return data
}

test('a valid form gives its parsed value', () => {
  const parsed = parseForm(schema, form(['email', 'a@example.com'], ['password', 'long enough']))
  expect(parsed).toMatchObject({ ok: true, value: { email: 'a@example.com', password: 'long enough' } })
})

test('a refused form names each wrong field and keeps the input', () => {
  const parsed = parseForm(
    schema,
    form(['email', 'nope'], ['password', 'long enough'], ['note', 'kept as typed ']),
  )
  expect(parsed).toEqual({
    ok: false,
    fieldErrors: { email: ['Enter a valid email address'] },
    given: { email: 'nope', note: 'kept as typed ' },
  })
})

test('secrets and files are never sent back', () => {
  const fields = [
    'password',
    'newPassword',
    'cardNumber',
    'card_number',
    'cvc',
    'cvv',
    'token',
    'totp',
    'clientSecret',
  ]
  const parsed = parseForm(
    schema,
    form(...fields.map((name): [string, string] => [name, '4111']), ['file', new File(['x'], 'x.txt')]),
  )
  expect(parsed).toMatchObject({ ok: false, given: {} })
  expect(JSON.stringify(parsed)).not.toContain('4111')
})

test('a field sent more than once arrives as a list', () => {
  const parsed = parseForm(
    schema,
    form(['email', 'a@example.com'], ['password', 'long enough'], ['topics', 'drops'], ['topics', 'courses']),
  )
  expect(parsed).toMatchObject({ ok: true, value: { topics: ['drops', 'courses'] } })
})

test('what is given back has every value of a field, and no secret', () => {
  const given = submittedFields(form(['password', 'long enough'], ['topics', 'drops'], ['topics', 'courses']))
  expect(given).toEqual({ topics: ['drops', 'courses'] })
})

test('a form of as many fields as 256 kB hold is read in one pass', () => {
  const names = Array.from({ length: 60_000 }, (_, at) => `f${at}`)
  const many = form(...names.map((name): [string, string] => [name, '']))
  // With a search for each field this took minutes, and the shop answered nobody meanwhile.
  const parsed = parseForm(schema, many)
  expect(Object.keys(parsed.given)).toHaveLength(names.length)
})

test('errors of the form as a whole are under "form"', () => {
  const parsed = parseForm(schema, form(['email', 'abc@example.com'], ['password', 'abc@example.com']))
  expect(parsed).toMatchObject({ ok: false, fieldErrors: { form: ['Email and password must differ'] } })
})

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
