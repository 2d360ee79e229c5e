import { expect, test } from 'vitest'
import { notificationSignatureHeader, parseSignedNotification, signNotification } from './sandbox.server.ts'

const key = 'a key'
const body = JSON.stringify({ notificationId: 'notification_1', attemptId: 'att_1' })

function posted(rawBody: string, signature?: string): Request {
  const headers = signature === undefined ? {} : { [notificationSignatureHeader]: signature }
  return new Request('http://shop.example/webhooks/payments', { method: 'POST', body: rawBody, headers })
}

test('a signed notification is read', async () => {
  expect(await parseSignedNotification(posted(body, signNotification(body, key)), key)).toEqual({
    notificationId: 'notification_1',
    attemptId: 'att_1',
  })
})

test('a forged notification is refused', async () => {
  const other = body.replace('att_1', 'att_2')
  expect(await parseSignedNotification(posted(body), key)).toBeUndefined()
  expect(await parseSignedNotification(posted(body, ''), key)).toBeUndefined()
  expect(await parseSignedNotification(posted(body, 'sha512=00'), key)).toBeUndefined()
  expect(await parseSignedNotification(posted(other, signNotification(body, key)), key)).toBeUndefined()
  expect(await parseSignedNotification(posted(`${body} `, signNotification(body, key)), key)).toBeUndefined()
  expect(
    await parseSignedNotification(posted(body, signNotification(body, 'another key')), key),
  ).toBeUndefined()
})

test('a webhook of more than 4 kB is refused, whatever length it says', async () => {
  const long = JSON.stringify({
    notificationId: 'notification_1',
    attemptId: 'att_1',
    more: 'x'.repeat(4_096),
  })
  expect(await parseSignedNotification(posted(long, signNotification(long, key)), key)).toBeUndefined()
  const said = posted(body, signNotification(body, key))
  said.headers.set('content-length', '4097')
  expect(await parseSignedNotification(said, key)).toBeUndefined()
  expect(said.bodyUsed).toBe(false)
})

test('a signed but malformed webhook is refused', async () => {
  for (const odd of [
    '',
    'no json',
    '[]',
    '{"notificationId":"notification_1"}',
    '{"notificationId":1,"attemptId":"att_1"}',
    ' '.repeat(5_000),
  ])
    expect(await parseSignedNotification(posted(odd, signNotification(odd, key)), key)).toBeUndefined()
})
