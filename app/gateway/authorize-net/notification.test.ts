import { expect, test } from 'vitest'
import { readNotification, signatureHeader, signNotification } from './gateway.server.ts'

const key = 'a key'
const body = JSON.stringify({ notificationId: 'n1', payload: { merchantReferenceId: 'A1' } })

function posted(rawBody: string, signature: string | null = signNotification(rawBody, key)): Request {
  const headers = signature === null ? {} : { [signatureHeader]: signature }
  return new Request('http://shop.example/webhooks/payments', { method: 'POST', body: rawBody, headers })
}

const read = (request: Request) =>
  readNotification(request, key, () => Promise.reject(new Error('Nothing is looked up')))

test('the key signs as its text, in uppercase hexadecimal', () => {
  // HMAC-SHA512 with the key "Jefe" (RFC 4231, test case 2): decoded as hexadecimal it would not even be a key.
  expect(signNotification('what do ya want for nothing?', 'Jefe')).toBe(
    'sha512=164B7A7BFCF819E2E395FBE73B56E0A387BD64222E831FD610270CD7EA2505549758BF75C05A994A6D034F65F8F0E6FDCAEAB1A34D4A6B4B636E070A38BCE737',
  )
})

test('a forged or unsigned notification is refused', async () => {
  expect(await read(posted(body))).toEqual({ notificationId: 'n1', attemptId: 'A1' })
  const signature = signNotification(body, key)
  for (const [text, sign] of [
    [body, null],
    [body, ''],
    [body, 'sha512=00'],
    [body, signNotification(body, 'another key')],
    [body.replace('A1', 'A2'), signature],
    [`${body} `, signature],
  ] as const)
    expect(await read(posted(text, sign))).toBeUndefined()
})

test('a signed but malformed notification is refused', async () => {
  for (const odd of ['', 'no json', '[]', '{"payload":{}}', '{"notificationId":1}'])
    expect(await read(posted(odd))).toBeUndefined()
})

test('a notification of more than 16 kB is refused, whatever length it says', async () => {
  expect(await read(posted(body + ' '.repeat(16_384)))).toBeUndefined()
  const said = posted(body)
  said.headers.set('content-length', '16385')
  expect(await read(said)).toBeUndefined()
  expect(said.bodyUsed).toBe(false)
})
