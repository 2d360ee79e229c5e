import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newsSignatureHeader, readOrMakeNewsKey, readSignedNews, signNews } from './news.server.ts'

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

test('the key is made once, and only its owner may read it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'paco-news-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const made = readOrMakeNewsKey(join(folder, 'data'))
  expect(made).toHaveLength(43)
  expect(readOrMakeNewsKey(join(folder, 'data'))).toBe(made)
  expect(statSync(join(folder, 'data', 'payment-news.key')).mode & 0o777).toBe(0o600)
})
