import { expect, test } from 'vitest'
import { newsSignatureHeader, readSignedNews, signNews } from './news.server.ts'

const key = 'a key'
const body = JSON.stringify({ newsId: 'news_1', attemptId: 'att_1' })

function posted(rawBody: string, signature?: string): Request {
  const headers = signature === undefined ? {} : { [newsSignatureHeader]: signature }
  return new Request('http://shop.example/webhooks/payments', { method: 'POST', body: rawBody, headers })
}

test('signed news is read', async () => {
  expect(await readSignedNews(posted(body, signNews(body, key)), key)).toEqual({
    newsId: 'news_1',
    attemptId: 'att_1',
  })
})

test('forged news is refused', async () => {
  const other = body.replace('att_1', 'att_2')
  expect(await readSignedNews(posted(body), key)).toBeUndefined()
  expect(await readSignedNews(posted(body, ''), key)).toBeUndefined()
  expect(await readSignedNews(posted(body, 'sha512=00'), key)).toBeUndefined()
  expect(await readSignedNews(posted(other, signNews(body, key)), key)).toBeUndefined()
  expect(await readSignedNews(posted(`${body} `, signNews(body, key)), key)).toBeUndefined()
  expect(await readSignedNews(posted(body, signNews(body, 'another key')), key)).toBeUndefined()
})

test('signed news that is not understood is refused', async () => {
  for (const odd of [
    '',
    'no json',
    '[]',
    '{"newsId":"news_1"}',
    '{"newsId":1,"attemptId":"att_1"}',
    ' '.repeat(5_000),
  ])
    expect(await readSignedNews(posted(odd, signNews(odd, key)), key)).toBeUndefined()
})
